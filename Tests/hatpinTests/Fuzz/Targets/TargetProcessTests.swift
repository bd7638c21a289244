import CommandWorkshop
import Reports
import Testing

@testable import hatpin

/// The options for libFuzzer in jobs of each kind.
@Suite(.blocking)
struct TargetProcessTests {
    @Test(
        arguments: [
            ("DecodeOfTests", .fast, ["-entropic_scale_per_exec_time=1", "-use_counters=0"]),
            ("JudgeOfTests", .fast, ["-entropic_scale_per_exec_time=1"]),
            ("DecodeOfTests", .sanitized, []), ("JudgeOfTests", .sanitized, []),
        ] as [(String, JobKind, [String])]
    )
    func `passes the schedule of the job kind, then the user's options, then the folders`(
        target: String,
        kind: JobKind,
        schedule: [String]
    ) throws {
        let folders = try FuzzFolders(of: target, in: Workshop())
        let process = TargetProcess(folders: folders, options: ["-use_counters=1"])
        let words = process.fuzzing(kind, from: ["seeds"], atMost: .seconds(60))
        let scheduling = words.filter {
            $0.hasPrefix("-entropic") || $0.hasPrefix("-use_counters=")
        }
        #expect(scheduling == schedule + ["-use_counters=1"])
        #expect(words.contains("-max_total_time=60"))
        #expect(words.suffix(2) == [folders.live, "seeds"])
    }
}
