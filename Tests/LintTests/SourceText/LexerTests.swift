import Basics
import Lint
import Testing

struct LexerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let language: Language
        let text: String
        let tokens: [String]

        init(_ name: String, _ language: Language, _ text: String, _ tokens: [String]) {
            (self.name, self.language, self.text, self.tokens) = (name, language, text, tokens)
        }

        var testDescription: String { "\(language.name): \(name)" }
    }

    static let cases: [Case] = [
        Case("a comment ends with the line", .kotlin, "a // b\nc", ["a", "\n", "c"]),
        Case("comments nest", .kotlin, "a /* /* b */ c */ d", ["a", "d"]),
        Case("comments do not nest", .java, "a /* /* b */ c", ["a", "c"]),
        Case("a string with an escape", .java, #"x = "a\"b\u0041";"#, ["x", "=", "a\"bA", ";"]),
        Case("a string ends with its line", .java, "\"a\nb", ["a", "\n", "b"]),
        Case("a long string", .kotlin, "\"\"\"a \"b\" \\n\"\"\" c", ["a \"b\" \\n", "c"]),
        Case("a raw string", .swift, ##"#"a\n"b"# c"##, [#"a\n"b"#, "c"]),
        Case("a raw string with an interpolation", .swift, ##"#"a\#(x)"# c"##, ["a", "c"]),
        Case("a nested string in an interpolation", .swift, #""a\(f("b)"))c" d"#, ["ac", "d"]),
        Case("a delimited string", .c, #"R"x(a)" b)x" c"#, [#"a)" b"#, "c"]),
        Case(
            "a string of Objective-C",
            .objectiveC,
            #"[a b:@"c"]"#,
            ["[", "a", "b", ":", "c", "]"]
        ),
        Case("a prefix", .python, "rb'a\\n' f'{x}b'", ["a\\n", "b"]),
        Case("a long string of Python", .python, "'''a\n# b''' # c", ["a\n# b"]),
        Case("a template", .javaScript, "`a${b + `c`}d`", ["ad"]),
        Case("a regular expression", .javaScript, "a = /x'[/]/; b", ["a", "=", "", ";", "b"]),
        Case("a division", .javaScript, "a / b / c", ["a", "/", "b", "/", "c"]),
        Case("a raw string of Go", .go, "`a\\n\nb` c", ["a\\n\nb", "c"]),
        Case("a raw string of Dart", .dart, "r'a$b' 'c$d'", ["a$b", "c"]),
        Case("PHP in a page", .php, "<p>'<?php $a; ?>b<?= c", ["$a", ";", ";", "c"]),
        Case(
            "PHP's document",
            .php,
            "<?php a(<<<EOT\n'b\nEOT, c);",
            ["a", "(", "", "\n", ",", "c", ")", ";"]
        ),
        Case("words", .shell, "a 'b c'\"d $e\"\\ f # g", ["a", "b cd  f"]),
        Case("a sign in a word", .shell, "a#b -k", ["a#b", "-k"]),
        Case("a document", .shell, "a <<E\nb '\nE\nc", ["a", "", "\n", "c"]),
        Case("a command in a word", .shell, "a \"$(b c)\"", ["a", "", "\n", "b", "c"]),
        Case("nginx", .nginx, "a { b 'c d'; } # e", ["a", "{", "b", "c d", ";", "}"]),
    ]

    @Test(arguments: cases)
    func `splits text into tokens`(test: Case) {
        let file = SourceFile(Array(test.text.utf8), test.language)
        #expect(file.tokens.dropLast().map(\.text) == test.tokens)
    }

    private static func value(_ text: String, _ language: Language = .kotlin) -> SourceValue? {
        let file = SourceFile(Array(text.utf8), language)
        return file.settings("x").last.map { file.value(of: $0.value) }
    }

    @Test func `evaluates literals, concatenations and names`() {
        #expect(Self.value("x = 1_000") == .number(1_000))
        #expect(Self.value("x = \"a\" + \"b\"") == .text("ab"))
        #expect(Self.value("val A = \"a\"\nx = \"$A.b\" +\n \"c\"") == .text("a.bc"))
        #expect(Self.value("val A = \"a\"\nA = \"b\"\nx = A") == .unknown("A"))
        #expect(Self.value("val A = B\nval B = A\nx = A") == .unknown("A"))
        #expect(Self.value("x = System.getenv(\"A\")") == .unknown("System.getenv(\"A\")"))
        #expect(
            Self.value("x = BuildConfig.HOST\nval HOST = \"a\"") == .unknown("BuildConfig.HOST")
        )
        #expect(Self.value("static final String A = \"a\"; x = C.A;", .java) == .text("a"))
        #expect(Self.value("#define A \"a\"\nx = A;", .c) == .text("a"))
        #expect(Self.value("x = 'a' 'b'", .python) == .text("ab"))
    }

    @Test func `a name has the value that it has in a release build`() {
        let text = "#if DEBUG\nlet a = 1\n#else\nlet a = 2\n#endif\nx = a"
        #expect(Self.value(text, .swift) == .number(2))
        #expect(Self.value("#if DEBUG\nlet a = 1\n#endif\nx = a", .swift) == .number(1))
        #expect(
            Self.value("#if IOS\nlet a = 1\n#else\nlet a = 2\n#endif\nx = a", .swift)
                == .unknown("a")
        )
    }

    @Test(arguments: Language.catalogue)
    func `splits any bytes into tokens without a crash`(language: Language) {
        var choices = Choices(seed: 14, index: 0)
        let parts = [
            "\"", "'", "`", "\\", "#", "/*", "*/", "//", "\n", "$(", "${", "{", "}", "(", ")", "[",
            "]", "<<E", "<?php", "?>", "\"\"\"", "R\"", "@\"", "a", "=", "if", "DEBUG", "#if",
            "#else",
            "#endif", "1", ",", ";", "\\(", "verify", "false", "\u{e9}", "->", "in", "curl", "-k",
        ]
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<choices.below(60) {
                if choices.below(8) == 0 {
                    bytes.append(UInt8(truncatingIfNeeded: choices.below(256)))
                } else {
                    bytes += parts[choices.below(parts.count)].utf8
                }
            }
            let file = SourceFile(bytes, language)
            for token in file.tokens {
                #expect(token.range.lowerBound >= 0 && token.range.upperBound <= bytes.count)
            }
            _ = file.settings("verify").map { file.value(of: $0.value) }
            _ = file.calls("a", "if").map { ($0.arguments.count, file.receiver(of: $0.name)) }
        }
    }

    @Test(arguments: Language.catalogue)
    func `splits a file into tokens in time linear in its size`(language: Language) {
        let worst = ["a=", "(", "\"${", "'", "/[", "#", "<<A ", "$(", "a.", "`", "/*", "\"$(", "{"]
        for part in worst {
            let text = String(repeating: part, count: (1 << 12) / part.utf8.count)
            let start = ContinuousClock.now
            let file = SourceFile(Array(text.utf8), language)
            #expect(!file.tokens.isEmpty)
            // The lexer takes a tenth of a second in a debug build; quadratic time would take
            // minutes.
            #expect(ContinuousClock.now - start < .seconds(10), "\(part)")
        }
    }
}
