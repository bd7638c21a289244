import Crypto
import Synchronization
import Testing

@testable import TLS

/// Honest scripts with libssl's client; both ends must have the same secrets.
struct HonestHandshakeTests {
    private static func check(_ connection: inout LibsslClient, _ name: String) {
        let end = connection.run()
        #expect(end.isAnswered, "\(name): \(end)")
        #expect(connection.server.applicationProtocol == nil)
        let lines = LibsslClient.keyLog.withLock { $0 }
        let missing = connection.logged.filter { !lines.contains($0) }
        #expect(missing == [], "\(name)")
        #expect(!connection.logged.isEmpty)
    }

    static let newestSuites = EngineSuite.all.filter { $0.keyExchange == .unstated }.map(\.name)
    static let curves = ["X25519", "P-256", "P-384", "P-521", "X448"]
    /// The brainpool groups, which libssl 3.0 supports only in TLS 1.2.
    static let others = ["brainpoolP256r1", "brainpoolP384r1", "brainpoolP512r1"]
    static let fields = ["ffdhe2048", "ffdhe3072", "ffdhe4096", "ffdhe6144", "ffdhe8192"]

    @Test(arguments: newestSuites, curves + ["ffdhe2048"])
    func `libssl accepts TLS 1.3`(suite: String, group: String) throws {
        var connection = try LibsslClient(Served.settings(), suites: suite, groups: group)
        Self.check(&connection, "\(suite) \(group)")
        #expect(connection.server.script?.version == .v1_3)
        #expect(connection.server.script?.suite.name == suite)
    }

    static let schemes: [(String, KeyAlgorithm, [TLSVersion])] = [
        ("ecdsa_secp256r1_sha256", .p256, [.v1_2, .v1_3]),
        ("ecdsa_secp384r1_sha384", .p384, [.v1_2, .v1_3]),
        ("ecdsa_secp521r1_sha512", .p521, [.v1_2, .v1_3]),
        ("ed25519", .ed25519, [.v1_2, .v1_3]),
        ("ed448", .ed448, [.v1_2, .v1_3]),
        ("rsa_pss_rsae_sha256", .rsa2048, [.v1_2, .v1_3]),
        ("rsa_pss_rsae_sha384", .rsa2048, [.v1_2, .v1_3]),
        ("rsa_pss_rsae_sha512", .rsa2048, [.v1_2, .v1_3]),
        ("RSA+SHA256", .rsa2048, [.v1_2]),
        ("RSA+SHA384", .rsa2048, [.v1_2]),
        ("RSA+SHA512", .rsa2048, [.v1_2]),
        ("RSA+SHA1", .rsa2048, [.v1_2]),
        ("ECDSA+SHA1", .p256, [.v1_2]),
    ]

    @Test(arguments: schemes)
    func `libssl accepts each scheme`(
        scheme: String,
        key: KeyAlgorithm,
        versions: [TLSVersion]
    ) throws {
        var settings = try Served.settings(key)
        settings.schemes = HandshakeScheme.allCases
        for version in versions {
            var connection = try LibsslClient(
                settings,
                versions: version...version,
                schemes: scheme
            )
            Self.check(&connection, "\(scheme) \(version)")
        }
    }

    /// TLS 1.2 names the digest; the groups determine the curve (RFC 7027 §2).
    @Test(arguments: zip(others, [KeyAlgorithm.brainpool256, .brainpool384, .brainpool512]))
    func `libssl accepts keys on brainpool's curves`(curve: String, key: KeyAlgorithm) throws {
        var connection = try LibsslClient(
            Served.settings(key),
            versions: .v1_2 ... .v1_2,
            groups: curve,
            schemes: "ECDSA+SHA512"
        )
        Self.check(&connection, curve)
    }

    /// Debian's libssl is built without the suites of some ciphers.
    static let olderSuites = (EngineSuite.all + EngineSuite.weak).filter { suite in
        suite.keyExchange != .unstated
            && !["RC4", "DES", "SEED"].contains { suite.name.contains($0) }
    }

    @Test(arguments: olderSuites, [true, false])
    func `libssl accepts TLS 1.2`(suite: EngineSuite, isModern: Bool) throws {
        let key: KeyAlgorithm = suite.keyExchange == .ecdheECDSA ? .p256 : .rsa2048
        var settings = try Served.settings(key)
        settings.suites = [suite]
        settings.hasExtendedMasterSecret = isModern
        settings.macsCiphertext = isModern
        for (group, number) in Self.choices(suite) {
            settings.groups = [number]
            var connection = try LibsslClient(
                settings,
                versions: .v1_2 ... .v1_2,
                suites: "ALL:COMPLEMENTOFALL:@SECLEVEL=0",
                // libssl rejects a key whose group it did not offer. In TLS 1.2, libssl names no
                // finite fields and accepts any.
                groups: group.hasPrefix("ffdhe")
                    ? nil : "\(group):P-256".replacing("P-256:P-256", with: "P-256")
            )
            Self.check(&connection, "\(suite.name) \(group)")
            #expect(connection.server.script?.hasExtendedMasterSecret == isModern)
        }
    }

    static let oldestSuites = olderSuites.filter {
        $0.fits(.rsa, in: .v1_0) || $0.fits(.ec, in: .v1_0)
    }

