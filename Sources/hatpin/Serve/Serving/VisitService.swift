import Basics
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

// hatpin/Serve serves cases to clients that connect by themselves, such as a phone or a browser.
// Its servers record what each client does. It starts no client.

/// The servers for the setups of a plan, and the page that shows the clients' verdicts.
///
/// One thread serves; see `Reception`.
package final class VisitService {
    /// An event to show to the user at once.
    package enum Event {
        /// A remote client's verdict on a setup is new, or has changed.
        case decided(VisitRecord)
        /// A connection belongs to no setup; this is reported once for each address and reason.
        case strayed(StrayRecord)
    }

    package let plan: VisitPlan
    package private(set) var ledger: VisitLedger
    /// The addresses that the service listens on, of 4 or 16 bytes each.
    package let addresses: [[UInt8]]
    /// The shared port of all setups with their own names.
    package let sharedPort: UInt16
    package let pagePort: UInt16
    /// The ports of the setups, in order.
    package private(set) var ports: [UInt16]
    private let reception: Reception
    /// The setups on the shared port, by name in lowercase and without a trailing dot.
    private let setupsByName: [String: Int]
    /// The plan, as reports show it.
    let shown: ServePlan
    private let page: ServePage
    private var streams: [Reception.Visit] = []
    private var nextHeartbeat = ContinuousClock.now + VisitService.heartbeat
    private var receive: (Event) -> Void = { _ in }
    /// Connections that were already reported as belonging to no setup.
    private var strays: Set<Stray> = []

    private struct Stray: Hashable {
        let bytes: [UInt8]
        let end: Reception.End
    }

    // The largest number of connections that read events and stay open. The remaining connections
    // to the page are for its files.
    static let mostStreams = Reception.mostPlainGuests * 3 / 4

    // The largest number of reported strays, because a scanner must not fill the terminal or the
    // memory.
    private static let mostStrays = 256

    // The time between heartbeats. Proxies and phones close a connection that is idle for a minute.
    private static let heartbeat = Duration.seconds(15)

    /// Opens the ports.
    ///
    /// - Parameters:
    ///   - plan: the plan whose setups are served.
    ///   - addresses: the addresses to listen on.
    ///   - port: the shared port; 0 lets the kernel choose.
    ///   - pagePort: the port of the page; 0 lets the kernel choose.
    ///   - loopback: the TLS settings.
    /// - Throws: an `environment` failure if a port is not available.
    package init(
        _ plan: VisitPlan,
        at addresses: [[UInt8]],
        port: UInt16,
        pagePort: UInt16,
        on loopback: Loopback
    ) throws(Failure) {
        self.plan = plan
        self.addresses = addresses
        ledger = VisitLedger(plan)
        let reception = Reception(on: loopback)
        self.reception = reception
        func open(
            _ port: UInt16,
            at addresses: [[UInt8]],
            as door: Reception.Door,
            _ option: String
        ) throws(Failure) -> UInt16 {
            do {
                return try reception.open(port, at: addresses, as: door)
            } catch {
                throw .listening(at: addresses, port: port, error, option)
            }
        }
        let shared = plan.setups.contains(where: \.isShared)
        sharedPort = shared ? try open(port, at: addresses, as: .tls(Self.shared), "--port") : 0
        var ports: [UInt16] = []
        for (place, setup) in plan.setups.enumerated() {
            guard !setup.isShared else {
                ports.append(sharedPort)
                continue
            }
            // A setup whose host is an address must be served at that address.
            let own = addresses.filter { $0 == IPAddress.bytes(setup.host) }
            let everywhere = own.isEmpty ? addresses : own
            ports.append(try open(0, at: everywhere, as: .tls(place), "--port"))
        }
        self.ports = ports
        self.pagePort = try open(pagePort, at: addresses, as: .plain(0), "--page-port")
        let names = plan.setups.enumerated().filter(\.element.isShared).map {
            (VisitPlan.serverName($0.element.host), $0.offset)
        }
        setupsByName = Dictionary(names) { first, _ in first }
        shown = plan.shown(ports: ports)
        page = ServePage(plan, at: addresses, shown: shown)
    }

    /// Returns the number of file descriptors that a service needs: for its ports, its connections,
    /// and some files.
    package static func descriptors(for plan: VisitPlan) -> Int {
        let own = plan.setups.count { !$0.isShared }
        return (own + 2) * max(1, plan.options.addresses.count) + Reception.mostTLSGuests
            + Reception.mostPlainGuests + 64
    }

    /// The number for the listener that setups with their own names share.
    private static let shared = -1

    /// The URL of the page.
    var pageURL: String {
        // A browser on this machine cannot connect to the wildcard address.
        let host = IPAddress.text((addresses.first ?? [127, 0, 0, 1]).reachable)
        return "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(pagePort)/"
    }

    /// Serves until the time is over or `shouldStop` returns true, and reports events.
    ///
    /// Blocks the calling thread.
    package func serve(
        until end: ContinuousClock.Instant?,
        shouldStop: () -> Bool,
        receive: @escaping (Event) -> Void
    ) throws(Failure) {
        self.receive = receive
        defer { self.receive = { _ in } }
        while !shouldStop() {
            let now = ContinuousClock.now
            if let end, end <= now { return }
            do {
                // The wait is short, so that a request to stop is noticed.
                try reception.advance(atMost: .milliseconds(100), for: self)
            } catch {
                throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
            }
            guard nextHeartbeat <= now else { continue }
            nextHeartbeat = now + Self.heartbeat
            publish(ServePage.heartbeat)
        }
    }

    private func publish(_ bytes: [UInt8]) {
        removeEndedStreams()
        for stream in streams { reception.send(bytes, to: stream) }
    }

    private func removeEndedStreams() { streams.removeAll { !reception.has($0) } }
}

