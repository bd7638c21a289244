import CommandWorkshop
import Crypto
import Reports
import Runner
import ScenarioFormat
import Testing
import X509

@testable import TLS
@testable import hatpin

/// Returns the cases of scenario documents without `about` and `sources`.
func cases(_ documents: String...) async throws -> [Scenario] {
    let folder = try TemporaryFolder()
    for (index, document) in documents.enumerated() {
        let text = "scenario: s\(index)\nabout: A test.\nsources: [RFC 5280]\n\(document)\n"
        try folder.write(text.utf8, to: "Scenarios/s\(index).yaml")
    }
    let library = await ScenarioLibrary.load([folder.path + "/Scenarios"])
    try #require(library.isSound, "\(library.diagnostics)")
    return library.scenarios.sorted { $0.id < $1.id }
}

/// 2026-01-01, so that nothing depends on the current time.
let now = Instant(seconds: 1_767_225_600)

let loopbackAddress: [UInt8] = [127, 0, 0, 1]

/// Cases as they are served to remote clients.
func plan(
    _ cases: [Scenario],
    on loopback: Loopback,
    _ change: (inout VisitPlan.Options) -> Void = { _ in }
) async -> VisitPlan {
    var options = VisitPlan.Options(seed: 1, now: now)
    options.addresses = [loopbackAddress]
    change(&options)
    return await VisitPlan(cases, options: options, on: loopback)
}

/// A service with clients that visit it, advanced by one thread.
struct Visited {
    let loopback: Loopback
    let service: VisitService

    init(_ plan: VisitPlan, on loopback: Loopback) throws {
        self.loopback = loopback
        service = try VisitService(
            plan,
            at: [loopbackAddress],
            port: 0,
            pagePort: 0,
            on: loopback
        )
    }

    /// Serves until a condition is met, for a minute at most.
    func serve(until isDone: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        try service.serve(until: end, shouldStop: isDone) { _ in }
        try #require(.now < end)
    }

    /// Makes a visit by the project's own client, which accepts or rejects every server.
    func visit(_ setup: Int, answer: CertificateAnswer = .proceed, name: String? = nil) throws {
        let served = service.plan.setups[setup]
        let endpoint = Endpoint(
            origin: LoopbackAddress(family: .ipv4, port: service.ports[setup]),
            proxy: nil,
            path: served.path,
            answer: "of this server.\n",
            deadline: .now + .seconds(60)
        )
        let client = Client(
            host: served.host,
            serverName: name ?? (served.isShared ? VisitPlan.serverName(served.host) : nil)
        ) { _ in answer }
        let dialer = try Dialer(client, to: endpoint, on: loopback)
        let before = seen(setup)
        try serve {
            _ = try? dialer.advance()
            return dialer.isOver && seen(setup) > before
        }
    }

    private func seen(_ setup: Int) -> Int {
        let ledger = service.ledger
        return ledger.remoteClients.reduce(0) {
            $0 + (ledger.sighting(of: $1, at: setup)?.connections ?? 0)
        }
    }

    /// Sends a request to the page, and returns the whole answer.
    func ask(_ request: String) throws -> String {
        let connection = try connect(request)
        try serve {
            _ = connection.transfer()
            return connection.hasPeerEnded
        }
        return String(decoding: connection.preface, as: UTF8.self)
    }

    func get(_ path: String, host: String = "127.0.0.1") throws -> String {
        try ask("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    }

    func connect(_ request: String) throws -> Connection {
        let address = LoopbackAddress(family: .ipv4, port: service.pagePort)
        let connection = Connection(try Socket.connecting(to: address))
        connection.sendPlain(request)
        return connection
    }

    /// The outcomes of the only remote client, by case.
    var outcomes: [String: String] {
        guard let remoteClient = service.ledger.remoteClients.first else { return [:] }
        let records = service.ledger.judgements(of: remoteClient)
        return Dictionary(uniqueKeysWithValues: records.map { ($0.scenario, $0.outcome.rawValue) })
    }
}