    @Test(arguments: oldestSuites, [TLSVersion.v1_0, .v1_1])
    func `libssl accepts older versions`(suite: EngineSuite, version: TLSVersion) throws {
        let key: KeyAlgorithm = suite.keyExchange == .ecdheECDSA ? .p256 : .rsa2048
        for isModern in [true, false] {
            var settings = try Served.settings(key)
            settings.versions = version...version
            settings.suites = [suite]
            settings.hasExtendedMasterSecret = isModern
            settings.macsCiphertext = isModern
            var connection = try LibsslClient(
                settings,
                versions: version...version,
                suites: "ALL:COMPLEMENTOFALL:@SECLEVEL=0"
            )
            Self.check(&connection, "\(suite.name) \(version) \(isModern)")
            #expect(connection.server.script?.version == version)
            #expect(connection.server.script?.macsCiphertext == (isModern && suite.isChained))
        }
    }

    @Test func `client and server choose the newest version that both support`() throws {
        var settings = try Served.settings()
        settings.versions = .v1_0 ... .v1_3
        for version in TLSVersion.allCases {
            var connection = try LibsslClient(
                settings,
                versions: .v1_0...version,
                suites: version == .v1_3 ? nil : "ALL:COMPLEMENTOFALL:@SECLEVEL=0"
            )
            Self.check(&connection, "\(version)")
            #expect(connection.server.script?.version == version)
        }
        // The engine reads a client's CertificateVerify only in the form of TLS 1.2.
        settings.requestsClientCertificate = true
        var older = try LibsslClient(settings, versions: .v1_0 ... .v1_1)
        #expect(older.run().failure == .version)
    }

    private static func choices(_ suite: EngineSuite) -> [(String, NamedGroup)] {
        let named: [NamedGroup] = [
            .x25519, .secp256r1, .secp384r1, .secp521r1, .x448, .brainpoolP256r1, .brainpoolP384r1,
            .brainpoolP512r1,
        ]
        switch suite.keyExchange {
        case .rsa: return [("X25519", .x25519)]
        // The engine's client uses a longer private key, so its computation takes long.
        case .dheRSA where suite.code == 0x009e:
            return Array(zip(fields, NamedGroup.allCases.filter(\.isField)))
        case .dheRSA, .dhAnonymous: return [("ffdhe2048", .ffdhe2048)]
        default: return Array(zip(curves + others, named))
        }
    }

    @Test(arguments: curves + fields)
    func `libssl follows a retry`(group: String) throws {
        let first = group == "X25519" ? "P-256" : "X25519"
        var settings = try Served.settings()
        settings.groups = NamedGroup.allCases.filter {
            $0 != (first == "X25519" ? .x25519 : .secp256r1)
        }
        var connection = try LibsslClient(settings, groups: "\(first):\(group)")
        Self.check(&connection, group)
        let hellos = connection.server.script?.steps.filter { $0.said == .serverHello }
        #expect(hellos?.count == 2)
    }

    @Test(arguments: EngineSuite.all)
    func `libssl resumes a session`(suite: EngineSuite) throws {
        let isOfRSA = [.rsa, .ecdheRSA, .dheRSA].contains(suite.keyExchange)
        var settings = try Served.settings(isOfRSA ? .rsa2048 : .p256)
        settings.tickets = Served.tickets
        settings.suites = [suite]
        let isNewest = suite.keyExchange == .unstated
        let version: TLSVersion = isNewest ? .v1_3 : .v1_2
        let suites = isNewest ? suite.name : "ALL:COMPLEMENTOFALL:@SECLEVEL=0"
        var first = try LibsslClient(settings, versions: version...version, suites: suites)
        Self.check(&first, suite.name)
        settings.draws.random.reverse()
        var second = try LibsslClient(
            settings,
            versions: version...version,
            suites: suites,
            session: first.session
        )
        Self.check(&second, suite.name)
        let (wasResumed, isResumed) = (first.isResumed, second.isResumed)
        #expect(!wasResumed && isResumed)
        #expect(second.server.script?.resumption != nil)
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `the server answers the extensions that the client offers`(version: TLSVersion) throws {
        var settings = try Served.settings()
        settings.versions = version...version
        settings.chooseProtocol = { $0.last }
        settings.requestsClientCertificate = true
        settings.staples = [Array("no response".utf8)]
        var connection = try LibsslClient(settings)
        let end = connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(end.shown == settings.chain)
        #expect(connection.server.hello?.serverName == "www.example.test")
        #expect(connection.server.applicationProtocol == "http/1.1")
        let (wantsStaple, hasShown) =
            (connection.server.wantsStaple, connection.server.hasShownCertificates)
        #expect(wantsStaple && hasShown)
    }

    /// RFC 5246 §7.2.2: the rest of the client's flight has already come, and the client sends
    /// nothing else.
    @Test func `ignores a warning in the middle of the client's flight`() throws {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        var connection = try StrictConnection(Served.settings(), offer)
        var hasWarned = false
        connection.tamper = { _, bytes in
            guard let place = bytes.firstRange(of: [20, 3, 3, 0, 1, 1])?.lowerBound else { return }
            hasWarned = true
            bytes.insert(contentsOf: [21, 3, 3, 0, 2, 1, 112], at: place)
        }
        let end = try connection.run()
        #expect(hasWarned)
        #expect(end.isAnswered, "\(end)")
    }

    @Test func `sends an alert if client and server have no parameters in common`() throws {
        var settings = try Served.settings()
        settings.suites = settings.suites.filter { $0.code == 0x1305 }
        var connection = try LibsslClient(settings, suites: "TLS_AES_128_GCM_SHA256")
        #expect(connection.run().failure == .parameters)
        settings.versions = .v1_2 ... .v1_2
        var newest = try LibsslClient(settings, versions: .v1_3 ... .v1_3)
        #expect(newest.run().failure == .version)
    }
}

extension EngineSuite {
    fileprivate var isChained: Bool {
        guard case .cbc = protection else { return false }
        return true
    }
}
