import Crypto

extension Violation {
    /// Violations that accept early data although the server must not accept it (RFC 8446 §4.2.10).
    static let earlyData: [Violation] = [
        early(
            "early-data-after-retry",
            "accepts early data after a retry",
            110,
            or: [47],
            "RES-042"
        ) { (script, facts) throws(NoOccasion) in
            try script.askForAnotherGroup(facts)
            // The second hello does not offer early data, and no early data comes after it.
            script.expectNoEarlyData()
        }
        .changing(.script),
        early(
            "early-data-of-second-session",
            "accepts early data of the second session",
            47,
            "RES-042"
        ) { (script, facts) throws(NoOccasion) in
            guard let first = script.resumption, let policy = facts.settings.tickets,
                let offer = PreSharedKeyOffer(facts.hello), offer.identities.count > 1,
                let second = policy.open(offer.identities[1])
            else { throw .noSession }
            script.resumption = ResumedSession(ticket: offer.identities[1], index: 1, second)
            try script.editHello { (hello) throws(NoOccasion) in
                let old = Extension.preSharedKey(at: first.index)
                hello.extensions = hello.extensions?.map { $0 == old ? .preSharedKey(at: 1) : $0 }
            }
        },
        early("early-data-under-other-suite", "accepts early data of another suite", 47, "RES-043")
        {
            (script, facts) throws(NoOccasion) in
            let chosen = script.suite
            let other = facts.hello.suites.compactMap(EngineSuite.numbered).first {
                $0.keyExchange == .unstated && $0.digest == chosen.digest && $0 != chosen
            }
            guard let other else { throw .noStep }
            try script.editHello { (hello) throws(NoOccasion) in hello.suite = other.code }
            script.followSuiteOfHello()
        },
        early(
            "early-data-under-other-protocol",
            "accepts early data of another application protocol",
            47,
            "RES-043"
        ) { (script, facts) throws(NoOccasion) in
            let chosen = script.applicationProtocol
            guard let other = facts.hello.protocols.first(where: { $0 != chosen }) else {
                throw .noStep
            }
            script.applicationProtocol = other
            let answer = Extension.applicationProtocol(other)
            try script.editExtensions { (list) throws(NoOccasion) in
                guard list.contains(where: { $0.type == answer.type }) else { throw .noStep }
                list.set(answer.type, to: answer.data)
            }
        },
        // RFC 8446 appendix D.3 does not say which alert the client sends.
        early("older-version-after-early-data", "answers early data in TLS 1.2", nil, "RES-044") {
            (script, facts) throws(NoOccasion) in
            var older = facts
            older.settings.versions = .v1_2 ... .v1_2
            guard facts.hello.offers(0x0303), let script12 = try? Script.honest(older) else {
                throw .otherVersion
            }
            script = script12
        }
        .changing(.script)
        .needing(.bothVersions),
    ]

    /// The correct behaviour of a server that rejects early data.
    static let earlyDataHabits: [Violation] = [
        early("early-data-rejected", "rejects early data", nil, "RES-045", isAllowed: true) {
            (script, _) throws(NoOccasion) in
            try script.editExtensions { (list) throws(NoOccasion) in
                list.leaveOut(Extension.earlyData)
            }
            script.expectNoEarlyData()
        }
        .changing(.script)
    ]

    private static func early(
        _ name: String,
        _ about: String,
        _ alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        _ attack: String,
        isAllowed: Bool = false,
        _ change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: .nothing,
            rule: "RFC 8446 §4.2.10",
            versions: [.v1_3],
            alert: alert,
            or: otherAlerts,
            isAllowed: isAllowed,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard script.earlySession != nil else { throw .noEarlyData }
            try change(&script, facts)
        }
        .needing(.earlyData)
    }
}

extension Script {
    /// Makes the server skip early data instead of waiting for it.
    fileprivate mutating func expectNoEarlyData() {
        earlySession = nil
        guard let end = steps.firstIndex(of: .expect(.endOfEarlyData)),
            let start = steps.firstIndex(of: .reads(under: .early))
        else { return }
        // From its ServerHello on, the server then reads with the handshake keys.
        steps.removeSubrange(end...end + 1)
        steps[start] = .reads(under: .handshake)
    }
}
