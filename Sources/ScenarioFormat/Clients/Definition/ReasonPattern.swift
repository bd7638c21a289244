import PathValidation

/// A pattern for a program's exit: a message, an exit code, or both.
package struct ExitPattern: Hashable, Sendable {
    /// The exit code; nil for any.
    package var exit: Int?
    /// The pattern to search for in the output; nil for any output.
    package var says: OutputPattern?

    /// Whether a program's exit code and output match.
    package func fits(exit code: Int?, output: String) -> Bool {
        if let exit, exit != code { return false }
        return says.map { $0.firstMatch(in: output) != nil } ?? true
    }

    /// The usual messages of programs after their own timeout.
    static let usualTimeouts: [ExitPattern] = {
        // The pattern does not use `\b`, because Unicode's rules find no end of a word in
        // `Client.Timeout`. The pattern excludes three texts that do not report a passed time
        // limit: an option; a setting, such as `Timeout   : 7200 (sec)`, which s_client prints for
        // each session; and an argument in a source line of a stack trace, such as `timeout` in
        // `open(url, data, timeout)`.
        let words = try? OutputPattern(
            #"(?i)(^|[^a-z\s-]|(^|[^,])\s|,\s(?!timeout[,)]))tim(ed|e|es|ing)[ -]?out(?!\s*[:=]\s*[0-9])([^a-z]|$)"#
        )
        return words.map { [ExitPattern(says: $0)] } ?? []
    }()
}

/// A pattern for the exit of a program that refused, and the reasons that such an exit states.
package struct ReasonPattern: Hashable, Sendable {
    var end = ExitPattern()
    /// The possible reasons; at least one.
    package var reasons: [Rejection.Code] = []

    /// Whether a program's exit code and output state the reason.
    package func fits(exit code: Int?, output: String) -> Bool {
        end.fits(exit: code, output: output)
    }

    /// The pattern to search for in the output; nil for any output.
    package var says: OutputPattern? { end.says }

    /// Returns the output line with the reason; nil if only the exit code states it.
    package func line(of output: String) -> String? {
        guard let says else { return nil }
        return output.split(whereSeparator: \.isNewline).map(String.init)
            .first { says.firstMatch(in: $0) != nil }
    }
}

extension String {
    /// The text without the frames of Python's stack traces: the names of files and functions, and
    /// the lines of source code below them.
    ///
    /// A frame is `  File "a.py", line 1, in f`, and its lines are indented further (traceback.py
    /// of CPython 3.13, `StackSummary.format_frame_summary`). In traces of groups of exceptions,
    /// each line begins with `|`.
    var withoutStackFrames: String {
        guard contains("File \"") else { return self }
        var frame: Int?
        let kept = split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let text = line.drop { $0 == " " || $0 == "|" }
            let indentation = line.count - text.count
            if text.hasPrefix("File \""), text.contains("\", line ") {
                frame = indentation
                return false
            }
            if let frame, indentation > frame { return false }
            frame = nil
            return true
        }
        return kept.joined(separator: "\n")
    }
}
