import X509

// The status according to CRLs (RFC 5280 §6.3.3).
extension StatusSearch {
    /// Returns the status of `certificate` according to the available CRLs.
    ///
    /// - Parameters:
    ///   - certificate: the certificate in question.
    ///   - depth: the depth of the certificate, or of the certificate whose status depends on it.
    ///   - above: the path of the certificate, from its issuer to the anchor.
    /// - Returns: unknown if the usable CRLs do not cover every reason and do not revoke the
    ///   certificate.
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
        // The search skipped a pending CRL issuer, so the result is valid for this search only.
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

    /// Records a list that could not be used, unless it covers other certificates or updates
    /// another list.
    private mutating func note(_ list: UnusedList) {
        guard ![.scope, .deltaAlone].contains(list.fault), !unusedLists.contains(list) else {
            return
        }
        unusedLists.append(list)
    }

    /// Combines the statements of all CRLs.
    ///
    /// RFC 5280 stops once the CRLs cover every reason.
    ///
    /// Reading the other CRLs too can only find a further revocation, and makes the verdict
    /// independent of the order of the CRLs.
    private static func status(
        of certificate: Certificate,
        by statements: [Statement],
        _ fault: ListFault
    ) -> Status {
        var reasons: ReasonFlags = []
        for statement in statements where !statements.contains(where: { $0.replaces(statement) }) {
            if let record = statement.record(of: certificate) { return .revoked(record) }
            if statement.fault == nil { reasons.formUnion(statement.reasons) }
        }
        if reasons.isSuperset(of: .all) { return .good }
        guard reasons.isEmpty else { return .unknown(.someReasons(reasons)) }
        return .unknown(fault == .scope ? .nothingAtHand : .list(fault))
    }

    /// Returns the statements of `list` about `certificate`.
    ///
    /// Cheap rules are checked before signatures. If several delta CRLs are equally new, the result
    /// has a statement for each of these CRLs. If `list` is authentic and in scope but has another
    /// fault, such as its age, it makes a statement only if it lists the certificate.
    private mutating func statements(
        _ list: CertificateList,
        _ certificate: Certificate,
        _ points: [StatusPoint],
        _ depth: Int,
        _ above: [Certificate]
    ) throws(ListRefusal) -> [Statement] {
        let coverage: ListCoverage
        var deltas: [CertificateList] = []
        var fault: ListFault?
        do throws(ListFault) {
            coverage = try self.coverage(list, certificate, points)
            try requireForm(list) { $0.bindsRevocations }
            if list.extensions.baseNumber == nil { deltas = self.deltas(of: list) }
            fault = self.fault(of: list, deltas.first)
            if let fault, list.record(of: certificate) == nil { throw fault }
        } catch {
            throw .fault(error)
        }
        let issuer = try issuer(of: list, for: certificate, coverage, depth, above)
        let aboveIssuer = Self.part(of: above, above: issuer)
        var newest: [CertificateList?] = []
        for delta in deltas where newest.first??.isNewer(than: delta) != true {
            if cache.isSigned(delta, by: issuer, above: aboveIssuer) { newest.append(delta) }
        }
        fault = self.fault(of: list, newest.first ?? nil)
        if let fault, list.record(of: certificate) == nil { throw .fault(fault) }
        if newest.isEmpty { newest = [nil] }
        return newest.map { delta in
            Statement(
                list: list,
                delta: delta,
                issuer: issuer,
                reasons: coverage.reasons,
                fault: fault
            )
        }
    }

    /// Returns the reason why `list`, updated by `delta`, cannot show that a certificate is good;
    /// nil if the list can show it.
    private func fault(of list: CertificateList, _ delta: CertificateList?) -> ListFault? {
        do throws(ListFault) {
            guard list.extensions.baseNumber == nil else { throw .deltaAlone }
            try requireForm(list) { !$0.bindsRevocations }
            try requireCurrent(list, delta)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the coverage of `list` for `certificate`, over all of the certificate's distribution
    /// points.
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

    private func requireForm(
        _ list: CertificateList,
        byThose isMeant: (RevocationCheck) -> Bool = { _ in true }
    ) throws(ListFault) {
        for check in checks where isMeant(check) {
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

    /// Returns the delta CRLs that update `list`, newest first, according to all rules except the
    /// rule on signatures.
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

/// An authentic CRL in scope, and the delta CRL that updates it.
private struct Statement {
    /// A complete CRL, or a delta CRL by itself.
    let list: CertificateList
    let delta: CertificateList?
    /// The CRL issuer that signed the list.
    let issuer: Certificate
    /// The reasons that the CRL covers for the certificate in question.
    let reasons: ReasonFlags
    /// The reason why the statement can only revoke; nil if it also shows that an unlisted
    /// certificate is good.
    let fault: ListFault?

    private var newest: CertificateList { delta ?? list }

    /// Whether this statement has no fault, is newer than `other`, and has the same issuer, key and
    /// scope.
    ///
    /// CRLs of another distribution point or for other reasons have a scope of their own (RFC 5280
    /// §5.2.3).
    ///
    /// The key is compared because some CAs issue one CRL for each key. Also, another CA of the
    /// same name must not hide a revocation.
    func replaces(_ other: Statement) -> Bool {
        fault == nil
            && issuer.der[issuer.spki] == other.issuer.der[other.issuer.spki]
            && list.der[list.issuer] == other.list.der[other.list.issuer]
            && list.body(of: .issuingDistributionPoint)
                == other.list.body(of: .issuingDistributionPoint)
            && newest.isNewer(than: other.newest)
    }

    /// Returns the revocation of the certificate according to the delta CRL and the complete CRL
    /// (RFC 5280 §6.3.3 (i) to (k)).
    func record(of certificate: Certificate) -> RevocationRecord? {
        let entry = delta.flatMap { $0.entry(of: certificate) } ?? list.entry(of: certificate)
        return entry.flatMap { RevocationRecord($0, of: certificate) }
    }
}

extension RevocationRecord {
    /// Creates the record of an entry; nil if the entry removes the certificate from a list.
    fileprivate init?(_ entry: RevokedCertificate, of certificate: Certificate) {
        guard entry.reason != .removeFromCRL else { return nil }
        self.init(
            serial: Array(certificate.der[certificate.serial]),
            reason: entry.reason,
            date: entry.revocationDate
        )
    }
}

extension CertificateList {
    fileprivate func entry(of certificate: Certificate) -> RevokedCertificate? {
        entry(serial: certificate.der[certificate.serial], issuer: certificate.issuerName)
    }

    /// Returns the revocation of `certificate` that this list alone states.
    fileprivate func record(of certificate: Certificate) -> RevocationRecord? {
        entry(of: certificate).flatMap { RevocationRecord($0, of: certificate) }
    }

    /// Compares the CRL numbers, or the dates if the numbers are equal or absent.
    fileprivate func isNewer(than other: CertificateList) -> Bool {
        guard let number, let otherNumber = other.number, number != otherNumber else {
            return thisUpdate > other.thisUpdate
        }
        return number > otherNumber
    }
}

extension ListInquiry {
    /// The reasons that the CRL covers at the distribution point (RFC 5280 §6.3.3 (d)).
    fileprivate var reasons: ReasonFlags {
        (list.extensions.issuingDistributionPoint?.onlySomeReasons ?? .all)
            .intersection(point.reasons ?? .all)
    }
}
