import Forge
import PKIX
import Scenarios
import Synchronization
import Trust
import Wire

/// Where pairs are judged: forge, decide, judge, and the control twin of what was rejected.
struct Bench: Sendable {
    private let options: Run.Options
    private let loopback: Loopback
    private let signatures = ForgeCache()
    private let controls = Controls()

    init(_ options: Run.Options) throws(WireError) {
        self.options = options
        loopback = try Loopback()
    }

    func judge(_ pair: Pair, id: String, index: Int) -> Judgement {
        let start = ContinuousClock.now
        let scenario = pair.scenario
        let expected = scenario.rule(for: pair.reference).expectation
        var answer: Answer?
        var path: [String]?
        let outcome: Outcome
        if let obstacle = pair.obstacle(isChainOnly: options.isChainOnly) {
            outcome = .notApplicable(obstacle)
        } else {
            do {
                let challenge = try challenge(scenario.world)
                let given = try party(pair.party).decide(challenge)
                answer = given
                path = given.decision.verdict.path.map(challenge.names)
                outcome = self.outcome(of: given, path: path, expected: expected, pair)
            } catch {
                outcome = .error(error)
            }
        }
        return Judgement(
            index: index,
            scenario: scenario,
            party: pair.party.name,
            id: id,
            expected: expected,
            decision: answer?.decision,
            observed: answer?.observed ?? Observation(),
            outcome: outcome,
            path: path,
            weakness: scenario.weakness(answer?.decision.verdict),
            elapsed: (ContinuousClock.now - start).microseconds
        )
    }

    /// What a party makes of a world.
    func answer(of party: ConfiguredModel, in world: World) throws(HarnessError) -> Answer {
        try self.party(party).decide(challenge(world))
    }

    private func challenge(_ world: World) throws(HarnessError) -> Challenge {
        try Challenge(world, seed: options.seed, now: options.now, cache: signatures)
    }

    private func party(_ model: ConfiguredModel) -> any RelyingParty {
        options.isChainOnly
            ? ChainOnlyParty(policy: model.policy, offer: model.offer)
            : ModelParty(
                policy: model.policy,
                offer: model.offer,
                loopback: loopback,
                deadline: options.deadline
            )
    }

    private func outcome(
        of answer: Answer,
        path: [String]?,
        expected: Expectation,
        _ pair: Pair
    ) -> Outcome {
        var outcome = expected.judge(answer, path: path)
        let verdict = answer.decision.verdict
        if let departure = pair.scenario.departure(for: pair.reference) {
            outcome = departure.judge(outcome, verdict, now: options.now)
        }
        guard outcome == .pass, case .reject = verdict, let objection = control(of: pair) else {
            return outcome
        }
        return .void(control: objection)
    }

    /// What the party says against the control world; nil where it accepts it, as it must.
    private func control(of pair: Pair) -> String? {
        guard let world = pair.scenario.control else { return nil }
        return controls.objection(of: pair.party, to: world) {
            do throws(HarnessError) {
                switch try answer(of: pair.party, in: world).decision.verdict {
                case .accept: return nil
                case .reject(let rejection): return rejection.code.rawValue
                }
            } catch {
                return Outcome.error(error).kind.rawValue
            }
        }
    }
}

/// What parties said of control worlds, so that each is asked once a run.
private final class Controls: Sendable {
    private struct Key: Hashable {
        let party: String
        /// What the files hold that `party` names by paths relative to different scenarios.
        let settings: PolicyModel.Settings
        let world: World
    }

    private let objections = Mutex<[Key: String?]>([:])

    func objection(
        of party: ConfiguredModel,
        to world: World,
        _ ask: () -> String?
    ) -> String? {
        let key = Key(party: party.name, settings: party.settings, world: world)
        if let known = objections.withLock({ $0[key] }) { return known }
        let objection = ask()
        objections.withLock { $0[key] = .some(objection) }
        return objection
    }
}

extension Verdict {
    /// The validated path's certificates, where there is one.
    fileprivate var path: [[UInt8]]? {
        guard case .accept(.path(let path)) = self else { return nil }
        return path.certificates
    }
}

extension Scenario {
    /// What `verdict` gives away where a correct client would reject; nil where it does not accept.
    fileprivate func weakness(_ verdict: Verdict?) -> Weakness? {
        guard case .accept(let grounds) = verdict, case .reject(let reasons) = secure?.verdict,
            let exposure = reasons.map({ Exposure($0, on: grounds) }).max()
        else { return nil }
        return Weakness(reasons: reasons, exposure: exposure)
    }
}
