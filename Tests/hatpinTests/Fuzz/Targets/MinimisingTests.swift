import Basics
import CommandWorkshop
import Testing

@testable import hatpin

/// The minimisation of findings' inputs.
@Suite(.blocking)
struct MinimisingTests {
    /// The behaviour of libFuzzer's attempts after a smaller input was found.
    struct Attempts: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        /// The time limit, long enough for a shell to start on a busy machine.
        let limit: Duration
        /// Whether the input breaks only the program without a sanitizer.
        var onlyFastBreaks = false
    }

    static let attempts = [
        Attempts(testDescription: "exits", script: "exit 0", limit: .seconds(600)),
        Attempts(
            testDescription: "does not exit, and neither does its child",
            script: "while :; do sleep 600 & wait; done",
            limit: .seconds(10)
        ),
        Attempts(
            testDescription: "runs the program that breaks",
            script: "exit 0",
            limit: .seconds(600),
            onlyFastBreaks: true
        ),
    ]

    @Test(.timeLimit(.minutes(60)), arguments: attempts)
    func `minimises a finding by a search that`(attempts: Attempts) async throws {
        let workshop = try Workshop()
        let breaking = """
            #!/bin/sh
            for argument; do
                case $argument in
                -exact_artifact_path=*)
                    printf a > "${argument#*=}"
                    \(attempts.script) ;;
                esac
            done
            exit 7
            """
        let folders = try FuzzFolders(
            of: "MinimisingOfTests",
            in: workshop,
            script: attempts.onlyFastBreaks ? "#!/bin/sh\n" : breaking,
            fast: attempts.onlyFastBreaks ? breaking : nil
        )
        try Files.makeFolder(folders.work)
        let process = TargetProcess(folders: folders, options: [])
        let findings = FindingsFolder("\(workshop.folder)/findings")
        try workshop.write("aaaa", to: "again")
        let bucket = try #require(try await process.judge("\(workshop.folder)/again").report.bucket)
        let name = bucket.name(target: folders.target)
        try findings.write(["input": Array("aaaa".utf8)], as: name)

        try await Minimising(process: process, findings: findings, limit: attempts.limit)
            .perform()

        let folder = findings.folder(of: name)
        #expect(try Files.read("\(folder)/input") == Array("a".utf8))
        #expect(try Files.read("\(folder)/original") == Array("aaaa".utf8))
        #expect(!Files.exists("\(folders.work)/smaller"))
    }
}
