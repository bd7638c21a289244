import Basics
import PathValidation

// Known differences between Mbed TLS 2.28 (mbedtls_x509_crt_verify) and `reference`.
extension KnownDifference<ChainDifference> {
    static let ofMbedTLS = stricterMbedTLS + laxForm(of: "Mbed TLS") + laxerMbedTLS

    private static let stricterMbedTLS: [KnownDifference] = [
        KnownDifference(
            "algorithms",
            .stricter,
            right: .both,
            "Mbed TLS 2.28 supports neither Ed25519 and Ed448 nor SHA-3, and refuses certificates "
                + "with them."
        ) {
            $0.says("UNKNOWN_PK_ALG", "UNKNOWN_SIG_ALG", "INVALID_ALG", "NOT_TRUSTED")
                && ($0.has("other-key", "odd-digest")
                    || $0.has("unknown-signature-algorithm", at: [.root]))
        },
        onePath(of: "Mbed TLS"),
        spelling(of: "Mbed TLS", says: "NOT_TRUSTED"),
        dotAfterHost(of: "Mbed TLS", says: "CN_MISMATCH"),
        KnownDifference(
            "addresses",
            .stricter,
            "Mbed TLS 2.28 only compares DNS names (x509_crt_verify_name); RFC 9525 §6.4 includes "
                + "addresses."
        ) { $0.isAddress && $0.says("CN_MISMATCH") },
        KnownDifference(
            "critical extensions that it does not process",
            .stricter,
            right: .both,
            "Mbed TLS 2.28 does not process name constraints or most of the policy extensions. It "
                + "refuses critical extensions that it does not process, as RFC 5280 §4.2 says, "
                + "and ignores an anchor that has them."
        ) { difference in
            difference.says("INVALID_EXTENSIONS", "FEATURE_UNAVAILABLE", "NOT_TRUSTED")
                && difference.isOf(criticalPolicies, groups: [Defect.ofConstraints])
        },
        KnownDifference(
            "large path lengths",
            .stricter,
            "Mbed TLS reads pathLenConstraint into an int; RFC 5280 §4.2.1.9 allows any number "
                + "from 0."
        ) {
            $0.has("path-length-enough", "huge-path-length")
                && $0.says("INVALID_LENGTH", "NOT_TRUSTED")
        },
        KnownDifference(
            "key usages of nine bits",
            .stricter,
            "Mbed TLS 2.28 refuses an issuer whose key usage includes decipherOnly; RFC 5280 "
                + "§4.2.1.3 does not."
        ) { $0.has("every-key-usage") && $0.says("NOT_TRUSTED", "KEY_USAGE") },
        KnownDifference(
            "unique identifiers",
            .stricter,
            right: .both,
            "Mbed TLS refuses an anchor with unique identifiers; RFC 5280 §4.1.2.8 says that "
                + "readers should be able to process them."
        ) {
            $0.has("unique-ids-in-v3") && $0.says("UNEXPECTED_TAG", "NOT_TRUSTED")
        },
        KnownDifference(
            "trusted end entities",
            .stricter,
            right: .both,
            "Mbed TLS accepts a trusted end entity without a path only if the certificate is "
                + "self-issued (x509_crt_check_ee_locally_trusted); RFC 5280 §6.1 has no rule for a "
                + "path that is only an anchor."
        ) { $0.has("leaf-trusted") && $0.says("NOT_TRUSTED") },
        KnownDifference(
            "signatures of trusted end entities",
            .stricter,
            right: .both,
            "Mbed TLS checks the strength of a trusted end entity's key and signature, which no "
                + "rule requires (RFC 5280 §6.1)."
        ) {
            $0.has("self-signed-trusted", "intermediate-trusted")
                && $0.says("NOT_TRUSTED", "BAD_MD")
        },
        oddAnchors(of: "Mbed TLS", says: "NOT_TRUSTED", "UNKNOWN_SIG_ALG"),
    ]

    private static let laxerMbedTLS: [KnownDifference] = [
        KnownDifference(
            "repeated extensions",
            .laxer,
            "Mbed TLS does not detect repetitions of extensions that it does not read (RFC 5280 "
                + "§4.2)."
        ) { $0.ours == .duplicateExtension && $0.isOf(groups: formGroups) },
        dotAfterName(of: "Mbed TLS"),
        wildcardsHighUp(of: "Mbed TLS"),
        KnownDifference(
            "a path length without cA",
            .laxer,
            "Mbed TLS reads an INTEGER in the place of cA as true (x509_get_basic_constraints), so "
                + "that a pathLenConstraint alone makes a CA; cA is FALSE if it is absent (RFC "
                + "5280 §4.2.1.9)."
        ) {
            $0.ours == .issuerNotCA && $0.has("issuer-that-is-none", "length-without-authority")
        },
        KnownDifference(
            "addresses as names",
            .laxer,
            "Mbed TLS 2.28 compares an address as a DNS name; RFC 9525 §6.4 uses iPAddress for it."
        ) { $0.ours == .ipMismatch && $0.has("address-as-name") },
        KnownDifference(
            "anchors that are not CAs",
            .laxer,
            right: .both,
            "Mbed TLS treats a trusted certificate of version 1 as a CA (x509_crt_check_parent); "
                + "the reference policy requires cA of anchors too (RFC 5280 §6.1.4 (k))."
        ) { $0.ours == .issuerNotCA && $0.has("version-1", "v1") },
        KnownDifference(
            "constraints that are not critical",
            .laxer,
            "Mbed TLS 2.28 ignores name constraints that are not critical; RFC 5280 §4.2.1.10 "
                + "requires them to be processed."
        ) {
            $0.has("name-constraints-not-critical")
                && [.nameExcluded, .nameNotPermitted].contains($0.ours)
        },
    ]
}
