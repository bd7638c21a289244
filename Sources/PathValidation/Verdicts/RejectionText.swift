import X509

extension Rejection {
    /// The name of the reason.
    package var code: Code {
        switch self {
        case .nameMismatch, .subjectMismatch: .nameMismatch
        case .ipMismatch: .ipMismatch
        case .mailboxMismatch: .mailboxMismatch
        case .noIdentity: .noIdentity
        case .badNameSyntax: .badNameSyntax
        case .expired: .expired
        case .notYetValid: .notYetValid
        case .badValidity: .badValidity
        case .selfSigned: .selfSigned
        case .unknownIssuer: .unknownIssuer
        case .distrusted: .distrusted
        case .issuerNotCA: .issuerNotCA
        case .pathLength: .pathLength
        case .chainTooLong: .chainTooLong
        case .nameChaining: .nameChaining
        case .keyUsage: .keyUsage
        case .extendedKeyUsage: .extendedKeyUsage
        case .nameNotPermitted: .nameNotPermitted
        case .nameExcluded: .nameExcluded
        case .badNameConstraint: .badNameConstraint
        case .policy: .policy
        case .badSignature: .badSignature
        case .signatureAlgorithmMismatch: .signatureAlgorithmMismatch
        case .weakSignature: .weakSignature
        case .weakKey: .weakKey
        case .badKey: .badKey
        case .unsupportedAlgorithm: .unsupportedAlgorithm
        case .malformed: .malformed
        case .badExtension: .badExtension
        case .duplicateExtension: .duplicateExtension
        case .unhandledCriticalExtension: .unhandledCriticalExtension
        case .nonconforming: .nonconforming
        case .revoked: .revoked
        case .revocationUnknown: .revocationUnknown
        case .revocationStale: .revocationStale
        case .revocationNotYetValid: .revocationNotYetValid
        case .revocationInvalid: .revocationInvalid
        case .certificateTransparency: .certificateTransparency
        case .pinMismatch: .pinMismatch
        case .pinExpired: .pinExpired
        case .pinsMissing: .pinsMissing
        case .policyGuard: .policyGuard
        case .associationMismatch: .associationMismatch
        case .nameLookup: .nameLookup
        case .mailHostMismatch: .mailHostMismatch
        case .protocolVersion: .protocolVersion
        case .cipherPolicy: .cipherPolicy
        case .noALPN: .noALPN
        case .handshakeSignature: .handshakeSignature
        case .brokenHandshake: .brokenHandshake
        case .cleartext: .cleartext
        case .missingCertificate: .missingCertificate
        case .clientCertificateRequired: .clientCertificateRequired
        case .resumedWithoutCheck: .resumedWithoutCheck
        case .proxyTLS: .proxyTLS
        case .budgetExceeded: .budgetExceeded
        case .reported(let reasons, _): reasons.first ?? .unknown
        }
    }
}

