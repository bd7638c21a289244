import KnownDifferences
import Trust

// Known differences between our other profiles and `reference`. Each profile follows its own
// authority; `PathProfile` documents where it departs.
extension KnownDifference<ChainDifference> {
    static let ofProfiles: [KnownDifference] = [
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
