import CommandWorkshop
import FuzzReports
import Testing

@testable import FuzzDriver

/// The options that jobs of each kind give to libFuzzer.
@Suite(.blocking)
struct TargetProcessTests {
    @Test(arguments: [
        ("DecodeOfTests", JobKind.fast, true, false), ("DecodeOfTests", .sanitized, false, true),
        ("JudgeOfTests", .fast, true, true), ("JudgeOfTests", .sanitized, false, true),
    ])
    func `fast jobs prefer quick inputs, those of decoders without how often blocks run`(
        target: String,
        kind: JobKind,
        prefersQuick: Bool,
        countsRuns: Bool
    ) throws {
        let workshop = try Workshop()
        try workshop.write("#!/bin/sh\n", to: "built/\(target)")
        let folders = try FuzzFolders(
            target: target,
            corpora: "\(workshop.folder)/corpus",
            built: ["\(workshop.folder)/built"],
            fast: []
        )
        let words = TargetProcess(folders: folders, options: ["-use_counters=1"])
            .fuzzing(kind, from: ["seeds"], atMost: .seconds(60))
        #expect(words.contains("-entropic_scale_per_exec_time=1") == prefersQuick)
        #expect(!words.contains("-use_counters=0") == countsRuns)
        #expect(words.contains("-max_total_time=60"))
        #expect(words.last == "seeds")
        // The last one counts: the user's.
        #expect(words.last { $0.hasPrefix("-use_counters=") } == "-use_counters=1")
    }
}
