import X509

// The search for the issuer of a CRL.
extension StatusSearch {
    /// Returns the CRL issuer that signed `list`: a validated certificate above on the path, or
    /// another certificate with a path to the same anchor (RFC 5280 §6.3.3 (f)).
    mutating func issuer(
        of list: CertificateList,
        for certificate: Certificate,
        _ coverage: ListCoverage,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(ListRefusal) -> Certificate {
        var fault = ListFault.unknownIssuer
        // A certificate cannot vouch for its own status, unless its CA names it as the CRL issuer,
        // as in PKITS 4.14.30. That exception covers only the certificate's own status: the named
        // CA may be the issuer of the certificate, and may itself be revoked.
        let others = pool.others.filter { other in
            !above.contains(other)
                && (!pending.contains(other) || coverage.isNamedIssuer && other == certificate)
        }
        for candidate in above + others where candidate.subjectName.matches(list.issuerName) {
            do throws(ListRefusal) {
                try requireSigned(list, by: candidate, Self.part(of: above, above: candidate))
                if !above.contains(candidate), !pending.contains(candidate) {
                    try requireSound(candidate, depth)
                }
                return candidate
            } catch {
                guard case .fault(let other) = error else { throw error }
                fault = max(fault, other)
            }
        }
        throw .fault(fault)
    }

    /// Returns the part of a path above `certificate`; empty if `certificate` is not on the path.
    static func part(
        of path: [Certificate],
        above certificate: Certificate
    ) -> ArraySlice<Certificate> {
        path.drop { $0 != certificate }.dropFirst()
    }

    private mutating func requireSigned(
        _ list: CertificateList,
        by candidate: Certificate,
        _ above: ArraySlice<Certificate>
    ) throws(ListRefusal) {
        do throws(Rejection) {
            try budget.spendSignature(by: candidate, cache)
        } catch {
            throw .rejection(error)
        }
        let inquiry = ListIssuer(
            list: list,
            issuer: candidate,
            above: above,
            cache: cache
        )
        do throws(ListFault) {
            for check in checks {
                if case .listIssuer(let judge) = check.judgement { try judge(inquiry) }
            }
        } catch {
            throw .fault(error)
        }
    }

    /// Requires a path from a CRL issuer to the anchor without a revoked certificate.
    private mutating func requireSound(
        _ issuer: Certificate,
        _ depth: Int
    ) throws(ListRefusal) {
        guard pending.count < Self.maximumDelegation else {
            throw .fault(.issuer(.revocationUnknown))
        }
        pending.append(issuer)
        defer { pending.removeLast() }
        do throws(Rejection) {
            let pool = CertificatePool(anchors: [anchor], served: pool.others)
            let path = try authorities.path(
                of: issuer,
                in: pool,
                at: verifyDate,
                budget: &budget
            )
            for place in path.indices.dropLast().reversed() {
                let above = Array(path[(place + 1)...])
                try require(
                    status(of: path[place], depth: depth, above: above),
                    depth
                )
            }
        } catch {
            if case .budgetExceeded = error { throw .rejection(error) }
            throw .fault(.issuer(error.code))
        }
    }
}

/// The reason why one CRL cannot be used, or the rejection that ends the whole search.
enum ListRefusal: Error {
    case fault(ListFault)
    case rejection(Rejection)
}

/// Returns the higher-ranking of two faults.
func max(_ left: ListFault, _ right: ListFault) -> ListFault {
    right.rank > left.rank ? right : left
}
