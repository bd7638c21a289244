import Basics
import Crypto
import Forge
import PathValidation
import X509

/// A disagreement with `reference` of the oracle with this index in the worker.
struct Sighting: Hashable, Sendable {
    let oracle: Int
    let ours, theirs: ChainVerdict
}

/// Finds the defects that cause a disagreement, and the known difference that explains the
/// disagreement.
///
/// The results are cached, because many setups have the same few defects.
struct Attribution {
    /// A disagreement, and the defects and key types of the setup; a cached result holds for every
    /// such setup.
    private struct Cause: Hashable {
        let sighting: Sighting
        let setup: GeneratedSetup
    }

    /// The verdicts of `reference` and of every oracle on a setup with one defect.
    private struct Single {
        let ours: ChainVerdict
        /// The verdicts in the order of the oracles.
        let theirs: [ChainVerdict]
    }

    /// The number of cached causes after which the cache is emptied: 25 MB at about 250 bytes for
    /// each cause.
    private static let capacity = 100_000

    private let oracles: [any ChainOracle]
    private let reference: ProfileOracle
    private let signatures: ForgeCache
    private let now: Instant
    private var singles: [DrawnDefect: Single] = [:]
    private var decisive: [Cause: GeneratedSetup] = [:]
    private var explanations: [Cause: String?] = [:]

    init(
        _ oracles: [any ChainOracle],
        _ reference: ProfileOracle,
        _ signatures: ForgeCache,
        at now: Instant = ForgedSetup.now
    ) {
        (self.oracles, self.reference, self.signatures) = (oracles, reference, signatures)
        self.now = now
    }

    /// Returns the disagreement seen in a setup, with the defects that cause it.
    mutating func disagreement(
        _ sighting: Sighting,
        in setup: GeneratedSetup
    ) async throws -> Disagreement {
        let cause = Cause(sighting: sighting, setup: try await decisive(of: setup, sighting))
        return Disagreement(
            oracle: oracles[sighting.oracle].name,
            ours: sighting.ours.word,
            theirs: sighting.theirs.word,
            defects: cause.setup.defects.map(\.label).sorted(),
            explanation: try await explanation(cause)
        )
    }

    /// Returns the setup with only its decisive defects.
    ///
    /// A defect is decisive if a verdict changes without it.
    private mutating func decisive(
        of setup: GeneratedSetup,
        _ sighting: Sighting
    ) async throws -> GeneratedSetup {
        guard setup.defects.count > 1 else { return setup }
        for defect in setup.defects {
            guard let single = try await single(defect) else { continue }
            if single.ours == sighting.ours, single.theirs[sighting.oracle] == sighting.theirs {
                return GeneratedSetup([defect])
            }
        }
        let cause = Cause(sighting: sighting, setup: setup)
        if let known = decisive[cause] { return known }
        let shown = Showing(
            reference,
            oracles[sighting.oracle],
            ours: sighting.ours,
            theirs: sighting.theirs,
            signatures,
            at: now
        )
        var rest = setup
        for defect in setup.defects.reversed() {
            let fewer = rest.without(defect)
            if await shown.holds(in: fewer.setup) { rest = fewer }
        }
        if decisive.count >= Self.capacity { decisive.removeAll() }
        decisive[cause] = rest
        return rest
    }

    /// Returns the verdicts on one defect alone; nil for a defect that cannot be applied to the
    /// baseline setup.
    private mutating func single(_ defect: DrawnDefect) async throws -> Single? {
        if let known = singles[defect] { return known }
        let setup = GeneratedSetup([defect]).setup
        guard let forged = try? ForgedSetup(setup, at: now, cache: signatures) else { return nil }
        let replies = await oracles.replies(to: [forged])
        let single = Single(
            ours: reference.verdict(on: forged.question),
            theirs: replies.compactMap(\.first)
        )
        guard single.theirs.count == oracles.count else { return nil }
        singles[defect] = single
        return single
    }

    /// Returns the known difference that explains a setup with only the decisive defects.
    private mutating func explanation(_ cause: Cause) async throws -> String? {
        if let known = explanations[cause] { return known }
        let difference = try await difference(cause)
        var explanation = KnownChainDifference.explaining(difference)?.name
        if explanation == nil { explanation = try await explanationOfPart(cause) }
        if explanations.count >= Self.capacity { explanations.removeAll() }
        explanations[cause] = .some(explanation)
        return explanation
    }

    /// Returns the disagreement of two verdicts, with everything that known differences compare.
    private func difference(_ cause: Cause) async throws -> ChainDifference {
        let oracle = oracles[cause.sighting.oracle]
        let made = try cause.setup.forged(at: now, cache: signatures)
        var difference = reference.difference(
            from: oracle,
            cause.sighting.theirs,
            on: made.forged,
            with: cause.setup.defects
        )
        if let alone = made.forged.alone(difference.path(), cache: signatures) {
            let replies = await oracles.replies(to: [alone]).map(\.first)
            difference.onPathAlone = replies[cause.sighting.oracle]
            difference.isPathConfirmed = zip(oracles, replies).contains { oracle, reply in
                oracle.isLibrary && reply == .accept
            }
            if difference.isCataloguedIdentity {
                var verification = alone.question.verification
                verification.identity = nil
                if verification.verdict() == .accept { difference.isPathConfirmed = true }
            }
        }
        return difference
    }

    /// Returns the known difference of the setup without one of its defects.
    ///
    /// Both sides must accept the setup with only the omitted defect, or disagree on it in a known
    /// way. Such a defect only changes which reason is given first, not which side accepts.
    private mutating func explanationOfPart(_ cause: Cause) async throws -> String? {
        for defect in cause.setup.defects {
            let alone = GeneratedSetup([defect], keys: cause.setup.keys)
            if alone != cause.setup,
                case .unknown = try await standing(of: alone, like: cause.sighting)
            {
                continue
            }
            let rest = cause.setup.without(defect)
            if case .known(let name) = try await standing(of: rest, like: cause.sighting) {
                return name
            }
        }
        return nil
    }

    /// The state of a disagreement in a setup with fewer defects.
    private enum Standing {
        /// Both sides accept.
        case gone
        /// The same side accepts, and the known difference of this name explains the disagreement.
        case known(String)
        case unknown
    }

    private mutating func standing(
        of setup: GeneratedSetup,
        like sighting: Sighting
    ) async throws -> Standing {
        guard let forged = try? ForgedSetup(setup.setup, at: now, cache: signatures) else {
            return .unknown
        }
        let ours = reference.verdict(on: forged.question)
        let theirs = await oracles[sighting.oracle].verdicts(on: [forged]).first ?? .none
        if ours.isAccepted, theirs.isAccepted { return .gone }
        guard ours.isAccepted == sighting.ours.isAccepted,
            theirs.isAccepted == sighting.theirs.isAccepted
        else { return .unknown }
        let there = Sighting(oracle: sighting.oracle, ours: ours, theirs: theirs)
        let name = try await explanation(Cause(sighting: there, setup: setup))
        return name.map(Standing.known) ?? .unknown
    }
}
