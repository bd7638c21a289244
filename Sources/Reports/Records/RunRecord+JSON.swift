import Basics
import Runner
import ScenarioFormat
import X509

// The lines of run files. A key that scenario files have too keeps its name. The order of keys is
// fixed, and a key without a value is left out. Two runs of the same plan differ only in `started`,
// `elapsed` and `evidence` (and in `now`, if it was not given).

/// The reason why a line of a run file is not a record.
package enum RecordFault: Error, Hashable, Sendable {
    /// The line is not valid JSON; the offset is that of the first wrong byte, from 0.
    case syntax(offset: Int)
    /// The line is not an object with a known `type`.
    case unknownType
    /// This member is missing or has the wrong type.
    case member(String)
    /// The run file has this unsupported format.
    case format(Int)
}

extension RunRecord {
    /// Appends the record as one line.
    package func write(to json: inout JSONWriter) {
        switch self {
        case .plan(let plan): plan.write(to: &json)
        case .judgement(let judgement): judgement.write(to: &json)
        case .summary(let summary): summary.write(to: &json)
        }
        json.newLine()
    }

    /// Reads one line; unknown members are ignored.
    package init(line: some Collection<UInt8>) throws(RecordFault) {
        let value: JSONValue
        do {
            value = try JSONValue(line)
        } catch {
            throw .syntax(offset: error.offset)
        }
        if let format: Int = value["format"]?.integer(), format != PlanRecord.format {
            throw .format(format)
        }
        let record: RunRecord?
        do throws(MemberFault) {
            record =
                switch value["type"]?.string {
                case "plan": try PlanRecord.read(value).map(RunRecord.plan)
                case "judgement": try JudgementRecord.read(value).map(RunRecord.judgement)
                case "summary": try SummaryRecord.read(value).map(RunRecord.summary)
                default: nil
                }
        } catch {
            throw .member(error.name)
        }
        guard let record else { throw .unknownType }
        self = record
    }

    /// The JSON Schema of each line of a run file, and a newline.
    package static let schema = DocumentSchema.text(
        id: "run-\(PlanRecord.format).schema.json",
        title: "A line of a run file",
        [
            JSONMember(
                "oneOf",
                .array(
                    [PlanRecord.schema, JudgementRecord.schema, SummaryRecord.schema]
                        .map(JSONValue.object)
                )
            )
        ]
    )
}

extension PlanRecord: JSONRecord {
    static var blank: PlanRecord {
        PlanRecord(
            tool: "",
            started: Instant(seconds: 0),
            seed: 0,
            now: Instant(seconds: 0),
            root: "",
            parties: [],
            scenarios: 0,
            cases: 0,
            pairs: 0,
            hash: "",
            isChainOnly: false
        )
    }

    /// The largest number of pairs of a plan or a shard: far more than a run file can have lines.
    fileprivate static let mostPairs = 1 << 32

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("plan"))
        try form.constant("format", .number("\(Self.format)"))
        try form.member("tool", &tool, "The name and version of the program.")
        try form.member("started", &started, "The wall-clock time at the start, RFC 3339.")
        try form.member("seed", &seed, "The seed of keys and serial numbers.")
        try form.member("now", &now, "The verification date of setups that set none, RFC 3339.")
        try form.member("root", &root, "The folder to which ids are relative.")
        try form.member(
            "options",
            &options,
            "Options that affect cases and verdicts, such as --builtin."
        )
        try form.member("parties", &parties, "The names of the parties, with settings.")
        try form.member("scenarios", &scenarios, "The number of selected files.")
        try form.member("cases", &cases, "The number of selected cases.")
        try form.member("pairs", &pairs, "The number of pairs of a case and a party.")
        try form.require((0...Self.mostPairs).contains(pairs), "pairs")
        try form.member(
            "hash",
            &hash,
            "The hexadecimal SHA-256 of everything that the run consists of."
        )
        try form.member(
            "chain-only",
            &isChainOnly,
            "Whether models judged certificates without a handshake."
        )
        try form.optional("ids", &ids, "Each pair in order, without repetitions.")
        try form.optional("suffixes", &suffixes, "The date of the Public Suffix List in use.")
        try form.optional(
            "faulty-files",
            &faultyFiles,
            "The number of scenario files with mistakes, whose cases were not run."
        )
        try form.optional("shard", &shard, "")
    }
}

