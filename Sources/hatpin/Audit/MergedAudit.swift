import Basics
import Reports
import Runner
import X509

/// The audit that shards form together, once every shard is known to be present.
package struct MergedAudit: Sendable {
    /// The arguments of the audit, without `--shard` and the reports.
    package let words: [String]
    /// The earliest start of a shard, and the time for which certificates are validated.
    package let started, now: Instant
    /// The replies of all shards.
    let replies: AuditReplies
    /// The options of hatpin.yaml that applied in at least one shard.
    package let inForce: [StatedOption]
    private let plan: String

    /// Joins the shards of an audit, or returns nil if no file is the report of an audit.
    ///
    /// - Throws: an `environment` failure with the names of the files: for a file that is not a
    ///   shard, for shards of different audits or versions, and for a missing or repeated shard.
    package init?(_ paths: [String]) throws(Failure) {
        var files: [(path: String, bytes: [UInt8], isAudit: Bool)] = []
        for path in paths {
            let bytes = try Files.read(path)
            files.append((path, bytes, (try? JSONValue(bytes))?["audits"] != nil))
        }
        guard files.contains(where: \.isAudit) else { return nil }
        var parts: [Part] = []
        for file in files { parts.append(try Part(file.path, file.isAudit ? file.bytes : nil)) }
        try parts.requireWhole()
        guard let first = parts.min(by: { $0.started < $1.started }) else { return nil }
        (words, started, now) = (first.record.shard.words, first.started, first.now)
        plan = first.record.shard.plan
        var replies = AuditReplies()
        for part in parts { replies.add(part.record.replies) }
        self.replies = replies
        var seen: Set<String> = []
        inForce = parts.sorted { $0.number < $1.number }.flatMap(\.record.inForce)
            .filter { seen.insert($0.line).inserted }
    }

    /// Requires that the same arguments make the same audit on this machine.
    ///
    /// - Throws: an `environment` failure if the arguments make another audit.
    func require(_ plan: String) throws(Failure) {
        guard plan == self.plan else {
            throw Failure(
                .environment,
                "the scenarios or configurations here differ from those of the shards",
                help: "run merge in the same checkout and folder as the shards"
            )
        }
    }
}

/// The report of a shard.
private struct Part: ShardFile {
    let file: String
    let record: AuditShardRecord
    private let tool: String

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - bytes: the bytes of a report of an audit; nil for a file of another kind.
    /// - Throws: an `environment` failure if the file is not the report of a shard.
    init(_ path: String, _ bytes: [UInt8]?) throws(Failure) {
        file = Shown.escaped(path)
        guard let bytes else {
            throw Failure(
                .environment,
                "\(file) is not a report of an audit",
                help: "an interrupted shard leaves an empty file: run it again"
            )
        }
        guard let document = AuditDocument(bytes), let record = document.shard else {
            throw Failure(
                .environment,
                "\(file) is not the report of a shard",
                help: "create one with hatpin audit --shard i/n --report json=FILE"
            )
        }
        (self.record, tool) = (record, document.tool)
    }

    var number: Int { record.shard.number }
    var count: Int { record.shard.count }
    var now: Instant { record.shard.now }
    var started: Instant { record.shard.started }

    var identity: [(word: String, value: String)] {
        [
            ("version", tool),
            ("seed", String(record.shard.seed)),
            ("number of shards", String(count)),
            ("command", record.shard.words.map(Prose.shellQuoted).joined(separator: " ")),
            ("plan", String(record.shard.plan.prefix(12))),
        ]
    }
}
