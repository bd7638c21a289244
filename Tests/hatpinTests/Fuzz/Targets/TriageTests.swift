import Basics
import CommandWorkshop
import Testing

@testable import hatpin

/// The grouping of inputs that broke a target.
@Suite(.blocking)
struct TriageTests {
    /// The target's behaviour when the input runs again.
    struct Again: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        let report: String
        let hasJobsReport: Bool
    }

    static let again = [
        Again(
            testDescription: "the job's report for a fault that does not recur",
            script: "#!/bin/sh\n",
            report: "crash, which could not be reproduced",
            hasJobsReport: true
        ),
        Again(
            testDescription: "its own report for a fault that recurs",
            script: "#!/bin/sh\nexit 7\n",
            report: "exit code 7 without a report",
            hasJobsReport: false
        ),
    ]

    /// A time limit above what any machine needs, even one that runs all tests at once.
    private static let time = Duration.seconds(86_400)

    @Test(arguments: again)
    func `the report of a finding has every part`(again: Again) async throws {
        let workshop = try Workshop()
        let folders = try FuzzFolders(of: "TriageOfTests", in: workshop, script: again.script)
        for folder in [folders.artifacts, folders.reports] { try Files.makeFolder(folder) }
        let artifact = "\(folders.artifacts)/sanitized-crash-0a"
        try Files.write([0x61], to: artifact)
        try folders.keep(report: ["==1==ERROR: overflow in a mutator"], on: artifact)

        let findings = FindingsFolder("\(workshop.folder)/findings")
        var triage = Triage(
            process: TargetProcess(folders: folders, options: []),
            findings: findings
        )
        #expect(try await triage.finish(atMost: 1, within: Self.time) == 0)

        let name = try #require(triage.new.first)
        let report = try Files.read("\(findings.folder(of: name))/report.txt")
        let text = String(decoding: report, as: UTF8.self)
        #expect(text.contains(again.report))
        #expect(text.contains("overflow in a mutator") == again.hasJobsReport)
        for folder in [folders.artifacts, folders.reports] {
            #expect(try Files.entries(of: folder).isEmpty)
        }
    }

    @Test func `keeps inputs for the next run if no time is left`() async throws {
        let workshop = try Workshop()
        let folders = try FuzzFolders(of: "TimeOfTests", in: workshop)
        try Files.makeFolder(folders.artifacts)
        for name in ["crash-a", "crash-b", "crash-c"] {
            try Files.write([0x61], to: "\(folders.artifacts)/\(name)")
        }
        var triage = Triage(
            process: TargetProcess(folders: folders, options: []),
            findings: FindingsFolder("\(workshop.folder)/findings")
        )
        #expect(try await triage.finish(atMost: 2, within: .zero) == 2)
        #expect(triage.new.isEmpty && triage.dropped == 1)
        #expect(try Files.entries(of: folders.artifacts).count == 2)
        #expect(try await triage.finish(atMost: 2, within: Self.time) == 0)
        #expect(triage.new.count == 2 && triage.dropped == 1)
    }
}
