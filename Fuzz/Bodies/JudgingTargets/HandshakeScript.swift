import Crypto
import Forge
import FuzzTargets
import ScenarioFormat
import TLS
import X509

/// The endpoints of a handshake, their settings and the bytes they receive.
struct HandshakeScript {
    enum Listener: CaseIterable {
        case server, client
        /// Both a client and a server, connected to each other.
        case each
    }

    /// A change to the bytes in transit.
    struct Damage {
        enum Kind: CaseIterable {
            case flip, drop, insert, double, cut
        }

        let kind: Kind
        /// The offset from the first byte of the direction.
        let place: Int
        let value: UInt8

        func apply(to bytes: inout [UInt8], at index: Int) {
            guard bytes.indices.contains(index) else { return }
            switch kind {
            case .flip: bytes[index] ^= value
            case .drop: bytes.remove(at: index)
            case .insert: bytes.insert(value, at: index)
            case .double: bytes.insert(contentsOf: bytes[index...].prefix(Int(value)), at: index)
            case .cut: bytes.removeSubrange(index..<min(bytes.count, index + Int(value)))
            }
        }
    }

    let listener: Listener
    let versions: ClosedRange<TLSVersion>
    /// Whether the server requests a client certificate, and whether the server has a staple.
    let asksClient, staples: Bool
    /// Whether the client rejects every chain.
    let refuses: Bool
    /// The size of a piece, in bytes.
    let pieceSize: Int
    /// The bytes from the fuzzer: a peer's data, or a list of changes in transit.
    let spoken: ArraySlice<UInt8>

    /// Returns nil for an input without the two control bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        let steering = Int(bytes[0])
        listener = Listener.allCases[steering % Listener.allCases.count]
        let choice = steering / Listener.allCases.count
        versions = Self.versions[choice % Self.versions.count]
        let rest = choice / Self.versions.count
        asksClient = rest & 1 != 0
        staples = rest & 2 != 0
        refuses = rest & 4 != 0
        pieceSize = bytes[1] == 0 ? 65_536 : Int(bytes[1])
        spoken = bytes[2...]
    }

    private static let versions: [ClosedRange<TLSVersion>] = [
        .v1_2 ... .v1_3, .v1_3 ... .v1_3, .v1_2 ... .v1_2, .v1_0 ... .v1_3, .v1_0 ... .v1_0,
    ]

    /// The changes in the direction to the server, and in the direction to the client.
    ///
    /// Each change takes four bytes: the kind and the direction, two bytes of the place, and a
    /// value.
    var damage: [[Damage]] {
        var directions: [[Damage]] = [[], []]
        var rest = spoken
        while rest.count >= 4, directions.joined().count < 16 {
            let bytes = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            let kinds = Damage.Kind.allCases
            directions[Int(bytes[0]) & 1].append(
                Damage(
                    kind: kinds[(Int(bytes[0]) >> 1) % kinds.count],
                    place: Int(bytes[1]) << 8 | Int(bytes[2]),
                    value: bytes[3]
                )
            )
        }
        return directions
    }
}

/// The certificates that a client's verifier received.
final class ReceivedCertificates {
    fileprivate(set) var all: [ShownCertificates] = []
}

/// The baseline setup's server, and a client that connects to it.
struct HandshakeParties: Sendable {
    /// The chain that the server sends.
    let chain: [[UInt8]]
    private let key: PrivateKey
    /// The settings of a server of our own engine, the same in every run.
    let engine: ServerSettings
    /// The chain and the key of the same server, with an RSA key.
    let ofRSA: (chain: [[UInt8]], key: PrivateKey)
    private let serverContext, clientContext: TLSContext
    private let loaded = LoadedCertificates()

    static let shared = made { try HandshakeParties() }

    private init() throws {
        (chain, key) = try Self.server(of: Setup.standard)
        var ofRSA = Setup.standard
        ofRSA.pki.entities["leaf"]?.key = .rsa2048
        self.ofRSA = try Self.server(of: ofRSA)
        var engine = ServerSettings(
            chain: chain,
            key: key,
            draws: Draws(random: [UInt8](repeating: 5, count: 32), share: Array(1..<67))
        )
        engine.now = 1_793_491_200
        var tickets = TicketPolicy(key: [UInt8](repeating: 9, count: 32))
        tickets.earlyData = 1_024
        engine.tickets = tickets
        self.engine = engine
        serverContext = try TLSContext.server()
        clientContext = try TLSContext.client()
    }

    /// Returns the certificates that a setup's server sends, and the server's key.
    private static func server(of setup: Setup) throws -> (chain: [[UInt8]], key: PrivateKey) {
        let forged = try setup.pki.forge(seed: 1, at: .init(seconds: 1_793_491_200))
        let served = setup.serve.compactMap { forged.members[$0] }
        return (served.map(\.certificate), served[0].key)
    }

    func server(as script: HandshakeScript) throws(OpenSSLError) -> TLSSession {
        try TLSSession.accepting(
            serverContext,
            chain: chain,
            key: key,
            // Any bytes will do, because this client does not read the staple.
            staple: script.staples ? [0x30, 0x03, 0x0a, 0x01, 0x01] : nil,
            offer: TLSOffer(versions: script.versions),
            clientAuthentication: script.asksClient ? .request : nil,
            loaded: loaded
        )
    }

    func client(
        as script: HandshakeScript,
        _ received: ReceivedCertificates
    ) throws(OpenSSLError) -> TLSSession {
        let answer: CertificateAnswer = script.refuses ? .refuse(.badCertificate) : .proceed
        return try TLSSession.connecting(
            clientContext,
            serverName: "www.example.test",
            offer: TLSOffer(versions: script.versions)
        ) { shown in
            received.all.append(shown)
            return answer
        }
    }
}
