/// How a program ended, and its output.
package struct ProgramEnd: Hashable, Sendable {
    /// The reason why a program ended.
    package enum Cause: Hashable, Sendable {
        /// The program exited with this code.
        case exited(Int32)
        /// A signal that Hatpin did not send ended the program.
        case signalled(Int32)
        /// Hatpin ended the program on request.
        case stopped
        /// Hatpin ended the program at the deadline.
        case timedOut
        /// Hatpin ended the program because it wrote too much.
        case flooded
    }

    package let cause: Cause
    /// The first bytes of each stream; by default, the first 64 KiB.
    package let standardOutput: [UInt8]
    package let standardError: [UInt8]
    /// The time from start to end.
    package let elapsed: Duration
    /// What a server answered its client; nil for other programs.
    ///
    /// A server that runs on has the cause `stopped`.
    package var answer: [UInt8]?

    /// Makes the value; each parameter sets the property with its name.
    package init(
        cause: Cause,
        standardOutput: [UInt8],
        standardError: [UInt8],
        elapsed: Duration
    ) {
        (self.cause, self.elapsed) = (cause, elapsed)
        (self.standardOutput, self.standardError) = (standardOutput, standardError)
    }
}
