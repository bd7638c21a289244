import Basics
import PathValidation

// Known differences between our other profiles and `reference`. Each profile follows its own
// authority; `PathProfile` documents where it departs.
extension KnownDifference<ChainDifference> {
    static let ofProfiles = ofWholeProfiles + ofApple

    private static let ofWholeProfiles: [KnownDifference] = [
        profile(
            "rfc5280",
            .stricter,
            says: [.nonconforming, .badExtension],
            "RFC 5280 §4 in full: what it demands of conforming CAs, and the form of extensions "
                + "that no decision depends on."
        ),
        profile(
            "rfc5280",
            .laxer,
            says: [.extendedKeyUsage, .keyUsage, .nameMismatch],
            "RFC 5280 alone: any purpose stands for every purpose (§4.2.1.12), handshakes ask for "
                + "no key usage, and wildcards know no registries."
        ),
        profile(
            "webpki",
            .stricter,
            says: [.nonconforming, .badExtension, .extendedKeyUsage, .weakKey, .weakSignature],
            "The Baseline Requirements §6.1 and §7.1 as far as a client sees them."
        ),
        profile(
            "apple",
            .stricter,
            says: [.nonconforming, .extendedKeyUsage, .weakSignature],
            "Apple's trust evaluation asks for serverAuth by name, for limits of validity and for "
                + "key identifiers that agree, and of what is trusted for a strong signature too "
                + "(HT210176, HT211025, SecPolicyServer.c)."
        ),
        profile(
            "apple",
            .laxer,
            says: [
                .badExtension, .extendedKeyUsage, .issuerNotCA, .keyUsage, .malformed,
                .unknownIssuer, .weakKey, .weakSignature, .badKey,
            ],
            "Apple's decoder takes some of what is not DER, and its policies do not ask anchors "
                + "for purposes, nor end entities for key usages (SecCertificate.c, "
                + "SecPolicyServer.c)."
        ),
        profile(
            "legacy",
            .stricter,
            says: [.nameNotPermitted, .nameExcluded],
            "Where there is no dNSName, the common name is the host's, and so stands under "
                + "constraints on DNS names (RFC 5280 §4.2.1.10 has them for alternative names)."
        ),
        profile(
            "legacy",
            .laxer,
            says: [
                .badExtension, .badKey, .extendedKeyUsage, .issuerNotCA, .keyUsage, .malformed,
                .nameMismatch, .ipMismatch, .noIdentity, .unknownIssuer, .weakKey, .weakSignature,
            ],
            "What clients did before the rules of today; it is there to be laxer."
        ),
    ]

    /// The rules of Apple's trust evaluation whose reasons have other causes too.
    private static let ofApple: [KnownDifference] = [
        apple(
            "names in another spelling",
            .stricter,
            "Apple's trust evaluation looks issuers up by the bytes of a name, in which it folds "
                + "PrintableStrings alone (createNormalizedX501Name, SecCertificate.c); RFC 5280 "
                + "§7.1 compares letters and blanks as people do, whatever the string type."
        ) { $0.says("name-chaining") && $0.has("spelled-issuer-name", "printable-issuer-name") },
        apple(
            "constraints of kinds that it does not compare",
            .stricter,
            right: .both,
            "Apple's trust evaluation refuses a critical constraint on a kind of names that it "
                + "does not compare (SecNameConstraintsAreSubtreesSupported), as RFC 5280 §4.2 has "
                + "it for what cannot be processed; by §4.2.1.10 it concerns certificates that "
                + "have such a name."
        ) { $0.says("bad-name-constraint") && $0.has("constrained-other-name") },
        apple(
            "constraints without a meaning",
            .laxer,
            "Apple's trust evaluation takes a leading period in constraints on DNS names "
                + "(SecDNSNameConstraintsMatch), and does not look at constraints of an end "
                + "entity (SecPolicyServer.c); RFC 5280 §4.2.1.10 has the period for URIs alone, "
                + "and constraints in certificates of CAs."
        ) {
            $0.ours == .badNameConstraint
                && $0.has("permitted-below-dot", "excluded-below-dot", "constrained-server")
        },
        apple(
            "keys and signatures",
            .stricter,
            right: .both,
            "Apple's SecKey knows neither RSASSA-PSS nor SHA-3 (SecSignatureVerificationSupport.c), and "
                + "its policy for servers has no size for Ed25519 and Ed448 "
                + "(SecPolicyAddStrongKeySizeOptions, SecPolicy.c); RFC 8446 §4.2.3 leaves to a client "
                + "which algorithms it takes."
        ) {
            $0.says("unsupported-algorithm") && $0.has("pss", "pss-weak", "odd-digest")
                || $0.says("weak-key") && $0.has("other-key")
        },
        apple(
            "signature numbers without their zero",
            .laxer,
            "Apple's verifier encodes the numbers of an ECDSA signature again where it does not verify "
                + "(SecRecreateSignatureWithDERAlgorithmId, SecSignatureVerificationSupport.c); a number "
                + "without its leading zero is negative (X.690 §8.3)."
        ) { $0.ours == .badSignature && $0.has("unpadded-signature-number") },
        apple(
            "keyCertSign of end entities",
            .laxer,
            "Apple's trust evaluation does not compare an end entity's keyUsage with cA "
                + "(SecPolicyServer.c); RFC 5280 §4.2.1.3 has keyCertSign for CAs alone."
        ) { $0.ours == .nonconforming && $0.has("every-key-usage", at: [.leaf]) },
        apple(
            "critical extensions that it knows",
            .laxer,
            right: .both,
            "Apple's trust evaluation parses identifiers of keys, and so takes them where they are "
                + "critical (SecCertificateInitializeExtensionParsers, SecCertificate.c); RFC 5280 "
                + "§4.2 leaves to an implementation which extensions it knows, and §6.1 processes "
                + "none of them."
        ) {
            $0.ours == .unhandledCriticalExtension
                && $0.has("critical-subject-key-identifier", "critical-authority-key-identifier")
        },
    ]

    private static func apple(
        _ name: String,
        _ direction: DifferenceDirection,
        right: Right = .ours,
        _ about: String,
        explains: @escaping @Sendable (ChainDifference) -> Bool
    ) -> KnownDifference {
        KnownDifference("apple, \(name)", direction, right: right, about) {
            $0.foundation == "hatpin apple" && explains($0)
        }
    }

    private static func profile(
        _ name: String,
        _ direction: DifferenceDirection,
        says codes: [Rejection.Code],
        _ about: String
    ) -> KnownDifference {
        KnownDifference(
            "\(name), \(direction == .laxer ? "what it leaves out" : "what it asks beside")",
            direction,
            right: .both,
            about
        ) { difference in
            let code = difference.ours?.rawValue ?? difference.theirs.word
            return difference.foundation == "hatpin " + name
                && codes.contains { $0.rawValue == code }
        }
    }
}
