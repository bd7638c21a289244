import CommandWorkshop
import Testing

@Suite("Logs of CI services", .blocking)
struct LogCommandTests {
    /// Scenario texts with lines that are commands for GitHub's and Azure's runners.
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
        arguments: ["GITHUB_ACTIONS=true", "TF_BUILD=True"],
        [
            "explain hostile", "list", "list '::error::x'", "run", "run -v", "run '::error::x'",
            "lint", "'::error::x'", "inspect '::error::x'", "run --format ndjson",
            "run --\n::error::x", "audit '\n::error::x'", "fuzz '\n::error::x'",
        ]
    )
    func `no output line is a command for the CI service`(
        variable: String,
        arguments: String
    ) throws {
        let workshop = try Workshop(Self.hostile)
        let result = workshop.shell("\(variable); export \(variable); hatpin \(arguments)")
        for line in (result.output + "\n" + result.error).split(whereSeparator: \.isNewline) {
            let isOurs = line.hasPrefix("::error file=Scenarios/hostile.yaml,line=8,col=1,title=")
            #expect(isOurs || !line.drop { $0.isWhitespace }.hasPrefix("::"))
            #expect(!line.contains("##["))
            #expect(!line.contains("##vso["))
        }
    }

    /// A command, its files, and the annotation at the end of its output on GitHub.
    struct Annotated: CustomTestStringConvertible, Sendable {
        let command: String
        let files: [String: String]
        let annotation: String

        var testDescription: String { command }
    }

    private static let unsound = ["Scenarios/a.yaml": "scenario: a\n"]
    private static let script = ["fetch.sh": "#!/bin/sh\ncurl -k https://api.example.test/\n"]

    @Test(arguments: [
        Annotated(
            command: "lint",
            files: unsound,
            annotation: "::error file=below/Scenarios/a.yaml,line=1,"
        ),
        Annotated(
            command: "audit fetch.sh",
            files: script,
            annotation: "::error file=below/fetch.sh,line=2,col=6,title=CUR-001::"
        ),
        Annotated(
            command: "run --party alamofire:policy=disable-evaluation time/expired-leaf",
            files: Workshop.good,
            annotation: "::error file=below/Scenarios/time/expired-leaf.yaml,line=6,col=1,"
                + "title=VAL-001::alamofire:policy=disable-evaluation accepted "
        ),
        Annotated(
            command: "run time/wrong",
            files: Workshop.wrong,
            annotation: "::error file=below/Scenarios/time/wrong.yaml,line=4,col=1,"
                + "title=false-reject::reference, time/wrong: expected accept; got reject"
        ),
    ])
    func `annotates faults at their lines on GitHub, and not in other environments`(
        _ example: Annotated
    ) throws {
        let workshop = try Workshop(example.files)
        let onGitHub = workshop.shell(
            """
            export GITHUB_ACTIONS=true GITHUB_WORKSPACE=$(dirname "$PWD")
            hatpin \(example.command)
            """
        )
        let folder = workshop.folder.split(separator: "/").last ?? ""
        let expected = example.annotation.replacing("below/", with: "\(folder)/")
        #expect(onGitHub.output.contains("\n" + expected) || onGitHub.output.hasPrefix(expected))
        #expect(!workshop.hatpin(example.command).output.contains("::error"))
    }

    @Test
    func `beyond GitHub's limit, the last annotation counts the omitted annotations`() throws {
        let faulty = (10...22).map { ("Scenarios/s\($0).yaml", "scenario: s\($0)\n") }
        let workshop = try Workshop(Dictionary(uniqueKeysWithValues: faulty))
        let output = workshop.hatpin("lint --format github").output
        let lines = output.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.last?.contains("::and 4 more like this") == true)
    }

    @Test func `ndjson output contains no CI annotations`() throws {
        let workshop = try Workshop(Workshop.wrong)
        let command = "export GITHUB_ACTIONS=true; hatpin run --format ndjson"
        #expect(!workshop.shell(command).output.contains("::error"))
    }
}
