import Basics
import Reports
import Runner
import X509

/// The audit that shards make together, once it is proved that all are there.
package struct MergedAudit: Sendable {
    /// The arguments of the audit, without those on its part and its reports.
    package let words: [String]
    /// The earliest start of a shard, and the verify date.
    package let started, now: Instant
    /// The replies of all shards.
    let replies: AuditReplies
    /// The options of hatpin.yaml that were in force in a shard.
    package let inForce: [StatedOption]
    private let plan: String

    /// Joins shards of an audit; nil where none of the files is a report of one.
    ///
    /// - Throws: environment, with the names of the files: for one that is no shard of an audit, shards of
    ///   different audits or versions, and one that is missing or repeated.
    package init?(_ paths: [String]) throws(Failure) {
        var documents: [(path: String, json: JSONValue?)] = []
        for path in paths {
            let json = try? JSONValue(try Files.read(path))
            documents.append((path, json?["audits"] == nil ? nil : json))
        }
        guard documents.contains(where: { $0.json != nil }) else { return nil }
        var parts: [Part] = []
        for document in documents { parts.append(try Part(document.path, document.json)) }
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

    /// - Throws: environment, where what the audit asks is something else here.
    func require(_ plan: String) throws(Failure) {
        guard plan == self.plan else {
            throw Failure(
                .environment,
                "the scenarios or the configurations here are not those of the shards",
                help: "merge where the shards' checkout is, from the same folder"
            )
        }
    }
}

/// The report of a shard.
private struct Part: ShardFile {
    let file: String
    let record: AuditShardRecord
    private let tool: String

    init(_ path: String, _ json: JSONValue?) throws(Failure) {
        file = Shown.escaped(path)
        guard let json else {
            throw Failure(
                .environment,
                "\(file) is no report of an audit",
                help: "a shard that was cut off leaves an empty file: run it again"
            )
        }
        guard let shard = json["shard"], let tool = json["tool"]?.string,
            json["version"]?.integer(Int.self) == AuditJSON.version,
            let record = AuditShardRecord(shard)
        else {
            throw Failure(
                .environment,
                "\(file) is the report of no shard of an audit",
                help: "hatpin audit --shard i/n --report json=FILE leaves shards"
            )
        }
        (self.record, self.tool) = (record, tool)
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
