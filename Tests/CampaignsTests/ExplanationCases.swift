import Campaigns
import PathValidation

// Each known difference, next to similar cases that it does not explain.
extension ExplanationCase {
    static let ofLists =
        ofGnuTLS + ofMbedTLS + ofSwiftCertificates + ofOpenSSL + ofProfiles + ofParties

    private static let ofGnuTLS: [ExplanationCase] = [
        .stricter("gnutls 3", "GNUTLS_CERT_EXPIRED", ["expired-twin"], "one path")
            .whereThePathHolds,
        .stricter("gnutls 3", "GNUTLS_CERT_EXPIRED", ["expired-twin"], nil)
            .whereThePathIsConfirmed(),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_NOT_FOUND",
            ["leaf spelled-issuer-name"],
            "names in another spelling"
        ),
        .stricter("gnutls 3", "GNUTLS_CERT_EXPIRED", ["leaf spelled-issuer-name"], nil),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_NOT_FOUND",
            ["leaf-trusted", "circle"],
            "one path"
        ).whereThePathHolds,
        .stricter("gnutls 3", "GNUTLS_CERT_REVOKED", ["leaf-trusted"], nil),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_NOT_CA",
            ["root empty-signature"],
            "fields of anchors"
        ),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_NOT_CA",
            ["leaf empty-signature", "root no-key-usage"],
            nil
        ),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_NOT_CA",
            ["leaf break-signature", "leaf-trusted"],
            "fields of anchors"
        ).whereThePathIsConfirmed(),
        .laxer(
            "gnutls 3",
            .nameNotPermitted,
            ["permitted-other-uri"],
            "permitted URIs and directory names"
        ),
        .laxer("gnutls 3", .nameNotPermitted, ["root permitted-other-host"], nil),
        .laxer(
            "gnutls 3",
            .nameNotPermitted,
            ["permitted-address", "address"],
            "addresses of the other family"
        ),
        .laxer("gnutls 3", .nameNotPermitted, ["permitted-address"], nil),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE",
            ["address", "common-name-under-constraints"],
            "common names under constraints"
        ),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE",
            ["intermediate permitted-host", "root permitted-everything"],
            "constraints that permit every host"
        ),
        .stricter(
            "gnutls 3",
            "GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE",
            ["intermediate permitted-host"],
            nil
        ),
        .laxer(
            "gnutls 3",
            .nameMismatch,
            ["dot-in-certificate", "trailing-dot"],
            "a dot after a name"
        ),
        .laxer("gnutls 3", .nameMismatch, ["wrong-host"], nil),
        .laxer("gnutls 3", .badKey, ["leaf corrupt-public-key"], "points off their curve"),
        .laxer("gnutls 3", .badKey, ["intermediate corrupt-public-key"], nil),
        .laxer("gnutls 3", .malformed, ["leaf odd-string"], "malformed certificates"),
        .laxer("gnutls 3", .malformed, ["leaf expired"], nil),
        .laxer(
            "gnutls 3",
            .badExtension,
            ["leaf policy-twice"],
            "malformed extension bodies"
        ),
        .laxer("gnutls 3", .badExtension, ["wrong-host"], nil),
    ]

    private static let ofMbedTLS: [ExplanationCase] = [
        .laxer(
            "mbedtls 2",
            .issuerNotCA,
            ["intermediate issuer-that-is-none", "intermediate path-length-enough"],
            "a path length without cA"
        ),
        .laxer("mbedtls 2", .issuerNotCA, ["issued-by-a-server"], nil),
        .laxer(
            "mbedtls 2",
            .nameMismatch,
            ["dot-in-certificate", "trailing-dot"],
            "a dot after a name"
        ),
        .laxer(
            "mbedtls 2",
            .nameMismatch,
            ["wildcard-too-high", "wrong-host"],
            "wildcards below top-level domains"
        ),
        .laxer("mbedtls 2", .nameMismatch, ["wrong-host"], nil),
        .stricter("mbedtls 2", "MBEDTLS_X509_BADCERT_CN_MISMATCH", ["address"], "addresses"),
        .stricter("mbedtls 2", "MBEDTLS_X509_BADCERT_CN_MISMATCH", ["wildcard"], nil),
        .stricter("mbedtls 2", "MBEDTLS_ERR_PK_UNKNOWN_PK_ALG", ["leaf other-key"], "algorithms"),
        .stricter("mbedtls 2", "MBEDTLS_X509_BADCERT_EXPIRED", ["leaf other-key"], nil),
        .stricter(
            "mbedtls 2",
            "MBEDTLS_X509_BADCERT_NOT_TRUSTED",
            ["root unknown-signature-algorithm"],
            "algorithms"
        ),
        .stricter(
            "mbedtls 2",
            "MBEDTLS_X509_BADCERT_NOT_TRUSTED",
            ["leaf unknown-signature-algorithm"],
            nil
        ),
        .stricter(
            "mbedtls 2",
            "MBEDTLS_ERR_X509_INVALID_EXTENSIONS",
            ["permitted-uri"],
            "critical extensions that it does not process"
        ),
        .stricter("mbedtls 2", "MBEDTLS_ERR_X509_INVALID_EXTENSIONS", ["excluded-uri"], nil),
        .laxer(
            "mbedtls 2",
            .nameExcluded,
            ["intermediate name-constraints-not-critical", "excluded-mailbox"],
            "constraints that are not critical"
        ),
        .laxer(
            "mbedtls 2",
            .expired,
            ["intermediate name-constraints-not-critical", "leaf expired"],
            nil
        ),
    ]

    private static let ofSwiftCertificates: [ExplanationCase] = [
        .stricter(
            "swift-certificates 1",
            "undecodable",
            ["intermediate v4", "leaf-trusted"],
            "trusted end entities"
        ).whereThePathIsConfirmed(butSays: "self-signed-not-a-ca"),
        .stricter("swift-certificates 1", "undecodable", ["intermediate v4", "leaf-trusted"], nil)
            .whereThePathIsConfirmed(),
        .stricter("swift-certificates 1", "no-path", ["root weak-digest"], "algorithms"),
        .stricter("swift-certificates 1", "undecodable", ["pss-weak"], nil),
        .stricter(
            "swift-certificates 1",
            "unsupported-name-constraint",
            ["permitted-mailbox"],
            "constraints on unsupported name types"
        ),
        .stricter(
            "swift-certificates 1",
            "unsupported-name-constraint",
            ["leaf string-types"],
            nil
        ),
        .laxer("swift-certificates 1", .extendedKeyUsage, ["leaf other-purpose"], "purposes"),
        .laxer("swift-certificates 1", .extendedKeyUsage, ["wrong-host"], nil),
        .laxer(
            "swift-certificates 1",
            .nameMismatch,
            ["wildcard-too-high", "wrong-host"],
            "wildcards below top-level domains"
        ),
        .laxer("swift-certificates 1", .nameMismatch, ["wrong-host"], nil),
        .laxer(
            "swift-certificates 1",
            .signatureAlgorithmMismatch,
            ["root wrong-inner-algorithm"],
            "two signature algorithms"
        ),
        .laxer("swift-certificates 1", .signatureAlgorithmMismatch, ["root expired"], nil),
    ]

    private static let ofOpenSSL: [ExplanationCase] = [
        .stricter(
            "openssl 3",
            "hostname mismatch",
            ["underscore", "wildcard"],
            "underscores under wildcards"
        ),
        .stricter("openssl 3", "hostname mismatch", ["underscore"], nil),
        .laxer(
            "openssl 3",
            .nameMismatch,
            ["dot-in-certificate", "trailing-dot"],
            "a dot after a name"
        ),
        .laxer("openssl 3", .nameMismatch, ["wrong-host"], nil),
        .stricter(
            "openssl 3",
            "unable to get local issuer certificate",
            ["leaf foreign-authority-key-identifier"],
            "authority key identifiers"
        ),
        .stricter(
            "openssl 3",
            "certificate has expired",
            ["leaf foreign-authority-key-identifier"],
            nil
        ),
        .stricter(
            "openssl 3",
            "unable to get local issuer certificate",
            ["leaf odd-digest"],
            "ECDSA over SHA-3"
        ),
        .stricter("openssl 3", "certificate has expired", ["leaf odd-digest"], nil),
        .laxer("openssl 3", .issuerNotCA, ["root version-1"], "anchors that are not CAs"),
        .laxer("openssl 3", .issuerNotCA, ["issued-by-a-server"], nil),
        .laxer(
            "openssl 3",
            .signatureAlgorithmMismatch,
            ["root wrong-inner-algorithm"],
            "two signature algorithms in an anchor"
        ),
        .laxer("openssl 3", .signatureAlgorithmMismatch, ["leaf wrong-inner-algorithm"], nil),
        .laxer(
            "openssl 3",
            .nameExcluded,
            ["wildcard-under-exclusion"],
            "wildcards under exclusions"
        ),
        .laxer("openssl 3", .nameExcluded, ["root excluded-host"], nil),
    ]

    private static let ofParties: [ExplanationCase] = [
        .laxer("party curl", .badExtension, ["root policy-twice"], "unused extension bodies"),
        .laxer(
            "party curl:insecure=true",
            .malformed,
            ["leaf long-serial"],
            "serial numbers, versions and empty names"
        ),
        .laxer("party curl", .expired, ["leaf expired"], nil),
        .laxer(
            "party curl",
            .policy,
            ["leaf policy-constraints-of-server"],
            "policies that curl does not check"
        ),
        .laxer("openssl 3", .policy, ["leaf policy-constraints-of-server"], nil),
        .stricter(
            "party urlsession",
            "nonconforming",
            ["leaf before-computers"],
            "apple, additional rules"
        ),
        .laxer("party okhttp", .nameMismatch, ["dot-in-certificate"], nil),
    ]

    private static let ofProfiles: [ExplanationCase] = [
        .laxer("hatpin legacy", .weakKey, ["leaf weak-key"], "legacy, missing rules"),
        .laxer("hatpin legacy", .revoked, ["leaf weak-key"], nil),
        .stricter(
            "hatpin legacy",
            "name-not-permitted",
            ["address", "common-name-under-constraints"],
            "legacy, additional rules"
        ),
        .stricter("hatpin legacy", "expired", ["address", "common-name-under-constraints"], nil),
        .stricter(
            "hatpin apple",
            "name-chaining",
            ["leaf spelled-issuer-name"],
            "apple, names in another spelling"
        ),
        .stricter("hatpin apple", "expired", ["leaf spelled-issuer-name"], nil),
        .stricter("hatpin apple", "name-chaining", ["leaf other-key"], nil),
        .stricter("hatpin webpki", "name-chaining", ["leaf spelled-issuer-name"], nil),
        .stricter("hatpin apple", "unsupported-algorithm", ["pss"], "apple, keys and signatures"),
        .stricter("hatpin apple", "weak-key", ["leaf other-key"], "apple, keys and signatures"),
        .stricter("hatpin apple", "weak-key", ["pss"], nil),
        .stricter("hatpin webpki", "unsupported-algorithm", ["pss"], nil),
        .laxer(
            "hatpin apple",
            .badSignature,
            ["leaf unpadded-signature-number"],
            "apple, unpadded signature numbers"
        ),
        .laxer("hatpin apple", .badSignature, ["leaf padded-signature-numbers"], nil),
        .stricter(
            "hatpin apple",
            "expired",
            ["expired-twin", "intermediate printable-issuer-name"],
            "apple, names in another spelling"
        ).whereThePathIsConfirmed(butSays: "name-chaining"),
        .stricter(
            "hatpin apple",
            "bad-name-constraint",
            ["intermediate constrained-other-name"],
            "apple, constraints on unsupported name types"
        ),
        .stricter("hatpin apple", "bad-name-constraint", ["permitted-uri"], nil),
        .laxer(
            "hatpin apple",
            .badNameConstraint,
            ["root permitted-below-dot"],
            "apple, invalid name constraints"
        ),
        .laxer("hatpin apple", .badNameConstraint, ["intermediate mask-with-holes"], nil),
        .laxer("hatpin webpki", .badNameConstraint, ["root permitted-below-dot"], nil),
        .laxer(
            "hatpin apple",
            .expired,
            ["expired-twin", "root permitted-below-dot"],
            "apple, invalid name constraints"
        ).whereAnotherPathIs(.badNameConstraint),
        .laxer("hatpin apple", .expired, ["expired-twin", "root permitted-below-dot"], nil),
        .laxer(
            "hatpin apple",
            .nonconforming,
            ["leaf every-key-usage"],
            "apple, keyCertSign of end entities"
        ),
        .laxer("hatpin apple", .nonconforming, ["root every-key-usage"], nil),
        .laxer(
            "hatpin apple",
            .unhandledCriticalExtension,
            ["root critical-subject-key-identifier"],
            "apple, critical extensions that it knows"
        ),
        .laxer(
            "hatpin apple",
            .unhandledCriticalExtension,
            ["leaf critical-authority-key-identifier"],
            "apple, critical extensions that it knows"
        ),
        .laxer("hatpin apple", .unhandledCriticalExtension, ["leaf critical-extension"], nil),
        .laxer(
            "hatpin webpki",
            .unhandledCriticalExtension,
            ["root critical-subject-key-identifier"],
            nil
        ),
    ]
}
