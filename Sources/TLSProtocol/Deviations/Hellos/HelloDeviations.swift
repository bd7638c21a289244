import OpenSSL
import TLSFormat

extension Deviation {
    /// Hellos that choose what no client offers.
    static let hellos: [Deviation] = [
        hello(
            "no-key-share",
            "leaves out its key share",
            [.v1_3],
            109,
            "TLS-056",
            then: { $0.knowsSecretOfZeros() }
        ) { (hello, _) throws(NoOccasion) in
            hello.extensions?.leaveOut(Extension.keyShare)
        },
        // Such a hello is of TLS 1.2 (RFC 8446 §4.1.3, appendix D.1), by a suite that this has not.
        hello(
            "no-supported-versions",
            "does not say that it is TLS 1.3",
            [.v1_3],
            70,
            "TLS-043",
            or: [47]
        ) { (hello, _) throws(NoOccasion) in
            hello.extensions?.leaveOut(Extension.supportedVersions)
        },
        hello(
            "no-hello-extensions",
            "sends a hello without extensions",
            [.v1_3],
            70,
            "TLS-056",
            or: [47, 109]
        ) { (hello, _) throws(NoOccasion) in hello.extensions = nil },
        hello("unoffered-group", "chooses a group without a share", [.v1_3], 47, "TLS-059") {
            (hello, facts) throws(NoOccasion) in
            let group = NamedGroup.allCases.first { group in
                !facts.hello.shares.contains { $0.group == group.rawValue }
            }
            guard let group else { throw .allOffered }
            hello.extensions = hello.extensions?.map {
                guard $0.type == Extension.keyShare else { return $0 }
                return Extension($0.type, [UInt8](group.rawValue) + $0.data.dropFirst(2))
            }
        },
        hello(
            "unoffered-suite",
            "chooses a suite not offered",
            [.v1_2, .v1_3],
            47,
            "TLS-046",
            then: { $0.followSuiteOfHello() }
        ) { (hello, facts) throws(NoOccasion) in
            let chosen = Suite.numbered(hello.suite)
            let others = Suite.all.filter {
                ($0.keyExchange == .unstated) == (chosen?.keyExchange == .unstated)
                    && !facts.hello.suites.contains($0.code)
            }
            let suite = others.first { $0.keyExchange == chosen?.keyExchange } ?? others.first
            guard let suite else { throw .allOffered }
            hello.suite = suite.code
        },
        hello(
            "suite-of-other-version",
            "chooses another version's suite",
            [.v1_2, .v1_3],
            47,
            "TLS-045"
        ) { (hello, _) throws(NoOccasion) in
            hello.suite = hello.suite >> 8 == 0x13 ? 0xc02b : 0x1301
        },
        hello("suite-of-other-key", "chooses a suite for another key", [.v1_2], 47, "TLS-047") {
            (hello, facts) throws(NoOccasion) in
            guard let chosen = Suite.numbered(hello.suite) else { throw .noStep }
            let other = Suite.all.first {
                $0.protection == chosen.protection && $0.digest == chosen.digest
                    && $0.keyExchange != chosen.keyExchange
                    && [.ecdheRSA, .ecdheECDSA].contains($0.keyExchange)
                    && facts.hello.suites.contains($0.code)
            }
            guard let other else { throw .noStep }
            hello.suite = other.code
        },
        hello("compression", "chooses compression", [.v1_2, .v1_3], 47, "TLS-048") {
            (hello, _) throws(NoOccasion) in hello.compression = 1
        },
        hello("wrong-session-id", "echoes another session id", [.v1_3], 47, "TLS-048") {
            (hello, _) throws(NoOccasion) in
            guard !hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID[0] ^= 1
        },
        hello("no-session-id", "echoes no session id", [.v1_3], 47, "TLS-048") {
            (hello, _) throws(NoOccasion) in
            guard !hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID = []
        },
        hello("long-session-id", "sends a session id of 33 octets", [.v1_2, .v1_3], 50, "TLS-048") {
            (hello, _) throws(NoOccasion) in
            hello.sessionID = [UInt8](repeating: 7, count: 33)
        },
        hello(
            "echoed-session-id",
            "echoes an id of no session",
            [.v1_2],
            47,
            "RES-028",
            by: "RFC 5246 §7.4.1.3"
        ) { (hello, facts) throws(NoOccasion) in
            guard !facts.hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID = facts.hello.sessionID
        },
        hello("downgrade-sentinel", "says that it could do TLS 1.3", [.v1_2], 47, "TLS-007") {
            (hello, facts) throws(NoOccasion) in
            guard facts.hello.offers(0x0304), hello.random.count == 32 else { throw .noStep }
            hello.random.replaceSubrange(24..., with: Array("DOWNGRD".utf8) + [1])
        },
        hello(
            "older-downgrade-sentinel",
            "says that it was asked for less",
            [.v1_0, .v1_1, .v1_2],
            47,
            "TLS-007",
            "TLS-041"
        ) { (hello, facts) throws(NoOccasion) in
            let more: UInt16 = hello.legacyVersion < 0x0303 ? 0x0303 : 0x0304
            guard facts.hello.versions.contains(where: { $0 >= more }), hello.random.count == 32
            else { throw .noStep }
            hello.random.replaceSubrange(24..., with: Array("DOWNGRD".utf8) + [0])
        },
        hello("retry-random", "sends a retry where TLS 1.2 has a hello", [.v1_2], 47, "TLS-054") {
            (hello, _) throws(NoOccasion) in hello.random = ServerHello.retryRandom
        },
    ]

