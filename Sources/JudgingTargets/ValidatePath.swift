import Campaigns
import Forge
import FuzzTargets
import Scenarios
import Synchronization
import Trust

extension FuzzTarget {
    /// Whatever world is forged, every profile's verdict bears looking into: a path that is accepted
    /// holds before another reader; by `reference` a world with one defect is refused or accepted as
    /// the catalogue has it, OpenSSL says the same or otherwise for a known reason, and what the
    /// defect made refused is accepted without it; the order of the certificates behind the end
    /// entity, and strangers among them, change nothing; and where pins are added, nothing is
    /// accepted that was not.
    ///
    /// An input is choices: of a profile, then of a world and its defects.
    public static let validatePath = FuzzTarget("ValidatePath") { bytes in
        let drawn = FuzzedCase(bytes)
        let ruling = PathRuling.all.first { $0.profile.name == drawn.profile.name }
        guard let ruling else { return invariant(false, "no ruling by \(drawn.profile.name)") }
        let relation = PathTrial.Relation(chosenBy: bytes)
        PathTrial.shared.withLock { trial in trial.check(drawn.world, by: ruling, relation) }
    }
}

extension PathTrial {
    /// Checks one world under one profile.
    fileprivate mutating func check(
        _ drawn: GeneratedWorld,
        by ruling: PathRuling,
        _ relation: Relation
    ) {
        let (world, forged) = worlds.forged(drawn)
        func scene() -> String { "\(ruling.profile.name): \(world.defects.map(\.label))" }
        let code = check(forged.question, by: ruling, relation, scene())
        guard ruling.profile.name == PathProfile.reference.name, world.defects.count < 2 else {
            return
        }
        let isExpected =
            world.defects.first.map { $0.defect?.accepted.contains($0.place) == true } ?? true
        invariant((code == nil) == isExpected, "not as the catalogue has it: \(scene())")
        // Whatever is asked of it besides, OpenSSL says the same.
        guard worlds.isFirstComparison(of: forged.world) else { return }
        let theirs = OpenSSLJudge().verdict(on: forged.question)
        guard theirs.isAccepted != (code == nil) else { return }
        let difference = ruling.judge.difference(
            from: OpenSSLJudge(),
            theirs,
            on: forged,
            with: world.defects
        )
        // Of several defects it is a campaign's business to find out which of them matters.
        invariant(
            KnownChainDifference.explaining(difference) != nil,
            "\(difference), for no known reason: \(scene())"
        )
    }
}

/// Worlds that were drawn before: one with a single defect is drawn again and again, by other
/// profiles and with other relations.
struct WorldShelf {
    typealias Made = (generated: GeneratedWorld, forged: ForgedWorld)

    /// When so many are held, all are dropped; at about 5 KB each, since most of their certificates
    /// are others' as well, 80 MB.
    private static let capacity = 16_384

    private let cache = ForgeCache()
    private var held: [GeneratedWorld: Made] = [:]
    private var compared: Set<World> = []

    /// A world with its certificates, without those of its defects that cannot be made.
    mutating func forged(_ drawn: GeneratedWorld) -> Made {
        if let known = held[drawn] { return known }
        let new = made { try drawn.forged(cache: cache) }
        if held.count >= Self.capacity { held.removeAll(keepingCapacity: true) }
        held[drawn] = new
        return new
    }

    /// Whether this world is compared for the first time: of a defect's variants most are the same
    /// world.
    mutating func isFirstComparison(of world: World) -> Bool { compared.insert(world).inserted }
}