extension RunShard: JSONRecord {
    static var blank: RunShard {
        RunShard(number: 0, count: 0, plan: "", scenarios: 0, cases: 0, pairs: 0, places: [])
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("number", &number, "The number of this part, from 1.")
        try form.member("count", &count, "The number of parts.")
        try form.member(
            "plan",
            &plan,
            "The hexadecimal SHA-256 of the whole plan, which all parts share."
        )
        try form.member("scenarios", &scenarios, "The number of selected files in all parts.")
        try form.member("cases", &cases, "The number of selected cases in all parts.")
        try form.member("pairs", &pairs, "The number of pairs in all parts.")
        try form.member("places", &places, "The pairs of this part in the whole plan, from 0.")
        try form.require(isPossible, "shard")
    }

    /// Whether a plan can have this shard.
    private var isPossible: Bool {
        number >= 1 && number <= count && count <= Self.most
            && (0...PlanRecord.mostPairs).contains(pairs)
            && places.first.map { $0 >= 0 } ?? true && places.last.map { $0 < pairs } ?? true
            && zip(places, places.dropFirst()).allSatisfy(<)
    }
}

extension Outcome.Kind: JSONRepresentable {}

extension JudgementRecord: JSONRecord {
    static var blank: JudgementRecord {
        JudgementRecord(
            index: 0,
            id: "",
            scenario: "",
            party: "",
            file: "",
            line: 0,
            about: "",
            expected: .blank,
            outcome: .pass,
            elapsed: 0
        )
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("judgement"))
        try form.member("index", &index, "The position in the whole plan, from 0.")
        try form.member("id", &id, "The id scenario@party, with #n for a repetition.")
        try form.member("scenario", &scenario, "The id of the case.")
        try form.member("party", &party, "The name of the party with its settings.")
        try form.member("file", &file, "The path of the scenario.")
        try form.member("line", &line, "The line of the expectation, from 1.")
        try form.member("about", &about, "The text of the scenario.")
        try form.list("tags", &tags, "The tags of the scenario.")
        try form.list("covers", &covers, "The ids of attacks in the catalogue.")
        try form.optional(
            "importance",
            &importance,
            .choice(Severity.harmful.map(\.rawValue), "The harm of a wrong verdict.")
        )
        try form.member("expected", &expected, "")
        try form.member("outcome", &outcome, "The result.")
        try describeVerdict(to: &form)
        try form.optional("disposition", &disposition, "The answer of the party's delegate.")
        try form.optional("trust-result", &trustResult, "The platform's result.")
        try form.optional("error", &error, "The error that the application receives.")
        try form.optional("config-error", &configurationError, "The failure before any connection.")
        try form.member("presented", &presented, "The received certificates, as sent.")
        try form.optional("chain", &chain, "")
        try form.list("fault", &serverFaults, "The server faults, by name.")
        try form.list("handshake", &violations, "The protocol violations of the server, by name.")
        try form.optional("path", &path, "The verified path, end entity first.")
        try form.list(
            "left-aside",
            &leftAside,
            "The CRLs about certificates of that path that the party ignored."
        )
        try form.optional("alert", &alert, "The TLS alert that the party sent.")
        try form.member(
            "connections",
            &connections,
            "The number of connections that the servers saw."
        )
        try form.member(
            "requested",
            &hasRequested,
            "Whether the request arrived after the handshake."
        )
        try form.optional("mismatch", &mismatch, "")
        try form.optional(
            "detail",
            &detail,
            """
            The reason of a known difference, the error, or the connection of another host on \
            which the request came.
            """
        )
        try form.optional("control", &control, "The party's objection to the control.")
        try form.optional("weakness", &weakness, "")
        try form.optional("evidence", &evidence, "The folder of the kept files.")
        try form.member("elapsed", &elapsed, "The duration in microseconds.")
    }

    private mutating func describeVerdict<Form: RecordForm>(
        to form: inout Form
    ) throws(Form.Fault) {
        var word: String?
        var grounds: String?
        var reason: String?
        var sentence: Untrusted?
        switch verdict {
        case .accept(let words): (word, grounds) = ("accept", words)
        case .reject(let code, let words): (word, reason, sentence) = ("reject", code, words)
        case nil: break
        }
        try form.optional(
            "verdict",
            &word,
            .choice(["accept", "reject"], "The verdict; absent if there is none.")
        )
        try form.optional(
            "grounds",
            &grounds,
            .choice(
                ["path", "pin", "unchecked", "observed", "plaintext"],
                "Why the party accepted."
            )
        )
        try form.optional("reason", &reason, "Why the party rejected, in one word.")
        try form.optional("sentence", &sentence, "Why the party rejected, in a sentence.")
        switch word {
        case "accept":
            try form.require(grounds != nil, "grounds")
            verdict = grounds.map { .accept(grounds: $0) }
        case "reject":
            try form.require(reason != nil, "reason")
            try form.require(sentence != nil, "sentence")
            guard let reason, let sentence else { return }
            verdict = .reject(reason: reason, sentence: sentence)
        default:
            try form.require(word == nil, "verdict")
        }
    }
}

