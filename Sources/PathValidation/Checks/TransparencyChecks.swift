import X509

/// Certificate Transparency evidence outside the certificate, and the logs that the client knows.
package struct TransparencyInputs: Sendable {
    let logs: [TransparencyLog]
    let handshake, response: [UInt8]?

    /// - Parameters:
    ///   - logs: the logs that the client knows.
    ///   - handshake: the SignedCertificateTimestampList from the handshake for the end entity; nil
    ///     without such a list.
    ///   - response: the OCSP response for the end entity; nil without a response.
    package init(logs: [TransparencyLog], handshake: [UInt8]?, response: [UInt8]?) {
        (self.logs, self.handshake, self.response) = (logs, handshake, response)
    }
}

extension PathCheck {
    /// Requires SCTs according to a policy if the path ends at an anchor of the platform: logs
    /// accept only certificates of public CAs.
    package static func certificateTransparency(
        _ policy: TransparencyPolicy,
        _ inputs: TransparencyInputs
    ) -> PathCheck {
        PathCheck(
            "certificate-transparency",
            about: "The end entity has as many SCTs with valid signatures, from logs that the "
                + "client knows, as the client's policy requires.",
            source: "RFC 6962 §3.3, §5.2; Chrome CT policy; Apple CT policy"
        ) { reached throws(Rejection) in
            let path = reached.certificates
            guard reached.anchorClass == .system, path.count > 1 else { return }
            let limit = min(reached.budget.signatures, reached.budget.signatureWork)
            var rest = limit
            defer {
                reached.budget.signatures -= limit - rest
                reached.budget.signatureWork -= limit - rest
            }
            try inputs.require(
                policy,
                of: path[0],
                issuedBy: path[1],
                at: reached.verifyDate,
                verifying: &rest
            )
        }
    }
}

extension TransparencyInputs {
    /// Requires SCTs according to a policy.
    ///
    /// - Parameters:
    ///   - policy: the client's policy.
    ///   - endEntity: the certificate that the SCTs are for.
    ///   - issuer: the issuer of `endEntity`, which embedded SCTs and OCSP responses need; nil for
    ///     an end entity that is itself trusted.
    ///   - verifyDate: the time of the evaluation.
    ///   - limit: the maximum number of signatures to verify; each verified signature reduces it.
    /// - Throws: `certificateTransparency`, or `budgetExceeded` if more signatures than `limit`
    ///   would be needed.
    package func require(
        _ policy: TransparencyPolicy,
        of endEntity: Certificate,
        issuedBy issuer: Certificate?,
        at verifyDate: Instant,
        verifying limit: inout Int
    ) throws(Rejection) {
        var search = SCTSearch(
            of: endEntity,
            issuedBy: issuer ?? endEntity,
            among: logs,
            at: verifyDate,
            verifying: limit,
            // Conscrypt's `LogInfo.verifySingleSCT` checks no date.
            takesFuture: policy == .conscrypt
        )
        do throws(TooManySCTs) {
            try search.count(self, of: endEntity, issuedBy: issuer)
        } catch {
            throw .budgetExceeded("signatures")
        }
        limit = search.limit
        do throws(InsufficientSCTs) {
            try policy.require(search.counted, of: endEntity, at: verifyDate)
        } catch {
            throw .certificateTransparency(error.gap, search.faults + error.faults)
        }
    }
}

extension SCTSearch {
    /// Collects the SCTs from all three sources (RFC 6962 §3.3).
    fileprivate mutating func count(
        _ inputs: TransparencyInputs,
        of endEntity: Certificate,
        issuedBy issuer: Certificate?
    ) throws(TooManySCTs) {
        if issuer != nil { try countEmbedded() }
        if let list = inputs.handshake { try count(list, in: list.indices) }
        guard let issuer, let response = inputs.response else { return }
        // The signature on the response adds nothing, since logs sign their SCTs: Chromium and
        // OpenSSL read SCTs from any response about the certificate.
        let place: Range<Int>?
        do throws(DERError) {
            place = try endEntity.scts(in: response, issuedBy: issuer)
        } catch {
            return note(error)
        }
        if let place { try count(response, in: place) }
    }
}

extension Certificate {
    /// Returns the SignedCertificateTimestampList in an OCSP response's entry about the
    /// certificate; nil if the entry has no list.
    fileprivate func scts(
        in response: [UInt8],
        issuedBy issuer: Certificate
    ) throws(DERError) -> Range<Int>? {
        let single = try OCSPResponse(der: response).basic?.responses.first {
            $0.certificate.names(self, of: issuer, in: response)
        }
        let wanted = ObjectIdentifier.ocspSCTs.content
        let found = single?.extensions.first { response[$0.identifier].elementsEqual(wanted) }
        guard let found else { return nil }
        var reader = DERReader(response, in: found.value)
        let list = try reader.next(.octetString).content
        try reader.finish()
        return list
    }
}
