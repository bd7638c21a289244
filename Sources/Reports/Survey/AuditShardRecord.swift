import Basics
import PathValidation
import Runner
import ScenarioFormat
import X509

/// The record that a shard of an audit adds to its report: which shard it is, and the replies of
/// the parties.
package struct AuditShardRecord: JSONRecord, Sendable {
    package private(set) var shard: AuditShard
    package private(set) var replies: AuditReplies
    /// The options of hatpin.yaml that apply.
    package private(set) var inForce: [StatedOption]

    /// Each parameter sets the property of its name.
    package init(_ shard: AuditShard, _ replies: AuditReplies, inForce: [StatedOption]) {
        (self.shard, self.replies, self.inForce) = (shard, replies, inForce)
    }

    static var blank: Self {
        let origin = Instant(seconds: 0)
        let shard = AuditShard(
            number: 0,
            count: 0,
            plan: "",
            seed: 0,
            now: origin,
            started: origin,
            words: []
        )
        return Self(shard, AuditReplies(), inForce: [])
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("number", &shard.number, "The number of the part, from 1.")
        try form.member("count", &shard.count, "The number of parts.")
        try form.require(
            (1...RunShard.most).contains(shard.count) && (1...shard.count).contains(shard.number),
            "number"
        )
        try form.member(
            "plan",
            &shard.plan,
            "A hexadecimal digest of everything that the whole audit tests."
        )
        try form.member("seed", &shard.seed, "The seed of keys and serial numbers.")
        try form.member("now", &shard.now, "The verify date (RFC 3339).")
        try form.member("started", &shard.started, "The wall clock at the start (RFC 3339).")
        try form.member(
            "words",
            &shard.words,
            "The arguments of the audit, without those on shards and reports."
        )
        try form.member("inForce", &inForce, "The options of hatpin.yaml in force.")
        var records = replies.ordered
        try form.member(
            "replies",
            &records,
            "The reply of each party to each setup, by its first case."
        )
        let pairs = records.compactMap { record in record.reply.map { (record.question, $0) } }
        let read = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        try form.require(read.count == records.count, "replies")
        replies = AuditReplies(read)
    }
}

extension AuditReplies.Role: JSONRepresentable {}

/// The reply of a party to a setup.
private struct ReplyRecord: JSONRecord {
    var party = "", scenario = ""
    var role = AuditReplies.Role.audited
    var accept: String?
    var certificates: Int?
    var reject: Rejection.Code?
    var words, notApplicable, failed: String?

    static var blank: Self { Self() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("party", &party, "The name of the party.")
        try form.member("scenario", &scenario, "The case.")
        try form.member(
            "as",
            &role,
            """
            The role of the party: the audited party, the system with which the audited party is \
            compared, or that system in setups without pins.
            """
        )
        try form.optional(
            "accept",
            &accept,
            .choice(["path", "pin", "other"], "The grounds of an acceptance.")
        )
        try form.optional("certificates", &certificates, "The length of the path.")
        try form.optional("reject", &reject, "The reason of a rejection.")
        try form.optional("words", &words, "The message of the system.")
        try form.optional(
            "notApplicable",
            &notApplicable,
            "Why the setup is not applicable to the party."
        )
        try form.optional("failed", &failed, "Why there is no verdict.")
    }
}

extension ReplyRecord {
    init(_ question: AuditReplies.Question, _ reply: AuditReply) {
        (party, scenario, role) = (question.party, question.scenario, question.role)
        switch reply {
        case .accepted(.path(let length)): (accept, certificates) = ("path", length)
        case .accepted(.pin): accept = "pin"
        case .accepted(.other): accept = "other"
        case .refused(let reason, let message): (reject, words) = (reason, message)
        case .notApplicable(let why): notApplicable = why
        case .failed(let error): failed = error.description
        }
    }

    var question: AuditReplies.Question {
        AuditReplies.Question(party: party, as: role, scenario: scenario)
    }

    /// The reply; nil if the members describe none.
    var reply: AuditReply? {
        switch accept {
        case "path": return certificates.map { .accepted(.path(certificates: $0)) }
        case "pin": return .accepted(.pin)
        case "other": return .accepted(.other)
        case nil: break
        default: return nil
        }
        if let reject { return .refused(reject, words: words) }
        if let notApplicable { return .notApplicable(notApplicable) }
        // Of an error on another machine, only the message is known; reports show nothing else.
        return failed.map { .failed(.client($0)) }
    }
}

extension StatedOption: JSONRecord {
    static var blank: Self { Self("", in: "", at: Mark(line: 0, column: 0)) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        var (option, path, line, column) = (self.line, file, mark.line, mark.column)
        try form.member("option", &option, "The option as on a command line, with its place.")
        try form.member("file", &path, "The file that sets the option.")
        try form.member("line", &line, "The number of the line, from 1.")
        try form.member("column", &column, "The number of the column, from 1.")
        self = Self(option, in: path, at: Mark(line: line, column: column))
    }
}

extension AuditReplies {
    /// The replies in an order that is the same on every machine.
    fileprivate var ordered: [ReplyRecord] {
        all.map { ReplyRecord($0.key, $0.value) }.sorted { left, right in
            left.order.lexicographicallyPrecedes(right.order)
        }
    }
}

extension ReplyRecord {
    fileprivate var order: [String] { [party, role.rawValue, scenario] }
}
