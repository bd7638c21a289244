import Basics
import PathValidation
import Runner
import ScenarioFormat
import X509

/// An error of a line in a run file that is not a record.
package enum RecordFault: Error, Hashable, Sendable {
    /// The line is not valid JSON; the offset is that of the first wrong byte, from 0.
    case syntax(offset: Int)
    /// The line is not an object with a known `type`.
    case unknownType
    /// This member is missing or has the wrong type.
    case member(String)
    /// The run file has this other format.
    case format(Int)
}

extension RunRecord {
    /// Reads one line; unknown members are ignored.
    package init(line: some Collection<UInt8>) throws(RecordFault) {
        let value: JSONValue
        do {
            value = try JSONValue(line)
        } catch {
            throw .syntax(offset: error.offset)
        }
        let members = Members(value: value)
        switch value["type"]?.string {
        case "plan": self = .plan(try PlanRecord(members))
        case "judgement": self = .judgement(try JudgementRecord(members))
        case "summary": self = .summary(try SummaryRecord(members))
        default: throw .unknownType
        }
    }
}

/// Typed access to the members of an object.
private struct Members {
    let value: JSONValue

    func required<T>(_ name: String, _ found: T?) throws(RecordFault) -> T {
        guard let found else { throw .member(name) }
        return found
    }

    func string(_ name: String) throws(RecordFault) -> String {
        try required(name, value[name]?.string)
    }

    func number<Number: FixedWidthInteger>(_ name: String) throws(RecordFault) -> Number {
        try required(name, value[name]?.integer(Number.self))
    }

    func numbers(_ name: String) throws(RecordFault) -> [Int] {
        guard case .array(let values)? = value[name] else { throw .member(name) }
        return try values.map { value throws(RecordFault) in
            try required(name, value.integer(Int.self))
        }
    }

    func boolean(_ name: String) throws(RecordFault) -> Bool {
        try required(name, value[name]?.boolean)
    }

    func strings(_ name: String) throws(RecordFault) -> [String] {
        try required(name, value[name]?.strings)
    }

    func instant(_ name: String) throws(RecordFault) -> Instant {
        try required(name, value[name]?.string.flatMap(Instant.init(rfc3339:)))
    }

    func object(_ name: String) throws(RecordFault) -> Members {
        guard case .object? = value[name], let object = value[name] else { throw .member(name) }
        return Members(value: object)
    }

    /// Returns a member; nil if the member is missing.
    ///
    /// A member of a wrong type is an error.
    func optional<T>(
        _ name: String,
        _ read: (String) throws(RecordFault) -> T
    ) throws(RecordFault) -> T? {
        value[name] == nil ? nil : try read(name)
    }

    func objects(_ name: String) throws(RecordFault) -> [Members] {
        guard case .array(let values)? = value[name] else { throw .member(name) }
        return values.map(Members.init)
    }

    func untrusted(_ name: String) throws(RecordFault) -> Untrusted? {
        guard value[name] != nil else { return nil }
        return Untrusted(try string(name))
    }
}

extension PlanRecord {
    fileprivate init(_ members: Members) throws(RecordFault) {
        let format: Int = try members.number("format")
        guard format == Self.format else { throw .format(format) }
        self.init(
            tool: try members.string("tool"),
            started: try members.instant("started"),
            seed: try members.number("seed"),
            now: try members.instant("now"),
            root: try members.string("root"),
            options: try members.optional("options", members.strings) ?? [],
            parties: try members.strings("parties"),
            scenarios: try members.number("scenarios"),
            cases: try members.number("cases"),
            pairs: try members.number("pairs"),
            hash: try members.string("hash"),
            isChainOnly: try members.boolean("chain-only"),
            ids: try members.optional("ids", members.strings),
            shard: try members.optional("shard", members.object).map(RunShard.init)
        )
        suffixes = try members.optional("suffixes", members.string)
        guard (0...Self.mostPairs).contains(pairs) else { throw .member("pairs") }
    }

    /// The largest number of pairs of a plan or a shard: far more than a run file can have lines.
    fileprivate static let mostPairs = 1 << 32
}

extension RunShard {
    /// Reads the shard's number and the number of shards; rejects numbers that no plan has.
    fileprivate init(_ members: Members) throws(RecordFault) {
        self.init(
            number: try members.number("number"),
            count: try members.number("count"),
            plan: try members.string("plan"),
            scenarios: try members.number("scenarios"),
            cases: try members.number("cases"),
            pairs: try members.number("pairs"),
            places: try members.numbers("places")
        )
        guard number >= 1, number <= count, count <= Self.most,
            (0...PlanRecord.mostPairs).contains(pairs),
            places.first.map({ $0 >= 0 }) ?? true, places.last.map({ $0 < pairs }) ?? true,
            zip(places, places.dropFirst()).allSatisfy(<)
        else { throw .member("shard") }
    }
}

