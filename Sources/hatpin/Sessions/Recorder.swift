import Basics
import ClientModels
import PathValidation
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// Turns the events of a run into records.
struct Recorder: Sendable {
    /// The name and version of the command.
    private let tool: String
    /// The folder that ids are relative to.
    private let root: String
    /// The options that affect verdicts.
    private let options: [String]
    private let started: Instant
    /// The counts of all judgements so far.
    private(set) var tally = Tally()

    init(tool: String, root: String, options: [String], started: Instant) {
        self.tool = tool
        self.root = root
        self.options = options
        self.started = started
    }

    /// Returns the first record.
    func plan(_ plan: RunPlan) -> PlanRecord {
        var record = PlanRecord(
            tool: tool,
            started: started,
            seed: plan.seed,
            now: plan.now,
            root: root,
            options: options,
            parties: plan.parties,
            scenarios: plan.scenarios,
            cases: plan.cases,
            pairs: plan.pairs,
            hash: plan.hash,
            isChainOnly: plan.isChainOnly,
            ids: plan.ids,
            shard: plan.shard
        )
        record.suffixes = PublicSuffixList.date
        return record
    }

    /// Returns the record of a judgement, and counts its outcome.
    mutating func judgement(_ judgement: Judgement) -> JudgementRecord {
        let record = JudgementRecord(judgement)
        tally.count(record)
        return record
    }

    /// Counts the outcome of a judgement of an earlier process.
    mutating func count(_ record: JudgementRecord) {
        tally.count(record)
    }

    /// Returns the last record; `wasInterrupted` means that a signal ended the run.
    func summary(_ summary: RunSummary, wasInterrupted: Bool) -> SummaryRecord {
        SummaryRecord(
            tally: tally,
            wasInterrupted: wasInterrupted,
            elapsed: Int(summary.elapsed)
        )
    }
}

extension JudgementRecord {
    /// Creates the record of a judgement.
    init(_ judgement: Judgement) {
        let scenario = judgement.scenario
        self.init(
            index: judgement.index,
            id: judgement.id,
            scenario: scenario.id,
            party: judgement.party,
            file: scenario.file,
            line: scenario.line,
            about: scenario.about,
            expected: ExpectationRecord(judgement.expected),
            outcome: judgement.outcome.kind,
            elapsed: Int(judgement.elapsed)
        )
        tags = scenario.tags
        covers = scenario.covers
        importance = scenario.importance.rawValue
        presented = scenario.setup.presented(in: judgement.observed)
        serverFaults = scenario.setup.serverFaults
        violations = scenario.setup.handshake
        path = judgement.path
        alert = judgement.observed.alert?.name
        connections = judgement.observed.connections
        hasRequested = judgement.observed.requested
        weakness = judgement.weakness.map(Weakness.init)
        if let decision = judgement.decision { add(decision, expecting: judgement.expected) }
        addOperands(of: judgement.outcome)
        if outcome == .falseAccept {
            detail = scenario.setup.reuse(in: judgement.observed).map { Untrusted($0) }
        }
        // Chains are recorded only for outcomes that reports show with a figure. More chains would
        // double the size of large run files, and few users look at passed cases.
        if outcome.isFailure || weakness != nil || outcome == .known {
            chain = ChainRecord(scenario)
        }
    }

    private mutating func add(_ decision: Decision, expecting expected: Expectation) {
        verdict = Verdict(decision.verdict, expecting: expected)
        if case .accept(.path(let path)) = decision.verdict {
            leftAside = path.unusedLists.map { Untrusted($0.description) }
        }
        disposition = decision.disposition?.rawValue
        trustResult = decision.trustResult?.rawValue
        error = decision.error.map(Untrusted.init)
        configurationError = decision.configurationError.map(Untrusted.init)
    }

    private mutating func addOperands(of outcome: Outcome) {
        switch outcome {
        case .pass, .falseAccept, .falseReject, .wrongReason:
            break
        case .wrongObservation(let key, let expected, let observed):
            mismatch = Mismatch(
                key: key,
                expected: Untrusted(expected),
                observed: Untrusted(observed)
            )
        case .known(let text), .staleDifference(let text), .notApplicable(let text),
            .notDelivered(let text):
            detail = Untrusted(text)
        case .inconclusive(let text):
            control = Untrusted(text)
        case .error(let error):
            detail = Untrusted(error.description)
        }
    }
}

extension JudgementRecord.Weakness {
    fileprivate init(_ weakness: Runner.Weakness) {
        self.init(
            reasons: weakness.reasons.map(\.rawValue),
            severity: weakness.exposure.severity.rawValue,
            attackerNeeds: weakness.exposure.attackerNeeds,
            advice: weakness.exposure.advice
        )
    }
}

extension JudgementRecord.Verdict {
    /// If a program's message may stand for several reasons, states one that is expected.
    fileprivate init(_ verdict: PathValidation.Verdict, expecting expected: Expectation) {
        switch verdict {
        case .accept(.path): self = .accept(grounds: "path")
        case .accept(.pin): self = .accept(grounds: "pin")
        case .accept(.unchecked): self = .accept(grounds: "unchecked")
        case .accept(.observed): self = .accept(grounds: "observed")
        case .accept(.plaintext): self = .accept(grounds: "plaintext")
        case .reject(let rejection):
            var reason = rejection.code
            if case .reported(let reasons, _) = rejection,
                case .reject(let codes) = expected.verdict
            {
                reason = reasons.first(where: codes.contains) ?? reason
            }
            self = .reject(
                reason: reason.rawValue,
                sentence: Untrusted(rejection.description)
            )
        }
    }
}

extension Setup {
    /// Returns the names of the certificates that the client received; empty in a step that resumed
    /// a session or connection of an earlier step.
    fileprivate func presented(in observed: Observation) -> [String] {
        let hasGoneOn = !earlier.isEmpty && observed.requested && !observed.hasShownCertificates
        return hasGoneOn ? [] : presented
    }

    /// Returns a sentence if the request came on another host's connection; otherwise nil.
    fileprivate func reuse(in observed: Observation) -> String? {
        guard let step = observed.stepOfConnection, earlier.indices.contains(step),
            earlier[step].connect != connect
        else { return nil }
        let first = earlier[step].connect.host
        return "the request to \(connect.host) came on the connection to \(first)"
    }
}
