import X509

/// The evidence of Certificate Transparency besides the certificate, and the logs that the client knows.
package struct TransparencyInputs: Sendable {
    let logs: [TransparencyLog]
    let handshake, response: [UInt8]?

    /// - Parameters:
    ///   - logs: those that the client knows.
    ///   - handshake: the SignedCertificateTimestampList that came for the first entry; nil for none.
    ///   - response: the OCSP response that came for the first entry; nil for none.
    package init(logs: [TransparencyLog], handshake: [UInt8]?, response: [UInt8]?) {
        (self.logs, self.handshake, self.response) = (logs, handshake, response)
    }
}

extension PathCheck {
    /// Requires timestamps by a policy, for paths to anchors that came with the platform: logs take
    /// certificates of public authorities alone.
    package static func certificateTransparency(
        _ policy: TransparencyPolicy,
        _ inputs: TransparencyInputs
    ) -> PathCheck {
        PathCheck(
            "certificate-transparency",
            about: "Logs that the client knows have promised to publish the end entity, as many as "
                + "its policy wants, with timestamps that verify.",
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
    /// Requires timestamps by a policy.
    ///
    /// - Parameters:
    ///   - policy: the client's.
    ///   - endEntity: the certificate that logs have promised to publish.
    ///   - issuer: its issuer; nil for one that is trusted itself, whose own timestamps and response
    ///     no issuer confirms.
    ///   - verifyDate: when it is judged.
    ///   - limit: how many signatures are verified at most; then how many are left.
    /// - Throws: `certificateTransparency`, or `budgetExceeded` where there are more signatures.
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
            // `LogInfo.verifySingleSCT` asks for no date.
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
    /// Counts the timestamps of all three ways by which they come (RFC 6962 §3.3).
    fileprivate mutating func count(
        _ inputs: TransparencyInputs,
        of endEntity: Certificate,
        issuedBy issuer: Certificate?
    ) throws(TooManySCTs) {
        if issuer != nil { try countEmbedded() }
        if let list = inputs.handshake { try count(list, in: list.indices) }
        guard let issuer, let response = inputs.response else { return }
        // The response's own signature adds nothing, since logs sign their timestamps: Chromium and
        // OpenSSL read them from any response about the certificate.
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
    /// The SignedCertificateTimestampList in an OCSP response's entry about the certificate; nil for
    /// none.
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
