import Basics
import CommandWorkshop
import Crypto
import Forge
import Reports
import Testing
import X509

@testable import TLS
@testable import hatpin

/// A genuine server for `localhost`, a proxy that attacks it, and clients, all on one thread.
final class AttackedNetwork {
    let proxy: InterceptingProxy
    let server: Server
    let address: NetworkAddress
    /// The roots that the clients may trust.
    let genuineRoot, proxyRoot: [UInt8]
    let genuineKey: [UInt8]
    private let secrets = Secrets()
    private let loopback: Loopback
    private let folder: TemporaryFolder

    /// Creates the setup with the named attacks, or all, and this kind of key for the genuine
    /// server.
    init(
        attacks: [String] = [],
        key: KeyAlgorithm = .p256,
        expired: Bool = false,
        serverFault: ServerFault? = nil,
        transparent: Bool = false,
        _ change: (inout InterceptSettings) -> Void = { _ in }
    ) throws {
        let now = Environment.now
        let pki = try Self.pki(key, expired: expired).forge(seed: 7, at: now)
        let members = try ["leaf", "intermediate", "root"].map { try #require(pki.members[$0]) }
        genuineRoot = members[2].certificate
        genuineKey = members[0].key.spki
        folder = try TemporaryFolder()
        let root = try TrustedRoot.kept(in: folder.path + "/root", now: now)
        proxyRoot = root.authority.member.certificate
        loopback = try Loopback()
        server = try Server(
            Presentation(
                credential: Credential(
                    chain: members.prefix(2).map(\.certificate),
                    key: members[0].key
                ),
                serverFault: serverFault
            ),
            on: loopback,
            secrets: secrets
        )
        var settings = InterceptSettings(
            attacks: attacks.isEmpty ? Attack.catalogue : attacks.compactMap(Attack.named),
            authorities: try Authorities(trusted: root, now: now)
        )
        change(&settings)
        let told = Told()
        proxy = try InterceptingProxy(settings) { told.events.append($0) }
        self.told = told
        address = try proxy.listen(
            on: NetworkAddress([127, 0, 0, 1], port: 0),
            transparentFor: transparent
                ? ConnectTarget(host: "localhost", port: server.address.port) : nil
        )
    }

    private final class Told { var events: [InterceptEvent] = [] }
    private let told: Told

    private static func pki(_ key: KeyAlgorithm, expired: Bool) -> PKI {
        var leaf = Entity(role: .endEntity, issuer: .entity("intermediate"))
        leaf.subjectAlternativeNames = [.dns("localhost")]
        leaf.key = key
        if expired { leaf.notAfter = .relative(-3_600) }
        return PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": leaf,
        ])
    }

    /// The proxy's name for the genuine server.
    var host: String { "localhost:\(server.address.port)" }

    /// The results of the attacks, by name.
    var verdicts: [String: AttackVerdict] {
        var verdicts: [String: AttackVerdict] = [:]
        for case .settled(_, let attack, let verdict) in told.events {
            verdicts[attack.name] = verdict
        }
        return verdicts
    }

    /// The names of the accepted attacks, in order.
    var accepted: [String] {
        told.events.compactMap { event in
            guard case .settled(_, let attack, .accepted) = event else { return nil }
            return attack.name
        }
    }

    var failures: [InterceptObstacle] {
        told.events.compactMap { event in
            guard case .failed(_, let obstacle) = event else { return nil }
            return obstacle
        }
    }

    /// Makes one connection of a client, with CONNECT.
    func visit(
        _ client: TestClient,
        as name: String = "localhost",
        sni: String? = "localhost"
    ) throws -> ClientEnd? {
        let dialer = try Dialer(
            Client(host: name, serverName: sni) { client.judge($0, in: self) },
            to: Endpoint(
                origin: server.address,
                proxy: LoopbackAddress(family: .ipv4, port: address.port),
                path: "/" + secrets.challenge,
                answer: secrets.token,
                deadline: .now + .seconds(10)
            ),
            on: loopback
        )
        try step {
            try dialer.advance()
        } until: {
            dialer.isOver && self.proxy.isIdle
        }
        return dialer.end
    }

    /// Makes one connection of a client without a proxy setting.
    func visitDirectly(_ client: TestClient) throws -> ClientEnd? {
        let dialer = try Dialer(
            Client(host: "localhost", serverName: "localhost") { client.judge($0, in: self) },
            to: Endpoint(
                origin: LoopbackAddress(family: .ipv4, port: address.port),
                proxy: nil,
                path: "/" + secrets.challenge,
                answer: secrets.token,
                deadline: .now + .seconds(10)
            ),
            on: loopback
        )
        try step {
            try dialer.advance()
        } until: {
            dialer.isOver && self.proxy.isIdle
        }
        return dialer.end
    }

    /// Sends bytes to the proxy and returns the first line of its answer, or an empty text.
    func say(_ bytes: [UInt8], ending: Bool = false) throws -> String {
        let connection = Connection(try Socket.connecting(to: address))
        connection.sendPlain(bytes)
        if ending { connection.finish() }
        try step {
            connection.transfer()
        } until: {
            connection.preface.contains(10) || connection.hasPeerEnded
        }
        return String(decoding: connection.preface.prefix { $0 != 13 }, as: UTF8.self)
    }

    /// Advances all connections until a condition is met, for 20 s at most.
    func step(
        _ advance: () throws -> Bool,
        until isMet: () -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(20)
        while !isMet(), ContinuousClock.now < end {
            let hasMoved = try advance()
            _ = try server.advance()
            try proxy.step(hasMoved ? .zero : .milliseconds(1))
        }
    }
}

/// A client, described by the checks that it makes.
struct TestClient: Sendable, CustomTestStringConvertible {
    var checksChain = true
    var checksHost = true
    var checksDates = true
    var pins = false
    /// Whether the client's device trusts the root of the proxy's user.
    var trustsProxy = false
    let testDescription: String

    /// Returns whether the client accepts the certificates.
    func judge(_ shown: ShownCertificates, in network: AttackedNetwork) -> CertificateAnswer {
        guard let leaf = shown.chain.first else { return .refuse(.badCertificate) }
        let presents = OpenSSLCertificate(der: leaf)?.presents(host: "localhost") ?? false
        if checksHost, !presents { return .refuse(.badCertificate) }
        if checksChain, !hasPath(shown.chain, network) { return .refuse(.unknownCA) }
        if pins {
            let key = (try? Certificate(der: leaf)).map { Array(leaf[$0.spki]) }
            guard key == network.genuineKey else { return .refuse(.badCertificate) }
        }
        return .proceed
    }

    private func hasPath(_ chain: [[UInt8]], _ network: AttackedNetwork) -> Bool {
        var verification = ChainVerification()
        verification.anchors = [network.genuineRoot] + (trustsProxy ? [network.proxyRoot] : [])
        verification.intermediates = Array(chain.dropFirst())
        verification.endEntity = chain[0]
        let leaf = try? Certificate(der: chain[0])
        // A client without a clock accepts any date; this time is valid for every certificate.
        let date = checksDates ? Environment.now : leaf.map { $0.validity.notAfter + -1 }
        verification.verifyDate = (date ?? Environment.now).seconds
        return verification.verdict() == .accept
    }
}