extension JudgementRecord {
    fileprivate init(_ members: Members) throws(RecordFault) {
        let outcome = Outcome.Kind(rawValue: try members.string("outcome"))
        self.init(
            index: try members.number("index"),
            id: try members.string("id"),
            scenario: try members.string("scenario"),
            party: try members.string("party"),
            file: try members.string("file"),
            line: try members.number("line"),
            about: try members.string("about"),
            expected: try ExpectationRecord(try members.object("expected")),
            outcome: try members.required("outcome", outcome),
            elapsed: try members.number("elapsed")
        )
        tags = try members.optional("tags", members.strings) ?? []
        covers = try members.optional("covers", members.strings) ?? []
        importance = try members.optional("importance", members.string)
        verdict = try Verdict(members)
        disposition = try members.optional("disposition", members.string)
        trustResult = try members.optional("trust-result", members.string)
        error = try members.untrusted("error")
        configurationError = try members.untrusted("config-error")
        presented = try members.strings("presented")
        chain = try members.optional("chain", members.object).map(ChainRecord.init)
        serverFaults = try members.optional("fault", members.strings) ?? []
        violations = try members.optional("handshake", members.strings) ?? []
        path = try members.optional("path", members.strings)
        leftAside = (try members.optional("left-aside", members.strings) ?? []).map(Untrusted.init)
        alert = try members.optional("alert", members.string)
        connections = try members.number("connections")
        hasRequested = try members.boolean("requested")
        mismatch = try members.optional("mismatch", members.object).map(Mismatch.init)
        detail = try members.untrusted("detail")
        control = try members.untrusted("control")
        weakness = try members.optional("weakness", members.object).map(Weakness.init)
        evidence = try members.optional("evidence", members.string)
    }
}

extension ChainRecord {
    fileprivate init(_ members: Members) throws(RecordFault) {
        self.init(
            received: try Self.certificates(try members.objects("received")),
            server: try members.optional("server", members.objects).map(Self.certificates),
            changes: try members.optional("changes", members.strings) ?? []
        )
    }

    private static func certificates(
        _ objects: [Members]
    ) throws(RecordFault) -> [Certificate] {
        try objects.map { members throws(RecordFault) in
            Certificate(
                name: try members.string("name"),
                issuer: try members.string("issuer"),
                marks: try members.strings("marks").compactMap(Mark.init),
                changes: try members.optional("changes", members.strings) ?? []
            )
        }
    }
}

extension JudgementRecord.Verdict {
    fileprivate init?(_ members: Members) throws(RecordFault) {
        switch try members.optional("verdict", members.string) {
        case nil:
            return nil
        case "accept":
            self = .accept(grounds: try members.string("grounds"))
        case "reject":
            self = .reject(
                reason: try members.string("reason"),
                sentence: Untrusted(try members.string("sentence"))
            )
        default:
            throw .member("verdict")
        }
    }
}

extension JudgementRecord.Weakness {
    fileprivate init(_ members: Members) throws(RecordFault) {
        self.init(
            reasons: try members.strings("reasons"),
            severity: try members.string("severity"),
            attackerNeeds: try members.string("attacker-needs"),
            advice: try members.string("advice")
        )
    }
}

extension JudgementRecord.Mismatch {
    fileprivate init(_ members: Members) throws(RecordFault) {
        self.init(
            key: try members.string("key"),
            expected: Untrusted(try members.string("expected")),
            observed: Untrusted(try members.string("observed"))
        )
    }
}

extension ExpectationRecord {
    fileprivate init(_ members: Members) throws(RecordFault) {
        let rejects = try members.string("verdict") == "reject"
        var observations: [Observation] = []
        for (key, _) in Expectation.observations {
            guard let value = try members.optional(key, members.string) else { continue }
            observations.append(Observation(key: key, value: value))
        }
        self.init(
            reasons: rejects ? try members.strings("reasons") : nil,
            observations: observations
        )
    }
}

extension SummaryRecord {
    fileprivate init(_ members: Members) throws(RecordFault) {
        let object = try members.object("counts")
        var counts: [Outcome.Kind: Int] = [:]
        for outcome in Outcome.Kind.allCases {
            counts[outcome] = try object.optional(outcome.rawValue, object.number) ?? 0
        }
        self.init(
            tally: Tally(
                counts: counts,
                controls: try members.number("controls"),
                controlsHeld: try members.number("controls-held"),
                weaknesses: try members.number("weaknesses")
            ),
            wasInterrupted: try members.boolean("interrupted"),
            elapsed: try members.number("elapsed")
        )
    }
}
