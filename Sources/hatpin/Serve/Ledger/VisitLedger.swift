import Basics
import PathValidation
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A remote client: all connections from one address, or from this machine.
package struct RemoteClient: Hashable, Sendable {
    /// The number of the remote client, from 0, in order of arrival.
    package let number: Int
    /// The remote client's IP address as text.
    package let address: String

    /// Returns the address that identifies a remote client.
    ///
    /// All loopback addresses count as one address, because a browser chooses freely between
    /// 127.0.0.1 and ::1.
    static func address(of bytes: [UInt8]) -> String {
        let isLoopback = NetworkAddress(bytes, port: 0).isLoopback
        return isLoopback ? "127.0.0.1" : IPAddress.text(bytes)
    }
}

/// Records what each remote client did at each served setup, and compares that with the
/// expectation.
package struct VisitLedger: Sendable {
    // The largest number of remote clients, more than the phones of a classroom. A limit is needed,
    // because an IPv6 network has more addresses than memory can hold.
    static let mostRemoteClients = 64

    let plan: VisitPlan
    /// For each setup, the positions of the cases that use it as their setup or as their control.
    private let casesOfSetup: [[Int]]
    package private(set) var remoteClients: [RemoteClient] = []
    /// Whether more remote clients came than are recorded.
    private(set) var hasIgnoredClients = false
    /// The visits of each remote client to each setup; nil for a setup without a visit.
    private var sightings: [[VisitSighting?]] = []
    /// The last `User-Agent` of each remote client.
    package private(set) var agents: [Untrusted?] = []

    package init(_ plan: VisitPlan) {
        self.plan = plan
        var cases = [[Int]](repeating: [], count: plan.setups.count)
        for (place, served) in plan.cases.enumerated() {
            cases[served.setup].append(place)
            if let control = served.control { cases[control].append(place) }
        }
        casesOfSetup = cases
    }

    /// Adds a visit.
    ///
    /// - Parameters:
    ///   - peer: the remote client's address.
    ///   - setup: the visited setup.
    ///   - end: the result of the visit.
    ///   - agent: the `User-Agent` of the remote client's request, or nil.
    /// - Returns: the remote client if its verdict on the setup has changed, otherwise nil.
    mutating func add(
        _ peer: NetworkAddress,
        at setup: Int,
        _ end: Reception.End,
        agent: Untrusted?
    ) -> RemoteClient? {
        guard let remoteClient = remoteClient(RemoteClient.address(of: peer.bytes)) else {
            return nil
        }
        if let agent { agents[remoteClient.number] = agent }
        let now = ContinuousClock.now
        var sighting = sightings[remoteClient.number][setup] ?? VisitSighting(at: now)
        let isNews = sighting.add(end, at: now)
        sightings[remoteClient.number][setup] = sighting
        return isNews ? remoteClient : nil
    }

    private mutating func remoteClient(_ address: String) -> RemoteClient? {
        if let known = remoteClients.first(where: { $0.address == address }) { return known }
        guard remoteClients.count < Self.mostRemoteClients else {
            hasIgnoredClients = true
            return nil
        }
        let remoteClient = RemoteClient(number: remoteClients.count, address: address)
        remoteClients.append(remoteClient)
        sightings.append(Array(repeating: nil, count: plan.setups.count))
        agents.append(nil)
        return remoteClient
    }

    /// Returns the visits of a remote client to a setup, or nil if the client did not visit the
    /// setup.
    package func sighting(of remoteClient: RemoteClient, at setup: Int) -> VisitSighting? {
        sightings[remoteClient.number][setup]
    }

    /// Returns the positions of the cases that a setup decides.
    package func cases(of setup: Int) -> [Int] { casesOfSetup[setup] }

    // MARK: Outcomes

    /// Returns the outcome of a case for a remote client, or nil if the client did not visit the
    /// case.
    ///
    /// A correct rejection is inconclusive until the remote client has accepted the control. The
    /// same holds for a refusal or a time-out that the expectation allows.
    package func outcome(of remoteClient: RemoteClient, in place: Int) -> Outcome? {
        let served = plan.cases[place]
        guard let sighting = sightings[remoteClient.number][served.setup] else { return nil }
        let alternatives = served.expected.alternatives
        switch (served.expected.verdict, sighting.verdict) {
        case (_, .silent):
            guard alternatives.contains(.timeout) else {
                return .error(.timeout(Reception.decisionSeconds))
            }
        case (_, .undelivered): return .notDelivered(sighting.undelivered ?? "")
        case (.accept, .accept): return .pass
        case (.accept, .reject): guard alternatives.contains(.refusal) else { return .falseReject }
        case (.reject, .accept): return .falseAccept
        case (.reject, .reject): break
        }
        guard let control = served.control else { return .pass }
        switch sightings[remoteClient.number][control]?.verdict {
        case .accept: return .pass
        case .reject: return .inconclusive(control: "refused")
        case .silent, .undelivered: return .inconclusive(control: "timeout")
        case nil: return .inconclusive(control: "not visited")
        }
    }

    /// Returns what a remote client did at a setup, as reports show it, or nil if the client did
    /// not visit the setup.
    func record(of remoteClient: RemoteClient, at setup: Int) -> VisitRecord? {
        guard let sighting = sighting(of: remoteClient, at: setup) else { return nil }
        return VisitRecord(
            remoteClient: remoteClient.address,
            agent: agents[remoteClient.number],
            place: setup,
            verdict: sighting.verdict,
            alert: sighting.alert?.name,
            outcomes: cases(of: setup).compactMap { place in
                outcome(of: remoteClient, in: place).map { (place, $0.kind) }
            }
        )
    }

    /// Returns the judgements of the cases that a remote client visited, in order.
    package func judgements(of remoteClient: RemoteClient) -> [JudgementRecord] {
        plan.cases.indices.compactMap { place in
            outcome(of: remoteClient, in: place).map { record(of: remoteClient, in: place, $0) }
        }
    }

    private func record(
        of remoteClient: RemoteClient,
        in place: Int,
        _ outcome: Outcome
    ) -> JudgementRecord {
        let served = plan.cases[place]
        let scenario = served.scenario
        let party = VisitPlan.party.name
        var record = JudgementRecord(
            index: place,
            id: "\(scenario.id)@\(party)",
            scenario: scenario.id,
            party: party,
            file: scenario.file,
            line: scenario.line,
            about: scenario.about,
            expected: ExpectationRecord(served.expected),
            outcome: outcome.kind,
            elapsed: 0
        )
        record.tags = scenario.tags
        record.covers = scenario.covers
        record.presented = scenario.setup.presented
        record.serverFaults = scenario.setup.serverFaults
        record.violations = scenario.setup.handshake
        if case .inconclusive(let control) = outcome { record.control = Untrusted(control) }
        if let sighting = sightings[remoteClient.number][served.setup] {
            record.add(sighting)
            if sighting.hasAccepted { record.weakness = scenario.weaknessIfAccepted }
        }
        return record
    }
}

