import OpenSSL

extension Deviation {
    /// HelloRetryRequests that no client may follow (RFC 8446 §4.1.4).
    static let retries: [Deviation] =
        [
            retry("retry-without-change", "a retry that changes nothing", 47, "TLS-050") {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.removeAll { $0.type == Extension.keyShare }
            },
            retry("retry-for-same-group", "a retry for a share that it has", 47, "TLS-052") {
                (hello, facts) throws(NoOccasion) in
                guard let share = facts.hello.shares.first else { throw .noStep }
                hello.extensions?.set(Extension.keyShare, to: [UInt8](share.group))
            },
            retry("retry-for-unoffered-group", "a retry for a group not offered", 47, "TLS-051") {
                (hello, facts) throws(NoOccasion) in
                // secp192r1 and a reserved one.
                let group = [UInt16(0x0013), 0x0a0a].first { !facts.hello.groups.contains($0) }
                guard let group else { throw .allOffered }
                hello.extensions?.set(Extension.keyShare, to: [UInt8](group))
            },
            retry("retry-with-empty-cookie", "a retry with an empty cookie", 50, "TLS-057") {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.append(Extension(Extension.cookie, [0, 0]))
            },
            retry("retry-with-unknown-extension", "an extension not asked for", 110, "TLS-057") {
                (hello, _) throws(NoOccasion) in hello.extensions?.append(Extension(0xfade))
            },
            retry("retry-with-extension-twice", "an extension twice", 47, "TLS-057") {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.append(Extension(Extension.supportedVersions, [3, 4]))
            },
            retry("retry-without-version", "a retry without a version", 47, "TLS-057") {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.removeAll { $0.type == Extension.supportedVersions }
            },
            retry("retry-with-whole-share", "a share in a retry", 50, "TLS-057") {
                (hello, _) throws(NoOccasion) in
                guard let share = hello.extensions?.first(where: { $0.type == Extension.keyShare })
                else { throw .noStep }
                let whole = share.data + [0, 32] + [UInt8](repeating: 9, count: 32)
                hello.extensions?.set(Extension.keyShare, to: whole)
            },
            retry("retry-with-unoffered-suite", "a retry with a suite not offered", 47, "TLS-046") {
                (hello, _) throws(NoOccasion) in hello.suite = 0x0a0a
            },
        ] + behind

    private static func retry(
        _ name: String,
        _ about: String,
        _ alert: UInt8,
        _ row: String,
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server sends \(about).",
            rule: "RFC 8446 §4.1.4",
            versions: [.v1_3],
            alert: alert,
            rows: [row]
        ) { (script, facts) throws(NoOccasion) in
            let shared = Set(facts.hello.shares.map(\.group))
            let group = NamedGroup.allCases.first {
                facts.hello.groups.contains($0.rawValue) && !shared.contains($0.rawValue)
            }
            guard let group, try script.agree(on: group, facts) else { throw .noStep }
            var steps = Script.retry(facts, script.suite, group)
            guard case .say(var message) = steps[1], case .serverHello(var hello) = message.body
            else { throw .noStep }
            try change(&hello, facts)
            message.body = .serverHello(hello)
            steps[1] = .say(message)
            script.steps.insert(contentsOf: steps, at: try script.place(of: .serverHello))
        }
    }

    // MARK: What stands behind an honest retry

    private static let behind: [Deviation] = [
        second("suite-changed-after-retry", "another suite", "TLS-053") {
            (hello, facts) throws(NoOccasion) in
            let chosen = hello.suite
            let other = facts.hello.suites.first { $0 >> 8 == 0x13 && $0 != chosen }
            guard let other else { throw .noStep }
            hello.suite = other
        },
        second("version-changed-after-retry", "another version", "TLS-053") {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.set(Extension.supportedVersions, to: [3, 3])
        },
        second("older-hello-after-retry", "a hello of TLS 1.2", "TLS-054") {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.removeAll { $0.type == Extension.supportedVersions }
        },
        second("group-changed-after-retry", "another group", "TLS-053") {
            (hello, facts) throws(NoOccasion) in
            guard let share = facts.hello.shares.first else { throw .noStep }
            hello.extensions = hello.extensions?.map {
                guard $0.type == Extension.keyShare else { return $0 }
                return Extension($0.type, [UInt8](share.group) + $0.data.dropFirst(2))
            }
        },
        second("no-key-share-after-retry", "no key share", "TLS-055", 109) {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.removeAll { $0.type == Extension.keyShare }
        },
        second("second-retry", "another retry", "TLS-050", 10) { (hello, _) throws(NoOccasion) in
            hello.random = ServerHello.retryRandom
            hello.extensions = hello.extensions?.map {
                $0.type == Extension.keyShare ? Extension($0.type, Array($0.data.prefix(2))) : $0
            }
        },
        Deviation(
            "no-message-hash",
            about: "The server signs without the hello before its retry.",
            rule: "RFC 8446 §4.4.1",
            versions: [.v1_3],
            alert: 51,
            rows: ["HS-018"]
        ) { (script, _) throws(NoOccasion) in
            guard script.steps.contains(.foldTranscript) else { throw .noStep }
            try script.editProof {
                $0.covers = .transcript(context: Proof.serverContext, without: [.messageHash])
            }
        },
    ]

    private static func second(
        _ name: String,
        _ about: String,
        _ row: String,
        _ alert: UInt8 = 47,
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server sends \(about) behind its retry.",
            rule: "RFC 8446 §4.1.4",
            versions: [.v1_3],
            alert: alert,
            rows: [row]
        ) { (script, facts) throws(NoOccasion) in
            guard script.steps.contains(.foldTranscript) else { throw .noStep }
            try script.editHello { (hello) throws(NoOccasion) in try change(&hello, facts) }
        }
    }
}

extension Script {
    /// Takes another group, so that a client that follows a retry could go on; false where it cannot.
    fileprivate mutating func agree(
        on group: NamedGroup,
        _ facts: Facts
    ) throws(NoOccasion) -> Bool {
        guard !steps.contains(.foldTranscript),
            let key = try? KeyAgreement(group.curve, private: facts.settings.draws.share)
        else { return false }
        secret = .agreed(group, key)
        let share = Extension.share(group.rawValue, key.share)
        try editHello { (hello) throws(NoOccasion) in
            hello.extensions?.set(Extension.keyShare, to: share.data)
        }
        return true
    }
}
