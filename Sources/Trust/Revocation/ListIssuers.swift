import PKIX

// Who signs CRLs.
extension StatusSearch {
    /// The certificate whose key signed `list`: one of those above, which are validated, or another
    /// that leads to the same anchor (RFC 5280 §6.3.3 (f)).
    mutating func issuer(
        of list: CertificateList,
        for certificate: Certificate,
        _ coverage: Coverage,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(ListRefusal) -> Certificate {
        var fault = ListFault.unknownIssuer
        // Nobody vouches for itself, unless its CA says that it does: PKITS 4.14.30 has a CRL issuer
        // whose own distribution point names it. That holds for its own status alone: a CA that it
        // is named for may be who issued it, and have been revoked.
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

    /// What of a path is above `certificate`; nothing where it is not on it.
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

    /// Requires a path from a CRL issuer to the anchor, in which nothing is revoked.
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
                    standing(of: path[place], depth: depth, above: above),
                    depth
                )
            }
        } catch {
            if case .budgetExceeded = error { throw .rejection(error) }
            throw .fault(.issuer(error.code))
        }
    }
}

/// Why a CRL cannot be used, or why nothing can.
enum ListRefusal: Error {
    case fault(ListFault)
    case rejection(Rejection)
}

/// The fault of the CRL that came nearer to being of use.
func max(_ left: ListFault, _ right: ListFault) -> ListFault {
    right.rank > left.rank ? right : left
}
