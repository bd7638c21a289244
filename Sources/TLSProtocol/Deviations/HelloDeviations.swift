import OpenSSL

extension Deviation {
    /// Hellos that choose what no client offers.
    static let hellos: [Deviation] = [
        hello(
            "unknown-version",
            "chooses a version that no RFC has",
            "RFC 8446 §4.2.1",
            [.v1_3],
            47
        ) {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.set(Extension.supportedVersions, to: [3, 5])
        },
        hello(
            "older-version",
            "chooses TLS 1.2 by supported_versions",
            "RFC 8446 §4.2.1",
            [.v1_3],
            47
        ) { (hello, _) throws(NoOccasion) in
            hello.extensions?.set(Extension.supportedVersions, to: [3, 3])
        },
        hello("wrong-session-id", "echoes another session id", "RFC 8446 §4.1.3", [.v1_3], 47) {
            (hello, _) throws(NoOccasion) in
            guard !hello.sessionID.isEmpty else { throw .noStep }
            hello.sessionID[0] ^= 1
        },
        hello("compression", "chooses compression", "RFC 8446 §4.1.3", [.v1_2, .v1_3], 47) {
            (hello, _) throws(NoOccasion) in hello.compression = 1
        },
        hello("no-key-share", "leaves out its key share", "RFC 8446 §9.2", [.v1_3], 109) {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.removeAll { $0.type == Extension.keyShare }
        },
        hello("unoffered-group", "chooses a group without a share", "RFC 8446 §4.2.8", [.v1_3], 47)
        {
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
            "RFC 8446 §4.1.3",
            [.v1_2, .v1_3],
            47
        ) { (hello, facts) throws(NoOccasion) in
            let chosen = Suite.numbered(hello.suite)
            let suite = Suite.all.first {
                ($0.keyExchange == .unstated) == (chosen?.keyExchange == .unstated)
                    && !facts.hello.suites.contains($0.code)
            }
            guard let suite else { throw .allOffered }
            hello.suite = suite.code
        },
    ]

    private static func hello(
        _ name: String,
        _ about: String,
        _ rule: String,
        _ versions: Set<TLSVersion>,
        _ alert: UInt8,
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server \(about).",
            rule: rule,
            versions: versions,
            alert: alert
        ) { (script, facts) throws(NoOccasion) in
            try script.editHello { (hello) throws(NoOccasion) in try change(&hello, facts) }
        }
    }
}
