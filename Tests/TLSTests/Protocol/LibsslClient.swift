import COpenSSL
import Forge
import Synchronization
import Testing
import X509

@testable import Crypto
@testable import TLS

/// A server's settings with forged certificates, one set for each kind of key.
enum Served {
    /// The time in seconds since 1970.
    static let now: Int64 = 1_700_000_000

    /// The uses of a leaf.
    enum Use: Hashable, Sendable {
        case handshakes
        /// Also delegated credentials (RFC 9345 §4.2).
        case credentials
        /// Only delegated credentials, which is contradictory.
        case credentialsAlone
    }

    private struct Kind: Hashable {
        let algorithm: KeyAlgorithm
        let use: Use
        let showsIssuer: Bool
    }

    private static let made = Mutex<[Kind: ServerSettings]>([:])

    /// Uses the given subjectPublicKey in the certificate, in place of the key's own.
    static func settings(
        _ algorithm: KeyAlgorithm = .p256,
        shown: [UInt8]? = nil,
        for use: Use = .handshakes,
        showsIssuer: Bool = false
    ) throws -> ServerSettings {
        let kind = Kind(algorithm: algorithm, use: use, showsIssuer: showsIssuer)
        if shown == nil, let settings = made.withLock({ $0[kind] }) { return settings }
        var leaf = Entity(role: .endEntity, issuer: .entity("root"))
        leaf.subjectAlternativeNames = [.dns("www.example.test")]
        leaf.key = algorithm
        if use == .credentialsAlone { leaf.keyUsage = [.keyAgreement] }
        if use != .handshakes {
            let usage = try #require(ObjectIdentifier("1.3.6.1.4.1.44363.44"))
            leaf.extensions = [.init(oid: usage, critical: false, value: [5, 0])]
        }
        if let shown {
            leaf.raw = [
                .set(path: "subjectPublicKeyInfo.subjectPublicKey", encoding: shown), .resign,
            ]
        }
        let pki = try PKI(entities: ["root": Entity(role: .rootCA, issuer: .itself), "leaf": leaf])
            .forge(seed: 1, at: Instant(seconds: now))
        let member = try #require(pki.members["leaf"])
        let issuer = try #require(pki.members["root"])
        let draws = Draws(
            random: (0..<32).map { UInt8($0) },
            share: (0..<66).map { UInt8($0 + 1) }
        )
        let chain = [member.certificate] + (showsIssuer ? [issuer.certificate] : [])
        var settings = ServerSettings(chain: chain, key: member.key, draws: draws)
        settings.now = now
        if shown == nil { made.withLock { $0[kind] = settings } }
        return settings
    }
}

/// An in-memory connection between libssl's client and the engine.
struct LibsslClient: ~Copyable {
    /// The outcome of the handshake.
    struct End: Equatable {
        /// Whether the client's request arrived and the answer came back.
        var isAnswered = false
        /// The alert that the client sent.
        var alert: UInt8?
        /// The client's certificates, as sent.
        var shown: [[UInt8]] = []
        var failure: ProtocolFailure?
    }

    private var client: TLSSession
    var server: ScriptedSession
    private let shown = Box()
    /// Whether the request is sent before the server has answered.
    private let sendsEarlyData: Bool
    /// Whether the server has accepted the early data.
    var isEarlyDataTaken: Bool { SSL_get_early_data_status(client.pointer) == 2 }
    /// A function that changes the bytes sent to the server.
    var tamper: ((inout [UInt8]) -> Void)?

    final class Box {
        var chain: [[UInt8]] = []
    }

    /// A session of libssl's client, for later connections.
    final class Session {
        let pointer: OpaquePointer

        init(owning pointer: OpaquePointer) { self.pointer = pointer }

        deinit { SSL_SESSION_free(pointer) }
    }

    /// The session of this connection, with the last ticket; nil without one.
    ///
    /// It is a copy, because closing a connection without close_notify invalidates its session.
    var session: Session? {
        SSL_get_session(client.pointer).flatMap { SSL_SESSION_dup($0) }.map { Session(owning: $0) }
    }

    var isResumed: Bool { SSL_session_reused(client.pointer) == 1 }

