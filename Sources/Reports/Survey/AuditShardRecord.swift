import Basics
import PathValidation
import Runner
import ScenarioFormat
import X509

/// The record that a shard of an audit adds to its report: which shard it is, and the replies of
/// the parties.
package struct AuditShardRecord: Sendable {
    package let shard: AuditShard
    package let replies: AuditReplies
    /// The options of hatpin.yaml that apply.
    package let inForce: [StatedOption]

    /// Each parameter sets the property of its name.
    package init(_ shard: AuditShard, _ replies: AuditReplies, inForce: [StatedOption]) {
        (self.shard, self.replies, self.inForce) = (shard, replies, inForce)
    }

    /// Appends the member `shard` of an audit's document.
    func write(to json: inout JSONWriter) {
        json.key("shard")
        json.object { json in
            json.member("number", shard.number)
            json.member("count", shard.count)
            json.member("plan", shard.plan)
            json.member("seed", shard.seed)
            json.member("now", shard.now.description)
            json.member("started", shard.started.description)
            json.member("words", shard.words)
            json.key("inForce")
            json.array { list in
                for option in inForce { list.object { option.write(to: &$0) } }
            }
            json.key("replies")
            json.array { list in
                for (question, reply) in replies.ordered {
                    list.object { Self.write(question, reply, to: &$0) }
                }
            }
        }
    }

    private static func write(
        _ question: AuditReplies.Question,
        _ reply: AuditReply,
        to json: inout JSONWriter
    ) {
        json.member("party", question.party)
        json.member("scenario", question.scenario)
        json.member("as", question.role.rawValue)
        switch reply {
        case .accepted(.path(let certificates)):
            json.member("accept", "path")
            json.member("certificates", certificates)
        case .accepted(.pin): json.member("accept", "pin")
        case .accepted(.other): json.member("accept", "other")
        case .refused(let reason, let words):
            json.member("reject", reason.rawValue)
            if let words { json.member("words", words) }
        case .notApplicable(let why): json.member("notApplicable", why)
        case .failed(let error): json.member("failed", error.description)
        }
    }
}

extension AuditShardRecord {
    /// Reads the member of a document; returns nil for any other value.
    package init?(_ json: JSONValue) {
        guard let number = json["number"]?.integer(Int.self),
            let count = json["count"]?.integer(Int.self),
            (1...RunShard.most).contains(count), (1...count).contains(number),
            let plan = json["plan"]?.string,
            let seed = json["seed"]?.integer(UInt64.self),
            let now = json["now"]?.string.flatMap(Instant.init(rfc3339:)),
            let started = json["started"]?.string.flatMap(Instant.init(rfc3339:)),
            let words = json["words"]?.strings,
            case .array(let options)? = json["inForce"],
            case .array(let list)? = json["replies"]
        else { return nil }
        let inForce = options.compactMap(StatedOption.init)
        guard inForce.count == options.count else { return nil }
        var replies: [AuditReplies.Question: AuditReply] = [:]
        for json in list {
            guard let (question, reply) = Self.reply(json),
                replies.updateValue(reply, forKey: question) == nil
            else { return nil }
        }
        self.init(
            AuditShard(
                number: number,
                count: count,
                plan: plan,
                seed: seed,
                now: now,
                started: started,
                words: words
            ),
            AuditReplies(replies),
            inForce: inForce
        )
    }

    private static func reply(
        _ json: JSONValue
    ) -> (AuditReplies.Question, AuditReply)? {
        guard let party = json["party"]?.string, let scenario = json["scenario"]?.string,
            let role = json["as"]?.string.flatMap(AuditReplies.Role.init)
        else { return nil }
        let question = AuditReplies.Question(party: party, as: role, scenario: scenario)
        if let word = json["accept"]?.string {
            switch word {
            case "path":
                guard let certificates = json["certificates"]?.integer(Int.self) else { return nil }
                return (question, .accepted(.path(certificates: certificates)))
            case "pin": return (question, .accepted(.pin))
            case "other": return (question, .accepted(.other))
            default: return nil
            }
        }
        if let word = json["reject"]?.string {
            guard let reason = Rejection.Code(rawValue: word) else { return nil }
            return (question, .refused(reason, words: json["words"]?.string))
        }
        if let why = json["notApplicable"]?.string { return (question, .notApplicable(why)) }
        // The errors of other machines are only known by their messages, and reports show nothing
        // else of them.
        if let words = json["failed"]?.string { return (question, .failed(.client(words))) }
        return nil
    }
}

extension StatedOption {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("option", line)
        json.member("file", file)
        json.member("line", mark.line)
        json.member("column", mark.column)
    }

    /// Reads an option; returns nil for a value that is not an option.
    fileprivate init?(_ json: JSONValue) {
        guard let option = json["option"]?.string, let file = json["file"]?.string,
            let line = json["line"]?.integer(Int.self),
            let column = json["column"]?.integer(Int.self)
        else { return nil }
        self.init(option, in: file, at: Mark(line: line, column: column))
    }
}

extension AuditReplies {
    /// The replies in an order that is the same on every machine.
    fileprivate var ordered: [(Question, AuditReply)] {
        all.map { ($0.key, $0.value) }.sorted { left, right in
            left.0.order.lexicographicallyPrecedes(right.0.order)
        }
    }
}

extension AuditReplies.Question {
    fileprivate var order: [String] { [party, role.rawValue, scenario] }
}

extension AuditSchema {
    /// The schema of the member.
    static let shard = object([
        ("number", count("The number of the part, from 1.")),
        ("count", count("The number of parts.")),
        ("plan", string("A hexadecimal digest of everything that the whole audit tests.")),
        ("seed", count("The seed of keys and serial numbers.")),
        ("now", string("The verify date (RFC 3339).")),
        ("started", string("The wall clock at the start (RFC 3339).")),
        ("words", strings("The arguments of the audit, without those on shards and reports.")),
        ("inForce", list(of: option, "The options of hatpin.yaml in force.")),
        ("replies", list(of: reply, "The reply of each party to each setup, by its first case.")),
    ])

    private static let option = object([
        ("option", string("The option as on a command line, with its place.")),
        ("file", string("The file that sets it.")),
        ("line", count("From 1.")),
        ("column", count("From 1.")),
    ])

    private static let reply = object(
        [
            ("party", string("Its name.")),
            (
                "as",
                choice(
                    AuditReplies.Role.allCases.map(\.rawValue),
                    "Whether the audit is about it, or compares another party with it."
                )
            ),
            ("scenario", string("The case.")),
        ],
        optional: [
            ("accept", choice(["path", "pin", "other"], "The grounds of an acceptance.")),
            ("certificates", count("The length of the path.")),
            (
                "reject",
                choice(Rejection.Code.allCases.map(\.rawValue), "The reason of a rejection.")
            ),
            ("words", string("The message of the system.")),
            ("notApplicable", string("Why the setup is not applicable to the party.")),
            ("failed", string("Why there is no verdict.")),
        ]
    )
}
