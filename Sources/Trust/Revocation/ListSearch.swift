import PKIX

// The status by CRLs (RFC 5280 §6.3.3).
extension StatusSearch {
    /// The status of `certificate` by the available CRLs.
    ///
    /// - Parameters:
    ///   - certificate: the one in question.
    ///   - depth: the depth of the certificate, or of the one whose status depends on it.
    ///   - above: its path, from its issuer to the anchor.
    /// - Returns: unknown if the usable CRLs do not cover every reason and none revokes.
    /// - Throws: a rejection if the distribution points do not decode or the budget is spent.
    mutating func status(
        of certificate: Certificate,
        depth: Int,
        above: [Certificate]
    ) throws(Rejection) -> Status {
        guard !revocation.lists.isEmpty || revocation.malformedList != nil else {
            return .unknown(.nothingAtHand)
        }
        if let known = known[certificate] { return known }
        let status = try examine(certificate, depth, above)
        // A pending CRL issuer was passed over, so the result holds for this search alone.
        if case .unknown = status, !pending.isEmpty { return status }
        known[certificate] = status
        return status
    }

    private mutating func examine(
        _ certificate: Certificate,
        _ depth: Int,
        _ above: [Certificate]
    ) throws(Rejection) -> Status {
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
                statements += try self.statements(list, certificate, points, depth, above)
            } catch {
                switch error {
                case .rejection(let rejection): throw rejection
                case .fault(let other):
                    note(UnusedList(depth: depth, fault: other))
                    fault = max(fault, other)
                }
            }
        }
        return Self.status(of: certificate, by: statements, fault)
    }

    /// Records a list that could not be used, unless it is about other certificates or changes another
    /// list.
    private mutating func note(_ list: UnusedList) {
        guard ![.scope, .deltaAlone].contains(list.fault), !unusedLists.contains(list) else {
            return
        }
        unusedLists.append(list)
    }

    /// RFC 5280 stops once the CRLs cover every reason.
    ///
    /// Reading the rest can only find a revocation, and makes the verdict independent of their
    /// order.
    private static func status(
        of certificate: Certificate,
        by statements: [Statement],
        _ fault: ListFault
    ) -> Status {
        var reasons: ReasonFlags = []
        for statement in statements where !statements.contains(where: { $0.replaces(statement) }) {
            if let record = statement.record(of: certificate) { return .revoked(record) }
            reasons.formUnion(statement.reasons)
        }
        if reasons.isSuperset(of: .all) { return .good }
        guard reasons.isEmpty else { return .unknown(.someReasons(reasons)) }
        return .unknown(fault == .scope ? .nothingAtHand : .list(fault))
    }

    /// The statement of `list` about `certificate`, if it is usable.
    ///
    /// Cheap rules come first, then signatures. Of several delta CRLs that are equally new each makes
    /// a statement.
    private mutating func statements(
        _ list: CertificateList,
        _ certificate: Certificate,
        _ points: [StatusPoint],
        _ depth: Int,
        _ above: [Certificate]
    ) throws(ListRefusal) -> [Statement] {
        let coverage: ListCoverage
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
        var newest: [CertificateList?] = []
        for delta in deltas where newest.first??.isNewer(than: delta) != true {
            if cache.isSigned(delta, by: issuer, above: aboveIssuer) { newest.append(delta) }
        }
        do throws(ListFault) {
            try requireCurrent(list, newest.first ?? nil)
        } catch {
            throw .fault(error)
        }
        if newest.isEmpty { newest = [nil] }
        return newest.map { delta in
            Statement(list: list, delta: delta, issuer: issuer, reasons: coverage.reasons)
        }
    }

    /// The coverage of `list` for `certificate`, over all of its points.
    private func coverage(
        _ list: CertificateList,
        _ certificate: Certificate,
        _ points: [StatusPoint]
    ) throws(ListFault) -> ListCoverage {
        var coverage = ListCoverage()
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

    /// The delta CRLs that update `list`, newest first, by all rules but the signature's.
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

/// The coverage of a CRL for a certificate.
struct ListCoverage {
    var reasons: ReasonFlags = []
    /// Whether the certificate itself names the CRL's issuer.
    var isNamedIssuer = false
}

/// A usable complete CRL and the delta CRL that updates it.
private struct Statement {
    let list: CertificateList
    let delta: CertificateList?
    /// The CRL issuer that signed it.
    let issuer: Certificate
    /// The reasons that it covers for the certificate in question.
    let reasons: ReasonFlags

    /// Whether it is newer than `other` and of the same issuer, key and scope.
    ///
    /// CRLs of another distribution point or of other reasons have a scope of their own (RFC 5280
    /// §5.2.3).
    ///
    /// The key counts because some CAs issue one CRL for each key, and because another CA of the
    /// same name must not hide a revocation.
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
    /// By number, or by date if the numbers are equal or absent.
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
