import Crypto

extension Violation {
    /// Violations whose ServerHello lacks a value, or has a value that does not fit the
    /// ClientHello.
    static let hellos: [Violation] = [
        hello(
            "no-key-share",
            "leaves out its key share",
            gain: .secrecy,
            [.v1_3],
            109,
            "TLS-056",
            then: { $0.knowsSecretOfZeros() }
        ) { (hello, _) throws(NoOccasion) in
            hello.extensions?.leaveOut(Extension.keyShare)
        },
        // A ServerHello without supported_versions states TLS 1.2 (RFC 8446 §4.1.3, appendix D.1),
        // with a suite that TLS 1.2 lacks.
        hello(
            "no-supported-versions",
            "does not state that its version is TLS 1.3",
            gain: .nothing,
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
            gain: .nothing,
            [.v1_3],
            70,
            "TLS-056",
            or: [47, 109]
        ) { (hello, _) throws(NoOccasion) in hello.extensions = nil }
        .undecided(because: .twoChecks),
        hello(
            "unoffered-group",
            "chooses a group for which the client sent no share",
            gain: .nothing,
            [.v1_3],
            47,
            "TLS-059"
        ) {
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
            "chooses a suite that was not offered",
            gain: .nothing,
            [.v1_2, .v1_3],
            47,
            "TLS-046",
            then: { $0.followSuiteOfHello() }
        ) { (hello, facts) throws(NoOccasion) in
            let chosen = EngineSuite.numbered(hello.suite)
            let others = EngineSuite.all.filter {
                ($0.keyExchange == .unstated) == (chosen?.keyExchange == .unstated)
                    && !facts.hello.suites.contains($0.code)
            }
            let suite = others.first { $0.keyExchange == chosen?.keyExchange } ?? others.first
            guard let suite else { throw .allOffered }
            hello.suite = suite.code
        },
        hello(
            "suite-of-other-version",
            "chooses a suite of another version",
            gain: .nothing,
            [.v1_2, .v1_3],
            47,
            "TLS-045"
        ) { (hello, _) throws(NoOccasion) in
            hello.suite = hello.suite >> 8 == 0x13 ? 0xc02b : 0x1301
        }
        .needing(.bothVersions),
        hello(
            "suite-of-other-key",
            "chooses a suite for another kind of key",
            gain: .nothing,
            [.v1_2],
            47,
            "TLS-047"
        ) {
            (hello, facts) throws(NoOccasion) in
            guard let chosen = EngineSuite.numbered(hello.suite) else { throw .noStep }
            let other = EngineSuite.all.first {
                $0.protection == chosen.protection && $0.digest == chosen.digest
                    && $0.keyExchange != chosen.keyExchange
                    && [.ecdheRSA, .ecdheECDSA].contains($0.keyExchange)
                    && facts.hello.suites.contains($0.code)
            }
            guard let other else { throw .noStep }
            hello.suite = other.code
        },
        hello("compression", "chooses compression", gain: .secrecy, [.v1_2, .v1_3], 47, "TLS-048") {
            (hello, facts) throws(NoOccasion) in
            // The engine does not support compression, so it could not continue with a client that
            // offers compression.
            guard !facts.hello.compressions.contains(1) else { throw .allOffered }
            hello.compression = 1
        },
        hello(
            "wrong-session-id",
            "echoes another session id",
            gain: .nothing,
            [.v1_3],
            47,
            "TLS-048"
        ) {
            (hello, _) throws(NoOccasion) in
            guard !hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID[0] ^= 1
        },
        hello("no-session-id", "echoes no session id", gain: .nothing, [.v1_3], 47, "TLS-048") {
            (hello, _) throws(NoOccasion) in
            guard !hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID = []
        },
        hello(
            "long-session-id",
            "sends a session id of 33 bytes",
            gain: .nothing,
            [.v1_2, .v1_3],
            50,
            "TLS-048"
        ) {
            (hello, _) throws(NoOccasion) in
            hello.sessionID = [UInt8](repeating: 7, count: 33)
        }
        .undecided(because: .twoChecks),
        hello(
            "echoed-session-id",
            "echoes an id that belongs to no session",
            gain: .nothing,
            [.v1_2],
            47,
            "RES-028",
            by: "RFC 5246 §7.4.1.3"
        ) { (hello, facts) throws(NoOccasion) in
            guard !facts.hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID = facts.hello.sessionID
        }
        .needing(.bothVersions),
        hello(
            "downgrade-sentinel",
            "signals that it supports TLS 1.3",
            gain: .secrecy,
            [.v1_2],
            47,
            "TLS-007"
        ) {
            (hello, facts) throws(NoOccasion) in
            guard facts.hello.offers(0x0304), hello.random.count == 32 else { throw .noStep }
            hello.random.replaceSubrange(24..., with: Array("DOWNGRD".utf8) + [1])
        }
        .needing(.bothVersions),
        hello(
            "older-downgrade-sentinel",
            "signals a downgrade to TLS 1.1 or an older version",
            gain: .secrecy,
            [.v1_0, .v1_1, .v1_2],
            47,
            "TLS-007",
            "TLS-041"
        ) { (hello, facts) throws(NoOccasion) in
            let more: UInt16 = hello.legacyVersion < 0x0303 ? 0x0303 : 0x0304
            guard facts.hello.versions.contains(where: { $0 >= more }), hello.random.count == 32
            else { throw .noStep }
            hello.random.replaceSubrange(24..., with: Array("DOWNGRD".utf8) + [0])
        }
        .needing(.bothVersions),
        hello(
            "retry-random",
            "sends a retry in place of the hello of TLS 1.2",
            gain: .nothing,
            [.v1_2],
            47,
            "TLS-054"
        ) {
            (hello, _) throws(NoOccasion) in hello.random = ServerHello.retryRandom
        }
        .needing(.bothVersions),
    ]

