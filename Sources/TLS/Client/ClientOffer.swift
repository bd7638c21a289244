import Crypto

/// A client's certificates and key.
package struct ClientCredential: Sendable {
    /// The certificates in DER, the client's own first.
    package var chain: [[UInt8]]
    /// The key that signs the handshake.
    package var key: PrivateKey

    package init(chain: [[UInt8]], key: PrivateKey) { (self.chain, self.key) = (chain, key) }
}

/// What a client offers and how it behaves, and the random bytes of its connection.
package struct ClientOffer: Sendable {
    package var versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3
    package var suites: [UInt16] = ClientOffer.everySuite
    package var groups = NamedGroup.allCases
    /// The groups whose shares are sent with the first hello.
    package var shared: [NamedGroup] = [.x25519]
    package var schemes: [UInt16] = ClientOffer.everyScheme
    package var protocols = ["h2", "http/1.1"]
    package var serverName: String? = "www.example.test"
    package var asksForStaple = false
    /// Whether CBC records may use encrypt-then-MAC (RFC 7366).
    package var encryptsThenMACs = true
    /// Whether the client sends a GREASE encrypted ClientHello (RFC 9849 §6.2).
    package var greasesEncryptedHello = false
    /// Whether the client renegotiates after a HelloRequest.
    package var renegotiates = false
    /// Whether the client also requests staples for all certificates (RFC 6961).
    package var asksForStaples = false
    /// Whether the client answers a certificate request that comes after the handshake.
    package var answersLate = false
    /// The numbers of the algorithms for compressed certificates; empty for none.
    package var compressions: [UInt16] = []
    /// The numbers of the certificate types that the client accepts; empty for X.509 only.
    package var certificateTypes: [UInt8] = []
    /// The raw public keys that the client trusts without a certificate, each a DER
    /// SubjectPublicKeyInfo (RFC 7250 §6).
    package var knownKeys: [[UInt8]] = []
    /// The signature schemes of delegated credentials, by number; empty for no credentials.
    package var delegatedSchemes: [UInt16] = []
    /// The current time in seconds since 1970; only delegated credentials depend on it.
    package var now: Int64 = 0
    /// Whether sessions may be resumed; in TLS 1.3, a resumption always has a key exchange.
    package var resumes = false
    /// The sessions to resume, the preferred first; all have the same version of TLS.
    package var sessions: [ClientSession] = []
    /// The early data to send, if the first session allows any.
    package var earlyData: [UInt8] = []
    /// The certificates that the client sends on request, and their key; nil for none.
    package var credential: ClientCredential?
    /// What the client does wrong, in order.
    package var violations: [ClientViolation] = []
    /// Whether the client starts a renegotiation after its first handshake; only before TLS 1.3.
    package var startsRenegotiation = false
    /// Whether a client that resumes sessions sends psk_key_exchange_modes (RFC 8446 §4.2.9).
    package var statesModes = true
    /// Whether one bit of the last binder in the hello is flipped.
    package var flipsBinder = false
    /// Application data in plaintext right after the hello; empty for none.
    package var plainData: [UInt8] = []
    /// Whether the server's certificate is trusted.
    package var trustsServer = true
    package var draws: Draws

    package init(draws: Draws) {
        self.draws = draws
    }

    /// The numbers of all cipher suites that this client supports.
    package static let everySuite = EngineSuite.all.map(\.code)

    /// All schemes except the schemes with SHA-1 and MD5, with RSASSA-PSS for both kinds of keys.
    package static let everyScheme =
        HandshakeScheme.usual.map(\.rawValue) + [0x0809, 0x080a, 0x080b]

    func offers(_ version: TLSVersion) -> Bool { versions.contains(version) }

    /// Whether early data follows the first hello.
    var sendsEarlyData: Bool { !earlyData.isEmpty && newestSessions.first?.earlyData ?? 0 > 0 }

    /// The sessions that pre_shared_key offers.
    var newestSessions: [ClientSession] { offers(.v1_3) ? sessions.filter(\.isNewest) : [] }

    /// The session that session_ticket offers.
    var olderSession: ClientSession? {
        offers(.v1_2) ? sessions.first { !$0.isNewest } : nil
    }

    /// The session id; empty unless the client offers TLS 1.3 (RFC 8446 §D.4) or a ticket of TLS
    /// 1.2 (RFC 5077 §3.4).
    var sessionID: [UInt8] {
        offers(.v1_3) || olderSession != nil ? Array(draws.share.prefix(32)) : []
    }

    /// Returns the client's key for a group, which follows from the random bytes.
    func key(of group: NamedGroup) throws(OpenSSLError) -> KeyAgreement {
        let difference = UInt8(truncatingIfNeeded: group.rawValue)
        return try group.key(private: draws.share.map { $0 ^ difference })
    }

    /// Returns a ClientHello with its header; `transcript` contains the messages of a retry before
    /// it.
    func hello(
        _ keys: [NamedGroup: KeyAgreement],
        cookie: [UInt8]?,
        earlier: [UInt8],
        after transcript: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        var body = [UInt8](min(versions.upperBound.code, 0x0303)) + draws.random
        body.putVector(sessionID, lengthBytes: 1)
        body.putVector(suites.flatMap { [UInt8]($0) }, lengthBytes: 2)
        body += [1, 0]
        body += extensions(keys, cookie: cookie, earlier: earlier).encoded
        let message = HandshakeType.clientHello.message(body)
        guard !newestSessions.isEmpty else { return message }
        var bound = try newestSessions.bound(message, after: transcript)
        if flipsBinder { Damage.flip.apply(to: &bound) }
        return bound
    }

    /// Returns the extensions of the hello.
    ///
    /// `earlier` is the client's Finished of the previous handshake.
    func extensions(
        _ keys: [NamedGroup: KeyAgreement],
        cookie: [UInt8]?,
        earlier: [UInt8] = []
    ) -> [Extension] {
        var info: [UInt8] = []
        info.putVector(earlier, lengthBytes: 1)
        var list: [Extension] = []
        if let serverName { list.append(Self.extension(named: serverName)) }
        list += [
            Extension(Extension.supportedGroups, Self.list(groups.map(\.rawValue))),
            Extension(Extension.signatureAlgorithms, Self.list(schemes)),
        ]
        if !protocols.isEmpty { list.append(Self.extension(of: protocols)) }
        // Any responder and no extensions (RFC 6066 §8).
        if asksForStaple { list.append(Extension(Extension.statusRequest, [1, 0, 0, 0, 0])) }
        // OCSP from any responder, as an entry of a list (RFC 6961 §2.2).
        if asksForStaples {
            let request: [UInt8] = [0, 7, 2, 0, 4, 0, 0, 0, 0]
            list.append(Extension(Extension.statusRequestOfSeveral, request))
        }
        if greasesEncryptedHello {
            // An outer hello with HKDF-SHA256 and AES-128-GCM, with a key and content of zeros.
            let zeros = [UInt8](repeating: 0, count: 32)
            let hello: [UInt8] = [0, 0, 1, 0, 1, 7, 0, 32] + zeros + [0, 32] + zeros
            list.append(Extension(Extension.encryptedHello, hello))
        }
        list += certificateForms
        if versions.lowerBound < .v1_3 {
            list.append(Extension(Extension.pointFormats, [1, 0]))
            if encryptsThenMACs { list.append(Extension(Extension.encryptThenMAC)) }
            list += [
                Extension(Extension.extendedMasterSecret),
                Extension(Extension.renegotiationInfo, info),
            ]
            if resumes {
                list.append(Extension(Extension.sessionTicket, olderSession?.ticket ?? []))
            }
        }
        guard offers(.v1_3) else { return list }
        let offered = TLSVersion.allCases.reversed().filter(offers).flatMap { [UInt8]($0.code) }
        var versions: [UInt8] = []
        versions.putVector(offered, lengthBytes: 1)
        var shares: [UInt8] = []
        for (group, key) in keys.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            shares += [UInt8](group.rawValue)
            shares.putVector(key.share, lengthBytes: 2)
        }
        var data: [UInt8] = []
        data.putVector(shares, lengthBytes: 2)
        list += [
            Extension(Extension.supportedVersions, versions), Extension(Extension.keyShare, data),
        ]
        if sendsEarlyData { list.append(Extension(Extension.earlyData)) }
        if let cookie { list.append(Extension(Extension.cookie, cookie)) }
        if answersLate { list.append(Extension(Extension.postHandshakeAuth)) }
        if resumes, statesModes { list.append(Extension(Extension.pskModes, [1, 1])) }
        // RFC 8446 §4.2.11: pre_shared_key must be the last extension.
        if !newestSessions.isEmpty { list.append(newestSessions.offer) }
        return list
    }

    /// Returns the extensions about forms of certificates (RFC 8879 §3, RFC 7250 §3, RFC 9345
    /// §4.1.1).
    private var certificateForms: [Extension] {
        var list: [Extension] = []
        if offers(.v1_3), !compressions.isEmpty {
            var data: [UInt8] = []
            data.putVector(compressions.flatMap { [UInt8]($0) }, lengthBytes: 1)
            list.append(Extension(Extension.compressCertificate, data))
        }
        if offers(.v1_3), !delegatedSchemes.isEmpty {
            let schemes = Self.list(delegatedSchemes)
            list.append(Extension(Extension.delegatedCredential, schemes))
        }
        if !certificateTypes.isEmpty {
            var data: [UInt8] = []
            data.putVector(certificateTypes, lengthBytes: 1)
            list.append(Extension(Extension.serverCertificateType, data))
        }
        return list
    }

    private static func list(_ numbers: [UInt16]) -> [UInt8] {
        var data: [UInt8] = []
        data.putVector(numbers.flatMap { [UInt8]($0) }, lengthBytes: 2)
        return data
    }

    private static func `extension`(named name: String) -> Extension {
        var (entry, data): ([UInt8], [UInt8]) = ([0], [])
        entry.putVector(Array(name.utf8), lengthBytes: 2)
        data.putVector(entry, lengthBytes: 2)
        return Extension(Extension.serverName, data)
    }

    private static func `extension`(of protocols: [String]) -> Extension {
        var (names, data): ([UInt8], [UInt8]) = ([], [])
        for name in protocols { names.putVector(Array(name.utf8), lengthBytes: 1) }
        data.putVector(names, lengthBytes: 2)
        return Extension(Extension.protocols, data)
    }
}
