import Basics
import Reports
import X509

/// Sorts the inputs that broke a target into buckets, and keeps one input of each bucket.
struct Triage: Sendable {
    let process: TargetProcess
    let findings: FindingsFolder

    /// The number of times that each finding occurred, by the finding's name.
    private(set) var seen: [String: Int] = [:]
    /// The findings that jobs of each kind have found, by name.
    private(set) var seenBy: [JobKind: Set<String>] = [:]
    /// The new findings.
    private(set) var new: [String] = []
    /// The number of new findings that were reproduced.
    private(set) var reproduced = 0
    /// The number of inputs that were removed unread.
    private(set) var dropped = 0
    private var waiting: [String] = []

    init(process: TargetProcess, findings: FindingsFolder) {
        (self.process, self.findings) = (process, findings)
    }

    /// The prefixes of files with inputs that break a target; other files are slow inputs.
    private static let prefixes = ["crash-", "leak-", "oom-", "timeout-"]

    private var folder: String { process.folders.artifacts }

    /// Lists the inputs to sort.
    ///
    /// While jobs run, files of the current second are omitted, since they may be incomplete.
    ///
    /// - Returns: the number of listed inputs; only these are sorted.
    mutating func list(whileJobsRun: Bool = true) throws(Failure) -> Int {
        let now = Environment.now.seconds
        waiting = try Files.entries(of: folder).sorted().filter { artifact in
            guard whileJobsRun else { return true }
            let status = try? FileStatus("\(folder)/\(artifact)")
            return status.map { $0.changed.seconds < now } ?? true
        }
        return waiting.count
    }

    /// Sorts the next listed input, if there is one.
    ///
    /// - Returns: the name of the finding if it is new, otherwise nil.
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
                kind: "\(prefix.dropLast()), which could not be reproduced",
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

    /// Sorts at most `count` of the inputs, and removes the others unread.
    ///
    /// - Returns: the number of inputs that stay for later because the time is over or the user
    ///   interrupted.
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
