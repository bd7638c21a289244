import X509

extension PathCheck {
    /// `Revocation` and `RevocationResponseRequired`: how trustd handles stapled responses and
    /// CRLs.
    ///
    /// Unlike the rule `revocation`, this rule ignores unusable evidence and must-staple, and can
    /// require the status of the end entity only. A response without nextUpdate is valid for ten
    /// days, as in `revocation`; Apple's limit is one day.
    package static let appleRevocation = PathCheck(
        "apple-revocation",
        about: "No valid OCSP response or CRL revokes a certificate below the trust anchor. If "
            + "a response is required, a valid response covers the end entity.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecRevocationServer.c",
        judgePath: { reached throws(Rejection) in
            guard var search = StatusSearch(reached) else { return }
            defer { reached.budget = search.budget }
            try search.judgeUsableEvidence(reached.certificates)
        }
    )
}

extension StatusSearch {
    /// Checks the certificates of `path` as trustd does.
    ///
    /// - Parameter path: end entity first, the trust anchor last.
    /// - Throws: the first refusal.
    fileprivate mutating func judgeUsableEvidence(_ path: [Certificate]) throws(Rejection) {
        for depth in path.indices.dropLast() {
            let above = Array(path[(depth + 1)...])
            var status = Status.unknown(.nothingAtHand)
            for staple in revocation.staples where staple.certificate == path[depth].der {
                let stapled = try statement(staple.response, on: path[depth], depth, above)
                status = status.combined(with: stapled)
            }
            status = status.combined(with: try listed(path[depth], depth, above))
            switch status {
            case .good: continue
            case .revoked(let record): throw .revoked(record, depth: depth)
            case .unknown(let gap):
                guard depth == 0, revocation.mode == .hardFail else { continue }
                throw .revocationUnknown(gap, depth: depth)
            }
        }
    }

    private mutating func listed(
        _ certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Status {
        do throws(Rejection) {
            return try status(of: certificate, depth: depth, above: above)
        } catch .budgetExceeded(let what) {
            throw .budgetExceeded(what)
        } catch {
            return .unknown(.nothingAtHand)
        }
    }

    /// Returns the status according to a response; unknown if the response is invalid.
    private mutating func statement(
        _ response: [UInt8],
        on certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Status {
        do throws(Rejection) {
            return try status(response, certificate, depth, above)
        } catch .budgetExceeded(let what) {
            throw .budgetExceeded(what)
        } catch {
            return .unknown(.nothingAtHand)
        }
    }
}
