import Crypto

extension Violation {
    /// Violations that send a HelloRetryRequest that no client may follow (RFC 8446 §4.1.4).
    static let retries: [Violation] =
        [
            retry(
                "retry-without-change",
                "a retry that changes nothing",
                gain: .nothing,
                47,
                "TLS-050",
                .same
            ) {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.leaveOut(Extension.keyShare)
            },
            retry(
                "retry-for-same-group",
                "a retry for a group whose key share the client already sent",
                gain: .nothing,
                47,
                "TLS-052",
                .same
            ) {
                (_, _) in
            },
            retry(
                "retry-for-unoffered-group",
                "a retry for a group that was not offered",
                gain: .nothing,
                47,
                "TLS-051",
                .unoffered
            ) { (_, _) in },
            retry(
                "retry-with-empty-cookie",
                "a retry with an empty cookie",
                gain: .nothing,
                50,
                "TLS-057"
            ) {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.append(Extension(Extension.cookie, [0, 0]))
            },
            retry(
                "retry-with-unknown-extension",
                "a retry with an extension that was not requested",
                gain: .nothing,
                110,
                "TLS-057"
            ) {
                (hello, _) throws(NoOccasion) in hello.extensions?.append(Extension(0xfade))
            },
            retry(
                "retry-with-extension-twice",
                "a retry with an extension twice",
                gain: .nothing,
                47,
                "TLS-057"
            ) {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.append(Extension(Extension.supportedVersions, [3, 4]))
            },
            retry(
                "retry-without-version",
                "a retry without a version",
                gain: .nothing,
                47,
                "TLS-057"
            ) {
                (hello, _) throws(NoOccasion) in
                hello.extensions?.leaveOut(Extension.supportedVersions)
            },
            retry(
                "retry-with-whole-share",
                "a retry with a whole key share, not only its group",
                gain: .nothing,
                50,
                "TLS-057"
            ) {
                (hello, _) throws(NoOccasion) in
                guard let share = hello.extensions?.first(where: { $0.type == Extension.keyShare })
                else { throw .noStep }
                let whole = share.data + [0, 32] + [UInt8](repeating: 9, count: 32)
                hello.extensions?.set(Extension.keyShare, to: whole)
            },
            retry(
                "retry-with-unoffered-suite",
                "a retry with a suite that was not offered",
                gain: .nothing,
                47,
                "TLS-046",
                then: { $0.followSuiteOfRetry() }
            ) { (hello, facts) throws(NoOccasion) in
                let suite = EngineSuite.all.first {
                    $0.keyExchange == .unstated && !facts.hello.suites.contains($0.code)
                }
                hello.suite = suite?.code ?? 0x0a0a
            },
        ] + after

    /// The group that a retry requests.
    private enum Asked {
        /// A group that the client offers without a key share.
        case other
        /// A group whose key share the client already sent.
        case same
        case unoffered

        /// Returns a group that this engine supports, so that the server can continue; nil if there
        /// is none.
        func group(_ facts: Facts) -> NamedGroup? {
            let hello = facts.hello
            let shared = Set(hello.shares.map(\.group))
            return NamedGroup.allCases.filter { $0.fits(.v1_3) }.first { group in
                switch self {
                case .other:
                    hello.groups.contains(group.rawValue) && !shared.contains(group.rawValue)
                case .same: shared.contains(group.rawValue)
                case .unoffered: !hello.groups.contains(group.rawValue)
                }
            }
        }

        /// Returns secp192r1 or a reserved group.
        ///
        /// The violation needs such a group if the client offers all groups that this engine
        /// supports.
        func substitute(_ facts: Facts) throws(NoOccasion) -> UInt16 {
            guard case .unoffered = self else { throw .noStep }
            let group = [UInt16(0x0013), 0x0a0a].first { !facts.hello.groups.contains($0) }
            guard let group else { throw .allOffered }
            return group
        }
    }

