import X509

/// A policy on SCTs, as the code of a client implements it.
///
/// The policies require logs that follow RFC 6962. Every log of Hatpin does, so this requirement is
/// not checked. Two rules are omitted. Chromium requires no SCTs if its list of logs is older than
/// ten weeks. Conscrypt continues after an SCT that does not decode; here such an SCT invalidates
/// its list. Apple's log program lets logs accept only certificates that expire in one period
/// (support.apple.com/103703); here a log accepts all certificates.
package enum TransparencyPolicy: String, CaseIterable, Hashable, Sendable {
    /// SCTs are not checked.
    case off
    /// `ChromeCTPolicyEnforcer::CheckCTPolicyCompliance` of
    /// components/certificate_transparency/chrome_ct_policy_enforcer.cc, 06cb01009b5e.
    case chromium
    /// `verify_tls_ct_policy` of trust/trustd/CertificateTransparency.m, Security-61901.0.87.0.1.
    case apple
    /// `PolicyImpl.doesResultConformToPolicyAt` of platform/src/main/java/org/conscrypt/ct,
    /// Conscrypt 3869db7b83a5.
    case conscrypt

    /// Requires that the SCTs satisfy the policy: there are enough SCTs, from logs that the policy
    /// accepts.
    ///
    /// - Parameters:
    ///   - scts: the verified SCTs, including those of retired logs.
    ///   - certificate: the certificate that the SCTs are for.
    ///   - verifyDate: the time of the evaluation.
    /// - Throws: `InsufficientSCTs` if neither the embedded SCTs nor the SCTs from the handshake and
    ///   the OCSP response are enough.
    package func require(
        _ scts: [CountedSCT],
        of certificate: Certificate,
        at verifyDate: Instant
    ) throws(InsufficientSCTs) {
        let judged = JudgedSCTs(scts, by: self, at: verifyDate)
        do throws(TransparencyGap) {
            switch self {
            case .off: return
            case .chromium: try judged.requireAsChromium(of: certificate)
            case .apple: try judged.requireAsApple(of: certificate)
            case .conscrypt: try judged.requireAsConscrypt(of: certificate)
            }
        } catch {
            throw InsufficientSCTs(gap: error, faults: judged.faults)
        }
    }
}

/// The reason why the SCTs are not enough, and the faults of the SCTs that do not count.
package struct InsufficientSCTs: Error, Hashable, Sendable {
    package let gap: TransparencyGap
    package let faults: [SCTFault]
}

/// The SCTs of a certificate, which of them count, and the faults of the other SCTs.
private struct JudgedSCTs {
    /// All embedded SCTs; `countedInside` holds the SCTs that count.
    private var embedded: [CountedSCT] = []
    private var countedInside: [CountedSCT] = []
    /// The SCTs from the handshake or an OCSP response that count.
    private var outside: [CountedSCT] = []
    private(set) var faults: [SCTFault] = []
    /// Whether the state of some log begins only after the verify date.
    private let isOfTheFuture: Bool
    private let policy: TransparencyPolicy
    private let verifyDate: Instant

    init(_ scts: [CountedSCT], by policy: TransparencyPolicy, at verifyDate: Instant) {
        (self.policy, self.verifyDate) = (policy, verifyDate)
        isOfTheFuture = scts.contains { $0.log.since > verifyDate }
        let frozen = scts.filter { policy == .apple && $0.isAfterFreezing }
        faults = frozen.map { .afterFreezing($0.date) }
        let usable = scts.filter { !frozen.contains($0) }
        embedded = usable.filter(\.isEmbedded)
        if policy == .conscrypt {
            judgeAsConscrypt(usable)
            return
        }
        // The earliest date gives the date of issue. SCTs of retired logs are excluded, because a
        // retired log could have signed any date.
        let issued = usable.filter { !isRetired($0.log) }.map(\.date).min()
        for sct in usable {
            switch (sct.isEmbedded, isRetired(sct.log)) {
            case (true, false): countedInside.append(sct)
            case (false, false): outside.append(sct)
            // A server can replace an SCT that is not embedded by an SCT from another log.
            case (false, true): faults.append(.retiredLog)
            case (true, true):
                if sct.date >= sct.log.since {
                    faults.append(.afterRetirement(sct.date))
                } else if let issued, issued < sct.log.since {
                    countedInside.append(sct)
                } else {
                    faults.append(.issuedAfterRetirement)
                }
            }
        }
    }

