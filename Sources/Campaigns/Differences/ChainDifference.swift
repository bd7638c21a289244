import Forge
import KnownDifferences
import OpenSSL
import PKIX
import Scenarios
import Trust

/// What we and another judge say of a chain that one of the two accepts.
package struct ChainDifference: Difference {
    /// The other judge, as it names itself.
    package let judge: String
    /// Nil where we accept.
    package private(set) var ours: Rejection.Code?
    /// What the other says.
    package private(set) var theirs: ChainVerdict
    /// The defects of a generated world; none for others.
    package var defects: [DrawnDefect] = []
    /// The question to OpenSSL if the other judge is OpenSSL or stands on it.
    package var verification: ChainVerification?
    /// The path that we accept; none where we refuse.
    package var path: @Sendable () -> [[UInt8]] = { [] }
    /// What the other says of that path where it is shown nothing else; nil where it was not asked.
    package var onPathAlone: ChainVerdict?
    /// Whether a library, to which nothing else is shown, accepts it; for whomever it is, where the
    /// catalogue accepts whatever is odd in its names.
    package var isPathConfirmed = false
    /// Why we refuse paths, whichever of them our own reason is of.
    package var otherReasons: Set<Rejection.Code> = []

    /// Whether we do not decode an issuer or an anchor, and so do without it.
    package var lacksIssuers = false

    /// A difference between us and `judge`.
    package init(from judge: String, ours: Rejection.Code?, theirs: ChainVerdict) {
        (self.judge, self.ours, self.theirs) = (judge, ours, theirs)
    }

    package var direction: DifferenceDirection? {
        if case .failed = theirs { return nil }
        return ours == nil ? .stricter : .laxer
    }

    /// The judge whose known differences apply.
    var foundation: String { KnownChainDifference.foundation(of: judge) }

    /// Our verdict as a judge's.
    package var our: ChainVerdict { ours.map { .reject($0.rawValue) } ?? .accept }

    /// Whether the world has a defect of one of these names.
    func has(_ names: String...) -> Bool { has(names) }

    /// Whether the world has a defect of one of these names.
    func has(_ names: [String]) -> Bool { defects.contains { names.contains($0.name) } }

    /// Whether the world has a defect of one of these names in one of these places.
    func has(_ names: String..., at places: Set<Defect.Place>) -> Bool {
        has(names, at: places)
    }

    /// Whether the world has a defect of one of these names in one of these places.
    func has(_ names: [String], at places: Set<Defect.Place>) -> Bool {
        defects.contains { names.contains($0.name) && places.contains($0.place) }
    }

    /// Whether the world has a defect of one of these names or groups.
    func isOf(_ names: [String] = [], groups: [[Defect]] = []) -> Bool {
        has(names)
            || defects.contains { drawn in
                groups.contains { $0.contains { $0.name == drawn.name } }
            }
    }

    /// Whether what stands for the leaf's key is damaged.
    var hasBadKeyInLeaf: Bool {
        defects.contains {
            $0.place == .leaf
                && (["corrupt-public-key", "empty-public-key"].contains($0.name)
                    || $0.name.contains("subjectPublicKeyInfo"))
        }
    }

    /// Whether a certificate in one of these places names two signature algorithms.
    func hasTwoAlgorithms(at places: Set<Defect.Place>) -> Bool {
        defects.contains {
            places.contains($0.place)
                && ($0.name.hasPrefix("wrong-inner-")
                    || $0.name.hasSuffix("tbsCertificate.signature")
                    || $0.name.hasSuffix(" signatureAlgorithm"))
        }
    }

    /// Whether our verdict is one that the catalogue lets `reference` come to: what it accepts has
    /// no defect that must be refused, and what it refuses has one, or several that are harmless
    /// alone.
    ///
    /// Where several meet, one may take away what another does; then the path that we accept must
    /// hold before a library. Our other profiles have rules of their own, and are not held to it.
    var isAsCatalogued: Bool {
        guard !foundation.hasPrefix("hatpin ") else { return true }
        guard ours == nil else { return defects.count > 1 || defects.contains { !$0.isAccepted } }
        return defects.allSatisfy(\.isAccepted) || defects.count > 1 && isPathConfirmed
    }

    /// Whether the catalogue accepts every defect that is of whom certificates name.
    var isCataloguedIdentity: Bool {
        defects.allSatisfy { drawn in
            drawn.isAccepted || !Defect.ofIdentities.contains { $0.name == drawn.name }
        }
    }

    /// Whether the client means to speak to an address.
    var isAddress: Bool {
        guard case .ip = GeneratedWorld(defects).world.connect else { return false }
        return true
    }

    /// Where the certificates are that the client trusts.
    var anchors: Set<Defect.Place> {
        Set(GeneratedWorld(defects).world.trust.compactMap(Defect.Place.init))
    }

    /// Whether a certificate that is trusted constrains policies (RFC 5937 §3).
    var isPolicyOfAnchor: Bool {
        let world = GeneratedWorld(defects).world
        return world.trust.compactMap { world.pki.entities[$0] }
            .contains { $0.policyConstraints != nil || $0.inhibitAnyPolicy != nil }
    }

    /// Whether the path that we accept is good enough for the other too, and so something else is
    /// what it refuses.
    var isOfAnotherPath: Bool {
        guard ours == nil else { return false }
        let path = path()
        return onPathAlone.map(\.isAccepted)
            ?? vanishes {
                $0.anchors = Array(path.suffix(1))
                $0.intermediates = Array(path.dropFirst().dropLast())
            }
    }

    /// The same by each of the reasons that there are: who accepts may have taken another path than
    /// the one whose reason we give, and who refuses may have named what stands beside ours.
    var byEveryReason: [ChainDifference] {
        let others = otherReasons.map { reason in
            var difference = self
            difference.ours = reason
            return difference
        }
        var alone = self
        if case .reject = onPathAlone, let onPathAlone { alone.theirs = onPathAlone }
        return [self, alone] + others
    }

    /// Whether a wildcard stands for a name that constraints exclude.
    var isWildcardUnderExclusion: Bool {
        ours == .nameExcluded
            && (isOf(["wildcard-under-exclusion"])
                || has("wildcard") && isOf(groups: [Defect.ofConstraints]))
    }

    /// Whether the other refuses for a reason that has one of these words in it.
    func says(_ words: String...) -> Bool { says(words) }

    /// Whether the other refuses for a reason that has one of these words in it.
    func says(_ words: [String]) -> Bool { words.contains(where: theirs.word.contains) }

    /// OpenSSL's error and its depth, where it refuses.
    package var error: (code: Int32, depth: Int32)? {
        guard case .refuse(let code, let depth) = verification?.verdict() else { return nil }
        return (code, depth)
    }

    /// Whether OpenSSL is of our opinion when one thing of its question is changed.
    package func vanishes(_ change: (inout ChainVerification) -> Void) -> Bool {
        guard var verification else { return false }
        change(&verification)
        return (verification.verdict() == .accept) == (ours == nil)
    }
}

extension ChainDifference: CustomStringConvertible {
    package var description: String { "we say \(our.word), \(judge) \(theirs.word)" }
}
