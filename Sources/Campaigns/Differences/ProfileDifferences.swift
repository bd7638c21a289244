import Basics
import PathValidation

// Known differences between Hatpin's other profiles and `reference`. Each profile follows its own
// standard; `PathProfile` documents the differences.
extension KnownDifference<ChainDifference> {
    static let ofProfiles = ofWholeProfiles + ofApple

    private static let ofWholeProfiles: [KnownDifference] = [
        profile(
            "rfc5280",
            .stricter,
            says: [.nonconforming, .badExtension],
            "RFC 5280 §4 in full: the rules for conforming CAs, and the form of extensions that no "
                + "decision depends on."
        ),
        profile(
            "rfc5280",
            .laxer,
            says: [.extendedKeyUsage, .keyUsage, .nameMismatch],
            "RFC 5280 alone: anyExtendedKeyUsage includes every purpose (§4.2.1.12), handshakes do "
                + "not require a key usage, and wildcards may cover a public suffix."
        ),
        profile(
            "webpki",
            .stricter,
            says: [.nonconforming, .badExtension, .extendedKeyUsage, .weakKey, .weakSignature],
            "The rules of the Baseline Requirements §6.1 and §7.1 that a client can check."
        ),
        profile(
            "apple",
            .stricter,
            says: [.nonconforming, .extendedKeyUsage, .weakSignature],
            "Apple's trust evaluation requires serverAuth by name, limited validity and matching "
                + "key identifiers, and a strong signature on trusted certificates too (HT210176, "
                + "HT211025, SecPolicyServer.c)."
        ),
        profile(
            "apple",
            .laxer,
            says: [
                .badExtension, .extendedKeyUsage, .issuerNotCA, .keyUsage, .malformed,
                .unknownIssuer, .weakKey, .weakSignature, .badKey,
            ],
            "Apple's decoder accepts some encodings that are not DER. Its policies check no "
                + "purposes of anchors and no key usages of end entities (SecCertificate.c, "
                + "SecPolicyServer.c)."
        ),
        profile(
            "legacy",
            .stricter,
            says: [.nameNotPermitted, .nameExcluded],
            "Without a dNSName, the common name is the host name, and constraints on DNS names "
                + "apply to it (RFC 5280 §4.2.1.10 applies them to alternative names)."
        ),
        profile(
            "legacy",
            .laxer,
            says: [
                .badExtension, .badKey, .extendedKeyUsage, .issuerNotCA, .keyUsage, .malformed,
                .nameMismatch, .ipMismatch, .noIdentity, .unknownIssuer, .weakKey, .weakSignature,
            ],
            "The behaviour of clients before today's rules; the profile is laxer on purpose."
        ),
    ]

    /// The differences of Apple's trust evaluation whose reasons also have other causes.
    private static let ofApple: [KnownDifference] = [
        apple(
            "names in another spelling",
            .stricter,
            "Apple's trust evaluation finds issuers by the bytes of their names, and only "
                + "normalises PrintableStrings (createNormalizedX501Name, SecCertificate.c); RFC "
                + "5280 §7.1 ignores case, repeated spaces and the string type."
        ) { $0.says("name-chaining") && $0.has("spelled-issuer-name", "printable-issuer-name") },
        apple(
            "constraints on unsupported name types",
            .stricter,
            right: .both,
            "Apple's trust evaluation refuses a critical constraint on a name type that it does "
                + "not compare (SecNameConstraintsAreSubtreesSupported), as RFC 5280 §4.2 says for "
                + "what cannot be processed. By §4.2.1.10 the constraint only concerns "
                + "certificates with such a name."
        ) { $0.says("bad-name-constraint") && $0.has("constrained-other-name") },
        apple(
            "invalid name constraints",
            .laxer,
            "Apple's trust evaluation accepts a leading period in constraints on DNS names "
                + "(SecDNSNameConstraintsMatch), and ignores constraints of an end entity "
                + "(SecPolicyServer.c). RFC 5280 §4.2.1.10 allows the period only for URIs, and "
                + "constraints only in CA certificates."
        ) {
            $0.ours == .badNameConstraint
                && $0.has("permitted-below-dot", "excluded-below-dot", "constrained-server")
        },
        apple(
            "keys and signatures",
            .stricter,
            right: .both,
            "Apple's SecKey supports neither RSASSA-PSS nor SHA-3 "
                + "(SecSignatureVerificationSupport.c), and its policy for servers has no size for "
                + "Ed25519 and Ed448 (SecPolicyAddStrongKeySizeOptions, SecPolicy.c); RFC 8446 "
                + "§4.2.3 lets a client choose its algorithms."
        ) {
            $0.says("unsupported-algorithm") && $0.has("pss", "pss-weak", "odd-digest")
                || $0.says("weak-key") && $0.has("other-key")
        },
        apple(
            "unpadded signature numbers",
            .laxer,
            "Apple's verifier encodes the integers of an ECDSA signature again if verification "
                + "fails (SecRecreateSignatureWithDERAlgorithmId, "
                + "SecSignatureVerificationSupport.c); an integer without its leading zero is "
                + "negative (X.690 §8.3)."
        ) { $0.ours == .badSignature && $0.has("unpadded-signature-number") },
        apple(
            "keyCertSign of end entities",
            .laxer,
            "Apple's trust evaluation does not compare an end entity's keyUsage with cA "
                + "(SecPolicyServer.c); RFC 5280 §4.2.1.3 allows keyCertSign only for CAs."
        ) { $0.ours == .nonconforming && $0.has("every-key-usage", at: [.leaf]) },
        apple(
            "critical extensions that it knows",
            .laxer,
            right: .both,
            "Apple's trust evaluation parses key identifiers, and so accepts them if they are "
                + "critical (SecCertificateInitializeExtensionParsers, SecCertificate.c); RFC 5280 "
                + "§4.2 lets an implementation choose which extensions it supports, and §6.1 "
                + "processes none of these."
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
            "\(name), \(direction == .laxer ? "missing rules" : "additional rules")",
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
