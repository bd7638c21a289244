import ScenarioFormat
import Testing

@testable import Lint

/// The settings that the search of a rule finds.
@Suite struct SettingsSearchTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The keys of the search, in YAML.
        let search: String
        var file = "a/app.ini"
        let text: String
        let found: [String]
    }

    @Test(arguments: [
        Example(
            testDescription: "a key with a value",
            search: "settings: app.ini, key: verify, value: 'no|off'",
            text: "verify = off\nverify = office\nverify_all = off\n",
            found: ["verify = off"]
        ),
        Example(
            testDescription: "a key with any value",
            search: "settings: app.ini, key: verify",
            text: "verify\nverify = on\n",
            found: ["verify", "verify = on"]
        ),
        Example(
            testDescription: "a section",
            search: "settings: app.ini, section: 'http(?: .*)?', key: verify",
            text: "verify = 0\n[http]\nverify = 1\n[http \"a\"]\nverify = 2\n[https]\nverify = 3\n",
            found: ["verify = 1", "verify = 2"]
        ),
        Example(
            testDescription: "the section in a key of apt",
            search: "settings: '*.ini', form: blocks, section: 'A::b', key: c",
            text: "A::b::c 1; A { b::c 2; b { c 3; }; }; A::c 4;",
            found: ["A::b::c 1", "b::c 2", "c 3"]
        ),
        Example(
            testDescription: "no setting beside that makes it right",
            search: "settings: app.ini, key: proxy, unless: { key: verify, value: 'on' }",
            text: "[a]\nproxy 1\n[b]\nproxy 2\nverify on\n[c]\nproxy 3\nverify off\n",
            found: ["proxy 1", "proxy 3"]
        ),
        Example(
            testDescription: "no setting around or inside that makes it right",
            search: "settings: app.ini, key: proxy, unless: { key: verify }",
            text:
                "<A>\nproxy 1\n<B>\nverify on\n<C>\nproxy 2\n</C>\n</B>\n</A>\n<D>\nproxy 3\n</D>\n",
            found: ["proxy 3"]
        ),
        Example(
            testDescription: "a setting beside that is part of the mistake",
            search: "settings: app.ini, key: proxy, also: [{ key: user }, { key: ca, value: 'x' }]",
            text: "ca x\n<A>\nproxy 1\nuser\n</A>\n<B>\nproxy 2\n</B>\n",
            found: ["proxy 1"]
        ),
        Example(
            testDescription: "a setting in the same section",
            search: "settings: app.ini, key: proxy, unless: { key: verify, scope: here }",
            text: "verify\n<A>\nproxy 1\n<B>\nverify\n</B>\n</A>\n<C>\nproxy 2\nverify\n</C>\n",
            found: ["proxy 1"]
        ),
        Example(
            testDescription: "a setting around",
            search: "settings: app.ini, key: proxy, also: { key: verify, scope: around }",
            text: "<A>\nverify\nproxy 1\n<B>\nproxy 2\n</B>\n</A>\n<C>\nproxy 3\n</C>\n",
            found: ["proxy 2"]
        ),
        Example(
            testDescription: "a setting inside",
            search: "settings: app.ini, key: proxy, also: { key: verify, scope: inside }",
            text: "<A>\nproxy 1\n<B>\nverify\nproxy 2\n</B>\n</A>\n<C>\nproxy 3\n</C>\n",
            found: ["proxy 1"]
        ),
        Example(
            testDescription: "a setting anywhere, in a section of a name",
            search:
                "settings: app.ini, key: proxy, unless: { key: .*, section: 'B.*', scope: file }",
            text: "[A]\nproxy 1\n[Bc]\nverify\n",
            found: []
        ),
        Example(
            testDescription: "no setting anywhere, in a section of a name",
            search:
                "settings: app.ini, key: proxy, unless: { key: .*, section: 'B.*', scope: file }",
            text: "[A]\nproxy 1\n[Cc]\nverify\n",
            found: ["proxy 1"]
        ),
        Example(
            testDescription: "no setting with the same text that makes it right",
            search: "settings: app.ini, key: add, value: '(?<NAME>.+)', "
                + "unless: { key: delete, value: '(?<NAME>.+)' }",
            text: "add a\nadd B\ndelete b\nadd c\ndelete ab\n",
            found: ["add a", "add c"]
        ),
        Example(
            testDescription: "a setting with the same text, or with a word for all texts",
            search: "settings: app.ini, key: add, value: '(?<NAME>.+)', "
                + "also: { key: user, value: 'all|(?<NAME>.+)', scope: here }",
            text: "[a]\nadd 1\nadd 2\nuser 2\n[b]\nadd 3\nuser all\n",
            found: ["add 2", "add 3"]
        ),
        Example(
            testDescription: "a setting around whose text no setting beside has",
            search: "settings: app.ini, key: pass, "
                + "also: { key: set, value: '(?<NAME>.+)', scope: around }, "
                + "unless: { key: set, value: '(?<NAME>.+)', scope: here }",
            text: "set a\nset b\n<A>\nset a\npass 1\n</A>\n<B>\nset b\nset a\npass 2\n</B>\n",
            found: ["pass 1"]
        ),
        Example(
            testDescription: "a key of JSON without a space before its value",
            search: "settings: app.ini, form: braces, section: '\"tls\":', key: ca, value: a",
            text: #"{"tls":{"ca":"a","verify":true},"ws":{"ca":"a"}}"#,
            found: [#""ca":"a""#]
        ),
        Example(
            testDescription: "a section that a key begins",
            search: "settings: app.ini, begins: site, key: proxy, unless: { key: verify }",
            text: "site a\n  proxy 1\n  verify\nsite b\n  proxy 2\n",
            found: ["proxy 2"]
        ),
        Example(
            testDescription: "a file in a folder",
            search: "settings: app.d/*, key: verify",
            file: "etc/app.d/1",
            text: "verify\n",
            found: ["verify"]
        ),
        Example(
            testDescription: "another file",
            search: "settings: app.d/*, key: verify",
            file: "etc/app/1",
            text: "verify\n",
            found: []
        ),
    ])
    func `finds the settings that a search describes`(example: Example) {
        let (found, file) = matches(example)
        #expect(found.map { file.text($0.range) } == example.found)
    }

    /// A file that includes another may have there what makes a setting right.
    @Test(
        arguments: [
            (text: "<A>\nproxy\nInclude b.conf\n</A>\n", include: "Include b.conf"),
            (text: "proxy\n!includedir b.d\n", include: "!includedir b.d"),
            (text: "proxy\n! includedir b.d\n", include: nil),
            (text: "<A>\nproxy\n<B>\ninclude b.conf\n</B>\n</A>\n", include: "include b.conf"),
            (text: "<A>\nproxy\ninclude mime.types\n</A>\n", include: nil),
            (text: "Include b.conf\n<A>\nproxy\n</A>\n", include: "Include b.conf"),
            (text: "proxy\n<A>\ninclude b.conf\n</A>\n", include: "include b.conf"),
            (text: "<A>\nproxy\n</A>\n<B>\ninclude b.conf\n</B>\n", include: nil),
        ] as [(text: String, include: String?)]
    )
    func `names an included file that was not read`(_ example: (text: String, include: String?)) {
        let (found, file) = matches(
            Example(
                testDescription: "",
                search: "settings: app.ini, key: proxy, unless: { key: verify }",
                text: example.text,
                found: []
            )
        )
        #expect(found.map { $0.captures["HATPIN_INCLUDE"].map(file.text) } == [example.include])
    }

    private func matches(_ example: Example) -> ([SyntaxMatch], ReviewedFile) {
        var rules = SourceRules()
        let text = RuleFileTests.sound.replacing(
            "  - in: python\n    match: { pattern: insecure() }",
            with: "  - { \(example.search) }"
        )
        rules.add(Array(text.utf8), at: "Rules/test/ABC-001.yaml")
        #expect(rules.diagnostics.map(\.problem) == [])
        let search = SourceSearch(rules)
        let result = search.results(for: [(example.file, Array((example.text + "# tls").utf8))])[0]
        let file = ReviewedFile(Array(example.text.utf8), named: example.file)
        guard case .matches(let matches, _, _)? = result else { return ([], file) }
        return (matches, file)
    }
}
