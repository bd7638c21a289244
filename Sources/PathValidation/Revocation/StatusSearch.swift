import X509

/// The search for the status of the certificates of one path (RFC 5280 §6.3, RFC 6960 §3.2).
struct StatusSearch {
    let revocation: RevocationInputs
    var checks: [RevocationCheck]
    let pool: CertificatePool
    let anchor: Certificate
    /// Rules for decoding certificates in OCSP responses.
    let decoding: DERRules
    let cache: SignatureCache
    let authorities: any AuthorityPaths
    let verifyDate: Instant
    var budget: Budget
    /// Statuses found so far.
    var known: [Certificate: Status] = [:]
    /// Certificates whose status is being searched; each signed a CRL about the certificate before
    /// it.
    ///
    /// The CRL of such a certificate cannot show the status of that certificate.
    var pending: [Certificate] = []

    /// CRLs about certificates of the path that could not be used.
    var unusedLists: [UnusedList] = []

    /// The longest chain of CRL issuers that depend on each other's CRLs; PKITS needs one such
    /// issuer, and no known CA uses two such issuers.
    static let maximumDelegation = 4

    /// The status of a certificate.
    enum Status: Hashable, Sendable {
        case good
        case revoked(RevocationRecord)
        case unknown(RevocationGap)
    }

    /// Checks the certificates of `path` from the certificate below the anchor down.
    ///
    /// - Parameter path: end entity first, the trust anchor last.
    /// - Throws: the first refusal.
    mutating func judge(_ path: [Certificate]) throws(Rejection) {
        for depth in path.indices.dropLast().reversed() {
            let above = Array(path[(depth + 1)...])
            let stapled = try stapledStatus(of: path[depth], depth: depth, above: above)
            let inquiry = CertificateInquiry(
                certificate: path[depth],
                depth: depth,
                hasGoodStaple: stapled == .good
            )
            let listed = try status(of: path[depth], depth: depth, above: above)
            try require(stapled.map { $0.combined(with: listed) } ?? listed, depth)
            for check in checks {
                if case .certificate(let judge) = check.judgement { try judge(inquiry) }
            }
        }
    }

    func require(_ status: Status, _ depth: Int) throws(Rejection) {
        switch status {
        case .good: return
        case .revoked(let record): throw .revoked(record, depth: depth)
        case .unknown(let gap):
            guard revocation.mode == .hardFail else { return }
            throw .revocationUnknown(gap, depth: depth)
        }
    }
}

extension StatusSearch.Status {
    /// Combines two statements: a revocation prevails, and a known status prevails over an unknown
    /// status.
    func combined(with other: Self) -> Self {
        switch (self, other) {
        case (.revoked, _), (.good, .good), (.good, .unknown): self
        case (_, .revoked), (.unknown, .good): other
        // A fault of the stapled response is a better reason than the absence of CRLs.
        case (.unknown, .unknown): self
        }
    }
}

// Stapled OCSP responses.
extension StatusSearch {
    /// Returns the status of `certificate` according to the OCSP responses that are stapled for the
    /// certificate; nil if there are no such responses.
    private mutating func stapledStatus(
        of certificate: Certificate,
        depth: Int,
        above: [Certificate]
    ) throws(Rejection) -> Status? {
        var status: Status?
        for staple in revocation.staples where staple.certificate == certificate.der {
            let next = try self.status(staple.response, certificate, depth, above)
            status = status.map { $0.combined(with: next) } ?? next
        }
        return status
    }

    /// Returns the status of `certificate` according to a response that passes every rule.
    ///
    /// A response that states a revocation must pass only the rules that also bind revocations.
    mutating func status(
        _ response: [UInt8],
        _ certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Status {
        let decoded: OCSPResponse
        do throws(DERError) {
            decoded = try OCSPResponse(der: response)
        } catch {
            throw .revocationInvalid(.malformed(error), depth: depth)
        }
        guard decoded.status == .successful else {
            return .unknown(.responderError(decoded.status))
        }
        guard let basic = decoded.basic, let issuer = above.first else {
            let type = decoded.responseType.map { ObjectIdentifier(content: Array(response[$0])) }
            throw .revocationInvalid(.unsupportedType(type ?? .ocspBasic), depth: depth)
        }
        let inquiry = try inquiry(basic, certificate, depth, issuer, above.dropFirst())
        try budget.spendSignature(by: inquiry.signer, cache)
        if !inquiry.isSignedByIssuer {
            // The budget pays a second time, for the signature on the responder's certificate.
            try budget.spendSignature(by: issuer, cache)
        }
        for check in checks where check.bindsRevocations || !inquiry.single.isRevoked {
            if case .response(let judge) = check.judgement { try judge(inquiry) }
        }
        return try status(inquiry, above)
    }

    private func inquiry(
        _ response: BasicOCSPResponse,
        _ certificate: Certificate,
        _ depth: Int,
        _ issuer: Certificate,
        _ above: ArraySlice<Certificate>
    ) throws(Rejection) -> ResponseInquiry {
        // The newest entry about the certificate is used. Of equally new entries, the most severe
        // entry is used, so that their order has no influence.
        let about = response.responses.filter {
            $0.certificate.names(certificate, of: issuer, in: response.der)
        }
        guard
            let single = about.max(by: {
                ($0.thisUpdate, $0.severity) < ($1.thisUpdate, $1.severity)
            })
                ?? response.responses.first,
            let signer = signer(of: response, issuer)
        else { throw .revocationInvalid(.unknownResponder, depth: depth) }
        return ResponseInquiry(
            certificate: certificate,
            depth: depth,
            issuer: issuer,
            above: above,
            response: response,
            single: single,
            signer: signer,
            authorities: authorities,
            cache: cache,
            verifyDate: verifyDate,
            budget: budget
        )
    }

    /// Returns the issuer or the first certificate of the response that matches its responderID.
    private func signer(of response: BasicOCSPResponse, _ issuer: Certificate) -> Certificate? {
        if response.responder.names(issuer, in: response) { return issuer }
        return response.certificates.lazy
            .prefix(budget.servedCertificates)
            .compactMap {
                try? cache.certificate(Array(response.der[$0]), by: decoding)
            }
            .first { response.responder.names($0, in: response) }
    }

    /// Returns the status according to a valid response.
    private mutating func status(
        _ inquiry: ResponseInquiry,
        _ above: [Certificate]
    ) throws(Rejection) -> Status {
        if !inquiry.isSignedByIssuer, inquiry.signer.extension(.ocspNoCheck) == nil {
            // The responder's own status is checked like any other (RFC 6960 §4.2.2.2.1).
            switch try status(of: inquiry.signer, depth: inquiry.depth, above: above) {
            case .good: break
            case .revoked: throw inquiry.invalid(.responder(.revoked))
            case .unknown:
                if revocation.mode == .hardFail { return .unknown(.responder) }
            }
        }
        switch inquiry.single.status {
        case .good: return .good
        case .unknown: return .unknown(.unknownToResponder)
        case .revoked(let date, let reason):
            let certificate = inquiry.certificate
            return .revoked(
                RevocationRecord(
                    serial: Array(certificate.der[certificate.serial]),
                    reason: reason,
                    date: date
                )
            )
        }
    }
}

extension SingleOCSPResponse {
    fileprivate var isRevoked: Bool { if case .revoked = status { true } else { false } }

    /// Order of severity: the most severe of equally new entries counts.
    fileprivate var severity: Int {
        switch status {
        case .good: 0
        case .unknown: 1
        case .revoked: 2
        }
    }
}
