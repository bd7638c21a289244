import Campaigns
import Trust

// What the lists are about, each beside what is like it and is not.
extension ExplanationCase {
    static let ofLists =
        ofGnuTLS + ofMbedTLS + ofSwiftCertificates + ofOpenSSL + ofProfiles

    private static let ofGnuTLS = [
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_EXPIRED"),
            [DrawnDefect("expired-twin", at: .world)],
            "one path"
        ).whereThePathHolds,
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_EXPIRED"),
            [DrawnDefect("expired-twin", at: .world)],
            nil
        ).whereThePathIsConfirmed(),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_SIGNER_NOT_FOUND"),
            [DrawnDefect("spelled-issuer-name", at: .leaf)],
            "names in another spelling"
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_EXPIRED"),
            [DrawnDefect("spelled-issuer-name", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_SIGNER_NOT_FOUND"),
            [DrawnDefect("leaf-trusted", at: .world), DrawnDefect("circle", at: .world)],
            "one path"
        ).whereThePathHolds,
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_REVOKED"),
            [DrawnDefect("leaf-trusted", at: .world)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_SIGNER_NOT_CA"),
            [DrawnDefect("empty-signature", at: .root)],
            "what an anchor says"
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_SIGNER_NOT_CA"),
            [DrawnDefect("empty-signature", at: .leaf), DrawnDefect("no-key-usage", at: .root)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            nil,
            .reject("GNUTLS_CERT_SIGNER_NOT_CA"),
            [DrawnDefect("break-signature", at: .leaf), DrawnDefect("leaf-trusted", at: .world)],
            "what an anchor says"
        ).whereThePathIsConfirmed(),
        ExplanationCase(
            "gnutls 3",
            .nameNotPermitted,
            .accept,
            [DrawnDefect("permitted-other-uri", at: .world)],
            "constraints on URIs and directory names that permit"
        ),
        ExplanationCase(
            "gnutls 3",
            .nameNotPermitted,
            .accept,
            [DrawnDefect("permitted-other-host", at: .root)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            .nameNotPermitted,
            .accept,
            [DrawnDefect("permitted-address", at: .world), DrawnDefect("address", at: .world)],
            "addresses of the other family"
        ),
        ExplanationCase(
            "gnutls 3",
            .nameNotPermitted,
            .accept,
            [DrawnDefect("permitted-address", at: .world)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            .badKey,
            .accept,
            [DrawnDefect("corrupt-public-key", at: .leaf)],
            "points off their curve"
        ),
        ExplanationCase(
            "gnutls 3",
            .badKey,
            .accept,
            [DrawnDefect("corrupt-public-key", at: .intermediate)],
            nil
        ),
        ExplanationCase(
            "gnutls 3",
            .malformed,
            .accept,
            [DrawnDefect("odd-string", at: .leaf)],
            "certificates out of form"
        ),
        ExplanationCase("gnutls 3", .malformed, .accept, [DrawnDefect("expired", at: .leaf)], nil),
        ExplanationCase(
            "gnutls 3",
            .badExtension,
            .accept,
            [DrawnDefect("policy-twice", at: .leaf)],
            "bodies of extensions out of form"
        ),
        ExplanationCase(
            "gnutls 3",
            .badExtension,
            .accept,
            [DrawnDefect("wrong-host", at: .world)],
            nil
        ),
    ]

    private static let ofMbedTLS = [
        ExplanationCase(
            "mbedtls 2",
            .issuerNotCA,
            .accept,
            [
                DrawnDefect("issuer-that-is-none", at: .intermediate),
                DrawnDefect("path-length-enough", at: .intermediate),
            ],
            "a path length without cA"
        ),
        ExplanationCase(
            "mbedtls 2",
            .issuerNotCA,
            .accept,
            [DrawnDefect("issued-by-a-server", at: .world)],
            nil
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_X509_BADCERT_CN_MISMATCH"),
            [DrawnDefect("address", at: .world)],
            "addresses"
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_X509_BADCERT_CN_MISMATCH"),
            [DrawnDefect("wildcard", at: .world)],
            nil
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_ERR_PK_UNKNOWN_PK_ALG"),
            [DrawnDefect("other-key", at: .leaf)],
            "algorithms"
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_X509_BADCERT_EXPIRED"),
            [DrawnDefect("other-key", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_X509_BADCERT_NOT_TRUSTED"),
            [DrawnDefect("unknown-signature-algorithm", at: .root)],
            "algorithms"
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_X509_BADCERT_NOT_TRUSTED"),
            [DrawnDefect("unknown-signature-algorithm", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_ERR_X509_INVALID_EXTENSIONS"),
            [DrawnDefect("permitted-uri", at: .world)],
            "critical extensions that it does not process"
        ),
        ExplanationCase(
            "mbedtls 2",
            nil,
            .reject("MBEDTLS_ERR_X509_INVALID_EXTENSIONS"),
            [DrawnDefect("excluded-uri", at: .world)],
            nil
        ),
        ExplanationCase(
            "mbedtls 2",
            .nameExcluded,
            .accept,
            [
                DrawnDefect("name-constraints-not-critical", at: .intermediate),
                DrawnDefect("excluded-mailbox", at: .world),
            ],
            "constraints that are not critical"
        ),
        ExplanationCase(
            "mbedtls 2",
            .expired,
            .accept,
            [
                DrawnDefect("name-constraints-not-critical", at: .intermediate),
                DrawnDefect("expired", at: .leaf),
            ],
            nil
        ),
    ]

    private static let ofSwiftCertificates = [
        ExplanationCase(
            "swift-certificates 1",
            nil,
            .reject("undecodable"),
            [DrawnDefect("v4", at: .intermediate), DrawnDefect("leaf-trusted", at: .world)],
            "end entities that are trusted themselves"
        ).whereThePathIsConfirmed(butSays: "self-signed-not-a-ca"),
        ExplanationCase(
            "swift-certificates 1",
            nil,
            .reject("undecodable"),
            [DrawnDefect("v4", at: .intermediate), DrawnDefect("leaf-trusted", at: .world)],
            nil
        ).whereThePathIsConfirmed(),
        ExplanationCase(
            "swift-certificates 1",
            nil,
            .reject("no-path"),
            [DrawnDefect("weak-digest", at: .root)],
            "algorithms"
        ),
        ExplanationCase(
            "swift-certificates 1",
            nil,
            .reject("undecodable"),
            [DrawnDefect("pss-weak", at: .world)],
            nil
        ),
        ExplanationCase(
            "swift-certificates 1",
            nil,
            .reject("unsupported-name-constraint"),
            [DrawnDefect("permitted-mailbox", at: .world)],
            "constraints of kinds that it does not compare"
        ),
        ExplanationCase(
            "swift-certificates 1",
            nil,
            .reject("unsupported-name-constraint"),
            [DrawnDefect("string-types", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "swift-certificates 1",
            .extendedKeyUsage,
            .accept,
            [DrawnDefect("other-purpose", at: .leaf)],
            "purposes"
        ),
        ExplanationCase(
            "swift-certificates 1",
            .extendedKeyUsage,
            .accept,
            [DrawnDefect("wrong-host", at: .world)],
            nil
        ),
        ExplanationCase(
            "swift-certificates 1",
            .signatureAlgorithmMismatch,
            .accept,
            [DrawnDefect("wrong-inner-algorithm", at: .root)],
            "two signature algorithms"
        ),
        ExplanationCase(
            "swift-certificates 1",
            .signatureAlgorithmMismatch,
            .accept,
            [DrawnDefect("expired", at: .root)],
            nil
        ),
    ]

    private static let ofOpenSSL = [
        ExplanationCase(
            "openssl 3",
            nil,
            .reject("hostname mismatch"),
            [DrawnDefect("underscore", at: .world), DrawnDefect("wildcard", at: .world)],
            "underscores under wildcards"
        ),
        ExplanationCase(
            "openssl 3",
            nil,
            .reject("hostname mismatch"),
            [DrawnDefect("underscore", at: .world)],
            nil
        ),
        ExplanationCase(
            "openssl 3",
            nil,
            .reject("unable to get local issuer certificate"),
            [DrawnDefect("foreign-authority-key-identifier", at: .leaf)],
            "identifiers of issuers' keys"
        ),
        ExplanationCase(
            "openssl 3",
            nil,
            .reject("certificate has expired"),
            [DrawnDefect("foreign-authority-key-identifier", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "openssl 3",
            nil,
            .reject("unable to get local issuer certificate"),
            [DrawnDefect("odd-digest", at: .leaf)],
            "ECDSA over SHA-3"
        ),
        ExplanationCase(
            "openssl 3",
            nil,
            .reject("certificate has expired"),
            [DrawnDefect("odd-digest", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "openssl 3",
            .issuerNotCA,
            .accept,
            [DrawnDefect("version-1", at: .root)],
            "anchors that are no authorities"
        ),
        ExplanationCase(
            "openssl 3",
            .issuerNotCA,
            .accept,
            [DrawnDefect("issued-by-a-server", at: .world)],
            nil
        ),
        ExplanationCase(
            "openssl 3",
            .signatureAlgorithmMismatch,
            .accept,
            [DrawnDefect("wrong-inner-algorithm", at: .root)],
            "two signature algorithms in an anchor"
        ),
        ExplanationCase(
            "openssl 3",
            .signatureAlgorithmMismatch,
            .accept,
            [DrawnDefect("wrong-inner-algorithm", at: .leaf)],
            nil
        ),
        ExplanationCase(
            "openssl 3",
            .nameExcluded,
            .accept,
            [DrawnDefect("wildcard-under-exclusion", at: .world)],
            "wildcards under exclusions"
        ),
        ExplanationCase(
            "openssl 3",
            .nameExcluded,
            .accept,
            [DrawnDefect("excluded-host", at: .root)],
            nil
        ),
    ]

    private static let ofProfiles = [
        ExplanationCase(
            "hatpin legacy",
            .weakKey,
            .accept,
            [DrawnDefect("weak-key", at: .leaf)],
            "legacy, what it leaves out"
        ),
        ExplanationCase(
            "hatpin legacy",
            .revoked,
            .accept,
            [DrawnDefect("weak-key", at: .leaf)],
            nil
        ),
    ]
}
