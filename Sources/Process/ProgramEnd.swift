/// How a program has ended, and its output.
package struct ProgramEnd: Hashable, Sendable {
    /// The reason for which it has ended.
    package enum Cause: Hashable, Sendable {
        /// By itself, with this exit code.
        case exited(Int32)
        /// By a signal that was not ours.
        case signalled(Int32)
        /// By us, as it was asked for.
        case stopped
        /// By us, at the deadline.
        case timedOut
        /// By us, because it has written too much.
        case flooded
    }

    package let cause: Cause
    /// The first 64 KiB of each.
    package let standardOutput: [UInt8]
    package let standardError: [UInt8]
    /// From the start to the end.
    package let elapsed: Duration

    /// An end; each parameter is the property of its name.
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
