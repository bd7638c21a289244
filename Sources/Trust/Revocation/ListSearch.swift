import PKIX

// What CRLs say (RFC 5280 §6.3.3).
extension StatusSearch {
    /// What the CRLs at hand say of `certificate`.
    ///
    /// - Parameters:
    ///   - certificate: the one in question.
    ///   - depth: the certificate's, or that of the one whose status it helps to find out.
    ///   - above: its path, from its issuer to the anchor.
    /// - Returns: unknown where no CRL that stands covers every reason, and none says otherwise.
    /// - Throws: where the certificate's distribution points do not decode, or the budget is spent.
    mutating func standing(
        of certificate: Certificate,
        depth: Int,
        above: [Certificate]
    ) throws(Rejection) -> Standing {
        guard !revocation.lists.isEmpty || revocation.malformedList != nil else {
            return .unknown(.nothingAtHand)
        }
        if let known = known[certificate] { return known }
        let standing = try examine(certificate, depth, above)
        // Who might have vouched was passed over.
        if case .unknown = standing, !pending.isEmpty { return standing }
        known[certificate] = standing
        return standing
    }

    private mutating func examine(
        _ certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Standing {
        let points: [StatusPoint]
        do throws(DERError) {
            points = try StatusPoint.all(of: certificate)
        } catch {
            throw .badExtension(.crlDistributionPoints, error, depth: depth)
        }
        var statements: [Statement] = []
        var fault = revocation.malformedList.map(ListFault.malformed) ?? .scope
        for list in revocation.lists {
            do throws(ListRefusal) {
                statements.append(try statement(list, certificate, points, depth, above))
            } catch {
                switch error {
                case .rejection(let rejection): throw rejection
                case .fault(let other): fault = max(fault, other)
                }
            }
        }
        return Self.standing(of: certificate, by: statements, fault)
    }

    /// RFC 5280 stops at the CRLs that cover every reason; to go on can only find a revocation,
    /// and makes the verdict one that does not depend on their order.
    private static func standing(
        of certificate: Certificate,
        by statements: [Statement],
        _ fault: ListFault
    ) -> Standing {
        var reasons: ReasonFlags = []
        for statement in statements where !statements.contains(where: { $0.replaces(statement) }) {
            if let record = statement.record(of: certificate) { return .revoked(record) }
            reasons.formUnion(statement.reasons)
        }
        if reasons.isSuperset(of: .all) { return .good }
        guard reasons.isEmpty else { return .unknown(.someReasons(reasons)) }
        return .unknown(fault == .scope ? .nothingAtHand : .list(fault))
    }

    /// What `list` says of `certificate`, if it can stand: cheap rules first, then signatures.
    private mutating func statement(
        _ list: CertificateList,
        _ certificate: Certificate,
        _ points: [StatusPoint],
        _ depth: Int,
        _ above: [Certificate]
    ) throws(ListRefusal) -> Statement {
        let coverage: Coverage
        let deltas: [CertificateList]
        do throws(ListFault) {
            coverage = try self.coverage(list, certificate, points)
            guard list.extensions.baseNumber == nil else { throw .deltaAlone }
            try requireForm(list)
            deltas = self.deltas(of: list)
            try requireCurrent(list, deltas.first)
        } catch {
            throw .fault(error)
        }
        let issuer = try issuer(of: list, for: certificate, coverage, depth, above)
        let aboveIssuer = Self.part(of: above, above: issuer)
        let delta = deltas.first {
            cache.isSigned($0, by: issuer, above: aboveIssuer)
        }
        do throws(ListFault) {
            try requireCurrent(list, delta)
        } catch {
            throw .fault(error)
        }
        return Statement(list: list, delta: delta, issuer: issuer, reasons: coverage.reasons)
    }

    /// What `list` covers for `certificate`, by all of its points together.
    private func coverage(
        _ list: CertificateList,
        _ certificate: Certificate,
        _ points: [StatusPoint]
    ) throws(ListFault) -> Coverage {
        var coverage = Coverage()
        var fault = ListFault.scope
        for point in points {
            let inquiry = ListInquiry(certificate: certificate, point: point, list: list)
            do throws(ListFault) {
                for check in checks {
                    if case .list(let judge) = check.judgement { try judge(inquiry) }
                }
                coverage.reasons.formUnion(inquiry.reasons)
                if point.issuers != nil { coverage.isNamedIssuer = true }
            } catch {
                fault = max(fault, error)
            }
        }
        guard !coverage.reasons.isEmpty else { throw fault }
        return coverage
    }

    private func requireForm(_ list: CertificateList) throws(ListFault) {
        for check in checks {
            if case .form(let judge) = check.judgement { try judge(list) }
        }
    }

    private func requireCurrent(
        _ list: CertificateList,
        _ delta: CertificateList?
    ) throws(ListFault) {
        let inquiry = CurrencyInquiry(list: list, delta: delta, verifyDate: verifyDate)
        for check in checks {
            if case .currency(let judge) = check.judgement { try judge(inquiry) }
        }
    }

    /// The delta CRLs at hand that change `list`, newest first, by all rules but the signature's.
    private func deltas(of list: CertificateList) -> [CertificateList] {
        revocation.lists.filter { delta in
            guard delta.extensions.baseNumber != nil else { return false }
            let inquiry = CurrencyInquiry(list: list, delta: delta, verifyDate: verifyDate)
            do throws(ListFault) {
                try requireForm(delta)
                for check in checks {
                    if case .delta(let judge) = check.judgement { try judge(inquiry) }
                }
                return true
            } catch {
                return false
            }
        }.sorted { $0.isNewer(than: $1) }
    }
}

/// What a CRL covers for a certificate.
struct Coverage {
    var reasons: ReasonFlags = []
    /// Whether the certificate names the CRL's issuer, rather than leaving it to its own.
    var isNamedIssuer = false
}

/// A complete CRL that stands, and the delta CRL that brings it up to date.
private struct Statement {
    let list: CertificateList
    let delta: CertificateList?
    /// Whose key signed it.
    let issuer: Certificate
    /// Those that it covers for the certificate in question.
    let reasons: ReasonFlags