    private static func retry(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ alert: UInt8,
        _ attack: String,
        _ asked: Asked = .other,
        then follow: @escaping @Sendable (inout Script) -> Void = { _ in },
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: "RFC 8446 §4.1.4",
            versions: [.v1_3],
            alert: alert,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard !script.steps.contains(.foldTranscript) else { throw .noStep }
            let group = asked.group(facts)
            if let group, try !script.agree(on: group, facts) { throw .noStep }
            let number = if let group { group.rawValue } else { try asked.substitute(facts) }
            var steps = Script.retry(facts, script.suite, number)
            guard case .say(var message) = steps[1], case .serverHello(var hello) = message.body
            else { throw .noStep }
            try change(&hello, facts)
            message.body = .serverHello(hello)
            steps[1] = .say(message)
            script.steps.insert(contentsOf: steps, at: try script.place(of: .serverHello))
            follow(&script)
        }
    }

    // MARK: Faults after an honest retry

    private static let after: [Violation] = [
        second(
            "suite-changed-after-retry",
            "another suite",
            gain: .nothing,
            "TLS-053",
            then: { $0.followSuiteOfHello() }
        ) { (hello, facts) throws(NoOccasion) in
            let chosen = EngineSuite.numbered(hello.suite)
            let others = facts.hello.suites.compactMap(EngineSuite.numbered).filter {
                $0.keyExchange == .unstated && $0 != chosen
            }
            // The transcript so far uses the digest of the retry's suite; prefer another suite with
            // this digest.
            let other = others.first { $0.digest == chosen?.digest } ?? others.first
            guard let other else { throw .noStep }
            hello.suite = other.code
        },
        second("version-changed-after-retry", "another version", gain: .nothing, "TLS-053") {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.set(Extension.supportedVersions, to: [3, 3])
        },
        second("older-hello-after-retry", "a hello of TLS 1.2", gain: .nothing, "TLS-054") {
            (hello, _) throws(NoOccasion) in
            hello.extensions?.leaveOut(Extension.supportedVersions)
        },
        second("group-changed-after-retry", "another group", gain: .nothing, "TLS-053") {
            (hello, facts) throws(NoOccasion) in
            guard let share = facts.hello.shares.first else { throw .noStep }
            hello.extensions = hello.extensions?.map {
                guard $0.type == Extension.keyShare else { return $0 }
                return Extension($0.type, [UInt8](share.group) + $0.data.dropFirst(2))
            }
        },
        second(
            "no-key-share-after-retry",
            "no key share",
            gain: .secrecy,
            "TLS-055",
            109,
            then: { $0.knowsSecretOfZeros() }
        ) { (hello, _) throws(NoOccasion) in
            hello.extensions?.leaveOut(Extension.keyShare)
        },
        Violation(
            "second-retry",
            about: "The server sends another retry after its retry.",
            gain: .nothing,
            rule: "RFC 8446 §4.1.4",
            versions: [.v1_3],
            alert: 10,
            attacks: ["TLS-029", "TLS-050"]
        ) { (script, _) throws(NoOccasion) in try script.retryAgain() }
        .needing(.retry),
        Violation(
            "no-message-hash",
            about: "The server signs a transcript without the first hello.",
            gain: .authentication,
            rule: "RFC 8446 §4.4.1",
            versions: [.v1_3],
            alert: 51,
            attacks: ["HS-018"]
        ) { (script, _) throws(NoOccasion) in
            guard script.steps.contains(.foldTranscript) else { throw .noStep }
            try script.editProof {
                $0.covers = .transcript(context: Proof.serverContext, without: [.messageHash])
            }
        }
        .needing(.retry),
    ]

    private static func second(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ alert: UInt8 = 47,
        then follow: @escaping @Sendable (inout Script) -> Void = { _ in },
        _ change: @escaping @Sendable (inout ServerHello, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about) after its retry.",
            gain: gain,
            rule: "RFC 8446 §4.1.4",
            versions: [.v1_3],
            alert: alert,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard script.steps.contains(.foldTranscript) else { throw .noStep }
            try script.editHello { (hello) throws(NoOccasion) in try change(&hello, facts) }
            follow(&script)
        }
        .needing(.retry)
    }
}

extension Script {
    /// The index of the HelloRetryRequest and its content; nil if the handshake has none.
    private var retry: (place: Int, hello: ServerHello)? {
        for (place, step) in steps.enumerated() {
            guard case .say(let message) = step, case .serverHello(let hello) = message.body,
                hello.random == ServerHello.retryRandom
            else { continue }
            return (place, hello)
        }
        return nil
    }

    /// Sets the script's suite to the suite in the HelloRetryRequest.
    fileprivate mutating func followSuiteOfRetry() {
        guard let code = retry?.hello.suite, let named = EngineSuite.numbered(code) else { return }
        suite = named
        try? editHello { (hello) throws(NoOccasion) in hello.suite = code }
    }

    /// Sends a second HelloRetryRequest, with a cookie, so that a client that accepts it sends a
    /// third hello.
    fileprivate mutating func retryAgain() throws(NoOccasion) {
        guard let (place, first) = retry,
            let end = steps[place...].firstIndex(of: .expect(.clientHello))
        else { throw .noStep }
        var hello = first
        hello.extensions?.leaveOut(Extension.keyShare)
        hello.extensions?.append(Extension(Extension.cookie, [0, 1, 7]))
        steps.insert(
            contentsOf: [.say(.serverHello(hello)), .expect(.clientHello)],
            at: end + 1
        )
    }

    /// Changes the key exchange to this group, so that a client that accepts the HelloRetryRequest
    /// can continue.
    ///
    /// Returns false if this is impossible.
    mutating func agree(
        on group: NamedGroup,
        _ facts: Facts
    ) throws(NoOccasion) -> Bool {
        guard let key = try? group.key(private: facts.settings.draws.share)
        else { return false }
        secret = .agreed(group, key)
        let share = Extension.share(group.rawValue, key.share)
        try editHello { (hello) throws(NoOccasion) in
            hello.extensions?.set(Extension.keyShare, to: share.data)
        }
        return true
    }
}