extension JudgementRecord.Weakness: JSONRecord {
    static var blank: Self {
        Self(reasons: [], severity: "", attackerNeeds: "", advice: "")
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("reasons", &reasons, "The reasons for which a correct client may reject.")
        try form.member("severity", &severity, "The severity, as importance.")
        try form.member("attacker-needs", &attackerNeeds, "What an attacker needs.")
        try form.member("advice", &advice, "The fix.")
    }
}

extension JudgementRecord.Mismatch: JSONRecord {
    static var blank: Self {
        Self(key: "", expected: Untrusted(""), observed: Untrusted(""))
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("key", &key, "The key in expect.")
        try form.member("expected", &expected, "The value in expect.")
        try form.member(
            "observed",
            &observed,
            "The observed value; the word none if there is no value."
        )
    }
}

extension ChainRecord: JSONRecord {
    static var blank: ChainRecord { ChainRecord(received: []) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member(
            "received",
            &received,
            "The certificates that the client received, topmost issuer first."
        )
        try form.optional(
            "server",
            &server,
            "The server's certificates if a proxy presents others, topmost issuer first."
        )
        try form.list("changes", &changes, "Other fields that differ from the baseline setup.")
    }
}

extension ChainRecord.Certificate: JSONRecord {
    static var blank: Self { Self(name: "", issuer: "", marks: []) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("name", &name, "The name of the entity of the certificate.")
        try form.member("issuer", &issuer, "The entity that signed the certificate.")
        // A later version may write more marks, which this version ignores.
        var words = marks.map(\.rawValue)
        try form.member("marks", &words, "sent, trusted, trusted-by-user, pinned.")
        marks = words.compactMap(ChainRecord.Mark.init)
        try form.list("changes", &changes, "Fields that differ from the baseline setup.")
    }
}

extension ExpectationRecord: JSONRecord {
    static var blank: ExpectationRecord { ExpectationRecord(reasons: nil) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        var verdict = reasons == nil ? "accept" : "reject"
        try form.member(
            "verdict",
            &verdict,
            .choice(["accept", "reject"], "The expected verdict.")
        )
        try form.optional("reasons", &reasons, "The allowed reasons for the rejection.")
        if verdict != "reject" { reasons = nil }
        try form.require(verdict != "reject" || reasons != nil, "reasons")
        var texts = JSONMap(members: observations.map { ($0.key, $0.value) })
        try form.texts(
            Expectation.observations.map(\.0),
            &texts,
            "Expected besides the verdict."
        )
        observations = texts.members.map { Observation(key: $0, value: $1) }
    }
}

extension SummaryRecord: JSONRecord {
    static var blank: SummaryRecord {
        SummaryRecord(tally: Tally(), wasInterrupted: false, elapsed: 0)
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("summary"))
        var counts = JSONMap(
            members: Outcome.Kind.allCases.filter { tally[$0] > 0 }
                .map { ($0.rawValue, tally[$0]) }
        )
        var (controls, held, weaknesses) = (tally.controls, tally.controlsHeld, tally.weaknesses)
        var withoutReason: Int? = tally.withoutReason == 0 ? nil : tally.withoutReason
        try form.member("counts", &counts, "The number of judgements with each outcome.")
        try form.member(
            "controls",
            &controls,
            "The number of rejections that needed an accepted control."
        )
        try form.member(
            "controls-held",
            &held,
            "The number of such rejections with an accepted control."
        )
        try form.member(
            "weaknesses",
            &weaknesses,
            "The number of attacks accepted as the scenario expects."
        )
        try form.optional(
            "without-reason",
            &withoutReason,
            "The number of expected rejections whose reason is unknown."
        )
        try form.member("interrupted", &wasInterrupted, "Whether a signal ended the run.")
        try form.member("elapsed", &elapsed, "The duration in microseconds.")
        let numbers = counts.members.compactMap { name, number in
            Outcome.Kind(rawValue: name).map { ($0, number) }
        }
        tally = Tally(
            counts: Dictionary(numbers, uniquingKeysWith: { first, _ in first }),
            controls: controls,
            controlsHeld: held,
            weaknesses: weaknesses,
            withoutReason: withoutReason ?? 0
        )
    }
}
