import Crypto

extension Violation {
    /// Violations in key exchanges by RSA encryption, and violations that use SSL 2.0 or SSL 3.0.
    static let transports: [Violation] = [
        Violation(
            "ephemeral-rsa-key",
            about: "The server sends a ServerKeyExchange with another, short RSA key, although the "
                + "suite has no such message.",
            gain: .secrecy,
            rule: "RFC 5246 §7.4.3",
            versions: [.v1_0, .v1_1, .v1_2],
            alert: 10,
            attacks: ["HS-040", "TLS-019"]
        ) { (script, facts) throws(NoOccasion) in
            guard script.suite.keyExchange == .rsa else { throw .otherSuite }
            let scheme = facts.schemeOfTLS12
            guard script.version < .v1_2 || scheme != nil else { throw .noStep }
            script.exchangeShortKey(by: scheme, at: try script.place(of: .certificate) + 1)
        }
        .needing(.keyTransport),
        Violation(
            "guessed-premaster",
            about: "The server guesses a secret that it cannot decrypt.",
            gain: .authentication,
            rule: "RFC 5246 §7.4.9",
            versions: [.v1_2],
            alert: 20,
            or: [51],
            attacks: ["HS-075"]
        ) { (script, _) throws(NoOccasion) in
            guard script.suite.keyExchange == .rsa,
                let place = script.steps.firstIndex(of: .expect(.finished))
            else { throw .otherSuite }
            script.secret = .known([UInt8](repeating: 0, count: 48))
            // The client's Finished is encrypted with the client's keys, which the server lacks.
            script.steps.remove(at: place)
        }
        .needing(.keyTransport)
        .undecided(because: .record),
        Violation(
            "ssl-2-hello",
            about: "The server answers in SSL 2.0.",
            gain: .secrecy,
            rule: "RFC 6176 §3",
            versions: [.v1_2],
            alert: nil,
            attacks: ["TLS-001"]
        ) { (script, facts) throws(NoOccasion) in
            let place = try script.place(of: .serverHello)
            let hello = oldestHello(facts.settings)
            script.steps.replaceSubrange(place..., with: [.raw(hello)])
        }
        .undecided(because: .nothingUsable),
        Violation(
            "ssl-3-hello",
            about: "The server answers in SSL 3.0 and supports nothing newer.",
            gain: .secrecy,
            rule: "RFC 7568 §3",
            versions: [.v1_2],
            alert: 70,
            attacks: ["TLS-002"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .rsa else { throw .otherKey }
            let suites = (EngineSuite.all + EngineSuite.weak).filter {
                $0.keyExchange == .rsa && $0.fits(.rsa, in: .ssl3)
            }
            let offered = suites.first { facts.hello.suites.contains($0.code) }
            guard let suite = offered ?? suites.first else { throw .otherSuite }
            try script.speakSSL3(suite, facts)
        }
        .changing(.script)
        .needing(.key(.rsa)),
    ]

    /// Returns the SERVER-HELLO of SSL 2.0 with an X.509 certificate, two ciphers and a connection
    /// id.
    private static func oldestHello(_ settings: ServerSettings) -> [UInt8] {
        let certificate = settings.chain.first ?? []
        // The ciphers are RC4 with MD5, and triple DES with MD5.
        let ciphers: [UInt8] = [1, 0, 0x80, 7, 0, 0xc0]
        let identifier = settings.draws.random.prefix(16)
        var message: [UInt8] = [4, 0, 1, 0, 2]
        for part in [certificate.count, ciphers.count, identifier.count] {
            message.put(part, bytes: 2)
        }
        message += certificate + ciphers + identifier
        // A header of two bytes; its highest bit means that there is no padding.
        return [UInt8](UInt16(truncatingIfNeeded: message.count | 0x8000)) + message
    }
}

extension Script {
    /// Changes the script to SSL 3.0, with a suite in which the client encrypts the secret.
    ///
    /// The hello still signals secure renegotiation, so that the version is the only defect.
    fileprivate mutating func speakSSL3(_ suite: EngineSuite, _ facts: Facts) throws(NoOccasion) {
        let end = try place(of: .certificate) + 1
        try editHello { (hello) throws(NoOccasion) in
            hello.legacyVersion = TLSVersion.ssl3.code
            (hello.random, hello.sessionID) = (facts.settings.draws.random, [])
            hello.suite = suite.code
            hello.extensions?.removeAll { $0.type != Extension.renegotiationInfo }
            if hello.extensions?.isEmpty == true { hello.extensions = nil }
        }
        (version, self.suite, secret) = (.ssl3, suite, .transported)
        (hasExtendedMasterSecret, macsCiphertext, applicationProtocol) = (false, false, nil)
        steps.removeSubrange(end...)
        steps += [
            .say(Message(.serverHelloDone, .bytes([]))), .expect(.clientKeyExchange),
            .expect(.changeCipherSpec), .reads(under: .application), .expect(.finished),
            .changeCipherSpec, .writes(under: .application),
            .say(Message(.finished, .finished(FinishedPlan()))),
        ]
    }
}
