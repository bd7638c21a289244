import Models
import PKIX
import Policies
import Scenarios
import Trust
import Wire
import Workers

/// Puts worlds before parties without an expectation, and before a correct client for comparison.
///
/// The correct client is `reference`, which every scenario without a party is held to.
package struct Survey: Sendable {
    /// The reply of a party to a world.
    package enum Reply: Sendable {
        case decided(Decision)
        /// The party cannot express the world, or the world cannot be served.
        case notApplicable(String)
        /// There is no verdict.
        case failed(HarnessError)

        package var verdict: Verdict? {
            if case .decided(let decision) = self { decision.verdict } else { nil }
        }
    }

    /// A world, what a correct client decides in it, and what the parties do.
    package struct Finding: Sendable {
        /// The first case that has the world.
        package let scenario: Scenario
        /// The scenario's, with pins for parties that compare some.
        package let world: World
        /// The part that was pinned for the parties if the scenario states no pins.
        let part: PinnedPart?
        package let truth: Verdict
        /// Whether a correct client accepts it that takes pinned certificates for their keys, and
        /// refuses it where it takes them as they are: both are in the right.
        package let dependsOnPinForm: Bool
        /// In the order of the parties.
        package let replies: [Reply]
    }

    /// A world without a verdict, because it could not be forged, served or judged.
    package struct Obstruction: Error {
        package let scenario: Scenario
        package let error: HarnessError
    }

    /// The findings in the order of the scenarios, and the worlds without one.
    package struct Findings: Sendable {
        package let findings: [Finding]
        /// Worlds that a correct client gave no verdict on.
        package let obstructions: [Obstruction]
    }

    private let bench: Bench
    /// The same without handshakes.
    private let chainOnlyBench: Bench
    /// Puts several worlds before parties at once.
    let pool: WorkerPool
    private let reference: Party

    /// Prepares the servers.
    ///
    /// - Throws: where TLS cannot be set up.
    package init(options: Run.Options) throws(HarnessError) {
        pool = WorkerPool(workers: options.jobs)
        do throws(WireError) {
            bench = try Bench(options)
            var chainOnly = options
            chainOnly.isChainOnly = true
            chainOnlyBench = try Bench(chainOnly)
        } catch {
            throw .wire(error)
        }
        do {
            reference = Party(try PolicyModel.resolve("reference"))
        } catch {
            throw .client(error.description)
        }
    }

    /// Puts each distinct world of `scenarios` before each party.
    ///
    /// - Parameters:
    ///   - scenarios: their own parties and expectations do not count.
    ///   - parties: at least one.
    ///   - shouldStop: asked before each world; true takes up no more.
    /// - Returns: a finding for each world that a correct client has a verdict on.
    package func findings(
        in scenarios: [Scenario],
        of parties: [Party],
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async -> Findings {
        var seen: Set<World> = []
        let sites = scenarios.filter { seen.insert($0.world).inserted }
        let part = PinnedPart(for: parties.compactMap(\.model))
        let results = await pool.map(sites, shouldStop: shouldStop) { site in
            finding(site, part, parties)
        }
        .compactMap(\.self)
        return Findings(
            findings: results.compactMap {
                if case .success(let finding)? = $0 { finding } else { nil }
            },
            obstructions: results.compactMap {
                if case .failure(let obstruction)? = $0 { obstruction } else { nil }
            }
        )
    }

    /// The reply of one party to one world.
    package func reply(of party: Party, in world: World) -> Reply {
        reply(of: party, in: world, on: bench)
    }

    /// The same, without a handshake where the world needs none: for what is only tried.
    func trial(of party: Party, in world: World) -> Reply {
        let withoutHandshake = reply(of: party, in: world, on: chainOnlyBench)
        if case .notApplicable = withoutHandshake { return reply(of: party, in: world) }
        return withoutHandshake
    }

    private func reply(
        of party: Party,
        in world: World,
        on bench: Bench
    ) -> Reply {
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: world, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        do {
            let answer = try bench.answer(of: party, in: world)
            if let undelivered = answer.undelivered { return .notApplicable(undelivered) }
            return .decided(answer.decision)
        } catch .undialled(let words) {
            // A program that finds a host unfit to ask for has judged no certificate.
            return .notApplicable(words)
        } catch {
            return .failed(error)
        }
    }

    private func finding(
        _ scenario: Scenario,
        _ part: PinnedPart?,
        _ parties: [Party]
    ) -> Result<Finding, Obstruction>? {
        let world = part.map { pinned(scenario.world, on: $0) } ?? scenario.world
        switch reply(of: reference, in: world) {
        case .notApplicable: return nil
        case .failed(let error):
            return .failure(Obstruction(scenario: scenario, error: error))
        case .decided(let decision):
            let finding = Finding(
                scenario: scenario,
                world: world,
                part: part,
                truth: decision.verdict,
                dependsOnPinForm: dependsOnPinForm(world, decision.verdict),
                replies: parties.map { reply(of: $0, in: world) }
            )
            return .success(finding)
        }
    }

    private func pinned(_ world: World, on part: PinnedPart) -> World {
        guard world.pins == nil, part != .authority,
            case .reject(let rejection) = trial(of: reference, in: world).verdict
        else { return world.pinned(on: part, isImposture: false) }
        let exposure = Exposure(rejection, on: .unchecked)
        return world.pinned(on: part, isImposture: exposure.isImposture)
    }

    private func dependsOnPinForm(_ world: World, _ truth: Verdict) -> Bool {
        guard truth == .reject(.pinMismatch), let pins = world.pins else { return false }
        var keyed = world
        keyed.pins = pins.map { pin in
            if case .entity(let pin) = pin { .spki(pin.entity) } else { pin }
        }
        guard keyed != world, case .accept = trial(of: reference, in: keyed).verdict else {
            return false
        }
        return true
    }
}
