import Basics
import PathValidation

// Known differences between swift-certificates 1.21.1 (RFC5280Policy, ServerIdentityPolicy) and
// `reference`.
extension KnownDifference<ChainDifference> {
    static let ofSwiftCertificates =
        stricterSwiftCertificates + laxForm(of: "swift-certificates") + laxerSwiftCertificates

    private static let stricterSwiftCertificates: [KnownDifference] = [
        onePath(of: "swift-certificates"),
        spelling(of: "swift-certificates", says: "no-path", "self-signed-not-a-ca"),
        policies(of: "swift-certificates", says: "unhandled-critical-extension"),
        KnownDifference(
            "critical purposes",
            .stricter,
            "RFC5280Policy does not list extKeyUsage among the extensions that it handles; RFC "
                + "5280 §4.2.1.12 allows it to be critical."
        ) { $0.has("critical-purposes") && $0.says("unhandled-critical-extension") },
        KnownDifference(
            "algorithms",
            .stricter,
            right: .both,
            "swift-certificates 1.21.1 does not decode certificates with Ed448, RSASSA-PSS, SHA-3 "
                + "or ECDSA over SHA-1 in their signature or key, and ignores such anchors."
        ) {
            $0.says("undecodable", "no-path")
                && ($0.has("pss", "pss-weak", "odd-digest", "other-key")
                    || $0.has("weak-digest", "unknown-signature-algorithm", at: [.root]))
        },
        KnownDifference(
            "underscores",
            .stricter,
            right: .both,
            "ServerIdentityPolicy ignores names with an underscore; RFC 9525 §6.3 compares labels "
                + "whatever they contain, and CA/B Forum BR §7.1.2.7.12 no longer lets CAs issue "
                + "them."
        ) { $0.has("underscore") && $0.says("name-mismatch") },
        KnownDifference(
            "trusted end entities",
            .stricter,
            right: .both,
            "swift-certificates requires an anchor to be a CA if it is the end entity too, and "
                + "otherwise looks for a path; RFC 5280 §6.1 has no rule for a path that is only "
                + "an anchor."
        ) { $0.has("self-signed-trusted", "leaf-trusted") && $0.says("self-signed-not-a-ca") },
        KnownDifference(
            "constraints on unsupported name types",
            .stricter,
            right: .both,
            "swift-certificates does not compare constraints on mailboxes and directory names, and "
                + "refuses the issuer, as RFC 5280 §4.2.1.10 allows."
        ) {
            $0.says("unsupported-name-constraint") && $0.isOf(groups: [Defect.ofConstraints])
        },
        KnownDifference(
            "large path lengths",
            .stricter,
            "swift-certificates reads pathLenConstraint into an Int; RFC 5280 §4.2.1.9 allows any "
                + "number from 0."
        ) {
            $0.says("bad-basic-constraints") && $0.has("huge-path-length", "path-length-enough")
        },
        KnownDifference(
            "unique identifiers",
            .stricter,
            right: .both,
            "swift-certificates does not decode certificates with unique identifiers; RFC 5280 "
                + "§4.1.2.8 says that readers should be able to."
        ) { $0.has("unique-ids-in-v3") && $0.says("undecodable", "no-path") },
        KnownDifference(
            "hosts of URIs under exclusions",
            .stricter,
            "swift-certificates applies a constraint on URIs to a domain and everything below it; "
                + "without a leading period it means one host (RFC 5280 §4.2.1.10)."
        ) { $0.says("name-excluded") && $0.has("excluded-other-uri") },
        oddAnchors(
            of: "swift-certificates",
            says: "no-path",
            "undecodable",
            "bad-basic-constraints",
            "self-signed-not-a-ca"
        ),
    ]

    private static let laxerSwiftCertificates: [KnownDifference] = [
        KnownDifference(
            "purposes",
            .laxer,
            right: .both,
            "RFC5280Policy does not check purposes, which RFC 5280 §4.2.1.12 leaves to the "
                + "application; a TLS client must check them."
        ) { $0.ours == .extendedKeyUsage && $0.has("other-purpose") },
        KnownDifference(
            "key usages",
            .laxer,
            "RFC5280Policy handles keyUsage without checking keyCertSign, as a comment in its "
                + "source says (RFC 5280 §6.1.4 (n))."
        ) { $0.ours == .keyUsage && $0.has("no-signing-usage", "no-key-cert-sign") },
        KnownDifference(
            "issuers of version 1",
            .laxer,
            right: .both,
            "RFC5280Policy does not require basicConstraints in versions without extensions, as "
                + "RFC 5280 §6.1.4 (k) allows if they are known to be CAs by other means."
        ) { $0.ours == .issuerNotCA && $0.has("version-1", "v1") },
        wildcards(of: "swift-certificates"),
        KnownDifference(
            "a wildcard inside a label, or a dot after a name",
            .laxer,
            "ServerIdentityPolicy lets * match a part of a label and ignores a dot at the end; RFC "
                + "9525 §6.3 does not."
        ) {
            $0.ours == .nameMismatch
                && $0.has("wildcard-inside-label", "wildcard-before-text", "dot-in-certificate")
        },
        wildcardsHighUp(of: "swift-certificates"),
        KnownDifference(
            "hosts of URIs",
            .laxer,
            "swift-certificates applies a constraint on URIs to a domain and everything below it; "
                + "without a leading period it means one host (RFC 5280 §4.2.1.10)."
        ) { $0.ours == .nameNotPermitted && $0.has("permitted-other-uri") },
        KnownDifference(
            "two signature algorithms",
            .laxer,
            "swift-certificates does not compare the two signature algorithms of an anchor (RFC "
                + "5280 §4.1.1.2)."
        ) {
            $0.ours == .signatureAlgorithmMismatch
                && $0.hasTwoAlgorithms(at: [.leaf, .intermediate, .root])
        },
        KnownDifference(
            "signatures over SHA-1",
            .laxer,
            "swift-certificates verifies signatures over SHA-1; RFC 8446 §4.4.2.4 and CA/B "
                + "Forum BR §7.1.3.2 forbid them."
        ) { $0.ours == .weakSignature && $0.has("weak-digest") },
    ]
}
