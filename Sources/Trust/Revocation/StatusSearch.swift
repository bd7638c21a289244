import PKIX

/// What is known of the revocation of the certificates of one path (RFC 5280 §6.3, RFC 6960 §3.2).
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
    /// What was found out of each certificate.
    var known: [Certificate: Standing] = [:]
    /// Those whose status is being found out, each because a CRL of the one before it is signed
    /// with it: none of them can vouch for itself.
    var pending: [Certificate] = []

    /// CRL issuers that vouch for one another; PKITS needs one, and no CA has two.
    static let maximumDelegation = 4

    /// The status of a certificate.
    enum Standing: Hashable, Sendable {
        case good
        case revoked(RevocationRecord)
        case unknown(RevocationGap)
    }

    /// Judges the certificates of `path` from the one below the anchor down.
    ///
    /// - Parameter path: end entity first, the trust anchor last.
    /// - Throws: the first refusal.
    mutating func judge(_ path: [Certificate]) throws(Rejection) {
        for depth in path.indices.dropLast().reversed() {
            let above = Array(path[(depth + 1)...])
            let stapled = try stapledStanding(of: path[depth], depth: depth, above: above)
            let inquiry = CertificateInquiry(
                certificate: path[depth],
                depth: depth,
                hasGoodStaple: stapled == .good
            )
            let listed = try standing(of: path[depth], depth: depth, above: above)
            try require(stapled.map { $0.combined(with: listed) } ?? listed, depth)
            for check in checks {
                if case .certificate(let judge) = check.judgement { try judge(inquiry) }
            }
        }
    }

    func require(_ standing: Standing, _ depth: Int) throws(Rejection) {
        switch standing {
        case .good: return
        case .revoked(let record): throw .revoked(record, depth: depth)
        case .unknown(let gap):
            guard revocation.mode == .hardFail else { return }
            throw .revocationUnknown(gap, depth: depth)
        }
    }
}

extension StatusSearch.Standing {
    /// What two statements make together: who is revoked by one is revoked, and what one knows is
    /// known.
    func combined(with other: Self) -> Self {
        switch (self, other) {
        case (.revoked, _), (.good, .good), (.good, .unknown): self
        case (_, .revoked), (.unknown, .good): other
        // What came with the certificate says more than that nothing is there.
        case (.unknown, .unknown): self
        }
    }
}

// What came with certificates.
extension StatusSearch {
    /// What the staples of `certificate` say; nil where it has none.
    private mutating func stapledStanding(
        of certificate: Certificate,
        depth: Int,
        above: [Certificate]
    ) throws(Rejection) -> Standing? {
        var standing: Standing?
        for staple in revocation.staples where staple.certificate == certificate.der {
            let next = try self.standing(staple.response, certificate, depth, above)
            standing = standing.map { $0.combined(with: next) } ?? next
        }
        return standing
    }

    /// What a response says of `certificate`, where every rule lets it stand.
    mutating func standing(
        _ response: [UInt8],
        _ certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Standing {
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
            // The responder's certificate has one too.
            try budget.spendSignature(by: issuer, cache)
        }
        for check in checks {
            if case .response(let judge) = check.judgement { try judge(inquiry) }
        }
        return try standing(inquiry, above)
    }

    private func inquiry(
        _ response: BasicOCSPResponse,
        _ certificate: Certificate,
        _ depth: Int,
        _ issuer: Certificate,
        _ above: ArraySlice<Certificate>
    ) throws(Rejection) -> ResponseInquiry {
        // The newest of those that are about the certificate, of several the gravest: their order
        // decides nothing.
        let about = response.responses.filter {
            $0.certificate.names(certificate, of: issuer, in: response.der)
        }
        guard
            let single = about.max(by: {
                ($0.thisUpdate, $0.gravity) < ($1.thisUpdate, $1.gravity)
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

    /// The issuer, or the first certificate of the response, that is who the response says signed
    /// it.
    private func signer(of response: BasicOCSPResponse, _ issuer: Certificate) -> Certificate? {
        if response.responder.names(issuer, in: response) { return issuer }
        return response.certificates.lazy
            .prefix(budget.servedCertificates)
            .compactMap {
                try? cache.certificate(Array(response.der[$0]), by: decoding)
            }
            .first { response.responder.names($0, in: response) }
    }

    /// What a response says that can stand.
    private mutating func standing(
        _ inquiry: ResponseInquiry,
        _ above: [Certificate]
    ) throws(Rejection) -> Standing {
        if !inquiry.isSignedByIssuer, inquiry.signer.extension(.ocspNoCheck) == nil {
            // RFC 6960 §4.2.2.2.1: it is asked for as any other certificate is.
            switch try standing(of: inquiry.signer, depth: inquiry.depth, above: above) {
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
    /// How much it has against the certificate.
    fileprivate var gravity: Int {
        switch status {
        case .good: 0
        case .unknown: 1
        case .revoked: 2
        }
    }
}
