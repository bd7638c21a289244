// SourceText reads source files without running them: tokens with their places, literals, constants
// assigned once, calls, and regions of debug builds. One lexer with a table for each language
// serves all languages. The rules are in SourceReview and ConfigurationReview.

/// The lexical rules of a language, as far as needed for literals and comments.
package struct Language: Hashable, Sendable {
    /// The name, such as `Kotlin`.
    package let name: String
    /// The openings of line comments.
    let lineComments: [String]
    /// Whether `/* */` is a comment.
    var hasBlockComments = true
    /// Whether `/* */` comments can be nested.
    var nestsComments = false
    /// The quotes of strings; the longest match applies.
    let quotes: [Quote]
    /// Letters that may precede a quote.
    var prefixes: Set<String> = []
    /// Whether names may contain `$`.
    var hasDollarNames = false
    /// Whether text consists of words between spaces, as in a shell.
    var isWords = false
    /// Whether only braces and semicolons end words, as in a configuration file.
    var isSettings = false
    /// Whether a quote inside a word opens a string.
    var hasQuotesInWords = true
    /// Whether text before `<?php` and after `?>` is not code.
    var isEmbedded = false
    /// Whether `/` may open a regular expression.
    var hasRegexes = false
    /// Whether adjacent strings are concatenated.
    var joinsStrings = false

    /// Hashes only the name, which is unique, for speed: every rule looks up a file's language.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }

    /// Whether files in the language can contain shell commands.
    package var isOfShells: Bool { self == .shell || self == .yaml }

    /// A form of string literal.
    struct Quote: Hashable, Sendable {
        let mark: String
        var isMultiline = false
        /// Whether a backslash has no special meaning.
        var isRaw = false
        var holes: Set<Hole> = []
    }

    /// A form of interpolation in strings.
    enum Hole: Hashable, Sendable {
        /// `$name`
        case dollarName
        /// `${…}`
        case dollarBrace
        /// `\(…)`
        case backslashParenthesis
        /// `{…}` in Python strings with the prefix `f`.
        case brace
        /// `$(…)` and a command between backquotes.
        case command
    }
}

extension Language {
    package static let kotlin = Language(
        name: "Kotlin",
        lineComments: ["//"],
        nestsComments: true,
        quotes: [
            Quote(
                mark: "\"\"\"",
                isMultiline: true,
                isRaw: true,
                holes: [.dollarName, .dollarBrace]
            ),
            Quote(mark: "\"", holes: [.dollarName, .dollarBrace]), Quote(mark: "'"),
        ]
    )
    package static let java = Language(
        name: "Java",
        lineComments: ["//"],
        quotes: [
            Quote(mark: "\"\"\"", isMultiline: true), Quote(mark: "\""), Quote(mark: "'"),
        ]
    )
    package static let swift = Language(
        name: "Swift",
        lineComments: ["//"],
        nestsComments: true,
        quotes: [
            Quote(mark: "\"\"\"", isMultiline: true, holes: [.backslashParenthesis]),
            Quote(mark: "\"", holes: [.backslashParenthesis]),
        ]
    )
    package static let c = Language(
        name: "C",
        lineComments: ["//"],
        quotes: [Quote(mark: "\""), Quote(mark: "'")],
        prefixes: ["L", "u8", "R"],
        joinsStrings: true
    )
    package static let objectiveC = Language(
        name: "Objective-C",
        lineComments: ["//"],
        quotes: [Quote(mark: "@\""), Quote(mark: "\""), Quote(mark: "'")],
        joinsStrings: true
    )
    package static let shell = Language(
        name: "shell",
        lineComments: ["#"],
        hasBlockComments: false,
        quotes: [
            Quote(mark: "'", isMultiline: true, isRaw: true),
            Quote(mark: "\"", isMultiline: true, holes: [.dollarName, .dollarBrace, .command]),
        ],
        isWords: true
    )
    /// Files of words, braces and semicolons, such as `Podfile.lock`.
    package static let nginx = Language(
        name: "nginx",
        lineComments: ["#"],
        hasBlockComments: false,
        quotes: [Quote(mark: "'", isMultiline: true), Quote(mark: "\"", isMultiline: true)],
        isWords: true,
        isSettings: true
    )
    /// YAML, in which the scripts are read as shell scripts.
    package static let yaml = Language(
        name: "YAML",
        lineComments: ["#"],
        hasBlockComments: false,
        quotes: nginx.quotes,
        isWords: true,
        isSettings: true,
        hasQuotesInWords: false
    )
    package static let python = Language(
        name: "Python",
        lineComments: ["#"],
        hasBlockComments: false,
        quotes: [
            Quote(mark: "\"\"\"", isMultiline: true), Quote(mark: "'''", isMultiline: true),
            Quote(mark: "\""), Quote(mark: "'"),
        ],
        prefixes: [
            "r", "R", "b", "B", "u", "U", "f", "F", "rb", "br", "Rb", "bR", "RB", "BR", "fr", "rf",
            "Fr", "rF", "FR", "RF",
        ],
        joinsStrings: true
    )
    package static let javaScript = Language(
        name: "JavaScript",
        lineComments: ["//"],
        quotes: [
            Quote(mark: "\""), Quote(mark: "'"),
            Quote(mark: "`", isMultiline: true, holes: [.dollarBrace]),
        ],
        hasDollarNames: true,
        hasRegexes: true
    )
    package static let go = Language(
        name: "Go",
        lineComments: ["//"],
        quotes: [
            Quote(mark: "\""), Quote(mark: "'"), Quote(mark: "`", isMultiline: true, isRaw: true),
        ]
    )
    package static let dart = Language(
        name: "Dart",
        lineComments: ["//"],
        nestsComments: true,
        quotes: [
            Quote(mark: "'''", isMultiline: true, holes: [.dollarName, .dollarBrace]),
            Quote(mark: "\"\"\"", isMultiline: true, holes: [.dollarName, .dollarBrace]),
            Quote(mark: "'", holes: [.dollarName, .dollarBrace]),
            Quote(mark: "\"", holes: [.dollarName, .dollarBrace]),
        ],
        prefixes: ["r"],
        joinsStrings: true
    )
    package static let php = Language(
        name: "PHP",
        lineComments: ["//", "#"],
        quotes: [
            Quote(mark: "'", isMultiline: true),
            Quote(mark: "\"", isMultiline: true, holes: [.dollarName, .dollarBrace]),
        ],
        hasDollarNames: true,
        isEmbedded: true
    )

    package static let catalogue = [
        kotlin, java, swift, c, objectiveC, shell, nginx, python, javaScript, go, dart, php,
    ]
}
