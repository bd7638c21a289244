import Basics
import Reports
import Runner

/// The replies that an audit left when it was stopped.
struct StoppedAudit: Sendable {
    private let record: AuditShardRecord

    /// - Throws: nothing selected, where no audit was stopped here; environment, for a file that is none.
    init() throws(Failure) {
        let state = StateFolder(named: nil)
        let path = state.lastAudit
        try state.requireHere(path, for: "--resume")
        guard Environment.exists(path) else {
            throw Failure(
                .nothingSelected,
                "--resume: no audit was stopped here",
                help: "hatpin audit begins anew"
            )
        }
        guard let json = try? JSONValue(try Files.read(path)), let shard = json["shard"],
            json["tool"]?.string == Tool.name, let record = AuditShardRecord(shard)
        else {
            throw Failure(
                .environment,
                "--resume: \(Shown.escaped(path)) is of no audit of this version",
                help: "hatpin audit begins anew"
            )
        }
        self.record = record
    }

    /// The replies, if the audit asked the same.
    ///
    /// - Throws: environment, where it asked something else.
    func replies(of plan: String) throws(Failure) -> AuditReplies {
        guard record.shard.plan == plan else {
            let words = record.shard.words.map(Prose.shellQuoted).joined(separator: " ")
            throw Failure(
                .environment,
                "--resume: the audit that was stopped is another: \(Shown.escaped(words))",
                help: "repeat its arguments; scenarios and definitions must be the same, too"
            )
        }
        let count = Prose.count(record.replies.all.count, "reply", plural: "replies")
        try StandardStream.error.write("hatpin: --resume: \(count) are known\n")
        return record.replies
    }
}
