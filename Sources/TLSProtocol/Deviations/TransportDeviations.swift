import OpenSSL
import TLSFormat

extension Deviation {
    /// Key exchanges by the client's encryption, and a server of the oldest protocol.
    static let transports: [Deviation] = [
        Deviation(
            "ephemeral-rsa-key",
            about: "The server sends a short RSA key of its own under a suite that has none.",
            rule: "RFC 5246 §7.4.3",
            versions: [.v1_0, .v1_1, .v1_2],
            alert: 10,
            rows: ["HS-040", "TLS-019"]
        ) { (script, facts) throws(NoOccasion) in
            guard script.suite.keyExchange == .rsa else { throw .otherSuite }
            let scheme = facts.schemeOfTLS12
            guard script.version < .v1_2 || scheme != nil else { throw .noStep }
            script.exchangeShortKey(by: scheme, at: try script.place(of: .certificate) + 1)
        },
        Deviation(
            "guessed-premaster",
            about: "The server guesses the secret that it has no key to decrypt.",
            rule: "RFC 5246 §7.4.9",
            versions: [.v1_2],
            alert: 20,
            or: [51],
            rows: ["HS-075"]
        ) { (script, _) throws(NoOccasion) in
            guard script.suite.keyExchange == .rsa,
                let place = script.steps.firstIndex(of: .expect(.finished))
            else { throw .otherSuite }
            script.secret = .known([UInt8](repeating: 0, count: 48))
            // Under the client's keys, which it has not.
            script.steps.remove(at: place)
        },
        Deviation(
            "ssl-2-hello",
            about: "The server answers in SSL 2.0.",
            rule: "RFC 6176 §3",
            versions: [.v1_2],
            alert: nil,
            rows: ["TLS-001"]
        ) { (script, facts) throws(NoOccasion) in
            let place = try script.place(of: .serverHello)
            let hello = oldestHello(facts.settings)
            script.steps.replaceSubrange(place..., with: [.raw(hello)])
        },
        Deviation(
            "ssl-3-hello",
            about: "The server answers in SSL 3.0, and speaks nothing newer.",
            rule: "RFC 7568 §3",
            versions: [.v1_2],
            alert: 70,
            rows: ["TLS-002"]
        ) { (script, facts) throws(NoOccasion) in
            let place = try script.place(of: .serverHello)
            script.steps.replaceSubrange(place..., with: [.raw(olderFlight(facts.settings))])
        },
    ]

    /// The flight of SSL 3.0 under a suite by which the client encrypts the secret, in a record
    /// (RFC 6101 §5.5).
    private static func olderFlight(_ settings: ServerSettings) -> [UInt8] {
        // TLS_RSA_WITH_AES_128_CBC_SHA.
        var hello = ServerHello(
            random: settings.draws.random,
            sessionID: [],
            suite: 0x002f,
            extensions: nil
        )
        hello.legacyVersion = 0x0300
        let entries = settings.chain.map { CertificateList.Entry($0) }
        let chain = CertificateList(context: nil, entries: entries)
        let flight =
            HandshakeType.serverHello.message(hello.encoded)
            + HandshakeType.certificate.message(chain.encoded)
            + HandshakeType.serverHelloDone.message([])
        var record: [UInt8] = [ContentType.handshake, 3, 0]
        record.putVector(flight, lengthOctets: 2)
        return record
    }

    /// SERVER-HELLO of SSL 2.0 with an X.509 certificate, two ciphers and a connection's id.
    private static func oldestHello(_ settings: ServerSettings) -> [UInt8] {
        let certificate = settings.chain.first ?? []
        // RC4 with MD5, triple DES with MD5.
        let ciphers: [UInt8] = [1, 0, 0x80, 7, 0, 0xc0]
        let identifier = settings.draws.random.prefix(16)
        var message: [UInt8] = [4, 0, 1, 0, 2]
        for part in [certificate.count, ciphers.count, identifier.count] {
            message.put(part, octets: 2)
        }
        message += certificate + ciphers + identifier
        // A header of two octets, whose highest bit says that there is no padding.
        return [UInt8](UInt16(truncatingIfNeeded: message.count | 0x8000)) + message
    }
}