extension Rejection: CustomStringConvertible {
    /// A lowercase fragment with the operands.
    ///
    /// Names come from certificates, so an attacker may choose them; output escapes them.
    package var description: String {
        // One long switch, so that the compiler requires a text for each new case.
        switch self {
        case .nameMismatch(let reference, let presented):
            "no DNS name of the certificate is \(reference): \(Self.list(presented))"
                + Self.suffix(of: reference, covered: presented)
        case .subjectMismatch(let reference, let summary):
            summary.map { "the subject summary \"\($0)\" does not match \(reference)" }
                ?? "there is no subject summary to compare with \(reference)"
        case .ipMismatch(let reference, let presented):
            "no address of the certificate is \(IPAddress.text(reference)): "
                + Self.list(presented.map(IPAddress.text))
        case .mailboxMismatch(let reference, let presented):
            "no mailbox of the certificate is \(reference): \(Self.list(presented))"
        case .noIdentity: "the certificate has no subjectAltName to compare"
        case .badNameSyntax(let name): "\"\(name)\" is not a valid server name"

        case .expired(let notAfter, let verifyDate, let depth):
            "the \(Self.role(depth)) expired on \(notAfter), before the verify date \(verifyDate)"
        case .notYetValid(let notBefore, let verifyDate, let depth):
            "the \(Self.role(depth)) becomes valid on \(notBefore), after the verify date "
                + "\(verifyDate)"
        case .badValidity(let notBefore, let notAfter, let depth):
            "the \(Self.role(depth)) begins on \(notBefore), after its end on \(notAfter)"

        case .selfSigned: "the end entity is self-signed and not a trust anchor"
        case .unknownIssuer(let depth): "no trust anchor issued the \(Self.role(depth))"
        case .distrusted(let depth): "the \(Self.role(depth)) is distrusted"
        case .issuerNotCA(let depth): "the \(Self.role(depth)) issued a certificate but is not a CA"
        case .pathLength(let limit, let depth):
            "the \(Self.role(depth)) allows "
                + (limit == 0 ? "no intermediate" : "only \(limit) intermediate")
                + (limit > 1 ? "s" : "") + " below it"
        case .chainTooLong(let limit): "no path has at most \(limit) certificates"
        case .nameChaining(let depth):
            "the issuer name of the \(Self.role(depth)) is not the subject of the issuer"

        case .keyUsage(let missing, let depth):
            "the key usage of the \(Self.role(depth)) lacks \(missing.moduleName)"
        case .extendedKeyUsage(let missing, let depth):
            "the extended key usage of the \(Self.role(depth)) lacks \(missing.shortName)"

        case .nameNotPermitted(let name, let depth):
            "\(name) of the \(Self.role(depth)) is outside the permitted subtrees"
        case .nameExcluded(let name, let depth):
            "\(name) of the \(Self.role(depth)) is inside an excluded subtree"
        case .badNameConstraint(let depth):
            "a name constraint of the \(Self.role(depth)) has no meaning"
        case .policy([], let depth):
            "no certificate policy is valid from the trust anchor to the \(Self.role(depth))"
        case .policy(let valid, _):
            "no accepted certificate policy is valid, only \(Self.list(valid))"

        case .badSignature(let depth): "the signature on the \(Self.role(depth)) does not verify"
        case .signatureAlgorithmMismatch(let depth):
            "the \(Self.role(depth)) names two different signature algorithms"
        case .weakSignature(let algorithm, let depth):
            "the signature on the \(Self.role(depth)) uses \(algorithm)"
        case .weakKey(let key, let depth): "the key of the \(Self.role(depth)) is \(key)"
        case .badKey(let depth): "the key of the \(Self.role(depth)) does not decode"
        case .unsupportedAlgorithm(let algorithm, let depth):
            "the \(Self.role(depth)) uses the algorithm \(algorithm.shortName)"

        case .malformed(let error, let depth): "the \(Self.role(depth)) does not decode: \(error)"
        case .badExtension(let identifier, let error, let depth):
            "the extension \(identifier.shortName) of the \(Self.role(depth)) does not decode: "
                + "\(error)"
        case .duplicateExtension(let identifier, let depth):
            "the extension \(identifier.shortName) of the \(Self.role(depth)) appears twice"
        case .unhandledCriticalExtension(let identifier, let depth):
            "the extension \(identifier.shortName) of the \(Self.role(depth)) is critical and "
                + "unknown"

        case .nonconforming(let what, let depth): "the \(Self.role(depth)) \(what)"

        case .revoked(let record, let depth): "the \(Self.role(depth)) is revoked: \(record)"
        case .revocationUnknown(let gap, let depth):
            "the revocation status of the \(Self.role(depth)) is unknown: \(gap)"
        case .revocationStale(let period, let verifyDate, let depth):
            "the revocation status of the \(Self.role(depth)) is out of date: \(period), verify "
                + "date \(verifyDate)"
        case .revocationNotYetValid(let begins, let verifyDate, let depth):
            "the revocation status of the \(Self.role(depth)) becomes valid on \(begins), after "
                + "the verify date \(verifyDate)"
        case .revocationInvalid(let fault, let depth):
            "the OCSP response for the \(Self.role(depth)) is invalid: \(fault)"
        case .certificateTransparency(let gap, let faults):
            faults.reduce(into: [gap.description]) { clauses, fault in
                let clause = "an SCT \(fault)"
                if clauses.last != clause { clauses.append(clause) }
            }.joined(separator: "; ")
        case .policyGuard(let rule): "the configuration contradicts itself: \(rule)"
        case .mailHostMismatch(let host, let listed):
            "the domain's policy does not list \(host): \(Self.list(listed))"
        case .budgetExceeded(let what): "the search for a path used up its budget of \(what)"
        case .reported(_, let words): words.isEmpty ? "the program does not give a reason" : words
        // These reasons have no operands, so the text is the meaning of the reason.
        case .pinMismatch, .pinExpired, .pinsMissing, .associationMismatch, .nameLookup,
            .protocolVersion, .cipherPolicy,
            .noALPN, .handshakeSignature, .brokenHandshake, .cleartext,
            .missingCertificate,
            .clientCertificateRequired, .resumedWithoutCheck, .proxyTLS:
            code.meaning
        }
    }

    /// Returns the role of a certificate in its path, in words.
    static func role(_ depth: Int) -> String {
        depth == 0 ? "end entity" : "issuer at depth \(depth)"
    }

    /// Returns a clause about the public suffix that a presented wildcard covers; empty if no
    /// wildcard covers a public suffix.
    private static func suffix(of reference: String, covered presented: [String]) -> String {
        let parent = reference.lowercased().drop { $0 != "." }.dropFirst()
        let wildcard = "*.\(parent)"
        guard parent.contains("."), presented.contains(where: { $0.lowercased() == wildcard }),
            PublicSuffixList.contains(parent.utf8, of: .registries)
        else { return "" }
        return "; \(wildcard) covers a public suffix (\(PublicSuffixList.edition))"
    }

    private static func list(_ items: [some CustomStringConvertible]) -> String {
        items.isEmpty ? "it has none" : items.map(\.description).joined(separator: ", ")
    }
}