    /// Numbers of versions and suites that stand for nothing, or for too little.
    static let choices: [Deviation] =
        ([
            ("unknown-version", 0x0305, "a version that no RFC has", "TLS-009"),
            ("older-version", 0x0303, "TLS 1.2 by supported_versions", "TLS-043"),
            ("oldest-version", 0x0301, "TLS 1.0 by supported_versions", "TLS-043"),
            ("draft-version", 0x7f1c, "a draft of TLS 1.3", "TLS-043"),
            ("grease-version", 0x0a0a, "a version that stands for nothing", "TLS-043"),
        ] as [(String, UInt16, String, String)]).map { name, number, text, row in
            hello(name, "chooses \(text)", [.v1_3], 47, row) { (hello, _) throws(NoOccasion) in
                hello.extensions?.set(Extension.supportedVersions, to: [UInt8](number))
            }
        }
        + ([
            ("legacy-version-1-3", 0x0304, [.v1_3], "TLS-042"),
            ("legacy-version-1-1", 0x0302, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-1-0", 0x0301, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-ssl-3", 0x0300, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-ssl-2", 0x0002, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-unknown", 0x0405, [.v1_2, .v1_3], "TLS-009"),
        ] as [(String, UInt16, Set<TLSVersion>, String)]).map { name, number, versions, row in
            let digits = String(number, radix: 16)
            let text = String(repeating: "0", count: 4 - digits.count) + digits
            return hello(name, "sends the legacy version 0x\(text)", versions, 70, row) {
                (hello, _) throws(NoOccasion) in hello.legacyVersion = number
            }
        }
        + ([
            ("null-suite", 0x0000, "no encryption", "TLS-046"),
            ("signal-suite", 0x00ff, "a signal as its suite", "TLS-046"),
            ("fallback-suite", 0x5600, "the fallback's signal as its suite", "TLS-046"),
            ("grease-suite", 0x0a0a, "a suite that stands for nothing", "TLS-046"),
            ("integrity-suite", 0xc0b4, "a suite without encryption", "TLS-046"),
        ] as [(String, UInt16, String, String)]).map { name, number, text, row in
            hello(name, "chooses \(text)", [.v1_2, .v1_3], 47, row) {
                (hello, facts) throws(NoOccasion) in
                guard number == 0x00ff || !facts.hello.suites.contains(number) else {
                    throw .allOffered
                }
                hello.suite = number
            }
        }

    private static func hello(
        _ name: String,
        _ about: String,
        _ versions: Set<TLSVersion>,
        _ alert: UInt8,
        _ rows: String...,
        by rule: String = "RFC 8446 §4.1.3",
        or otherAlerts: Set<UInt8> = [],
        then follow: @escaping @Sendable (inout Script) -> Void = { _ in },
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server \(about).",
            rule: rule,
            versions: versions,
            alert: alert,
            or: otherAlerts,
            rows: rows
        ) { (script, facts) throws(NoOccasion) in
            try script.editHello { (hello) throws(NoOccasion) in try change(&hello, facts) }
            follow(&script)
        }
    }
}

// A row has one defect: behind it the server goes on as a client without the check would.
extension Script {
    /// The secret is of zeros, as where no key is exchanged (RFC 8446 §7.1).
    mutating func knowsSecretOfZeros() {
        secret = .known([UInt8](repeating: 0, count: suite.digest.length))
    }

    /// Goes on under the suite that the last hello names.
    mutating func followSuiteOfHello() {
        for case .say(let message) in steps.reversed() {
            guard case .serverHello(let hello) = message.body else { continue }
            suite = Suite.numbered(hello.suite) ?? suite
            return
        }
    }
}
