import Crypto

extension Violation {
    /// Violations that choose a suite that is too weak for any client.
    ///
    /// The server chooses a weak suite that the client offers. If the client offers none, the
    /// server chooses one that the client did not offer. The server then continues with that suite.
    /// If the suite does not fit the server's key, or in TLS 1.3, the server only states the
    /// suite's number in its hello.
    static let weakSuites: [Violation] = [
        weak(
            "null-rsa-suite",
            "a suite with authentication but no encryption",
            gain: .secrecy,
            "TLS-010",
            0x003b,
            isOfKind: { $0.protection.isStream(of: .null) && !$0.isAnonymous }
        ) { (script, _) throws(NoOccasion) in
            script.suite = try script.weakSuite { $0.protection.isStream(of: .null) }
        }
        .needing(.key(.rsa))
        .undecided(because: .unusableSuite),
        weak(
            "anonymous-suite",
            "a suite without authentication",
            gain: .authentication,
            "TLS-011",
            0xc018,
            isOfKind: \.isAnonymous
        ) { (script, _) throws(NoOccasion) in
            guard case .agreed(_, let key) = script.secret else { throw .otherSuite }
            try script.editKeyExchange { $0.isProved = false }
            script.steps.removeAll {
                $0.said == .certificate || $0.said == .certificateStatus
            }
            script.suite = try script.weakSuite(
                by: key.field == nil ? .ecdhAnonymous : .dhAnonymous
            ) { _ in true }
        }
        .undecided(because: .unusableSuite),
        weak(
            "export-suite",
            "an export suite",
            gain: .secrecy,
            "TLS-012",
            0x0003,
            isOfKind: { $0.keyExchange == .rsaExport }
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .rsa, let scheme = facts.schemeOfTLS12
            else { throw .otherKey }
            script.steps.removeAll { $0.said == .serverKeyExchange }
            script.exchangeShortKey(by: scheme, at: try script.place(of: .serverHelloDone))
            // No honest server uses an export suite in TLS 1.2, whatever the client offers.
            let suites = EngineSuite.weak.filter { $0.keyExchange == .rsaExport }
            let offered = suites.first { facts.hello.suites.contains($0.code) }
            guard let suite = offered ?? suites.first else { throw .otherSuite }
            script.suite = suite
        }
        // The violation changes two places: the hello states the suite, and the key exchange, after
        // the certificate, contains the short key.
        .changing(.places)
        .needing(.key(.rsa))
        .undecided(because: .unusableSuite),
        weak(
            "rc4-suite",
            "RC4",
            gain: .secrecy,
            "TLS-013",
            0x0005,
            isOfKind: {
                $0.protection.isStream(of: .rc4) && !$0.isAnonymous
                    && $0.keyExchange != .rsaExport
            }
        ) { (script, _) throws(NoOccasion) in
            script.suite = try script.weakSuite { $0.protection.isStream(of: .rc4) }
        }
        .needing(.key(.rsa))
        .undecided(because: .unusableSuite),
    ]

    /// Whether the server continues with a weak suite that the client offers.
    var choosesWeakSuite: Bool {
        name == "request-under-anonymous-suite" || Self.weakSuites.contains { $0.name == name }
    }

    private static func weak(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ number: UInt16,
        isOfKind: @escaping @Sendable (EngineSuite) -> Bool,
        _ goOn: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server chooses \(about).",
            gain: gain,
            rule: "RFC 8446 §4.1.3",
            versions: [.v1_2, .v1_3],
            alert: 47,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            if script.version < .v1_3, let offered = Script.honest(facts, under: isOfKind) {
                script = offered
                return
            }
            var weaker = script
            let suite: UInt16
            if script.version < .v1_3, (try? goOn(&weaker, facts)) != nil {
                (script, suite) = (weaker, weaker.suite.code)
                script.macsCiphertext = false
            } else {
                let kind = [number] + EngineSuite.weak.filter(isOfKind).map(\.code)
                guard let other = kind.first(where: { !facts.hello.suites.contains($0) }) else {
                    throw .allOffered
                }
                suite = other
            }
            try script.editHello { (hello) throws(NoOccasion) in
                hello.suite = suite
                hello.extensions?.leaveOut(Extension.encryptThenMAC)
            }
        }
    }
}

extension Script {
    /// Returns the script of a server that supports only these weak suites and follows all other
    /// rules.
    ///
    /// Returns nil if the client offers none of these suites.
    static func honest(_ facts: Facts, under isOfKind: (EngineSuite) -> Bool) -> Script? {
        var weaker = facts
        weaker.settings.suites = EngineSuite.weak.filter(isOfKind)
        return try? honest(weaker)
    }
}

extension Script {
    /// Returns the first weak suite of this kind with this key exchange; a nil `exchange` keeps the
    /// key exchange of the script's suite.
    fileprivate func weakSuite(
        by exchange: CipherSuite.KeyExchange? = nil,
        _ isOfKind: (EngineSuite) -> Bool
    ) throws(NoOccasion) -> EngineSuite {
        let found = EngineSuite.weak.first {
            $0.keyExchange == exchange ?? suite.keyExchange && isOfKind($0)
        }
        guard let found else { throw .otherSuite }
        return found
    }
}

extension EngineSuite.Protection {
    fileprivate func isStream(of cipher: RecordCipher.Algorithm) -> Bool {
        guard case .stream(cipher, _) = self else { return false }
        return true
    }
}
