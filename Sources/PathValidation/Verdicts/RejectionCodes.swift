extension Rejection.Code {
    /// The meaning of the reason, followed by the section of the rule, for `list` and `explain`.
    package var about: String { "\(meaning) (\(source))" }

    /// The meaning, as a lowercase fragment.
    package var meaning: String { entry.meaning }

    /// The section that states the rule.
    package var source: String { entry.source }

    /// The sections that state the rule, one by one.
    package var sources: [String] {
        source.split(separator: ";").map { String($0.drop { $0 == " " }) }
    }

    private var entry: (meaning: String, source: String) {
        switch self {
        case .nameMismatch:
            ("no DNS name of the certificate matches the expected name", "RFC 9525 §6.3")
        case .ipMismatch:
            ("no address of the certificate matches the expected address", "RFC 9525 §6.4")
        case .mailboxMismatch:
            ("no mailbox of the certificate matches the expected mailbox", "RFC 5280 §7.5")
        case .noIdentity:
            ("the certificate has no subjectAltName to compare", "RFC 9525 §2, §6.2")
        case .badNameSyntax:
            ("the expected name is not a valid server name", "RFC 9525 §6.1.2")
        case .expired: ("a validity period has ended", "RFC 5280 §6.1.3 (a)(2)")
        case .notYetValid: ("a validity period has not begun", "RFC 5280 §6.1.3 (a)(2)")
        case .badValidity: ("a validity period ends before it begins", "RFC 5280 §4.1.2.5")
        case .selfSigned:
            ("the end entity is self-signed and not a trust anchor", "RFC 5280 §6.1")
        case .unknownIssuer: ("no path leads to a trust anchor", "RFC 5280 §6.1")
        case .distrusted: ("a certificate is distrusted by name or key", "RFC 5280 §6.1.1 (d)")
        case .issuerNotCA: ("an issuer is not marked as a CA", "RFC 5280 §6.1.4 (k)")
        case .pathLength:
            (
                "the path has more intermediates than a path length constraint allows",
                "RFC 5280 §6.1.4 (l), (m)"
            )
        case .chainTooLong: ("the path is longer than the validator builds", "RFC 4158 §3.1")
        case .nameChaining: ("an issuer name is not the issuer's subject", "RFC 5280 §6.1.3 (a)(4)")
        case .keyUsage:
            ("a key is used in a way that its key usage does not allow", "RFC 5280 §4.2.1.3")
        case .extendedKeyUsage:
            ("a certificate is used for a purpose that it does not list", "RFC 5280 §4.2.1.12")
        case .nameNotPermitted:
            ("a name is outside the permitted subtrees of a CA", "RFC 5280 §6.1.3 (b)")
        case .nameExcluded: ("a name is inside an excluded subtree of a CA", "RFC 5280 §6.1.3 (c)")
        case .badNameConstraint: ("a name constraint has no meaning", "RFC 5280 §4.2.1.10")
        case .policy: ("no certificate policy is valid for the path", "RFC 5280 §6.1.5 (g)")
        case .badSignature: ("a signature does not verify", "RFC 5280 §6.1.3 (a)(1)")
        case .signatureAlgorithmMismatch:
            ("the signature algorithms inside and outside differ", "RFC 5280 §4.1.1.2")
        case .weakSignature:
            ("a signature uses a broken digest", "RFC 8446 §4.4.2.4; CA/B Forum BR §7.1.3.2")
        case .weakKey: ("a key is too weak", "CA/B Forum BR §6.1.5")
        case .badKey: ("a public key does not decode", "RFC 5280 §4.1.2.7")
        case .unsupportedAlgorithm: ("an algorithm is unknown", "RFC 5280 §4.1.1.2")
        case .malformed: ("a certificate does not decode", "X.690 §10; RFC 5280 §4.1")
        case .badExtension: ("the value of an extension does not decode", "RFC 5280 §4.2")
        case .duplicateExtension: ("an extension appears twice", "RFC 5280 §4.2")
        case .unhandledCriticalExtension:
            ("a critical extension is unknown", "RFC 5280 §4.2")
        case .nonconforming:
            (
                "a certificate breaks a rule of its profile, such as the limit on its validity "
                    + "period",
                "RFC 5280 §4; CA/B Forum BR §6.3.2, §7.1; HT211025"
            )
        case .revoked: ("a certificate was revoked", "RFC 5280 §6.3")
        case .revocationUnknown: ("the revocation status is unknown", "RFC 6960 §2.2")
        case .revocationStale: ("the revocation status is out of date", "RFC 6960 §4.2.2.1")
        case .revocationNotYetValid: ("the revocation status is not yet valid", "RFC 6960 §4.2.2.1")
        case .revocationInvalid: ("the OCSP response is invalid", "RFC 6960 §3.2; RFC 5280 §6.3.3")
        case .certificateTransparency: ("the certificate has too few SCTs", "RFC 6962 §3")
        case .pinMismatch: ("no certificate of the path matches a pin", "RFC 7469 §2.6")
        case .pinExpired: ("the set of pins has expired", "RFC 7469 §2.3.3")
        case .pinsMissing: ("pins are required but none are configured", "RFC 7469 §2.6")
        case .policyGuard:
            ("the configuration contradicts itself", "AFNetworking 4.0.1 AFSecurityPolicy")
        case .associationMismatch:
            ("no certificate of the server matches a TLSA record", "RFC 6698 §2.1")
        case .mailHostMismatch:
            ("the domain's policy does not list the mail host", "RFC 8461 §4.1")
        case .nameLookup:
            ("a question about the server's names failed", "RFC 6698 §4.1; RFC 7672 §2.1.2")
        case .protocolVersion: ("no protocol version in common", "RFC 8446 §4.1.3")
        case .cipherPolicy: ("no cipher suite in common", "RFC 8446 §4.1.1")
        case .noALPN: ("no application protocol in common", "RFC 7301 §3.2")
        case .handshakeSignature:
            ("the handshake is not signed with the end entity's key", "RFC 8446 §4.4.3")
        case .brokenHandshake:
            ("the server breaks the rules of the handshake", "RFC 8446 §6.2; RFC 5246 §7.2.2")
        case .cleartext:
            ("the connection does not upgrade to TLS as required", "RFC 8314 §5; RFC 3207 §6")
        case .missingCertificate: ("the server presented no certificate", "RFC 8446 §4.4.2.4")
        case .clientCertificateRequired:
            ("the server requires a client certificate", "RFC 8446 §4.4.2.4")
        case .resumedWithoutCheck:
            ("a session resumed without the checks of a full handshake", "RFC 8446 §2.2")
        case .proxyTLS: ("the TLS connection to the proxy cannot be trusted", "RFC 9110 §4.3.4")
        case .budgetExceeded: ("the search for a path took too long", "RFC 4158 §6")
        case .unknown:
            ("the program rejects its peer without a reason", "its output and its alert")
        }
    }
}
