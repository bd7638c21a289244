import Basics
import Runner
import X509

// The lines of run files. Keys have the names of the same keys in scenario files. Their order is
// fixed, and a key without a value is left out. Two runs of the same plan differ only in `started`,
// `elapsed` and `evidence` (and in `now`, if it was not given).

extension RunRecord {
    /// Appends the record as one line.
    package func write(to json: inout JSONWriter) {
        json.object { line in
            switch self {
            case .plan(let plan): plan.write(to: &line)
            case .judgement(let judgement): judgement.write(to: &line)
            case .summary(let summary): summary.write(to: &line)
            }
        }
        json.newLine()
    }
}

extension PlanRecord {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("type", "plan")
        json.member("format", Self.format)
        json.member("tool", tool)
        json.member("started", started.description)
        json.member("seed", seed)
        json.member("now", now.description)
        json.member("root", root)
        json.member("options", options)
        json.member("parties", parties)
        json.member("scenarios", scenarios)
        json.member("cases", cases)
        json.member("pairs", pairs)
        json.member("hash", hash)
        json.member("chain-only", isChainOnly)
        json.member("ids", ids)
        json.member("suffixes", suffixes)
        shard?.write(to: &json)
    }
}

extension JudgementRecord {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("type", "judgement")
        json.member("index", index)
        json.member("id", id)
        json.member("scenario", scenario)
        json.member("party", party)
        json.member("file", file)
        json.member("line", line)
        json.member("about", about)
        if !tags.isEmpty { json.member("tags", tags) }
        if !covers.isEmpty { json.member("covers", covers) }
        json.member("importance", importance)
        json.key("expected")
        json.object { expected.write(to: &$0) }
        json.member("outcome", outcome.rawValue)
        writeVerdict(to: &json)
        json.member("disposition", disposition)
        json.member("trust-result", trustResult)
        json.member("error", error)
        json.member("config-error", configurationError)
        json.member("presented", presented)
        if let chain {
            json.key("chain")
            json.object { chain.write(to: &$0) }
        }
        if !serverFaults.isEmpty { json.member("fault", serverFaults) }
        if !violations.isEmpty { json.member("handshake", violations) }
        json.member("path", path)
        if !leftAside.isEmpty {
            json.key("left-aside")
            json.array { list in for sentence in leftAside { list.string(sentence) } }
        }
        json.member("alert", alert)
        json.member("connections", connections)
        json.member("requested", hasRequested)
        writeMismatch(to: &json)
        json.member("detail", detail)
        json.member("control", control)
        writeWeakness(to: &json)
        json.member("evidence", evidence)
        json.member("elapsed", elapsed)
    }

    private func writeVerdict(to json: inout JSONWriter) {
        switch verdict {
        case .accept(let grounds):
            json.member("verdict", "accept")
            json.member("grounds", grounds)
        case .reject(let reason, let sentence):
            json.member("verdict", "reject")
            json.member("reason", reason)
            json.member("sentence", sentence)
        case nil:
            break
        }
    }

    private func writeWeakness(to json: inout JSONWriter) {
        guard let weakness else { return }
        json.key("weakness")
        json.object { object in
            object.member("reasons", weakness.reasons)
            object.member("severity", weakness.severity)
            object.member("attacker-needs", weakness.attackerNeeds)
            object.member("advice", weakness.advice)
        }
    }

    private func writeMismatch(to json: inout JSONWriter) {
        guard let mismatch else { return }
        json.key("mismatch")
        json.object { object in
            object.member("key", mismatch.key)
            object.member("expected", mismatch.expected)
            object.member("observed", mismatch.observed)
        }
    }
}

extension ChainRecord {
    fileprivate func write(to json: inout JSONWriter) {
        json.key("received")
        Self.write(received, to: &json)
        if let server {
            json.key("server")
            Self.write(server, to: &json)
        }
        if !changes.isEmpty { json.member("changes", changes) }
    }

    private static func write(_ certificates: [Certificate], to json: inout JSONWriter) {
        json.array { list in
            for certificate in certificates {
                list.object { json in
                    json.member("name", certificate.name)
                    json.member("issuer", certificate.issuer)
                    json.member("marks", certificate.marks.map(\.rawValue))
                    let changes = certificate.changes
                    if !changes.isEmpty { json.member("changes", changes) }
                }
            }
        }
    }
}

extension ExpectationRecord {
    /// Appends the members of an object that states the expectation.
    package func write(to json: inout JSONWriter) {
        json.member("verdict", reasons == nil ? "accept" : "reject")
        json.member("reasons", reasons)
        for observation in observations {
            json.key(observation.key)
            json.string(observation.value)
        }
    }
}

extension SummaryRecord {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("type", "summary")
        json.key("counts")
        json.object { counts in
            for outcome in Outcome.Kind.allCases where tally[outcome] > 0 {
                counts.key(outcome.rawValue)
                counts.number(tally[outcome])
            }
        }
        json.member("controls", tally.controls)
        json.member("controls-held", tally.controlsHeld)
        json.member("weaknesses", tally.weaknesses)
        json.member("interrupted", wasInterrupted)
        json.member("elapsed", elapsed)
    }
}
