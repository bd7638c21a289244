import Basics
import Reports
import Runner

/// The replies of an interrupted audit.
struct StoppedAudit: Sendable {
    private let record: AuditShardRecord

    /// - Throws: a `nothingSelected` failure if there is no interrupted audit; an `environment`
    ///   failure for an invalid file.
    init() throws(Failure) {
        let state = StateFolder(named: nil)
        let path = state.lastAudit
        try state.requireHere(path, for: "--resume")
        guard Files.exists(path) else {
            throw Failure(
                .nothingSelected,
                "--resume: there is no interrupted audit in this folder",
                help: "start a new audit: hatpin audit"
            )
        }
        guard let document = AuditDocument(try Files.read(path)), document.tool == Tool.name,
            let record = document.shard
        else {
            throw Failure(
                .environment,
                "--resume: \(Shown.escaped(path)) is not from an audit of this version",
                help: "start a new audit: hatpin audit"
            )
        }
        self.record = record
    }

    /// Returns the replies of the interrupted audit.
    ///
    /// - Throws: an `environment` failure if that audit had other arguments, scenarios or
    ///   definitions.
    func replies(of plan: String) throws(Failure) -> AuditReplies {
        guard record.shard.plan == plan else {
            let words = record.shard.words.map(Prose.shellQuoted).joined(separator: " ")
            throw Failure(
                .environment,
                "--resume: the interrupted audit had other arguments or cases: "
                    + Shown.escaped(words),
                help: "use the same arguments, scenarios and definitions"
            )
        }
        let count = Prose.count(record.replies.all.count, "reply", plural: "replies")
        try StandardStream.error.write(
            "hatpin: --resume: \(count) known from the interrupted audit\n"
        )
        return record.replies
    }
}
