import X509

// The syntaxes of texts in definitions; each is parsed by the type of its value.

extension Syntax where Parsed == Template {
    static func template(_ noun: String, in scope: PlaceholderScope) -> Syntax {
        Syntax(noun, readings: .any, write: { .text($0.written) }) { text throws(Fault) in
            try Template(text, in: scope)
        }
    }
}

extension Syntax where Parsed == [Template] {
    /// The syntax of words that are split as a shell splits them.
    static func words(in scope: PlaceholderScope) -> Syntax {
        Syntax(
            "words",
            readings: .any,
            write: { .text(ShellWords.joined($0.map(\.written))) }
        ) { text throws(Fault) in
            var words: [Template] = []
            for word in try ShellWords.split(text) { words.append(try Template(word, in: scope)) }
            return words
        }
    }
}

extension Syntax where Parsed == ClientCommand {
    static func command(in scope: PlaceholderScope) -> Syntax {
        Syntax("a command line", write: { .text($0.written) }) { text throws(Fault) in
            try ClientCommand(text, in: scope)
        }
    }
}

extension Syntax where Parsed == OutputPattern {
    static var pattern: Syntax {
        Syntax("a regular expression", readings: .any, write: { .text($0.text) }) {
            text throws(Fault) in
            try OutputPattern(text)
        }
    }
}

extension Syntax where Parsed == VersionRange {
    static var versions: Syntax {
        Syntax("a range of versions", write: { .text($0.text) }) { text throws(Fault) in
            try VersionRange(text)
        }
    }
}

extension Syntax where Parsed == String {
    /// The syntax of the name of an environment variable (POSIX XBD 8.1).
    static var variable: Syntax {
        Syntax(
            "a variable",
            pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
            write: Written.text
        ) { text throws(Fault) in
            let isWord = text.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
            guard isWord, let first = text.first, !first.isNumber else { throw .badVariable(text) }
            return text
        }
    }
}

extension Syntax where Parsed == String {
    /// The syntax of a path below the home.
    static var homePath: Syntax {
        Syntax("a path below the home", write: Written.text) { text throws(Fault) in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            let isBelow = parts.allSatisfy { !["", ".", ".."].contains($0) }
            guard isBelow, !text.utf8.contains(0) else { throw .badHomePath(text) }
            return text
        }
    }
}

extension Syntax where Parsed == Duration {
    /// The syntax of a duration of at most ten minutes, because a run has hundreds of cases.
    static var duration: Syntax {
        Syntax(
            "a duration",
            pattern: "^[0-9]+ ?(ms|s|min)$",
            write: { .text($0.written) }
        ) { text throws(Fault) in
            let unit = String(text.drop { $0.isASCIIDigit }.drop { $0 == " " })
            let digits = String(text.prefix { $0.isASCIIDigit })
            guard let number = wholeNumber(digits), (1...600_000).contains(number),
                let duration = Duration.units.first(where: { $0.name == unit })?.of(number),
                duration <= .seconds(600)
            else { throw .badDuration(text) }
            return duration
        }
    }
}

extension Duration {
    fileprivate static let units: [(name: String, of: @Sendable (Int) -> Duration)] = [
        ("ms", { .milliseconds($0) }), ("s", { .seconds($0) }), ("min", { .seconds(60 * $0) }),
    ]

    /// The duration as written in a definition.
    fileprivate var written: String {
        let milliseconds = Int(self / .milliseconds(1))
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}

extension Syntax where Parsed == Instant {
    static var day: Syntax {
        Syntax(
            "a date",
            pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            write: { .text(String($0.description.prefix(10))) }
        ) { text throws(Fault) in
            guard text.count == 10, let day = Instant(rfc3339: text) else { throw .badDay(text) }
            return day
        }
    }
}
