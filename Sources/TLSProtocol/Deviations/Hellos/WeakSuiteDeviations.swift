import OpenSSL
import TLSFormat

extension Deviation {
    /// Suites too weak for any client, under which the server goes on as one that has them does.
    ///
    /// A suite that its key cannot prove, and any in TLS 1.3, is a number in its hello and no more.
    static let weakSuites: [Deviation] = [
        weak("null-rsa-suite", "RSA and no encryption", 0x003b, "TLS-010") {
            (script, _) throws(NoOccasion) in
            script.suite = try script.weakSuite { $0.protection.isStream(of: .null) }
        },
        weak("anonymous-suite", "a suite without certificates", 0xc018, "TLS-011") {
            (script, _) throws(NoOccasion) in
            guard case .agreed(_, let key) = script.secret else { throw .otherSuite }
            try script.editKeyExchange { $0.isProved = false }
            script.steps.removeAll {
                $0.said == .certificate || $0.said == .certificateStatus
            }
            script.suite = try script.weakSuite(
                by: key.field == nil ? .ecdhAnonymous : .dhAnonymous
            ) { _ in true }
        },
        weak("export-suite", "a suite for export", 0x0003, "TLS-012") {
            (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .rsa, let scheme = facts.schemeOfTLS12
            else { throw .otherKey }
            script.steps.removeAll { $0.said == .serverKeyExchange }
            script.exchangeShortKey(by: scheme, at: try script.place(of: .serverHelloDone))
            script.suite = try script.weakSuite(by: .rsaExport) { $0.code == 0x0003 }
        },
        weak("rc4-suite", "RC4", 0x0005, "TLS-013") { (script, _) throws(NoOccasion) in
            script.suite = try script.weakSuite { $0.protection.isStream(of: .rc4) }
        },
    ]

    private static func weak(
        _ name: String,
        _ about: String,
        _ number: UInt16,
        _ row: String,
        _ goOn: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server chooses \(about).",
            rule: "RFC 8446 §4.1.3",
            versions: [.v1_2, .v1_3],
            alert: 47,
            rows: [row]
        ) { (script, facts) throws(NoOccasion) in
            var (weaker, number) = (script, number)
            if script.version < .v1_3, (try? goOn(&weaker, facts)) != nil {
                (script, number) = (weaker, weaker.suite.code)
                script.macsCiphertext = false
            }
            let suite = number
            guard !facts.hello.suites.contains(suite) else { throw .allOffered }
            try script.editHello { (hello) throws(NoOccasion) in
                hello.suite = suite
                hello.extensions?.leaveOut(Extension.encryptThenMAC)
            }
        }
    }
}

extension Script {
    /// The first weak suite of a kind, by the same exchange of keys unless another is named.
    fileprivate func weakSuite(
        by exchange: CipherSuite.KeyExchange? = nil,
        _ isOfKind: (Suite) -> Bool
    ) throws(NoOccasion) -> Suite {
        let found = Suite.weak.first {
            $0.keyExchange == exchange ?? suite.keyExchange && isOfKind($0)
        }
        guard let found else { throw .otherSuite }
        return found
    }
}

extension Suite.Protection {
    fileprivate func isStream(of cipher: RecordCipher.Algorithm) -> Bool {
        guard case .stream(cipher, _) = self else { return false }
        return true
    }
}
