import ClientModels
import Forge
import PathValidation
import ScenarioFormat
import Synchronization
import TLS
import X509

/// Judges pairs: forges the setup, lets the party decide, compares the decision with the
/// expectation, and tests the control after every rejection that meets the expectation.
package struct Bench: Sendable {
    private var options: Run.Options
    private let network: Network
    private let signatures = ForgeCache()
    private var controls = Controls()
    /// The cache of forged setups; nil if each setup is used about once, because a cache would then
    /// only cost memory.
    private let challenges: Challenges?
    /// The checks that the policies of models make.
    private var checks = CheckSet.all

    /// - Parameters:
    ///   - options: the options of the run.
    ///   - isForMany: whether each pair will be judged many times.
    /// - Throws: if TLS cannot be set up.
    package init(_ options: Run.Options, isForMany: Bool = false) throws(WireError) {
        self.options = options
        challenges = isForMany ? Challenges() : nil
        network = Network(
            loopback: try Loopback(isAlone: options.isAlone),
            deadline: options.deadline
        )
    }

    var isChainOnly: Bool { options.isChainOnly }

    /// Returns this bench with policies that make only the given checks.
    func making(_ checks: CheckSet) -> Bench {
        var bench = withOwnControls()
        bench.checks = checks
        return bench
    }

    /// Returns this bench without the answers of parties to controls.
    package func withOwnControls() -> Bench {
        var bench = self
        bench.controls = Controls()
        return bench
    }

    /// Returns this bench with another time that relative times count from, and the same controls.
    package func at(_ now: Instant) -> Bench {
        var bench = self
        bench.options.now = now
        return bench
    }

    /// Judges a pair, and blocks the calling thread until the party has decided.
    ///
    /// - Parameters:
    ///   - pair: the case and the party.
    ///   - id: the id of the judgement.
    ///   - index: the position of the judgement in the order of the plan.
    /// - Returns: the judgement.
    package func judge(_ pair: Pair, id: String, index: Int) -> Judgement {
        let start = ContinuousClock.now
        let scenario = pair.scenario
        let expected = pair.expectation
        let log = ProgramLog()
        let trial = trial(of: pair, expected: expected, noting: log)
        return Judgement(
            index: index,
            scenario: scenario,
            setup: trial.answer?.adaptedSetup ?? scenario.setup.turned(to: pair.party.end),
            party: pair.party.name,
            id: id,
            expected: expected,
            decision: trial.answer?.decision,
            observed: trial.answer?.observed ?? Observation(),
            outcome: trial.outcome,
            path: trial.path,
            weakness: trial.outcome.kind == .notDelivered
                ? nil : scenario.weakness(trial.answer?.decision.verdict),
            program: log.last,
            elapsed: (ContinuousClock.now - start).microseconds
        )
    }

    /// Returns the answer of a party in a setup.
    func answer(of party: Party, in setup: Setup) throws(HarnessError) -> Answer {
        try answer(of: party, facing: challenge(setup))
    }

    /// Returns the answer of a party to a challenge that was forged before.
    func answer(of party: Party, facing challenge: Challenge) throws(HarnessError) -> Answer {
        try decider(of: party).decide(challenge, on: network)
    }

    /// Forges a setup.
    func challenge(_ setup: Setup) throws(HarnessError) -> Challenge {
        try challenge(setup, as: nil)
    }

    /// Returns the outcome of a pair.
    func outcome(of pair: Pair) -> Outcome {
        trial(of: pair, expected: pair.expectation, noting: ProgramLog()).outcome
    }

    private struct Trial {
        var outcome: Outcome
        var answer: Answer?
        /// The entity names of the verified path; nil if there is none.
        var path: [String]?
    }

    private func trial(of pair: Pair, expected: Expectation, noting log: ProgramLog) -> Trial {
        if let obstacle = pair.obstacle(isChainOnly: options.isChainOnly) {
            return Trial(outcome: .notApplicable(obstacle))
        }
        do {
            let challenge = try challenge(
                pair.scenario.setup.turned(to: pair.party.end),
                as: Challenges.Key(pair.scenario, for: pair.party.end)
            )
            let answer = try decider(of: pair.party).decide(challenge, on: network.noting(in: log))
            let path = answer.decision.verdict.path.map(challenge.names)
            let outcome = outcome(of: answer, path: path, expected: expected, pair)
            return Trial(outcome: outcome, answer: answer, path: path)
        } catch .undelivered(let reason) {
            return Trial(outcome: undelivered(reason, nil, of: pair))
        } catch {
            guard expected.allows(error) else { return Trial(outcome: .error(error)) }
            return Trial(outcome: settled(.pass, nil, of: pair))
        }
    }

    /// Forges a setup, or returns the cached challenge for this key.
    private func challenge(
        _ setup: Setup,
        as key: Challenges.Key?
    ) throws(HarnessError) -> Challenge {
        if let challenges, let key, let known = challenges[key] { return known }
        let challenge = try Challenge(
            setup,
            seed: options.seed,
            now: options.now,
            cache: signatures
        )
        if let challenges, let key { challenges[key] = challenge }
        return challenge
    }

    private func decider(of party: Party) -> any RelyingParty {
        switch party.kind {
        case .model(let model):
            decider(by: checks == .all ? party.policy ?? model.policy : model.policy(checks), model)
        case .client(let party): party
        }
    }

    private func decider(
        by policy: any TrustPolicy,
        _ model: ConfiguredModel
    ) -> any RelyingParty {
        options.isChainOnly
            ? ChainOnlyParty(policy: policy, model: model)
            : ModelParty(policy: policy, model: model)
    }

    private func outcome(
        of answer: Answer,
        path: [String]?,
        expected: Expectation,
        _ pair: Pair
    ) -> Outcome {
        let verdict = answer.decision.verdict
        // In a setup with protocol violations, an acceptance means nothing if the violation did not
        // reach the client.
        let isMet = expected.isMet(byAccepting: verdict) && pair.scenario.setup.handshake.isEmpty
        if let undelivered = answer.undelivered, !isMet {
            return self.undelivered(undelivered, answer.observed, of: pair)
        }
        let outcome = expected.judge(answer, path: path, isStrict: options.wantsReasons)
        if let permission = answer.permission, outcome == .falseAccept || outcome == .falseReject,
            pair.scenario.statedNames == nil
        {
            return .notDelivered(permission)
        }
        return settled(outcome, verdict, of: pair)
    }

    /// Returns the outcome of a pair whose case did not reach the party.
    ///
    /// A run checks first that each client accepts a correct server. A lab cannot, so there the
    /// client must accept the control. Without a control, it must at least start TLS.
    private func undelivered(_ reason: String, _ observed: Observation?, of pair: Pair) -> Outcome {
        guard options.controlsUndelivered else { return .notDelivered(reason) }
        if pair.scenario.control == nil, observed?.hello == nil {
            return .inconclusive(control: reason)
        }
        return control(of: pair).map { .inconclusive(control: $0) } ?? .notDelivered(reason)
    }

    /// Returns the final outcome, after the documented difference and the control; `verdict` is nil
    /// if the party gave no verdict.
    private func settled(_ outcome: Outcome, _ verdict: Verdict?, of pair: Pair) -> Outcome {
        let outcome = pair.difference?.judge(outcome, verdict, now: options.now) ?? outcome
        if case .accept = verdict { return outcome }
        guard outcome == .pass, let objection = control(of: pair) else { return outcome }
        return .inconclusive(control: objection)
    }

    /// Returns the reason why the party does not accept the control; nil if the party accepts the
    /// control, and for a scenario without a control.
    private func control(of pair: Pair) -> String? {
        guard let setup = pair.scenario.control?.turned(to: pair.party.end) else { return nil }
        do throws(HarnessError) {
            return try controls.objection(of: pair.party, to: setup) { () throws(HarnessError) in
                let key = Challenges.Key(pair.scenario, for: pair.party.end, isControl: true)
                let challenge = try challenge(setup, as: key)
                let answer = try decider(of: pair.party).decide(challenge, on: network)
                switch answer.decision.verdict {
                case .accept: return nil
                case .reject(let rejection): return rejection.code.rawValue
                }
            }
        } catch {
            return Outcome.error(error).kind.rawValue
        }
    }
}

