import PathValidation

/// Words or an exit code with which a program ends.
package struct EndPattern: Hashable, Sendable {
    /// Nil for any.
    package var exit: Int?
    /// Nil for any output.
    package var says: OutputPattern?

    /// Whether a program ended so.
    package func fits(exit code: Int?, output: String) -> Bool {
        if let exit, exit != code { return false }
        return says.map { $0.firstMatch(in: output) != nil } ?? true
    }

    /// The words of most programs that have given up waiting.
    static let usualTimeouts: [EndPattern] = {
        // Not \b: Unicode's rules find no end of a word in `Client.Timeout`. Three things are not time-outs
        // that passed: an option; a setting, such as `Timeout   : 7200 (sec)`, which s_client prints for
        // each session; an argument in a source line of a stack trace: `open(url, data, timeout)`.
        let words = try? OutputPattern(
            #"(?i)(^|[^a-z\s-]|(^|[^,])\s|,\s(?!timeout[,)]))tim(ed|e|es|ing)[ -]?out(?!\s*[:=]\s*[0-9])([^a-z]|$)"#
        )
        return words.map { [EndPattern(says: $0)] } ?? []
    }()
}

/// Words or an exit code by which a program states why it refused.
package struct ReasonPattern: Hashable, Sendable {
    var end = EndPattern()
    /// The reasons of which each would explain it; at least one.
    package var reasons: [Rejection.Code] = []

    /// Whether a program that ended so has stated this.
    package func fits(exit code: Int?, output: String) -> Bool {
        end.fits(exit: code, output: output)
    }

    /// Nil for any output.
    package var says: OutputPattern? { end.says }

    /// The line of the output that states it; nil where the exit code alone does.
    package func line(of output: String) -> String? {
        guard let says else { return nil }
        return output.split(whereSeparator: \.isNewline).map(String.init)
            .first { says.firstMatch(in: $0) != nil }
    }
}
