// Process starts programs in isolation and ends them with all their children. It knows neither
// client definitions nor TLS.
//
// A few lines of C over vfork start a program (see CProcess). swift-subprocess forks, and waits on
// its own threads. A test started `true` 2000 times on two threads. The lines of C took 0.7 to 1.09
// times as long as bare posix_spawn and waitpid, and swift-subprocess took 2.3 times as long.

/// A program to start, with all its inputs.
package struct ProgramInvocation: Sendable {
    /// The program and its arguments.
    ///
    /// A program without a slash is searched for in the folders of `PATH` in `environment`.
    package var words: [String]
    /// All environment variables; the program inherits no other variables.
    package var environment: [String: String]
    /// The name of a variable whose value no other program has; nil for none.
    ///
    /// Hatpin uses the variable to find and end daemons that left the program's process group.
    package var ownVariable: String?
    package var workingDirectory: String
    /// Standard input, which stays open until the program has ended; nil means /dev/null.
    package var input: [UInt8]?
    /// Files that only this program sees in place of other files; needs a `RunNamespace`.
    package var mounts: [BindMount]
    /// The limit of address space in bytes; nil leaves the limit unchanged.
    package var memoryLimit: Int?
    /// The maximum number of bytes of standard output to keep.
    package var outputLimit = 65_536

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

    /// Runs the program, and then ends its process group.
    ///
    /// If `ownVariable` is set, also ends the daemons, which that variable identifies.
    ///
    /// Blocks the calling thread. The program leads its own process group and has no terminal.
    ///
    /// - Parameters:
    ///   - deadline: the time at which Hatpin ends the program.
    ///   - stop: ends the program at once, from any thread.
    /// - Returns: how the program ended, and its output.
    /// - Throws: if the program cannot be started. The end of the program is a result, never an
    ///   error.
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

/// A file, and the path of another file that it hides for a program.
package struct BindMount: Hashable, Sendable {
    package var file: String
    /// The path at which the program sees the file; another file must exist at this path.
    package var target: String

    package init(_ file: String, over target: String) {
        (self.file, self.target) = (file, target)
    }
}