/// The parties' answers to controls, so that a run tests each party once with each control.
private final class Controls: Sendable {
    private struct Key: Hashable {
        let party: String
        /// The settings with the contents of files: the same relative path in `party` may name
        /// another file for another scenario.
        let settings: PolicyModel.Settings?
        let setup: Setup
    }

    private let objections = Mutex<[Key: String?]>([:])

    /// Returns the reason why a party does not accept a control, or nil if it accepts.
    ///
    /// - Throws: the error of `ask` if there is no verdict; the next call asks again.
    func objection(
        of party: Party,
        to setup: Setup,
        _ ask: () throws(HarnessError) -> String?
    ) throws(HarnessError) -> String? {
        let key = Key(party: party.name, settings: party.model?.settings, setup: setup)
        if let known = objections.withLock({ $0[key] }) { return known }
        let objection = try ask()
        objections.withLock { $0[key] = .some(objection) }
        return objection
    }
}

/// Forged setups by scenario.
///
/// The caller keeps the scenarios alive, because the cache identifies them by object.
private final class Challenges: Sendable {
    struct Key: Hashable {
        private let scenario: Swift.ObjectIdentifier
        private let end: RelyingEnd
        private let isControl: Bool

        init(_ scenario: Scenario, for end: RelyingEnd, isControl: Bool = false) {
            self.scenario = Swift.ObjectIdentifier(scenario)
            (self.end, self.isControl) = (end, isControl)
        }
    }

    private let known = Mutex<[Key: Challenge]>([:])

    subscript(key: Key) -> Challenge? {
        get { known.withLock { $0[key] } }
        set { known.withLock { $0[key] = newValue } }
    }
}

extension Verdict {
    /// The certificates of the validated path; nil if there is none.
    fileprivate var path: [[UInt8]]? {
        guard case .accept(.path(let path)) = self else { return nil }
        return path.certificates
    }
}

extension Scenario {
    /// Returns the weakness of a party whose `verdict` accepts what a correct client rejects; nil
    /// for another verdict.
    fileprivate func weakness(_ verdict: Verdict?) -> Weakness? {
        guard case .accept(let grounds) = verdict, case .reject(let reasons) = secure?.verdict,
            let exposure = reasons.map({ Exposure($0, gaining: gain, on: .init(grounds)) }).max()
        else { return nil }
        return Weakness(reasons: reasons, exposure: exposure)
    }
}
