import Campaigns
import Forge
import FuzzTargets
import Synchronization
import Trust

extension FuzzTarget {
    /// Whatever world is forged, every profile's verdict bears looking into: a path that is accepted
    /// holds before another reader; a world with one defect is accepted without it; the order of
    /// the certificates behind the end entity, and strangers among them, change nothing; and where
    /// pins are added, nothing is accepted that was not.
    ///
    /// An input is choices: of a profile, then of a world and its defects.
    public static let validatePath = FuzzTarget("ValidatePath") { bytes in
        let drawn = FuzzedCase(bytes)
        let ruling = PathRuling.all.first { $0.profile.name == drawn.profile.name }
        guard let ruling else { return invariant(false, "no ruling by \(drawn.profile.name)") }
        PathTrial.shared.withLock { trial in trial.check(drawn.world, by: ruling) }
    }
}

extension PathTrial {
    /// Checks one world under one profile.
    fileprivate mutating func check(_ drawn: GeneratedWorld, by ruling: PathRuling) {
        guard let (world, forged) = try? drawn.forged(cache: cache) else {
            return invariant(false, "not even the standard world can be forged")
        }
        let scene = "\(ruling.profile.name): \(world.defects.map(\.label))"
        let isAccepted = check(forged.question, by: ruling, scene)
        if !isAccepted { checkRemoval(from: world, ruling, scene) }
    }

    /// What one defect makes rejected is accepted without it.
    private mutating func checkRemoval(
        from world: GeneratedWorld,
        _ ruling: PathRuling,
        _ scene: String
    ) {
        guard world.defects.count == 1, let defect = world.defects.first else { return }
        let mended = world.without(defect)
        let key = "\(ruling.profile.name) \(mended.keys)"
        if sound[key] == nil {
            let forged = try? ForgedWorld(mended.world, cache: cache)
            sound[key] = forged.map { ruling.judge.evaluate($0.question).result.isAccept }
        }
        invariant(sound[key] == true, "rejected without its only defect: \(scene)")
    }
}
