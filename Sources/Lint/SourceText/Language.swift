// SourceText reads source files without running them: tokens with their places, literals, constants
// assigned once, calls, and regions of debug builds. One lexer serves all languages; each is a table.
// It judges nothing: the rules stand in ConfigurationReview.

/// The lexical rules of a language, as far as literals and comments need them.
package struct Language: Hashable, Sendable {
    /// The name as its users write it, such as `Kotlin`.
    package let name: String
    /// The openings of comments that end with the line.
    let lineComments: [String]
    /// Whether `/* */` is a comment.
    var hasBlockComments = true
    /// Whether a `/* */` may stand in another one.
    var nestsComments = false
    /// The quotes of strings, of which the longest that fits is taken.
    let quotes: [Quote]
    /// Letters that may stand before a quote.
    var prefixes: Set<String> = []
    /// Whether `$` is a letter of names.
    var hasDollarNames = false
    /// Whether text is words between blanks, as in a shell.
    var isWords = false
    /// Whether braces and semicolons alone end words, as in a file of settings.
    var isSettings = false
    /// Whether a quote inside a word opens a string.
    var hasQuotesInWords = true
    /// Whether text before `<?php` and after `?>` is none of the program.
    var isEmbedded = false
    /// Whether `/` may open a regular expression.
    var hasRegexes = false
    /// Whether strings that stand side by side are one.
    var joinsStrings = false

    /// Hashes the name, by which languages differ: each rule asks for a file's language.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }

    /// Whether commands of a shell stand in it.
    package var isOfShells: Bool { self == .shell || self == .yaml }

    /// A form of string literals.
    struct Quote: Hashable, Sendable {
        let mark: String
        var isMultiline = false
        /// Whether a backslash is a backslash.
        var isRaw = false
        var holes: Set<Hole> = []
    }

    /// A way in which an expression stands in a string.
    enum Hole: Hashable, Sendable {
        /// `$name`
        case dollarName
        /// `${…}`
        case dollarBrace
        /// `\(…)`
        case backslashParenthesis
        /// `{…}`, in Python's strings with the prefix `f`.
        case brace
        /// `$(…)` and a command between grave accents.
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
    /// Also a file of settings of which each line is a name and a value, such as `.curlrc`.
    package static let nginx = Language(
        name: "nginx",
        lineComments: ["#"],
        hasBlockComments: false,
        quotes: [Quote(mark: "'", isMultiline: true), Quote(mark: "\"", isMultiline: true)],
        isWords: true,
        isSettings: true
    )
    /// The scripts in it are read as a shell's.
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
