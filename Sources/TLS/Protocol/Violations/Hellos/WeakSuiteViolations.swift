import Crypto

extension Violation {
    /// Suites too weak for any client: one that the client offers all the same, and where it offers none
    /// one that it does not.
    ///
    /// The server goes on as one that has them does. A suite that its key cannot prove, and any in
    /// TLS 1.3, is a number in its hello and no more.
    static let weakSuites: [Violation] = [
        weak(
            "null-rsa-suite",
            "a suite with a proof and no encryption",
            gain: .secrecy,
            "TLS-010",
            0x003b,
            isOfKind: { $0.protection.isStream(of: .null) && !$0.isAnonymous }
        ) { (script, _) throws(NoOccasion) in
            script.suite = try script.weakSuite { $0.protection.isStream(of: .null) }
        },
        weak(
            "anonymous-suite",
            "a suite without certificates",
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
        },
        weak(
            "export-suite",
            "a suite for export",
            gain: .secrecy,
            "TLS-012",
            0x0003,
            isOfKind: { $0.keyExchange == .rsaExport }
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .rsa, let scheme = facts.schemeOfTLS12
            else { throw .otherKey }
            script.steps.removeAll { $0.said == .serverKeyExchange }
            script.exchangeShortKey(by: scheme, at: try script.place(of: .serverHelloDone))
            // No honest server has one in TLS 1.2, whatever the client offers.
            let suites = EngineSuite.weak.filter { $0.keyExchange == .rsaExport }
            let offered = suites.first { facts.hello.suites.contains($0.code) }
            guard let suite = offered ?? suites.first else { throw .otherSuite }
            script.suite = suite
        },
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
        },
    ]

    /// Whether the server goes on under a weak suite that the client offers.
    var choosesWeakSuite: Bool {
        name == "request-under-anonymous-suite" || Self.weakSuites.contains { $0.name == name }
    }

    private static func weak(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ row: String,
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
            rows: [row]
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
    /// The script of a server that has these weak suites alone and keeps all other rules; nil where the
    /// client offers none of them.
    static func honest(_ facts: Facts, under isOfKind: (EngineSuite) -> Bool) -> Script? {
        var weaker = facts
        weaker.settings.suites = EngineSuite.weak.filter(isOfKind)
        return try? honest(weaker)
    }
}

extension Script {
    /// The first weak suite of a kind, by the same exchange of keys unless another is named.
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
