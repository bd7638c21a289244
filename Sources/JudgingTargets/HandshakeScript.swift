import Forge
import FuzzTargets
import OpenSSL
import PKIX
import Scenarios

/// Who listens, and to what.
struct HandshakeScript {
    enum Listener: CaseIterable {
        case server, client
        /// Each to the other.
        case each
    }

    /// One thing that befalls an octet on its way.
    struct Damage {
        enum Kind: CaseIterable {
            case flip, drop, insert, double, cut
        }

        let kind: Kind
        /// From the first octet of the direction.
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
    /// Whether the server asks for the client's certificate, and has a staple.
    let asksClient, staples: Bool
    /// Whether the client refuses whatever it is shown.
    let refuses: Bool
    /// In octets.
    let pieceSize: Int
    /// What nobody says.
    let spoken: ArraySlice<UInt8>

    /// Nil for an input without octets to steer by.
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

    /// What befalls the direction to the server, and that to the client: four octets each, of which
    /// the first has the kind and the direction, the next two the place.
    var damage: [[Damage]] {
        var directions: [[Damage]] = [[], []]
        var rest = spoken
        while rest.count >= 4, directions.joined().count < 16 {
            let octets = Array(rest.prefix(4))
            rest = rest.dropFirst(4)
            let kinds = Damage.Kind.allCases
            directions[Int(octets[0]) & 1].append(
                Damage(
                    kind: kinds[(Int(octets[0]) >> 1) % kinds.count],
                    place: Int(octets[1]) << 8 | Int(octets[2]),
                    value: octets[3]
                )
            )
        }
        return directions
    }
}

/// What a client's judge was asked.
final class Questions {
    fileprivate(set) var asked: [ShownCertificates] = []
}

/// The standard world's server, and a client that calls it.
struct HandshakeParties: Sendable {
    /// What the server sends.
    let chain: [[UInt8]]
    private let key: PrivateKey
    private let serverContext, clientContext: TLSContext
    private let loaded = LoadedCertificates()

    static let shared = made { try HandshakeParties() }

    private init() throws {
        let world = World.standard
        let forged = try world.pki.forge(seed: 1, at: .init(seconds: 1_793_491_200))
        let served = world.serve.compactMap { forged.members[$0] }
        chain = served.map(\.certificate)
        key = served[0].key
        serverContext = try TLSContext.server()
        clientContext = try TLSContext.client()
    }

    func server(as script: HandshakeScript) throws(OpenSSLError) -> TLSSession {
        try TLSSession.accepting(
            serverContext,
            chain: chain,
            key: key,
            // Any bytes will do: nobody looks into them.
            staple: script.staples ? [0x30, 0x03, 0x0a, 0x01, 0x01] : nil,
            offer: TLSOffer(versions: script.versions),
            clientAuthentication: script.asksClient ? .request : nil,
            loaded: loaded
        )
    }

    func client(
        as script: HandshakeScript,
        _ questions: Questions
    ) throws(OpenSSLError) -> TLSSession {
        let answer: CertificateAnswer = script.refuses ? .refuse(.badCertificate) : .proceed
        return try TLSSession.connecting(
            clientContext,
            serverName: "www.example.test",
            offer: TLSOffer(versions: script.versions)
        ) { shown in
            questions.asked.append(shown)
            return answer
        }
    }
}
