import X509

/// A policy on certificate timestamps, as the code of a client has it.
///
/// That one log in each set follows RFC 6962 goes without saying: all of ours do. Chromium has no
/// policy without a list of logs of the last ten weeks, and Apple's shards by the end of validity are
/// left out. Conscrypt goes on after a timestamp that does not decode, which here spoils its list.
package enum TransparencyPolicy: String, CaseIterable, Hashable, Sendable {
    /// Timestamps are not looked at.
    case off
    /// `ChromeCTPolicyEnforcer::CheckCTPolicyCompliance` of
    /// components/certificate_transparency/chrome_ct_policy_enforcer.cc, 06cb01009b5e.
    case chromium
    /// `verify_tls_ct_policy` of trust/trustd/CertificateTransparency.m, Security-61901.0.87.0.1.
    case apple
    /// `PolicyImpl.doesResultConformToPolicyAt` of platform/src/main/java/org/conscrypt/ct, Conscrypt
    /// 3869db7b83a5.
    case conscrypt

    /// Requires that timestamps which verify are as many, and of such logs, as the policy wants.
    ///
    /// - Parameters:
    ///   - scts: those that verify, of logs in any state.
    ///   - certificate: the one that they are of.
    ///   - verifyDate: when it is judged.
    /// - Throws: `InsufficientSCTs`, by the rules on timestamps in the certificate.
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

/// The reason why timestamps are not enough, and the faults of those that do not count.
package struct InsufficientSCTs: Error, Hashable, Sendable {
    package let gap: TransparencyGap
    package let faults: [SCTFault]
}

/// The timestamps of a certificate, each with the reason why it does not count.
private struct JudgedSCTs {
    /// Those in the certificate, and those of them that count.
    private var embedded: [CountedSCT] = []
    private var countedInside: [CountedSCT] = []
    /// Those that came otherwise and count.
    private var outside: [CountedSCT] = []
    private(set) var faults: [SCTFault] = []
    /// Whether a log will have its state only later.
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
        // The date of issue: a log that is retired could have given any.
        let issued = usable.filter { !isRetired($0.log) }.map(\.date).min()
        for timestamp in usable {
            switch (timestamp.isEmbedded, isRetired(timestamp.log)) {
            case (true, false): countedInside.append(timestamp)
            case (false, false): outside.append(timestamp)
            // A server can fetch new ones of another log.
            case (false, true): faults.append(.retiredLog)
            case (true, true):
                if timestamp.date >= timestamp.log.since {
                    faults.append(.afterRetirement(timestamp.date))
                } else if let issued, issued < timestamp.log.since {
                    countedInside.append(timestamp)
                } else {
                    faults.append(.issuedAfterRetirement)
                }
            }
        }
    }

    /// `filterOutAfterRetired`: the earliest timestamp is the date of issue, that of a retired log
    /// included, which could have given any.
    private mutating func judgeAsConscrypt(_ usable: [CountedSCT]) {
        let issued = usable.map(\.date).min()
        for timestamp in usable {
            switch (timestamp.isEmbedded, isRetired(timestamp.log)) {
            case (_, true) where issued.map({ $0 > timestamp.log.since }) ?? true:
                faults.append(.issuedAfterRetirement)
            case (true, _): countedInside.append(timestamp)
            case (false, true): faults.append(.retiredLog)
            case (false, false): outside.append(timestamp)
            }
        }
    }

    /// Apple's list has a date of retirement for retired logs alone, and any will do.
    private func isRetired(_ log: TransparencyLog) -> Bool {
        log.state == .retired && (policy == .apple || log.since <= verifyDate)
    }

    func requireAsChromium(of certificate: Certificate) throws(TransparencyGap) {
        // Those in the certificate have their operators whether they count or not.
        let hasTwoOperators = Set((embedded + outside).map(\.log.operatedBy)).count >= 2
        // Option 1: one from outside, and two operators by whatever way.
        if !outside.isEmpty, hasTwoOperators { return }
        // Option 2.
        try requireEmbedded(certificate.lifetime > 180 * 86_400 ? 3 : 2)
        guard hasTwoOperators else { throw .oneOperator }
    }

    /// `conformEmbeddedSCTs`, and where that fails `conformOCSPorTLSSCTs`: those in the certificate
    /// and those from outside do not add up.
    func requireAsConscrypt(of certificate: Certificate) throws(TransparencyGap) {
        // `getKnownLog` takes the whole list for corrupt where a log has no state yet, and
        // `CertificateTransparency.checkCT` then lets everything pass.
        guard !isOfTheFuture else { return }
        do throws(TransparencyGap) {
            // In whole days.
            let required = certificate.lifetime / 86_400 > 180 ? 3 : 2
            guard countedInside.isEmpty || countedInside.contains(where: { !isRetired($0.log) })
            else { throw .noApprovedLog }
            return try require(required, of: countedInside)
        } catch {
            guard !outside.isEmpty else { throw error }
            try require(2, of: outside)
        }
    }

    /// Requires so many logs, of two operators.
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
        // `verify_embedded_sct_policy_v2`, without that on certificates from before 21 April 2021, of
        // which none is valid. The table above it has a maximum for each operator, the code has none.
        let required =
            switch certificate.lifetime {
            case ...(180 * 86_400): 2
            case ...(825 * 86_400): 3
            default: 4
            }
        try requireEmbedded(required)
    }

    /// Requires timestamps of so many logs in the certificate, of one of them that is not retired.
    private func requireEmbedded(_ required: Int) throws(TransparencyGap) {
        guard embedded.isEmpty || embedded.contains(where: { !isRetired($0.log) }) else {
            throw .noApprovedLog
        }
        let logs = Set(countedInside.map(\.log))
        guard logs.count >= required else { throw .tooFew(logs.count, of: required) }
    }
}

extension CountedSCT {
    /// Whether its log took no more certificates at its date.
    fileprivate var isAfterFreezing: Bool { log.state == .readOnly && date > log.since }
}

extension Certificate {
    /// From notBefore to notAfter, in seconds.
    fileprivate var lifetime: Int64 {
        let (span, overflow) = validity.notAfter.seconds
            .subtractingReportingOverflow(validity.notBefore.seconds)
        return overflow ? .max : span
    }
}
