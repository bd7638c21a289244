import Foundation
import Testing

@testable import Mutate

/// Scripts that test mutant 3: `mutant` is the number in the process, `runs` the number of runs.
struct TestProgramTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let killer: String?
        var evidence: String?
    }

    private static let failsAsMutant = "[ $mutant -lt 0 ] || { echo a; echo '✘ b'; exit 1; }"

    @Test(arguments: [
        Case(
            testDescription: "a test that fails as the mutant",
            script: failsAsMutant,
            killer: "tests",
            evidence: "✘ b"
        ),
        Case(testDescription: "a test that passes", script: "echo '◇ ✘ b'", killer: nil),
        Case(testDescription: "a test that fails once", script: "[ $runs -gt 1 ]", killer: nil),
        Case(
            testDescription: "a test that fails without the mutant too",
            script: "exit 1",
            killer: nil
        ),
        Case(
            testDescription: "a test that waits until its limit without the mutant too",
            script: "exec sleep 60",
            killer: nil
        ),
        Case(
            testDescription: "a test that waits until its limit with the mutant",
            script: "[ $mutant -lt 0 ] || exec sleep 60",
            killer: "tests by time",
            evidence: "it does not end"
        ),
        Case(
            testDescription: "a crash",
            script: "[ $mutant -lt 0 ] || kill -SEGV $$",
            killer: "tests",
            evidence: "signal \(SIGSEGV)"
        ),
        Case(
            testDescription: "a test that loops for ever",
            script: "[ $mutant -lt 0 ] || while :; do :; done",
            killer: "tests by time",
            evidence: "signal \(SIGKILL)"
        ),
    ])
    func `kills a mutant if the program fails twice`(_ test: Case) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "program")
        let script = """
            #!/bin/bash
            mutant=$(od -An -t d8 -N 8 "$HATPIN_MUTANTS")
            echo >> runs
            runs=$(wc -l < runs)
            \(test.script)

            """
        try Data(script.utf8).write(to: program)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: program.path
        )
        let tests = TestProgram(
            name: "tests",
            executable: "program",
            arguments: [],
            failure: "✘"
        )
        let build = MutatedBuild(programs: folder, excluded: [], count: 4, fingerprint: "")
        var limit = TestProgram.Limit(usual: 0)
        // A loop uses up its second of processor time long before this limit.
        (limit.processor, limit.wall) = (1, test.script.contains("sleep") ? 2 : 300)
        let verdict = try await tests.kills(3, of: build, in: Tree(folder: folder), limit: limit)
        #expect(verdict?.killer == test.killer)
        #expect(verdict?.evidence == test.evidence)
    }
}