    /// The lines of libssl's key log, for all connections.
    static let keyLog = Mutex<Set<String>>([])

    private static let context = Result { () throws(OpenSSLError) in
        let context = try TLSContext.client()
        SSL_CTX_set_keylog_callback(context.pointer) { _, line in
            guard let line else { return }
            LibsslClient.keyLog.withLock { _ = $0.insert(String(cString: line)) }
        }
        return context
    }

    init(
        _ settings: ServerSettings,
        violations: [Violation] = [],
        versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3,
        suites: String? = nil,
        groups: String? = nil,
        schemes: String? = nil,
        protocols: [String] = ["h2", "http/1.1"],
        serverName: String? = "www.example.test",
        identity: ServerSettings? = nil,
        answersLate: Bool = false,
        session: Session? = nil,
        sendsEarlyData: Bool = false
    ) throws {
        self.sendsEarlyData = sendsEarlyData
        let box = shown
        client = try TLSSession.connecting(
            Self.context.get(),
            serverName: serverName,
            offer: TLSOffer(versions: versions),
            protocols: protocols
        ) {
            box.chain = $0.chain
            return .proceed
        }
        server = ScriptedSession(settings, violations: violations)
        let pointer = client.pointer
        if let identity, let leaf = identity.chain.first {
            #expect(SSL_use_certificate_ASN1(pointer, leaf, CInt(leaf.count)) == 1)
            #expect(SSL_use_PrivateKey(pointer, identity.key.pointer) == 1)
        }
        if answersLate { SSL_set_post_handshake_auth(pointer, 1) }
        if let session { #expect(SSL_set_session(pointer, session.pointer) == 1) }
        if let suites {
            if versions.upperBound == .v1_3 {
                #expect(SSL_set_ciphersuites(pointer, suites) == 1)
            } else {
                #expect(SSL_set_cipher_list(pointer, suites) == 1)
            }
        }
        // SSL_set1_groups_list and SSL_set1_sigalgs_list are macros.
        for (command, list) in [(CInt(92), groups), (98, schemes)] {
            guard var text = list?.utf8CString else { continue }
            let answer = text.withUnsafeMutableBytes {
                SSL_ctrl(pointer, command, 0, $0.baseAddress)
            }
            #expect(answer == 1, "\(list ?? "")")
        }
    }

    /// Runs the handshake, a request, an answer longer than a record, and close_notify.
    mutating func run() -> End {
        var end = End()
        let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        let answer = [UInt8](repeating: 0x61, count: 20_000)
        var (received, returned): ([UInt8], [UInt8]) = ([], [])
        var (isClientDone, isServerDone, hasAnswered) = (false, false, false)
        if sendsEarlyData {
            var count = 0
            #expect(SSL_write_early_data(client.pointer, request, request.count, &count) == 1)
        }
        for _ in 0..<12 {
            do {
                if !isClientDone, try client.handshake() == .done {
                    isClientDone = true
                    if !isEarlyDataTaken { try client.write(request) }
                }
                while isClientDone, try client.read(into: &returned) == .done {}
            } catch {}
            var toServer: [UInt8] = []
            client.takeOutput(into: &toServer)
            tamper?(&toServer)
            toServer.withUnsafeBytes { server.receive($0) }
            do throws(ProtocolFailure) {
                if !isServerDone { isServerDone = try server.handshake() == .done }
                if isServerDone { while try server.read(into: &received) == .done {} }
                if received == request, !hasAnswered {
                    hasAnswered = true
                    try server.write(answer)
                    server.close()
                }
            } catch {
                end.failure = error
            }
            var toClient: [UInt8] = []
            server.takeOutput(into: &toClient)
            toClient.withUnsafeBytes { client.receive($0) }
        }
        end.isAnswered = returned == answer
        end.alert = server.peerAlert
        end.shown = shown.chain
        return end
    }

    /// The key log lines of the engine's secrets, without the lines that libssl does not write.
    var logged: [String] {
        func hex(_ bytes: [UInt8]) -> String {
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        let random = hex(server.hello?.random ?? [])
        return server.secrets.map { "\($0.label) \(random) \(hex($0.secret))" }
    }
}
