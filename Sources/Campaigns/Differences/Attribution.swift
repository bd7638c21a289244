import Basics
import Crypto
import Forge
import PathValidation
import X509

/// The verdict of one judge, by its index in the worker, that disagrees with ours.
struct Sighting: Hashable, Sendable {
    let judge: Int
    let ours, theirs: ChainVerdict
}

/// Finds the defects that cause a disagreement, and the known difference that explains it.
///
/// It caches its results: worlds are many, defects few.
struct Attribution {
    /// Includes the key types, so that a cached result holds for every world with this cause.
    private struct Cause: Hashable {
        let sighting: Sighting
        let world: GeneratedWorld
    }

    /// Every judge's verdict on a world that has one defect.
    private struct Single {
        let ours: ChainVerdict
        /// In the order of the judges.
        let theirs: [ChainVerdict]
    }

    /// When so many causes are held, all are dropped; at about 250 octets each, 25 MB.
    private static let capacity = 100_000

    private let judges: [any ChainJudge]
    private let reference: ProfileJudge
    private let signatures: ForgeCache
    private let now: Instant
    private var singles: [DrawnDefect: Single] = [:]
    private var decisive: [Cause: GeneratedWorld] = [:]
    private var explanations: [Cause: String?] = [:]

    init(
        _ judges: [any ChainJudge],
        _ reference: ProfileJudge,
        _ signatures: ForgeCache,
        at now: Instant = ForgedWorld.now
    ) {
        (self.judges, self.reference, self.signatures) = (judges, reference, signatures)
        self.now = now
    }

    /// The disagreement seen in a world, with the defects that cause it.
    mutating func disagreement(
        _ sighting: Sighting,
        in world: GeneratedWorld
    ) async throws -> Disagreement {
        let cause = Cause(sighting: sighting, world: try await decisive(of: world, sighting))
        return Disagreement(
            judge: judges[sighting.judge].name,
            ours: sighting.ours.word,
            theirs: sighting.theirs.word,
            defects: cause.world.defects.map(\.label).sorted(),
            explanation: try await explanation(cause)
        )
    }

    /// The world with only its decisive defects: without any one of them a verdict changes.
    private mutating func decisive(
        of world: GeneratedWorld,
        _ sighting: Sighting
    ) async throws -> GeneratedWorld {
        guard world.defects.count > 1 else { return world }
        for defect in world.defects {
            guard let single = try await single(defect) else { continue }
            if single.ours == sighting.ours, single.theirs[sighting.judge] == sighting.theirs {
                return GeneratedWorld([defect])
            }
        }
        let cause = Cause(sighting: sighting, world: world)
        if let known = decisive[cause] { return known }
        let shown = Showing(
            reference,
            judges[sighting.judge],
            ours: sighting.ours,
            theirs: sighting.theirs,
            signatures,
            at: now
        )
        var rest = world
        for defect in world.defects.reversed() {
            let fewer = rest.without(defect)
            if await shown.holds(in: fewer.world) { rest = fewer }
        }
        if decisive.count >= Self.capacity { decisive.removeAll() }
        decisive[cause] = rest
        return rest
    }

    /// Nil for a defect that cannot be applied to the standard world.
    private mutating func single(_ defect: DrawnDefect) async throws -> Single? {
        if let known = singles[defect] { return known }
        let world = GeneratedWorld([defect]).world
        guard let forged = try? ForgedWorld(world, at: now, cache: signatures) else { return nil }
        let replies = await judges.replies(to: [forged])
        let single = Single(
            ours: reference.verdict(on: forged.question),
            theirs: replies.compactMap(\.first)
        )
        guard single.theirs.count == judges.count else { return nil }
        singles[defect] = single
        return single
    }

    /// The known difference that explains a world with the decisive defects alone.
    private mutating func explanation(_ cause: Cause) async throws -> String? {
        if let known = explanations[cause] { return known }
        let difference = try await difference(cause)
        var explanation = KnownChainDifference.explaining(difference)?.name
        if explanation == nil { explanation = try await explanationOfPart(cause) }
        if explanations.count >= Self.capacity { explanations.removeAll() }
        explanations[cause] = .some(explanation)
        return explanation
    }

    /// The two verdicts with all that explanations read.
    private func difference(_ cause: Cause) async throws -> ChainDifference {
        let judge = judges[cause.sighting.judge]
        let made = try cause.world.forged(at: now, cache: signatures)
        var difference = reference.difference(
            from: judge,
            cause.sighting.theirs,
            on: made.forged,
            with: cause.world.defects
        )
        if let alone = made.forged.alone(difference.path(), cache: signatures) {
            let replies = await judges.replies(to: [alone]).map(\.first)
            difference.onPathAlone = replies[cause.sighting.judge]
            difference.isPathConfirmed = zip(judges, replies).contains { judge, reply in
                judge.isLibrary && reply == .accept
            }
            if difference.isCataloguedIdentity {
                var verification = alone.question.verification
                verification.identity = nil
                if verification.verdict() == .accept { difference.isPathConfirmed = true }
            }
        }
        return difference
    }

    /// The known difference of the world less one defect that alone shows nothing new.
    ///
    /// Such a defect changes which reason comes first, not which side accepts.
    private mutating func explanationOfPart(_ cause: Cause) async throws -> String? {
        for defect in cause.world.defects {
            let alone = GeneratedWorld([defect], keys: cause.world.keys)
            if alone != cause.world,
                case .unknown = try await standing(of: alone, like: cause.sighting)
            {
                continue
            }
            let rest = cause.world.without(defect)
            if case .known(let name) = try await standing(of: rest, like: cause.sighting) {
                return name
            }
        }
        return nil
    }

    /// The effect of another world on a judge's disagreement.
    private enum Standing {
        /// Both accept.
        case gone
        /// The same of the two accepts, for a reason of this name.
        case known(String)
        case unknown
    }

    private mutating func standing(
        of world: GeneratedWorld,
        like sighting: Sighting
    ) async throws -> Standing {
        guard let forged = try? ForgedWorld(world.world, at: now, cache: signatures) else {
            return .unknown
        }
        let ours = reference.verdict(on: forged.question)
        let theirs = await judges[sighting.judge].verdicts(on: [forged]).first ?? .none
        if ours.isAccepted, theirs.isAccepted { return .gone }
        guard ours.isAccepted == sighting.ours.isAccepted,
            theirs.isAccepted == sighting.theirs.isAccepted
        else { return .unknown }
        let there = Sighting(judge: sighting.judge, ours: ours, theirs: theirs)
        let name = try await explanation(Cause(sighting: there, world: world))
        return name.map(Standing.known) ?? .unknown
    }
}