extension VisitService: ReceptionHost {
    package func shown(
        to hello: PeekedClientHello,
        at door: Reception.Door
    ) -> Reception.TaggedPresentation? {
        guard case .tls(let number) = door else { return nil }
        let setup = number == Self.shared ? hello.serverName.flatMap(named) : number
        return setup.map {
            Reception.TaggedPresentation(tag: $0, presentation: plan.setups[$0].presentation)
        }
    }

    private func named(_ name: String) -> Int? { setupsByName[VisitPlan.serverName(name)] }

    package func answer(_ request: [UInt8], of visit: Reception.Visit, shown tag: Int?) -> [UInt8] {
        page.answer(HTTPRequest(request), at: tag)
    }

    package func page(
        _ request: [UInt8],
        of visit: Reception.Visit,
        at door: Reception.Door
    ) -> (bytes: [UInt8], isStream: Bool) {
        let request = HTTPRequest(request)
        guard page.isStream(request) else {
            return (page.file(request, from: visit.peer, ledger), false)
        }
        if streams.count >= Self.mostStreams { removeEndedStreams() }
        guard streams.count < Self.mostStreams else {
            return (HTTPAnswer("503 Service Unavailable").bytes(for: request), false)
        }
        streams.append(visit)
        return (HTTPAnswer.stream("text/event-stream"), true)
    }

    package func ended(_ visit: Reception.Visit, shown tag: Int?, _ end: Reception.End) {
        guard let setup = tag, !end.isStray else {
            let stray = Stray(bytes: visit.peer.bytes, end: end)
            guard strays.count < Self.mostStrays, strays.insert(stray).inserted else { return }
            let address = IPAddress.text(visit.peer.bytes)
            return receive(.strayed(StrayRecord(address: address, end: end)))
        }
        var agent: Untrusted?
        if case .accepted(let request) = end {
            agent = HTTPRequest(request)?["user-agent"].map(Untrusted.init)
        }
        guard let remoteClient = ledger.add(visit.peer, at: setup, end, agent: agent),
            let record = ledger.record(of: remoteClient, at: setup)
        else { return }
        publish(ServePage.event(record))
        receive(.decided(record))
    }
}

extension Reception.End {
    fileprivate var isStray: Bool {
        switch self {
        case .unknownName, .notTLS, .unserved: true
        case .accepted, .refused, .undelivered, .silent: false
        }
    }
}

extension Failure {
    /// Returns the failure for a port that is not available.
    fileprivate static func listening(
        at addresses: [[UInt8]],
        port: UInt16,
        _ error: WireError,
        _ option: String
    ) -> Failure {
        let places = addresses.map(IPAddress.text).joined(separator: ", ")
        let help =
            port == 0 || !addresses.allSatisfy(Reception.isAvailable)
            ? "set --listen to an address of this machine"
            : "set \(option) to another port, or to 0 for any free port"
        return Failure(
            .environment,
            "cannot listen on port \(port) of \(places): \(Shown.escaped(error.description))",
            help: help
        )
    }
}

extension VisitService {
    /// Returns the TLS settings of the servers.
    ///
    /// - Throws: an `environment` failure if the settings cannot be created.
    package static func loopback() throws(Failure) -> Loopback {
        do {
            return try Loopback()
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }
}