    /// Separates the SCTs that count, as `filterOutAfterRetired` does: the earliest SCT gives the
    /// date of issue.
    ///
    /// The SCT of a retired log also counts for this date, though such a log could have signed any
    /// date.
    private mutating func judgeAsConscrypt(_ usable: [CountedSCT]) {
        let issued = usable.map(\.date).min()
        for sct in usable {
            switch (sct.isEmbedded, isRetired(sct.log)) {
            case (_, true) where issued.map({ $0 > sct.log.since }) ?? true:
                faults.append(.issuedAfterRetirement)
            case (true, _): countedInside.append(sct)
            case (false, true): faults.append(.retiredLog)
            case (false, false): outside.append(sct)
            }
        }
    }

    /// Whether the log is retired.
    ///
    /// For Apple, the date of the retirement does not matter; for other clients, it must have come.
    private func isRetired(_ log: TransparencyLog) -> Bool {
        log.state == .retired && (policy == .apple || log.since <= verifyDate)
    }

    func requireAsChromium(of certificate: Certificate) throws(TransparencyGap) {
        // Embedded SCTs that do not count still contribute their operators.
        let hasTwoOperators = Set((embedded + outside).map(\.log.operatedBy)).count >= 2
        // Option 1 of the policy: one SCT that is not embedded, and two operators among all SCTs.
        if !outside.isEmpty, hasTwoOperators { return }
        // Option 2 of the policy: enough embedded SCTs.
        try requireEmbedded(certificate.lifetime > 180 * 86_400 ? 3 : 2)
        guard hasTwoOperators else { throw .oneOperator }
    }

    /// Requires enough SCTs as `conformEmbeddedSCTs` does and, if that fails, as
    /// `conformOCSPorTLSSCTs` does: embedded SCTs and other SCTs are not added up.
    func requireAsConscrypt(of certificate: Certificate) throws(TransparencyGap) {
        // If a log has no state yet, `getKnownLog` considers the whole list corrupt, and
        // `CertificateTransparency.checkCT` then accepts everything.
        guard !isOfTheFuture else { return }
        do throws(TransparencyGap) {
            // Conscrypt counts the lifetime in whole days.
            let required = certificate.lifetime / 86_400 > 180 ? 3 : 2
            guard countedInside.isEmpty || countedInside.contains(where: { !isRetired($0.log) })
            else { throw .noApprovedLog }
            return try require(required, of: countedInside)
        } catch {
            guard !outside.isEmpty else { throw error }
            try require(2, of: outside)
        }
    }

    /// Requires this many logs, of two operators.
    private func require(
        _ count: Int,
        of scts: [CountedSCT]
    ) throws(TransparencyGap) {
        let logs = Set(scts.map(\.log))
        guard logs.count >= count else { throw .tooFew(logs.count, of: count) }
        guard Set(logs.map(\.operatedBy)).count >= 2 else { throw .oneOperator }
    }

    func requireAsApple(of certificate: Certificate) throws(TransparencyGap) {
        let current = (countedInside + outside).map(\.log).filter { !isRetired($0) }
        if !outside.isEmpty, Set(current).count >= 2 { return }
        // `verify_embedded_sct_policy_v2`, without the branch for certificates issued before 21
        // April 2021, because none of these certificates is still valid. The comment above the
        // function's table states a maximum for each operator; the code has no maximum.
        let required =
            switch certificate.lifetime {
            case ...(180 * 86_400): 2
            case ...(825 * 86_400): 3
            default: 4
            }
        try requireEmbedded(required)
    }

    /// Requires embedded SCTs of this many logs, at least one of them not retired.
    private func requireEmbedded(_ required: Int) throws(TransparencyGap) {
        guard embedded.isEmpty || embedded.contains(where: { !isRetired($0.log) }) else {
            throw .noApprovedLog
        }
        let logs = Set(countedInside.map(\.log))
        guard logs.count >= required else { throw .tooFew(logs.count, of: required) }
    }
}

extension CountedSCT {
    /// Whether the SCT is dated after its log stopped accepting certificates.
    fileprivate var isAfterFreezing: Bool { log.state == .readOnly && date > log.since }
}

extension Certificate {
    /// The time from notBefore to notAfter, in seconds.
    fileprivate var lifetime: Int64 {
        let (span, overflow) = validity.notAfter.seconds
            .subtractingReportingOverflow(validity.notBefore.seconds)
        return overflow ? .max : span
    }
}
