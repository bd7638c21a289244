import Basics
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import X509

/// The verdicts of `reference` and another oracle on a chain that only one of them accepts.
package struct ChainDifference: Difference {
    /// The name of the oracle that disagrees with `reference`.
    package let oracle: String
    /// The reason of `reference`; nil if `reference` accepts.
    package private(set) var ours: Rejection.Code?
    /// The other oracle's verdict.
    package private(set) var theirs: ChainVerdict
    /// The defects of a generated setup; empty for other chains.
    package var defects: [DrawnDefect] = []
    /// The input of OpenSSL's verifier, if the other oracle is OpenSSL or builds on OpenSSL.
    package var verification: ChainVerification?
    /// The path that `reference` accepts; empty if `reference` rejects.
    package var path: @Sendable () -> [[UInt8]] = { [] }
    /// The other oracle's verdict on the path that `reference` accepts, served alone; nil if the
    /// oracle did not run on that path.
    package var onPathAlone: ChainVerdict?
    /// Whether a library accepts the path that `reference` accepts, served alone.
    ///
    /// The library may ignore the host name if the catalogue accepts each defect in the names.
    package var isPathConfirmed = false
    /// The reasons for which `reference` rejects paths, including the reason of its verdict.
    package var otherReasons: Set<Rejection.Code> = []

    /// Whether the other oracle is a program, which may state other reasons than its library.
    package var isOfProgram = false

    /// Whether `reference` ignores an issuer or an anchor that it cannot decode.
    package var lacksIssuers = false

    /// Creates a difference between `reference` and another oracle.
    package init(from oracle: String, ours: Rejection.Code?, theirs: ChainVerdict) {
        (self.oracle, self.ours, self.theirs) = (oracle, ours, theirs)
    }

    package var direction: DifferenceDirection? {
        if case .failed = theirs { return nil }
        return ours == nil ? .stricter : .laxer
    }

    /// The oracle whose known differences apply: the other oracle, or the oracle that it builds on.
    var foundation: String { KnownChainDifference.foundation(of: oracle) }

    /// The verdict of `reference`, in the form of an oracle's verdict.
    package var our: ChainVerdict { ours.map { .reject($0.rawValue) } ?? .accept }

    /// Whether the setup has a defect of one of these names.
    func has(_ names: String...) -> Bool { has(names) }

    /// Whether the setup has a defect of one of these names.
    func has(_ names: [String]) -> Bool { defects.contains { names.contains($0.name) } }

    /// Whether the setup has a defect of one of these names in one of these places.
    func has(_ names: String..., at places: Set<Defect.Place>) -> Bool {
        has(names, at: places)
    }

    /// Whether the setup has a defect of one of these names in one of these places.
    func has(_ names: [String], at places: Set<Defect.Place>) -> Bool {
        defects.contains { names.contains($0.name) && places.contains($0.place) }
    }

    /// Whether the setup has a defect of one of these names or groups.
    func isOf(_ names: [String] = [], groups: [[Defect]] = []) -> Bool {
        has(names)
            || defects.contains { drawn in
                groups.contains { $0.contains { $0.name == drawn.name } }
            }
    }

    /// Whether the bytes of the leaf's key are damaged.
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

    /// Whether the catalogue of defects permits the verdict of `reference`.
    ///
    /// A rejected setup must have a defect that requires a rejection, or several defects that are
    /// harmless alone. An accepted setup must have no defect that requires a rejection. Another
    /// defect may cancel such a defect, if a library accepts the path that `reference` accepts.
    ///
    /// Hatpin's other profiles have rules of their own, and are exempt.
    var isAsCatalogued: Bool {
        guard !foundation.hasPrefix("hatpin ") else { return true }
        guard ours == nil else { return defects.count > 1 || defects.contains { !$0.isAccepted } }
        return defects.allSatisfy(\.isAccepted) || defects.count > 1 && isPathConfirmed
    }

    /// Whether the catalogue accepts each defect in the names of the server.
    var isCataloguedIdentity: Bool {
        defects.allSatisfy { drawn in
            drawn.isAccepted || !Defect.ofIdentities.contains { $0.name == drawn.name }
        }
    }

    /// Whether the client's reference identity is an address.
    var isAddress: Bool {
        guard case .ip = GeneratedSetup(defects).setup.connect else { return false }
        return true
    }

    /// The places of the certificates that the client trusts.
    var anchors: Set<Defect.Place> {
        Set(GeneratedSetup(defects).setup.trust.compactMap(Defect.Place.init))
    }

    /// The trusted certificates that constrain policies (RFC 5937 §3.2).
    var anchorsWithPolicies: [Entity] {
        let setup = GeneratedSetup(defects).setup
        return setup.trust.compactMap { setup.pki.entities[$0] }
            .filter {
                $0.policies != nil || $0.policyConstraints != nil || $0.inhibitAnyPolicy != nil
            }
    }

    /// Whether the other oracle accepts the path of `reference`, so that its rejection is about
    /// another path.
    var isOfAnotherPath: Bool {
        guard ours == nil else { return false }
        let path = path()
        return onPathAlone.map(\.isAccepted)
            ?? vanishes {
                $0.anchors = Array(path.suffix(1))
                $0.intermediates = Array(path.dropFirst().dropLast())
            }
    }

    /// This difference, and one difference for each further reason that either side has.
    ///
    /// The side that accepts may use another path than the path that the reason is about. The side
    /// that rejects may name a certificate outside the accepted path.
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

    /// Whether a wildcard covers a name that constraints exclude.
    var isWildcardUnderExclusion: Bool {
        ours == .nameExcluded
            && (isOf(["wildcard-under-exclusion"])
                || has("wildcard") && isOf(groups: [Defect.ofConstraints]))
    }

    /// Whether the other oracle rejects for a reason that contains one of these words.
    func says(_ words: String...) -> Bool { says(words) }

    /// Whether the other oracle rejects for a reason that contains one of these words.
    ///
    /// For programs and models that build on OpenSSL, the words of OpenSSL's own verdict are used.
    /// If OpenSSL was not run, any reason of a program matches.
    func says(_ words: [String]) -> Bool {
        guard case .reject = theirs, isOfProgram || isOfModel else {
            return words.contains(where: theirs.word.contains)
        }
        guard let verification else {
            return isOfProgram || words.contains(where: theirs.word.contains)
        }
        return words.contains(where: ChainVerdict(verification.verdict()).word.contains)
    }

    /// Whether the other oracle is a model, for which a library or a platform validates paths.
    var isOfModel: Bool { !isOfProgram && oracle != foundation }

    /// The error code of OpenSSL and its depth in the chain; nil without such an error.
    package var error: (code: Int32, depth: Int32)? {
        guard case .refuse(let code, let depth) = verification?.verdict() else { return nil }
        return (code, depth)
    }

    /// Whether OpenSSL agrees with `reference` after one change to its input.
    package func vanishes(_ change: (inout ChainVerification) -> Void) -> Bool {
        guard var verification else { return false }
        change(&verification)
        return (verification.verdict() == .accept) == (ours == nil)
    }
}

extension ChainDifference: CustomStringConvertible {
    package var description: String { "Hatpin: \(our.word); \(oracle): \(theirs.word)" }
}
