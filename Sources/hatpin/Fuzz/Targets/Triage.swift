import Basics
import Reports
import X509

/// Tells the inputs that broke a target apart, and keeps one of each kind.
struct Triage: Sendable {
    let process: TargetProcess
    let findings: FindingsFolder

    /// How often each finding was seen, by name.
    private(set) var seen: [String: Int] = [:]
    /// The findings that jobs of each kind have seen, by name.
    private(set) var seenBy: [JobKind: Set<String>] = [:]
    /// Findings that did not stand there before.
    private(set) var new: [String] = []
    /// How many of the new ones happened again when they were looked at.
    private(set) var reproduced = 0
    /// Inputs that were removed without a report.
    private(set) var dropped = 0
    private var waiting: [String] = []

    init(process: TargetProcess, findings: FindingsFolder) {
        (self.process, self.findings) = (process, findings)
    }

    /// The prefixes of files with inputs that break a target; other files are inputs that are slow.
    private static let prefixes = ["crash-", "leak-", "oom-", "timeout-"]

    private var folder: String { process.folders.artifacts }

    /// Lists what waits, as long as jobs run without files of this second, which may still be
    /// written.
    ///
    /// - Returns: how many there are; only these are taken in.
    mutating func list(whileJobsRun: Bool = true) throws(Failure) -> Int {
        let now = Environment.now.seconds
        waiting = try Files.entries(of: folder).sorted().filter { artifact in
            guard whileJobsRun else { return true }
            return Files.modificationTime(of: "\(folder)/\(artifact)").map { $0.seconds < now }
                ?? true
        }
        return waiting.count
    }

    /// Takes in the next of those that were listed; nothing where there is none.
    ///
    /// - Returns: the name of a finding that is new; nil where it is not.
    mutating func takeNext() async throws -> String? {
        guard let artifact = waiting.popLast() else { return nil }
        let path = "\(folder)/\(artifact)"
        let kind = JobKind.allCases.first { artifact.hasPrefix("\($0.rawValue)-") }
        let input = artifact.dropFirst(kind.map { $0.rawValue.count + 1 } ?? 0)
        guard let prefix = Self.prefixes.first(where: input.hasPrefix) else {
            try remove(artifact)
            return nil
        }
        let report = try await process.judge(path).report
        let bucket =
            report.bucket
            ?? Bucket(
                kind: "\(prefix.dropLast()), which did not happen again",
                frames: [],
                input: String(input)
            )
        let target = process.folders.target
        let name = bucket.name(target: target)
        let isNew = !findings.has(name)
        if isNew {
            let bytes = try Files.read(path)
            let fault = FaultRecord(
                target: target,
                kind: bucket.kind,
                frames: bucket.frames,
                size: bytes.count
            )
            var said = report.text
            if report.bucket == nil { said += try process.folders.report(on: artifact) }
            let text = fault.text(said, in: findings.folder(of: name))
            try findings.write(["input": bytes, "report.txt": Array(text.utf8)], as: name)
            new.append(name)
            if report.bucket != nil { reproduced += 1 }
        }
        seen[name, default: 0] += 1
        seenBy[kind ?? .sanitized, default: []].insert(name)
        try remove(artifact)
        return isNew ? name : nil
    }

    private func remove(_ artifact: String) throws(Failure) {
        for folder in [folder, process.folders.reports] {
            try Files.removeTree("\(folder)/\(artifact)")
        }
    }

    /// Takes in the first `count` of all that wait, and removes the rest unseen.
    ///
    /// - Returns: how many stay for later, since the time was over or the user waits.
    mutating func finish(
        atMost count: Int,
        within span: Duration = FuzzLimits.telling
    ) async throws -> Int {
        let start = ContinuousClock.now
        var isInTime: Bool {
            ContinuousClock.now - start < (Interruption.isAsked ? FuzzLimits.lastTelling : span)
        }
        var left = min(count, try list(whileJobsRun: false))
        let rest = waiting.dropLast(left)
        dropped += rest.count
        for artifact in rest { try remove(artifact) }
        while left > 0, isInTime {
            _ = try await takeNext()
            left -= 1
        }
        waiting = []
        return left
    }
}