    /// Violations that choose a number of a version or suite that is reserved, unknown or too weak.
    static let choices: [Violation] =
        [
            version("unknown-version", 0x0305, "a version that no RFC defines", "TLS-009"),
            older("older-version", .v1_2, "TLS 1.2", gain: .nothing),
            older("oldest-version", .v1_0, "TLS 1.0", gain: .secrecy),
            version("draft-version", 0x7f1c, "a draft of TLS 1.3", "TLS-043"),
            version("grease-version", 0x0a0a, "a reserved (GREASE) version", "TLS-043"),
        ]
        + ([
            ("legacy-version-1-3", 0x0304, [.v1_3], "TLS-042"),
            ("legacy-version-1-1", 0x0302, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-1-0", 0x0301, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-ssl-3", 0x0300, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-ssl-2", 0x0002, [.v1_2, .v1_3], "TLS-044"),
            ("legacy-version-unknown", 0x0405, [.v1_2, .v1_3], "TLS-009"),
        ] as [(String, UInt16, Set<TLSVersion>, String)]).map { name, number, versions, attack in
            let digits = String(number, radix: 16)
            let text = String(repeating: "0", count: 4 - digits.count) + digits
            // The server ignores the number and continues in the agreed version.
            return hello(
                name,
                "sends the legacy version 0x\(text)",
                gain: .nothing,
                versions,
                70,
                attack
            ) {
                (hello, facts) throws(NoOccasion) in
                // Before TLS 1.3, the server chooses the version in this field, so a client that
                // offers the version may accept it.
                let isOlder =
                    hello.extensions?.contains { $0.type == Extension.supportedVersions } != true
                guard !isOlder || !facts.hello.offers(number) else { throw .allOffered }
                hello.legacyVersion = number
            }
        }
        + ([
            ("null-suite", 0x0000, "no encryption", .secrecy, "TLS-046"),
            ("signal-suite", 0x00ff, "a signalling value as its suite", .nothing, "TLS-046"),
            ("fallback-suite", 0x5600, "the fallback signal as its suite", .nothing, "TLS-046"),
            ("grease-suite", 0x0a0a, "a reserved (GREASE) suite", .nothing, "TLS-046"),
            ("integrity-suite", 0xc0b4, "a suite without encryption", .secrecy, "TLS-046"),
        ] as [(String, UInt16, String, Gain, String)]).map { name, number, text, gain, attack in
            hello(name, "chooses \(text)", gain: gain, [.v1_2, .v1_3], 47, attack) {
                (hello, facts) throws(NoOccasion) in
                let number = number.asOffered(in: facts.hello.suites)
                // A client that lists a signalling or reserved number must not accept the number as
                // a suite.
                let isSuite = ![0x00ff, 0x5600].contains(number) && !number.isReserved
                guard !isSuite || !facts.hello.suites.contains(number) else { throw .allOffered }
                hello.suite = number
            }
            .undecided(because: .unusableSuite)
        }

    /// Returns a violation that states a version that no server supports; the server continues in
    /// TLS 1.3.
    private static func version(
        _ name: String,
        _ number: UInt16,
        _ text: String,
        _ attack: String
    ) -> Violation {
        hello(name, "chooses \(text)", gain: .nothing, [.v1_3], 47, attack) {
            (hello, facts) throws(NoOccasion) in
            let number = number.asOffered(in: facts.hello.versions)
            hello.extensions?.set(Extension.supportedVersions, to: [UInt8](number))
        }
    }

    /// Returns a violation that states an older version in supported_versions, which only TLS 1.3
    /// uses.
    ///
    /// If the client offers the older version, the server continues in that version.
    private static func older(
        _ name: String,
        _ version: TLSVersion,
        _ text: String,
        gain: Gain
    ) -> Violation {
        Violation(
            name,
            about: "The server chooses \(text) in supported_versions.",
            gain: gain,
            rule: "RFC 8446 §4.1.3",
            versions: [.v1_3],
            alert: 47,
            attacks: ["TLS-043"]
        ) { (script, facts) throws(NoOccasion) in
            var olderFacts = facts
            olderFacts.settings.versions = version...version
            if let older = try? Script.honest(olderFacts) { script = older }
            try script.editHello { (hello) throws(NoOccasion) in
                var extensions = hello.extensions ?? []
                extensions.leaveOut(Extension.supportedVersions)
                extensions.append(Extension(Extension.supportedVersions, [UInt8](version.code)))
                hello.extensions = extensions
            }
        }
    }

    private static func hello(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ versions: Set<TLSVersion>,
        _ alert: UInt8,
        _ attacks: String...,
        by rule: String = "RFC 8446 §4.1.3",
        or otherAlerts: Set<UInt8> = [],
        then follow: @escaping @Sendable (inout Script) -> Void = { _ in },
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: rule,
            versions: versions,
            alert: alert,
            or: otherAlerts,
            attacks: attacks
        ) { (script, facts) throws(NoOccasion) in
            try script.editHello { (hello) throws(NoOccasion) in try change(&hello, facts) }
            follow(&script)
        }
    }
}

extension UInt16 {
    /// Whether the number is a GREASE number: clients list such numbers and reject them as a choice
    /// (RFC 8701 §2).
    fileprivate var isReserved: Bool { self & 0x0f0f == 0x0a0a && self >> 8 == self & 0xff }

    /// Replaces a reserved number by the reserved number that the client lists, if there is one;
    /// does not change other numbers.
    fileprivate func asOffered(in list: [UInt16]) -> UInt16 {
        isReserved ? list.first(where: \.isReserved) ?? self : self
    }
}

// A violation has one defect. After the defect, the server continues in the way that a client
// without the check expects.
extension Script {
    /// Sets a secret of zeros, as without a key exchange (RFC 8446 §7.1).
    mutating func knowsSecretOfZeros() {
        secret = .known([UInt8](repeating: 0, count: suite.digest.length))
    }

    /// Sets the script's suite to the suite in the last ServerHello.
    mutating func followSuiteOfHello() {
        for case .say(let message) in steps.reversed() {
            guard case .serverHello(let hello) = message.body else { continue }
            suite = EngineSuite.numbered(hello.suite) ?? suite
            return
        }
    }
}
