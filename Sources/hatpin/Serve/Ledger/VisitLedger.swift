import Basics
import PathValidation
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A remote client: all connections from one address, or from this machine.
package struct RemoteClient: Hashable, Sendable {
    /// From 0, in the order in which they came.
    package let number: Int
    /// Its IP address as text.
    package let address: String

    /// The address that a remote client is known by: one for all of loopback, because a browser dials
    /// 127.0.0.1 and ::1 as it likes.
    static func address(of bytes: [UInt8]) -> String {
        let isLoopback = NetworkAddress(bytes, port: 0).isLoopback
        return isLoopback ? "127.0.0.1" : IPAddress.text(bytes)
    }
}

/// The remote clients, what they did at each stand, and how that compares with what was expected.
package struct VisitLedger: Sendable {
    // Beyond a classroom of phones; an IPv6 network has more addresses than memory can hold.
    private static let mostRemoteClients = 64

    let plan: VisitPlan
    /// The places of the cases that have this stand, as their own or as their control.
    private let casesOfStand: [[Int]]
    package private(set) var remoteClients: [RemoteClient] = []
    /// By remote client and stand.
    private var sightings: [[VisitSighting?]] = []
    /// The last `User-Agent` that each remote client named.
    package private(set) var agents: [Untrusted?] = []

    package init(_ plan: VisitPlan) {
        self.plan = plan
        var cases = [[Int]](repeating: [], count: plan.stands.count)
        for (place, served) in plan.cases.enumerated() {
            cases[served.stand].append(place)
            if let control = served.control { cases[control].append(place) }
        }
        casesOfStand = cases
    }

    /// Adds a visit.
    ///
    /// - Parameters:
    ///   - peer: the remote client's address.
    ///   - stand: where it was.
    ///   - end: how it came out.
    ///   - agent: the `User-Agent` of its request; nil for none.
    /// - Returns: the remote client, if its verdict about the stand is another one now; nil for the others.
    mutating func add(
        _ peer: NetworkAddress,
        at stand: Int,
        _ end: Reception.End,
        agent: Untrusted?
    ) -> RemoteClient? {
        guard let remoteClient = remoteClient(RemoteClient.address(of: peer.bytes)) else {
            return nil
        }
        if let agent { agents[remoteClient.number] = agent }
        let now = ContinuousClock.now
        var sighting = sightings[remoteClient.number][stand] ?? VisitSighting(at: now)
        let isNews = sighting.add(end, at: now)
        sightings[remoteClient.number][stand] = sighting
        return isNews ? remoteClient : nil
    }

    private mutating func remoteClient(_ address: String) -> RemoteClient? {
        if let known = remoteClients.first(where: { $0.address == address }) { return known }
        guard remoteClients.count < Self.mostRemoteClients else { return nil }
        let remoteClient = RemoteClient(number: remoteClients.count, address: address)
        remoteClients.append(remoteClient)
        sightings.append(Array(repeating: nil, count: plan.stands.count))
        agents.append(nil)
        return remoteClient
    }

    /// The sighting of a remote client at a stand; nil if it was not there.
    package func sighting(of remoteClient: RemoteClient, at stand: Int) -> VisitSighting? {
        sightings[remoteClient.number][stand]
    }

    /// The places of the cases that a stand decides about.
    package func cases(of stand: Int) -> [Int] { casesOfStand[stand] }

    // MARK: Outcomes

    /// How a remote client's verdict about a case compares; nil if it was not there.
    ///
    /// A right refusal, or an end that is as right, of a remote client that has not been at the control setup
    /// is void, until it has.
    package func outcome(of remoteClient: RemoteClient, in place: Int) -> Outcome? {
        let served = plan.cases[place]
        guard let sighting = sightings[remoteClient.number][served.stand] else { return nil }
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

    /// All that a remote client was seen to do at a stand, as reports have it; nil if it was not there.
    func record(of remoteClient: RemoteClient, at stand: Int) -> VisitRecord? {
        guard let sighting = sighting(of: remoteClient, at: stand) else { return nil }
        return VisitRecord(
            remoteClient: remoteClient.address,
            agent: agents[remoteClient.number],
            place: stand,
            verdict: sighting.verdict,
            alert: sighting.alert?.name,
            outcomes: cases(of: stand).compactMap { place in
                outcome(of: remoteClient, in: place).map { (place, $0.kind) }
            }
        )
    }

    /// The judgements of a remote client, in the order of the cases, of those that it visited.
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
        if let sighting = sightings[remoteClient.number][served.stand] {
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
        case .silent: detail = Untrusted("the remote client came and did not decide")
        }
    }
}

extension Scenario {
    /// The weakness of a remote client that accepts where a correct client rejects; nil where one accepts.
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
    /// The reason that the alert stands for by its definition (RFC 8446 §6.2); nil for alerts that
    /// stand for several.
    fileprivate var reason: String? {
        switch name {
        case "certificate-expired": Rejection.Code.expired.rawValue
        case "certificate-revoked": Rejection.Code.revoked.rawValue
        case "unknown-ca": Rejection.Code.unknownIssuer.rawValue
        case "protocol-version": Rejection.Code.protocolVersion.rawValue
        default: nil
        }
    }
}
