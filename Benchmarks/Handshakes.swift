import Crypto
import Forge
import TLS
import X509

/// The engine's server compared with libssl's, each with libssl's client in this process.
struct Handshakes {
    private static let repetitions = 200
    /// The number of connections that are open at once.
    private static let connections = 10_000

    private let chain: [[UInt8]]
    private let key: PrivateKey
    private let serverContext, clientContext: TLSContext
    private let loaded = LoadedCertificates()

    /// The CPU time of each endpoint for a handshake, in microseconds.
    private struct Times {
        var both: [Double] = []
        var server: [Double] = []
    }

    /// Prints a line for the whole handshake, and one for the server's part of it.
    static func show(_ rounds: Int) throws(BenchmarkError) {
        let handshakes: Handshakes
        do {
            handshakes = try Handshakes()
            for version in [TLSVersion.v1_3, .v1_2] { try handshakes.measure(version, rounds) }
            try handshakes.measureMemory(.v1_3)
        } catch {
            throw .chain("a handshake fails: \(error)")
        }
    }

    private init() throws {
        (chain, key) = try Self.credential()
        serverContext = try TLSContext.server()
        clientContext = try TLSContext.client()
    }

    /// Returns an end-entity certificate below a root, as a chain without the root, and its key.
    static func credential() throws -> (chain: [[UInt8]], key: PrivateKey) {
        let members = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "leaf": Entity(role: .endEntity, issuer: .entity("root")),
        ]).forge(seed: 1, at: Instant(seconds: 1_795_219_200)).members  // 2026-11-21T00:00:00Z
        guard let leaf = members["leaf"] else { throw BenchmarkError.chain("no leaf") }
        return ([leaf.certificate], leaf.key)
    }

    private func measure(_ version: TLSVersion, _ rounds: Int) throws {
        var (ours, theirs) = (Times(), Times())
        for _ in 0..<rounds {
            try round(&ours) { engine(version) }
            try round(&theirs) { try libssl(version) }
        }
        let name = "handshake of TLS \(version.rawValue), P-256 and X25519"
        Self.show(name, ours.both, theirs.both, goal: "<= 1")
        Self.show("the server's part of it", ours.server, theirs.server, goal: "<= 1")
    }

    private func engine(_ version: TLSVersion) -> ScriptedSession {
        var settings = ServerSettings(chain: chain, key: key)
        settings.versions = version...version
        return ScriptedSession(settings)
    }

    private func libssl(_ version: TLSVersion) throws -> TLSSession {
        try TLSSession.accepting(
            serverContext,
            chain: chain,
            key: key,
            offer: TLSOffer(versions: version...version),
            loaded: loaded
        )
    }

    /// Prints a line for the memory of a server after its handshake, and one for the memory that
    /// closed servers leave behind.
    private func measureMemory(_ version: TLSVersion) throws {
        let name = "KiB of \(Self.connections) servers of TLS \(version.rawValue)"
        let held = try [
            growth { try Held(shaken { engine(version) }) },
            growth { try Held(shaken { try libssl(version) }) },
        ]
        Self.show("\(name), each", [held[0]], [held[1]], goal: "<= 1")
        let left = try [
            growth { _ = try shaken { engine(version) } },
            growth { _ = try shaken { try libssl(version) } },
        ]
        Line(
            name: "left behind by each of as many closed servers",
            ours: left[0].fixed(2),
            theirs: left[1].fixed(2),
            ratio: "",
            goal: "0"
        ).show()
    }

    /// The memory in KiB by which the process grows for each result, while all results are held.
    private func growth<Result>(_ make: () throws -> Result) throws -> Double {
        // Excludes tables that are made once.
        for _ in 0..<100 { _ = try make() }
        let before = Memory.reset()
        var results: [Result] = []
        results.reserveCapacity(Self.connections)
        for _ in 0..<Self.connections { results.append(try make()) }
        return withExtendedLifetime(results) {
            Double(max(0, Memory.reset() - before)) / Double(Self.connections)
        }
    }

    private static func show(_ name: String, _ ours: [Double], _ theirs: [Double], goal: String) {
        let medians = [ours, theirs].map { $0.sorted()[$0.count / 2] }
        Line(
            name: name,
            ours: medians[0].fixed(2),
            theirs: medians[1].fixed(2),
            ratio: (medians[0] / medians[1]).fixed(2),
            goal: goal
        ).show()
    }

    /// Completes many handshakes; each has a new server, as in a run with either engine.
    private func round<Server: ServerEnd & ~Copyable>(
        _ times: inout Times,
        _ make: () throws -> Server
    ) throws {
        var server: Int64 = 0
        var failure: (any Error)?
        let both = Contender.cpuTime {
            do {
                for _ in 0..<Self.repetitions { try shakeHands(make, &server) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let count = Double(Self.repetitions) * 1_000
        times.both.append(Double(both) / count)
        times.server.append(Double(server) / count)
    }

    /// A server after its handshake.
    private func shaken<Server: ServerEnd & ~Copyable>(
        _ make: () throws -> Server
    ) throws -> Server {
        var nanoseconds: Int64 = 0
        return try shakeHands(make, &nanoseconds)
    }

    @discardableResult
    private func shakeHands<Server: ServerEnd & ~Copyable>(
        _ make: () throws -> Server,
        _ nanoseconds: inout Int64
    ) throws -> Server {
        let start = Contender.now()
        var server = try make()
        nanoseconds += Contender.now() - start
        var client = try TLSSession.connecting(
            clientContext,
            serverName: "www.example.test",
            offer: TLSOffer(versions: .v1_2 ... .v1_3)
        ) { _ in .proceed }
        var (isClientDone, isServerDone) = (false, false)
        while !isClientDone || !isServerDone {
            isClientDone = try client.isDone()
            var sent: [UInt8] = []
            client.takeOutput(into: &sent)
            let start = Contender.now()
            sent.withUnsafeBytes { server.receive($0) }
            isServerDone = try server.isDone()
            var answer: [UInt8] = []
            server.takeOutput(into: &answer)
            nanoseconds += Contender.now() - start
            guard !sent.isEmpty || !answer.isEmpty || isClientDone && isServerDone else {
                throw BenchmarkError.chain("both endpoints wait for each other")
            }
            answer.withUnsafeBytes { client.receive($0) }
        }
        return server
    }
}

/// A server in a class, so that an array can hold it.
private final class Held<Server: ~Copyable> {
    private let server: Server

    init(_ server: consuming Server) { self.server = server }
}

/// An endpoint of a connection.
private protocol ServerEnd: ~Copyable {
    mutating func receive(_ bytes: UnsafeRawBufferPointer)
    mutating func takeOutput(into bytes: inout [UInt8])
    mutating func isDone() throws -> Bool
}

extension TLSSession: ServerEnd {
    fileprivate mutating func isDone() throws -> Bool { try handshake() == .done }
}

extension ScriptedSession: ServerEnd {
    fileprivate mutating func isDone() throws -> Bool { try handshake() == .done }
}
