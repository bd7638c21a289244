import Campaigns
import Forge
import FuzzTargets
import OpenSSL
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
        guard let (world, forged) = try? drawn.forged(cache: cache) else {
            return invariant(false, "not even the standard world can be forged")
        }
        let scene = "\(ruling.profile.name): \(world.defects.map(\.label))"
        let code = check(forged.question, by: ruling, relation, scene)
        guard ruling.profile.name == PathProfile.reference.name, world.defects.count < 2 else {
            return
        }
        let isExpected =
            world.defects.first.map { $0.defect?.accepted.contains($0.place) == true } ?? true
        invariant((code == nil) == isExpected, "not as the catalogue has it: \(scene)")
        checkDifference(code, forged, world.defects, by: ruling, scene)
    }

    /// OpenSSL says the same, or otherwise for a reason that is known.
    ///
    /// Of several defects it is a campaign's business to find out which of them matters.
    private func checkDifference(
        _ ours: Rejection.Code?,
        _ forged: ForgedWorld,
        _ defects: [DrawnDefect],
        by ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) {
        let theirs = OpenSSLJudge().verdict(on: forged.question)
        guard theirs.isAccepted != (ours == nil) else { return }
        let difference = ruling.judge.difference(
            from: OpenSSLJudge(),
            theirs,
            on: forged,
            with: defects
        )
        invariant(
            KnownDifference.explaining(difference) != nil,
            "\(difference), for no known reason: \(scene())"
        )
    }
}
