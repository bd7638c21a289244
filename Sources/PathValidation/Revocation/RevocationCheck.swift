import X509

/// One named rule on CRLs or OCSP responses, so that a profile or a test can omit it.
///
/// ```swift
/// static let responseExtensions = RevocationCheck(
///     "critical-ocsp-extensions",
///     about: "No extension of an OCSP response is critical.",
///     source: "RFC 6960 §4.4",
///     .response { inquiry throws(Rejection) in
///         for critical in inquiry.response.extensions where critical.isCritical {
///             let identifier = inquiry.response.identifier(at: critical.identifier)
///             throw inquiry.invalid(.unhandledCriticalExtension(identifier))
///         }
///     }
/// )
/// ```
package struct RevocationCheck: Sendable {
    package let name: String
    package let about: String
    /// The section that states the rule.
    package let source: String
    /// Whether a CRL or a response that revokes a certificate must also pass the rule.
    ///
    /// RFC 5280 §6.3.3 (j) only requires that an authentic CRL in scope lists the certificate.
    /// Other faults, such as a missing field or the age of the CRL, matter only if a certificate is
    /// *not* listed: the CRL may be incomplete, or older than the revocation.
    let bindsRevocations: Bool
    let judgement: Judgement

    /// The input of a rule.
    enum Judgement: Sendable {
        /// The input is any CRL, complete or delta.
        case form(@Sendable (CertificateList) throws(ListFault) -> Void)
        case list(@Sendable (ListInquiry) throws(ListFault) -> Void)
        case delta(@Sendable (CurrencyInquiry) throws(ListFault) -> Void)
        case currency(@Sendable (CurrencyInquiry) throws(ListFault) -> Void)
        case listIssuer(@Sendable (ListIssuer) throws(ListFault) -> Void)
        case response(@Sendable (ResponseInquiry) throws(Rejection) -> Void)
        case certificate(@Sendable (CertificateInquiry) throws(Rejection) -> Void)
    }

    init(
        _ name: String,
        about: String,
        source: String,
        bindsRevocations: Bool = true,
        _ judgement: Judgement
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.bindsRevocations = bindsRevocations
        self.judgement = judgement
    }

    /// The rules of RFC 5280 §6.3 and RFC 6960 §3.2, in the order of evaluation.
    package static let catalogue: [RevocationCheck] = [
        listScope, listForm, listExtensions, criticalListExtensions, criticalEntryExtensions,
        listRemovals, listAlgorithms, listFreshness, listSignatureStrength, deltaScope,
        listSignature, listIssuerKeyUsage,
        responseExtensions, responseCertificate, responseFreshness, responseSignatureStrength,
        responderAuthority, responseSignature,
        mustStaple,
    ]
}

extension [RevocationCheck] {
    /// Returns these rules except the rules with a name in `left`.
    package func leavingOut(_ left: RevocationCheck...) -> [RevocationCheck] {
        filter { check in !left.contains { $0.name == check.name } }
    }

    /// Returns these rules with `check` in place of the rule with the same name.
    func replacing(_ check: RevocationCheck) -> [RevocationCheck] {
        map { $0.name == check.name ? check : $0 }
    }
}

/// A CRL that may cover a certificate.
struct ListInquiry {
    let certificate: Certificate
    /// The source of CRLs that the certificate names.
    let point: StatusPoint
    let list: CertificateList
}

/// A complete CRL and the delta CRL that may update it.
struct CurrencyInquiry {
    let list: CertificateList
    let delta: CertificateList?
    let verifyDate: Instant
}

/// A possible signer of a CRL.
struct ListIssuer {
    let list: CertificateList
    let issuer: Certificate
    /// The certificates above the issuer on the path in question, the nearest first; empty for an
    /// issuer outside that path.
    let above: ArraySlice<Certificate>
    let cache: SignatureCache
}

/// An OCSP response and its possible signer.
struct ResponseInquiry {
    let certificate: Certificate
    /// The certificate's depth.
    let depth: Int
    let issuer: Certificate
    /// The certificates above the issuer on its path, the nearest first.
    let above: ArraySlice<Certificate>
    let response: BasicOCSPResponse
    /// The entry about the certificate; the first entry if the response has no entry about it.
    let single: SingleOCSPResponse
    /// The issuer, or a responder that it authorized.
    let signer: Certificate
    let authorities: any AuthorityPaths
    let cache: SignatureCache
    let verifyDate: Instant
    /// The rest of the budget, for the responder's path.
    let budget: Budget

    func invalid(_ fault: ResponseFault) -> Rejection { .revocationInvalid(fault, depth: depth) }
}

/// A certificate of a path, and whether a stapled OCSP response reports it as good.
struct CertificateInquiry {
    let certificate: Certificate
    let depth: Int
    let hasGoodStaple: Bool
}
