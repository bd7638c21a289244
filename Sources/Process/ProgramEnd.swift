/// How a program ended, and its output.
package struct ProgramEnd: Hashable, Sendable {
    /// The reason why a program ended.
    package enum Cause: Hashable, Sendable {
        /// It exited with this code.
        case exited(Int32)
        /// A signal from elsewhere ended it.
        case signalled(Int32)
        /// Hatpin ended it on request.
        case stopped
        /// Hatpin ended it at the deadline.
        case timedOut
        /// Hatpin ended it because it wrote too much.
        case flooded
    }

    package let cause: Cause
    /// The first 64 KiB of each stream.
    package let standardOutput: [UInt8]
    package let standardError: [UInt8]
    /// The time from start to end.
    package let elapsed: Duration

    /// Makes the value; each parameter is the property of its name.
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
