#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard input, output or error.
///
/// Data goes to output, everything else to error. If the reader has gone, the rest of the output is
/// dropped without an error.
package struct StandardStream: Sendable {
    /// Standard input.
    package static let input = StandardStream(descriptor: STDIN_FILENO, name: "standard input")
    /// Standard output, for data.
    package static let output = StandardStream(descriptor: STDOUT_FILENO, name: "standard output")
    /// Standard error, for everything else.
    package static let error = StandardStream(descriptor: STDERR_FILENO, name: "standard error")

    /// The system's number of the descriptor.
    package let descriptor: CInt
    /// The name of the stream in messages of failures.
    package let name: String

    /// Whether output goes to the log of a CI service that obeys commands in its logs.
    private static let isLogged =
        Environment.variable("GITHUB_ACTIONS") != nil || Environment.variable("TF_BUILD") != nil

    /// Writes the whole text at once; the command writes almost all its output with this function.
    ///
    /// If a CI service logs the text, commands in the text are escaped: text from users must not
    /// give commands to the service.
    package func write(_ text: String) throws(Failure) {
        try writeAsIs(Self.isLogged ? LogText.withoutCommands(text) : text)
    }

    /// Writes a patch byte for byte: a patch applies only to files that it matches exactly.
    ///
    /// If lines of the patch look like commands to the CI service, the function first tells GitHub
    /// to ignore commands. `git apply` and `patch` skip text before and after a patch.
    ///
    /// - Throws: an `environment` failure if lines look like commands and a service other than
    ///   GitHub logs them.
    package func write(change text: String) throws(Failure) {
        guard Self.isLogged, !isFile, LogText.withoutCommands(text) != text else {
            return try writeAsIs(text)
        }
        guard Environment.isGitHub else {
            throw Failure(
                .environment,
                "the CI service would obey lines of the patch as commands",
                help: "write it to a file: hatpin audit --fix … > fix.patch"
            )
        }
        // The token is random, so that the author of the files cannot know it.
        let word = "hatpin-" + String(UInt64.random(in: .min ... .max), radix: 16)
        try writeAsIs("::stop-commands::\(word)\n\(text)::\(word)::\n")
    }

    /// Whether the stream goes to a file and not to a log.
    private var isFile: Bool {
        (try? FileStatus(descriptor: descriptor))?.kind == .file
    }

    /// Writes a text in which the logging service may obey commands.
    package func writeAsIs(_ text: String) throws(Failure) {
        do {
            try Descriptor.write(Array(text.utf8), to: descriptor)
        } catch {
            guard error != .system(errno: EPIPE) else { return }
            throw Failure(.environment, "cannot write \(name): \(error.reason)")
        }
    }

    /// Reads to the end.
    package func read() throws(Failure) -> [UInt8] {
        let limit = Descriptor.largestInput
        guard let bytes = try read(limit: limit) else {
            throw Failure(
                .environment,
                "cannot read \(name): it has more than \(limit >> 20) MB"
            )
        }
        return bytes
    }

    /// Reads to the end; returns nil for more than `limit` bytes.
    package func read(limit: Int) throws(Failure) -> [UInt8]? {
        do {
            return try Descriptor.read(from: descriptor, limit: limit)
        } catch {
            if error == .tooLarge(limit) { return nil }
            throw Failure(.environment, "cannot read \(name): \(error.reason)")
        }
    }

    /// Whether the stream is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The terminal's width in columns; nil if the stream is not a terminal or the width is
    /// unknown.
    package var width: Int? {
        var size = winsize()
        guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// The width of a report in columns: the width of the terminal, within readable limits.
    package var reportWidth: Int { min(100, max(60, width ?? 88)) }
}
