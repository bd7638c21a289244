#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard input, output or error.
///
/// Data goes to output, everything else to error. A reader who has gone away is no error:
/// the rest of the output is dropped.
package struct StandardStream: Sendable {
    /// Input of the command.
    package static let input = StandardStream(descriptor: STDIN_FILENO, name: "standard input")
    /// For data.
    package static let output = StandardStream(descriptor: STDOUT_FILENO, name: "standard output")
    /// For everything else.
    package static let error = StandardStream(descriptor: STDERR_FILENO, name: "standard error")

    /// Of the process, as the system counts them.
    package let descriptor: CInt
    /// In the words of failures.
    package let name: String

    /// Whether output goes to the log of a service that obeys commands in it.
    private static let isLogged =
        Environment.variable("GITHUB_ACTIONS") != nil || Environment.variable("TF_BUILD") != nil

    /// Writes all of the text at once; all output of the command comes through here.
    ///
    /// Text of users must not command the CI service that logs it.
    package func write(_ text: String) throws(Failure) {
        try writeAsIs(Self.isLogged ? LogText.withoutCommands(text) : text)
    }

    /// Writes a change of files byte for byte: one that differs from them applies to nothing.
    ///
    /// Where lines of it would command the service that logs them, GitHub is told first to obey none;
    /// `git apply` and `patch` pass over what is before and after a change.
    ///
    /// - Throws: environment, for such lines in the log of another service.
    package func write(change text: String) throws(Failure) {
        guard Self.isLogged, !isFile, LogText.withoutCommands(text) != text else {
            return try writeAsIs(text)
        }
        guard Environment.isGitHub else {
            throw Failure(
                .environment,
                "the change has lines that the service that logs it would obey",
                help: "write it to a file: hatpin audit --fix … > fix.patch"
            )
        }
        // Nobody who wrote the files can know it.
        let word = "hatpin-" + String(UInt64.random(in: .min ... .max), radix: 16)
        try writeAsIs("::stop-commands::\(word)\n\(text)::\(word)::\n")
    }

    /// Whether a file takes what is written, and no log.
    private var isFile: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Writes a text whose lines a service that logs it may obey.
    package func writeAsIs(_ text: String) throws(Failure) {
        do {
            try writeAll(Array(text.utf8), to: descriptor)
        } catch {
            guard error.code != EPIPE else { return }
            throw Failure(.environment, "cannot write \(name): \(error)")
        }
    }

    /// Reads to the end.
    package func read() throws(Failure) -> [UInt8] {
        guard let bytes = try read(limit: largestInput) else {
            throw Failure(
                .environment,
                "cannot read \(name): it has more than \(largestInput >> 20) MB"
            )
        }
        return bytes
    }

    /// Reads to the end; nil where that is more than `limit` bytes.
    package func read(limit: Int) throws(Failure) -> [UInt8]? {
        do {
            return try readAll(from: descriptor, limit: limit)
        } catch {
            throw Failure(.environment, "cannot read \(name): \(error)")
        }
    }

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The terminal's width in columns; nil where it is none or does not know.
    package var width: Int? {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// The columns of a report: the terminal's, within what reads well.
    package var reportWidth: Int { min(100, max(60, width ?? 88)) }
}
