// Process starts programs in isolation and ends them as a whole. It knows no definitions of clients
// and no TLS.
//
// A program is started by a few lines of C over vfork (see CPrograms), not by swift-subprocess, which
// forks, and waits on threads of its own. Starting `true` 2000 times on two threads took 0.7 to 1.09
// of the time that posix_spawn and waitpid alone took, and by swift-subprocess 2.3 of it.

/// A program to start, with everything that it is given.
package struct ProgramInvocation: Sendable {
    /// The program and its arguments.
    ///
    /// A program without a slash is searched for in the folders of `PATH` of `environment`.
    package var words: [String]
    /// All variables; none is inherited.
    package var environment: [String: String]
    /// The name of a variable whose value no other program has; nil for none.
    ///
    /// Daemons of the program, which have left its group, are found by it and end with it.
    package var ownVariable: String?
    package var workingDirectory: String
    /// Written to standard input, which then stays open until the program has ended; nil is
    /// /dev/null.
    package var input: [UInt8]?
    /// Files that this program alone sees in place of others; needs a `RunNamespace`.
    package var mounts: [BindMount]
    /// Bytes of address space; nil leaves the limit as it is.
    package var memoryLimit: Int?

    package init(
        _ words: [String],
        environment: [String: String],
        ownVariable: String? = nil,
        workingDirectory: String,
        input: [UInt8]? = nil,
        mounts: [BindMount] = [],
        memoryLimit: Int? = nil
    ) {
        self.words = words
        self.environment = environment
        self.ownVariable = ownVariable
        self.workingDirectory = workingDirectory
        self.input = input
        self.mounts = mounts
        self.memoryLimit = memoryLimit
    }

    /// Runs the program, and ends it and all of its group; of `ownVariable`, its daemons, too.
    ///
    /// Blocks the calling thread. The program is the leader of a group of its own, without a
    /// terminal.
    /// - Parameters:
    ///   - deadline: when it is ended.
    ///   - stop: ends it at once, from any thread.
    /// - Returns: how it has ended, and its output.
    /// - Throws: if it cannot be started. How it ends is a result, never an error.
    package func run(
        until deadline: ContinuousClock.Instant,
        stop: StopRequest? = nil
    ) throws(ProgramError) -> ProgramEnd {
        let start = ContinuousClock.now
        var program = try RunningProgram(self)
        let reason = program.wait(until: deadline, stop: stop)
        let status = program.end()
        return ProgramEnd(
            cause: reason ?? status,
            standardOutput: program.output.kept,
            standardError: program.error.kept,
            elapsed: ContinuousClock.now - start
        )
    }
}

/// A file that is shown in place of another.
package struct BindMount: Hashable, Sendable {
    package var file: String
    /// The path at which it is seen; a file that exists.
    package var target: String

    package init(_ file: String, over target: String) {
        (self.file, self.target) = (file, target)
    }
}