    /// Whether it is a newer one of the same issuer, key and scope; those of another distribution
    /// point or of other reasons have a scope of their own (RFC 5280 §5.2.3).
    ///
    /// Some CAs list by key, each key's certificates apart, and whoever else bears the issuer's name
    /// must not hide what the issuer says.
    func replaces(_ other: Statement) -> Bool {
        issuer.der[issuer.spki] == other.issuer.der[other.issuer.spki]
            && list.der[list.issuer] == other.list.der[other.list.issuer]
            && list.body(of: .issuingDistributionPoint)
                == other.list.body(of: .issuingDistributionPoint)
            && list.isNewer(than: other.list)
    }

    /// RFC 5280 §6.3.3 (i) to (k).
    func record(of certificate: Certificate) -> RevocationRecord? {
        let serial = certificate.der[certificate.serial]
        let issuer = certificate.issuerName
        guard
            let entry = delta?.entry(serial: serial, issuer: issuer)
                ?? list.entry(serial: serial, issuer: issuer),
            entry.reason != .removeFromCRL
        else { return nil }
        return RevocationRecord(
            serial: Array(serial),
            reason: entry.reason,
            date: entry.revocationDate
        )
    }
}

extension CertificateList {
    /// By number, and by date where that does not tell.
    fileprivate func isNewer(than other: CertificateList) -> Bool {
        guard let number, let otherNumber = other.number, number != otherNumber else {
            return thisUpdate > other.thisUpdate
        }
        return number > otherNumber
    }
}

extension ListInquiry {
    /// RFC 5280 §6.3.3 (d).
    fileprivate var reasons: ReasonFlags {
        (list.extensions.issuingDistributionPoint?.onlySomeReasons ?? .all)
            .intersection(point.reasons ?? .all)
    }
}
