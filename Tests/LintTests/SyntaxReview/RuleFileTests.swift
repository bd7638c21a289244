import ScenarioFormat
import Testing

@testable import Lint

/// What the loader says about faulty rules.
@Suite struct RuleFileTests {
    /// A correct rule.
    static let sound = """
        rule: ABC-001
        severity: high
        about: a call of insecure
        problem: this code calls insecure
        searches:
          - in: python
            match: { pattern: insecure() }
        bad:
          - in: python
            code: insecure()
        good:
          - in: python
            code: secure()

        """

    /// Attacks of this rule.
    static let attacks = """
        attacks:
          - in: python
            accepts: any-certificate
            bad: insecure()
            good: secure()

        """

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        /// The line and the problem.
        let says: String
    }

    @Test(arguments: [
        Example(
            testDescription: "a missing key",
            old: "severity: high\n",
            new: "",
            says: "1: a rule needs the key 'severity'"
        ),
        Example(
            testDescription: "an unknown key",
            old: "about:",
            new: "abuot:",
            says: "3: unknown key 'abuot' in a rule"
        ),
        Example(
            testDescription: "an unknown language",
            old: "in: python\n    match",
            new: "in: pyton\n    match",
            says: "6: unknown language 'pyton'"
        ),
        Example(
            testDescription: "another id than the file's name",
            old: "ABC-001",
            new: "ABC-002",
            says: "1: the rule is ABC-002, but its file is ABC-001.yaml"
        ),
        Example(
            testDescription: "a faulty regular expression",
            old: "in: python\n    match: { pattern: insecure() }",
            new: "variable: INSECURE\n    value: '('",
            says: "7: '(' is not a regular expression of Swift"
        ),
        Example(
            testDescription: "no sample",
            old: "good:\n  - in: python\n    code: secure()\n",
            new: "",
            says: "1: a rule needs the key 'good'"
        ),
        Example(
            testDescription: "a search that ast-grep refuses",
            old: "pattern: insecure()",
            new: "patern: f()",
            says: "6: ast-grep refuses this search"
        ),
        Example(
            testDescription: "a search for an unknown kind of node",
            old: "pattern: insecure()",
            new: "kind: nothing",
            says: "6: ast-grep refuses this search"
        ),
        Example(
            testDescription: "a search that matches everything",
            old: "pattern: insecure()",
            new: "kind: call",
            says: "12: ABC-001 finds a mistake in line 1 of the sample"
        ),
        Example(
            testDescription: "a search that finds nothing",
            old: "pattern: insecure()",
            new: "pattern: h()",
            says: "9: ABC-001 finds nothing in this bad sample"
        ),
        Example(
            testDescription: "a search for nothing",
            old: "  - in: python\n    match: { pattern: insecure() }",
            new: "  - in: python",
            says: "6: the search does not say what to look for"
        ),
        Example(
            testDescription: "a search for two things",
            old: "match: { pattern: insecure() }",
            new: "match: { pattern: insecure() }\n    settings: .apprc\n    key: insecure",
            says: "6: the search looks for two things"
        ),
        Example(
            testDescription: "a search for settings without a key",
            old: "in: python\n    match: { pattern: insecure() }",
            new: "settings: .apprc",
            says: "6: the search for settings names no key"
        ),
        Example(
            testDescription: "a key that is not a regular expression",
            old: "in: python\n    match: { pattern: insecure() }",
            new: "settings: .apprc\n    key: '('",
            says: "7: '(' is not a regular expression"
        ),
        Example(
            testDescription: "a sample without a language",
            old: "- in: python\n    code: secure()",
            new: "- code: secure()",
            says: "12: the sample has no language"
        ),
        Example(
            testDescription: "a sample that does not parse",
            old: "code: secure()",
            new: "code: secure(",
            says: "12: the code does not parse"
        ),
    ])
    func `reports the place and the problem of a faulty rule`(example: Example) throws {
        #expect(try Self.problems(of: Self.sound) == [])
        let faulty = Self.sound.replacing(example.old, with: example.new)
        try #require(faulty != Self.sound)
        let problems = try Self.problems(of: faulty)
        #expect(problems.contains { $0.hasPrefix(example.says) }, "\(problems)")
    }

    @Test(arguments: [
        Example(
            testDescription: "a bad program without the mistake",
            old: "bad: insecure()",
            new: "bad: secure()",
            says: "17: ABC-001 finds nothing in this bad sample"
        ),
        Example(
            testDescription: "a bad program whose mistake is only a note",
            old: "    match:",
            new: "    severity: note\n    match:",
            says: "18: ABC-001 finds nothing in this bad sample"
        ),
        Example(
            testDescription: "a good program with the mistake",
            old: "good: secure()",
            new: "good: insecure()",
            says: "18: ABC-001 finds a mistake in line 1 of the sample"
        ),
        Example(
            testDescription: "an unknown gain",
            old: "any-certificate",
            new: "anything",
            says: "16: unknown gain 'anything'"
        ),
        Example(
            testDescription: "no good program",
            old: "    good: secure()\n",
            new: "",
            says: "15: an attack needs the key 'good'"
        ),
    ])
    func `reports the place and the problem of a faulty attack`(example: Example) throws {
        let sound = Self.sound + Self.attacks
        #expect(try Self.problems(of: sound) == [])
        let faulty = sound.replacing(example.old, with: example.new)
        try #require(faulty != sound)
        let problems = try Self.problems(of: faulty)
        #expect(problems.contains { $0.hasPrefix(example.says) }, "\(problems)")
    }

    private static func problems(of text: String) throws -> [String] {
        var rules = SourceRules()
        rules.add(Array(text.utf8), at: "Rules/test/ABC-001.yaml")
        var found = rules.diagnostics
        if found.isEmpty { found = try RuleCheck(rules, AstGrep()).diagnostics() }
        return found.map { "\($0.mark?.line ?? 0): \($0.problem)" }
    }
}
