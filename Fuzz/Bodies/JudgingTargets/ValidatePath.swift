import Campaigns
import Forge
import FuzzTargets
import PathValidation
import ScenarioFormat
import Synchronization

extension FuzzTarget {
    /// For any forged setup, every profile's verdict passes independent checks.
    ///
    /// OpenSSL confirms an accepted path. With the profile `reference`, a setup with at most one
    /// defect has the verdict that the catalogue states. OpenSSL agrees, or differs for a known
    /// reason. The order of the certificates after the end entity, and unrelated certificates among
    /// them, have no effect. Added pins never turn a rejection into an accept.
    ///
    /// The bytes of an input choose a profile, then a setup and its defects.
    public static let validatePath = FuzzTarget("ValidatePath") { bytes in
        let drawn = FuzzedCase(bytes)
        let ruling = PathRuling.all.first { $0.profile.name == drawn.profile.name }
        guard let ruling else {
            return invariant(false, "no rules for the profile \(drawn.profile.name)")
        }
        let relation = PathTrial.Relation(chosenBy: bytes)
        PathTrial.shared.withLock { trial in trial.check(drawn.setup, by: ruling, relation) }
    }
}

extension PathTrial {
    /// Checks one setup under one profile.
    fileprivate mutating func check(
        _ drawn: GeneratedSetup,
        by ruling: PathRuling,
        _ relation: Relation
    ) {
        let (setup, forged) = setups.forged(drawn)
        func scene() -> String { "\(ruling.profile.name): \(setup.defects.map(\.label))" }
        let code = check(forged.question, by: ruling, relation, scene())
        guard ruling.profile.name == PathProfile.reference.name, setup.defects.count < 2 else {
            return
        }
        let isExpected =
            setup.defects.first.map { $0.defect?.accepted.contains($0.place) == true } ?? true
        invariant((code == nil) == isExpected, "the verdict differs from the catalogue: \(scene())")
        // OpenSSL's verdict does not depend on the relation, so each setup is compared once.
        guard setups.isFirstComparison(of: forged.setup) else { return }
        let theirs = OpenSSLOracle().verdict(on: forged.question)
        guard theirs.isAccepted != (code == nil) else { return }
        let difference = ruling.oracle.difference(
            from: OpenSSLOracle(),
            theirs,
            on: forged,
            with: setup.defects
        )
        // With several defects, a campaign determines which of them is decisive.
        invariant(
            KnownChainDifference.explaining(difference) != nil,
            "an unknown difference, \(difference): \(scene())"
        )
    }
}

/// A cache of setups.
///
/// Other profiles and relations use the same setup with a single defect again.
struct SetupShelf {
    typealias Made = (generated: GeneratedSetup, forged: ForgedSetup)

    /// The number of entries at which the cache is cleared.
    ///
    /// An entry has about 5 KB, so the cache has 80 MB: setups share most of their certificates.
    private static let capacity = 16_384

    private let cache = ForgeCache()
    private var held: [GeneratedSetup: Made] = [:]
    private var compared: Set<Setup> = []

    /// Returns a setup with its certificates, without the defects that cannot be applied.
    mutating func forged(_ drawn: GeneratedSetup) -> Made {
        if let known = held[drawn] { return known }
        let new = made { try drawn.forged(cache: cache) }
        if held.count >= Self.capacity { held.removeAll(keepingCapacity: true) }
        held[drawn] = new
        return new
    }

    /// Whether this setup is compared for the first time.
    ///
    /// Most variants of a defect result in the same setup.
    mutating func isFirstComparison(of setup: Setup) -> Bool { compared.insert(setup).inserted }
}
