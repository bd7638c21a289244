import Testing

@testable import ScenarioFormat

/// The guard before the YAML parser rejects costly constructs and passes similar text.
struct GuardTests {
    private func codes(_ text: String) -> [DiagnosticCode] {
        switch YAMLReader.documents(of: Source(path: "x", bytes: Array(text.utf8))) {
        case .success: []
        case .failure(let refused): refused.diagnostics.map(\.code)
        }
    }

    @Test(arguments: [
        ("in a comment", "a: b # &anchor *alias !tag"),
        ("in quotes", "a: \"&x *y !z \\\" *q\"\nb: '*x '' &y'"),
        ("quotes over several lines", "a: \"one\n  *two\n  &three\""),
        ("in a literal scalar", "a: |\n  *x\n  &y: !z\n\n  <<: *w\nb: c"),
        ("in a folded scalar in a list", "- >-\n  *x\n- b"),
        ("in plain text", "a: salt & pepper, 2 * 3, really!"),
        ("in plain text over several lines", "a: one\n  *two\n  &three\nb: c"),
        ("in plain text below its key", "a:\n  one\n  *two\nb: c"),
        ("in plain text over several lines in brackets", "a: [one\n  *two, three]"),
        ("a question mark in text", "a: b ? c"),
        ("an apostrophe in text", "a: don't\nb: c"),
        ("a colon in text", "a: spki(leaf):x\nb: 2001:db8::1\nc: [2001:db8::1, a:b]"),
        ("carriage returns", "a: b\r\nc: |\r\n  *x\r\nd: e\r\n"),
        ("a byte order mark", "\u{feff}a: b"),
        ("two documents", "a: b\n---\nc: d\n...\n"),
        ("tabs between tokens", "a: [b,\tc]\t# x\nd: e"),
    ])
    func `accepts YAML that only looks costly`(_ name: String, _ text: String) {
        #expect(codes(text) == [])
    }

    @Test(
        arguments: [
            ("an anchor", "a: &x b", [.alias]),
            ("an alias", "a: *x", [.alias]),
            ("an alias in brackets", "a: [*x]", [.alias]),
            ("an alias after plain text at the margin", "a: b\n*x : c", [.alias]),
            ("an alias after a literal scalar", "a: |\n  b\n*x : c", [.alias]),
            ("an alias after a quoted key", "\"a\": *x", [.alias]),
            ("an alias after a comment", "a: # b\n  *x", [.alias]),
            ("an alias after a tab", "a:\t*x", [.alias]),
            ("an alias after a carriage return", "a: b\rc: *x", [.alias]),
            ("an alias after a dash", "- - *x", [.alias]),
            ("an alias in a second document", "a: b\n--- *x", [.alias]),
            (
                "a separator that YAML takes for a line break", "# a\u{2028}b: *x",
                [.controlCharacter]
            ),
            ("a next line character", "# a\u{85}b: *x", [.controlCharacter]),
            ("a wildcard", "a: *.example.test", [.unquotedWildcard]),
            ("a tag", "a: !x b", [.tag]),
            ("a merge key", "a: { <<: b }", [.mergeKey]),
            ("a complex key", "? a\n: b", [.complexKey]),
            ("a list as a key", "[a]: b", [.complexKey]),
            ("a directive", "%TAG ! x\n---\na: b", [.directive]),
            ("a mark inside the text", "a: b\u{feff}", [.controlCharacter]),
            ("a tab before a comment", "a: b\n\t# c", [.tab]),
            ("nothing", "", [.empty]),
            ("only a marker", "---\n", [.empty]),
            ("several faults", "a: &x b\nc: *x\nd: !y z", [.alias, .alias, .tag]),
        ] as [(String, String, [DiagnosticCode])]
    )
    func `rejects costly YAML`(_ name: String, _ text: String, _ expected: [DiagnosticCode]) {
        #expect(codes(text) == expected)
    }

    /// Seven levels of these aliases needed 2 GB in a reader that resolves aliases.
    @Test func `rejects alias bombs`() {
        let levels = (1...25).map { level in
            "a\(level): &a\(level) [" + String(repeating: "*a\(level - 1),", count: 9) + "]"
        }
        let bomb = "a0: &a0 [x]\n" + levels.joined(separator: "\n")
        #expect(Set(codes(bomb)) == [.alias])
        #expect(codes(bomb).count <= 20)
    }

    @Test(arguments: [
        "[", "{a: ", "- ",
    ])
    func `rejects deep nesting`(_ opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(codes(text) == [.tooDeep])
    }

    @Test func `rejects deep indentation`() {
        let lines = (0..<1_000).map { String(repeating: " ", count: $0) + "a:" }
        #expect(codes(lines.joined(separator: "\n")) == [.tooDeep])
    }

    @Test func `rejects too many nodes`() {
        let crowd = (0...LexicalGuard.maximumNodes).map { "a\($0):" }.joined(separator: "\n")
        #expect(codes(crowd) == [.tooManyNodes])
    }

    @Test func `diagnostics have the right place despite byte order marks and carriage returns`() {
        let text = "\u{feff}a: b\r\né: {\r\n  c: *x }\r\n"
        guard
            case .failure(let refused) = YAMLReader.documents(
                of: Source(path: "x", bytes: Array(text.utf8))
            )
        else {
            Issue.record("the guard passed the alias")
            return
        }
        #expect(refused.diagnostics.map(\.mark) == [Mark(line: 3, column: 6)])
        #expect(refused.diagnostics.map(\.excerpt) == ["  c: *x }"])
    }
}
