import CommandWorkshop
import Testing

@Suite("Logs of CI services", .blocking)
struct LogCommandTests {
    /// Scenario texts whose lines are commands of GitHub's and Azure's runners.
    static let hostile = [
        "Scenarios/hostile.yaml": """
        scenario: hostile
        about: |
          ::error file=a::first
            ::add-mask::second
          ##vso[task.setvariable variable=a]third
          The name of the server is not in the certificate, but an attacker who writes scenarios ::stop-commands::x
        leaf: { san: other.test }
        expect: accept
        """
    ]

    @Test(
        "no line of output is a command of the service",
        arguments: ["GITHUB_ACTIONS=true", "TF_BUILD=True"],
        [
            "explain hostile", "list", "list '::error::x'", "run", "run -v", "run '::error::x'",
            "lint", "'::error::x'", "inspect '::error::x'", "run --format ndjson",
            "run --\n::error::x", "audit '\n::error::x'", "fuzz '\n::error::x'",
        ]
    )
    func command(variable: String, arguments: String) throws {
        let workshop = try Workshop(Self.hostile)
        let result = workshop.shell("\(variable); export \(variable); hatpin \(arguments)")
        for line in (result.output + "\n" + result.error).split(whereSeparator: \.isNewline) {
            #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"))
            #expect(!line.contains("##["))
            #expect(!line.contains("##vso["))
        }
    }

    @Test("annotations that were asked for are obeyed")
    func annotations() throws {
        let workshop = try Workshop(["Scenarios/a.yaml": "scenario: a\n"])
        let result = workshop.shell("export GITHUB_ACTIONS=true; hatpin lint --format github")
        #expect(result.output.hasPrefix("::error file=Scenarios/a.yaml,line="))
    }
}
