import Crypto
import OpenSSLPeer
import TLS

/// The engine's client with a certificate of its own compared with libssl's, each before the
/// engine's server in this process.
struct ClientHandshakes {
    private static let repetitions = 200

    private let chain: [[UInt8]]
    private let key: PrivateKey

    /// Prints a line for each version: handshakes a second, and the client's part of them.
    static func show(_ rounds: Int) throws(BenchmarkError) {
        do {
            let handshakes = try ClientHandshakes()
            for version in [TLSVersion.v1_3, .v1_2] { try handshakes.measure(version, rounds) }
        } catch {
            throw .chain("a handshake with a client certificate fails: \(error)")
        }
    }

    private init() throws {
        (chain, key) = try Handshakes.credential()
    }

    private func measure(_ version: TLSVersion, _ rounds: Int) throws {
        var (ours, theirs) = (Times(), Times())
        for _ in 0..<rounds {
            try round(&ours, version) { try Ours(version, chain, key) }
            let peer = try Theirs(version, chain[0], key)
            try round(&theirs, version) {
                try peer.begin()
                return peer
            }
        }
        func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
        let rates = [ours.both, theirs.both].map { 1_000_000 / median($0) }
        Line(
            name: "client certificates in TLS \(version.rawValue), a second",
            ours: rates[0].fixed(0),
            theirs: rates[1].fixed(0),
            ratio: (rates[0] / rates[1]).fixed(2),
            goal: ">= 1"
        ).show()
        Line(
            name: "the client's part of it",
            ours: median(ours.client).fixed(2),
            theirs: median(theirs.client).fixed(2),
            ratio: (median(ours.client) / median(theirs.client)).fixed(2),
            goal: "<= 1"
        ).show()
    }

    /// The CPU time for a handshake, in microseconds.
    private struct Times {
        var both: [Double] = []
        var client: [Double] = []
    }

    private func round(
        _ times: inout Times,
        _ version: TLSVersion,
        _ make: () throws -> any ClientEnd
    ) throws {
        var client: Int64 = 0
        var failure: (any Error)?
        let both = Contender.cpuTime {
            do {
                for _ in 0..<Self.repetitions { try shakeHands(version, make, &client) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let count = Double(Self.repetitions) * 1_000
        times.both.append(Double(both) / count)
        times.client.append(Double(client) / count)
    }

    private func shakeHands(
        _ version: TLSVersion,
        _ make: () throws -> any ClientEnd,
        _ nanoseconds: inout Int64
    ) throws {
        var settings = ServerSettings(chain: chain, key: key)
        settings.versions = version...version
        settings.requiresClientCertificate = true
        var server = ScriptedSession(settings)
        var start = Contender.now()
        let client = try make()
        nanoseconds += Contender.now() - start
        var answer: [UInt8] = []
        while true {
            start = Contender.now()
            let isClientDone = try client.advance(answer)
            let sent = try client.takeOutput()
            nanoseconds += Contender.now() - start
            sent.withUnsafeBytes { server.receive($0) }
            let isServerDone = try server.handshake() == .done
            answer = []
            server.takeOutput(into: &answer)
            if isClientDone, isServerDone { break }
            guard !sent.isEmpty || !answer.isEmpty else {
                throw BenchmarkError.chain("both endpoints wait for each other")
            }
        }
        guard server.clientCertificates == chain else {
            throw BenchmarkError.chain("the client sent no certificate")
        }
    }
}

/// A client of one connection.
private protocol ClientEnd: AnyObject {
    /// Takes the server's bytes, and returns whether the handshake is complete.
    func advance(_ bytes: [UInt8]) throws -> Bool
    func takeOutput() throws -> [UInt8]
}

private final class Ours: ClientEnd {
    private var client: StrictClient
    private var received: [UInt8] = []

    init(_ version: TLSVersion, _ chain: [[UInt8]], _ key: PrivateKey) throws {
        var offer = ClientOffer(draws: .system())
        offer.versions = version...version
        offer.protocols = []
        offer.credential = ClientCredential(chain: chain, key: key)
        client = try StrictClient(offer)
    }

    func advance(_ bytes: [UInt8]) throws -> Bool {
        client.receive(bytes)
        return try client.advance(into: &received)
    }

    func takeOutput() -> [UInt8] { client.takeOutput() }
}

private final class Theirs: ClientEnd {
    private let pointer: OpaquePointer
    private var output = [UInt8](repeating: 0, count: 65_536)

    init(_ version: TLSVersion, _ certificate: [UInt8], _ key: PrivateKey) throws {
        let encoded = try key.privateKeyInfo()
        let pointer = certificate.lend { certificate in
            encoded.lend { peer_client_new(CInt(version.code), certificate, $0) }
        }
        guard let pointer else { throw BenchmarkError.chain("libssl refuses the certificate") }
        self.pointer = pointer
    }

    deinit { peer_client_free(pointer) }

    func begin() throws {
        guard peer_client_begin(pointer) == 1 else { throw BenchmarkError.chain("SSL_new fails") }
    }

    func advance(_ bytes: [UInt8]) throws -> Bool {
        bytes.lend { peer_client_receive(pointer, $0) }
        let progress = peer_client_advance(pointer)
        guard progress >= 0 else { throw BenchmarkError.chain("libssl's client fails") }
        return progress == 1
    }

    func takeOutput() -> [UInt8] {
        let count = output.withUnsafeMutableBufferPointer {
            peer_client_take(pointer, $0.baseAddress, $0.count)
        }
        return Array(output.prefix(count))
    }
}