extension JudgementRecord {
    fileprivate mutating func add(_ sighting: VisitSighting) {
        connections = sighting.connections
        hasRequested = sighting.hasAccepted
        alert = sighting.alert?.name
        elapsed = Int((sighting.last - sighting.first).microseconds)
        switch sighting.verdict {
        case .accept: verdict = .accept(grounds: "observed")
        case .reject:
            let words = sighting.alert.map { "the remote client sent the alert \($0.name)" }
            verdict = .reject(
                reason: sighting.alert?.reason ?? "unknown",
                sentence: Untrusted(
                    words ?? sighting.says ?? "the remote client closed the connection"
                )
            )
        case .undelivered: detail = sighting.undelivered.map(Untrusted.init)
        case .silent: detail = Untrusted("the remote client connected but did not decide")
        }
    }
}

extension Scenario {
    /// The weakness of a remote client that accepts, or nil if a correct client accepts, too.
    fileprivate var weaknessIfAccepted: JudgementRecord.Weakness? {
        guard case .reject(let reasons) = secure?.verdict,
            let exposure = reasons.map({ Exposure($0, gaining: gain, on: .other) }).max()
        else { return nil }
        return JudgementRecord.Weakness(
            reasons: reasons.map(\.rawValue),
            severity: exposure.severity.rawValue,
            attackerNeeds: exposure.attackerNeeds,
            advice: exposure.advice
        )
    }
}

extension TLSAlert {
    /// The reason that the alert means by its definition (RFC 8446 §6.2), or nil for alerts with
    /// several meanings.
    fileprivate var reason: String? {
        let code: Rejection.Code? =
            switch name {
            case "unknown-ca": .unknownIssuer
            case "protocol-version": .protocolVersion
            default: reasonsAboutCertificate.first
            }
        return code?.rawValue
    }
}
