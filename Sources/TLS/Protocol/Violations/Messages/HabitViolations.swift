import Crypto

extension Violation {
    /// Unusual but correct behaviour of servers, which a client must tolerate.
    static let habits: [Violation] = retryHabits + helloHabits + recordHabits + lateHabits

    private static let retryHabits: [Violation] = [
        habit(
            "retry-for-another-group",
            "requests a share of another group",
            "RFC 8446 §4.1.4",
            [.v1_3],
            "TLS-053",
            "TLS-055"
        ) { (script, facts) throws(NoOccasion) in try script.askForAnotherGroup(facts) }
        .changing(.script),
        habit(
            "retry-with-long-cookie",
            "sends a retry with a cookie of 1024 bytes",
            "RFC 8446 §4.2.2",
            [.v1_3],
            "TLS-058"
        ) { (script, facts) throws(NoOccasion) in
            try script.askForAnotherGroup(facts)
            var data: [UInt8] = []
            data.putVector([UInt8](repeating: 0x6b, count: 1_024), lengthBytes: 2)
            let cookie = Extension(Extension.cookie, data)
            try script.edit(.serverHello) { (message) throws(NoOccasion) in
                guard case .serverHello(var hello) = message.body else { throw .noStep }
                hello.extensions?.append(cookie)
                message.body = .serverHello(hello)
            }
        }
        .changing(.script),
    ]

    private static let helloHabits: [Violation] = [
        habit(
            "high-bit-in-share",
            "sets the unused bit of its X25519 share",
            "RFC 7748 §5",
            [.v1_2, .v1_3],
            "TLS-063"
        ) { (script, _) throws(NoOccasion) in
            guard case .agreed(.x25519, _) = script.secret else { throw .noCurve }
            try script.editPoint { $0.dropLast() + [($0.last ?? 0) | 0x80] }
        },
        habit(
            "digest-of-other-curve",
            "signs with P-256 and SHA-384",
            "RFC 5246 §7.4.1.4.1",
            [.v1_2],
            "HS-028"
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm == .p256 else { throw .otherKey }
            let scheme = HandshakeScheme.ecdsaSecp384r1SHA384
            guard facts.hello.schemes.contains(scheme.rawValue) else { throw .noStep }
            try script.editProof {
                ($0.scheme, $0.signature) = (scheme.rawValue, scheme.signature)
            }
        },
        habit(
            "no-extension-block",
            "sends a hello without a list of extensions",
            "RFC 5246 §7.4.1.3",
            [.v1_2],
            "TLS-073"
        ) { (script, _) throws(NoOccasion) in try script.leaveOutExtensions(nil) },
        habit(
            "empty-extension-block",
            "sends a hello with an empty list of extensions",
            "RFC 5246 §7.4.1.3",
            [.v1_2],
            "TLS-073"
        ) { (script, _) throws(NoOccasion) in try script.leaveOutExtensions([]) },
        habit(
            "hello-request-amid-handshake",
            "sends a HelloRequest during the handshake",
            "RFC 5246 §7.4.1.1",
            [.v1_2],
            "HS-059"
        ) { (script, _) throws(NoOccasion) in
            var request = Message(.helloRequest, .bytes([]))
            request.isHashed = false
            script.steps.insert(.say(request), at: try script.place(of: .certificate))
        },
    ]

    private static let recordHabits: [Violation] = [
        habit(
            "records-of-one-byte",
            "sends each byte of its flight in a separate record",
            "RFC 8446 §5.1",
            [.v1_2, .v1_3],
            "TLS-030"
        ) { (script, _) throws(NoOccasion) in
            var shape = RecordShape()
            shape.longest = 1
            let type: HandshakeType = script.version == .v1_3 ? .encryptedExtensions : .serverHello
            script.steps.insert(.shape(shape), at: try script.place(of: type))
        },
        shaped(
            "longest-padding",
            "pads a record to the maximum",
            gain: .nothing,
            nil,
            "TLS-085",
            isAllowed: true
        ) {
            // RFC 8446 §5.4: content, type and padding together have at most 2^14 + 1 bytes.
            $0.innerLength = 1 << 14 + 1
        },
        habit(
            "no-compatibility-change",
            "omits the ChangeCipherSpec for middleboxes",
            "RFC 8446 §D.4",
            [.v1_3],
            "TLS-088"
        ) { (script, _) throws(NoOccasion) in
            guard let place = script.steps.firstIndex(of: .changeCipherSpec) else { throw .noStep }
            script.steps.remove(at: place)
        },
        habit(
            "early-compatibility-change",
            "sends the ChangeCipherSpec for middleboxes before its hello",
            "RFC 8446 §5",
            [.v1_3],
            "TLS-088"
        ) { (script, _) throws(NoOccasion) in
            script.steps.insert(.changeCipherSpec, at: try script.place(of: .serverHello))
        },
        habit(
            "user-canceled",
            "sends the warning user_canceled, and continues",
            "RFC 8446 §6.1",
            [.v1_2, .v1_3],
            "TLS-098"
        ) { (script, _) throws(NoOccasion) in
            let alert = Step.record(type: ContentType.alert, [1, 90], inPlaintext: false)
            script.steps.insert(alert, at: try script.place(of: .certificate))
        },
    ]

    private static let lateHabits: [Violation] = [
        habit(
            "key-update-both-ways",
            "updates its keys and requests that the client does so too",
            "RFC 8446 §4.6.3",
            [.v1_3],
            "TLS-094"
        ) { (script, _) throws(NoOccasion) in
            var message = Message(.keyUpdate, .bytes([1]))
            message.isHashed = false
            script.steps += [.say(message), .updatesKeys]
        }
    ]

    private static func habit(
        _ name: String,
        _ about: String,
        _ rule: String,
        _ versions: Set<TLSVersion>,
        _ attacks: String...,
        change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: .nothing,
            rule: rule,
            versions: versions,
            alert: nil,
            isAllowed: true,
            attacks: attacks,
            apply: change
        )
    }
}

extension Script {
    /// Agrees on a group that the client offers but for which it sent no share, and requests that
    /// share.
    mutating func askForAnotherGroup(_ facts: Facts) throws(NoOccasion) {
        guard !steps.contains(.foldTranscript) else { throw .noStep }
        let group = NamedGroup.allCases.first { group in
            group.fits(.v1_3) && facts.hello.groups.contains(group.rawValue)
                && !facts.hello.shares.contains { $0.group == group.rawValue }
        }
        guard let group else { throw .allOffered }
        try ask(for: group, facts)
    }

    /// Agrees on this group and requests the client's share of the group.
    mutating func ask(for group: NamedGroup, _ facts: Facts) throws(NoOccasion) {
        guard try agree(on: group, facts) else { throw .noStep }
        // The compatibility ChangeCipherSpec follows the first hello (RFC 8446 §D.4).
        steps.removeAll { $0 == .changeCipherSpec }
        let retry = Script.retry(facts, suite, group.rawValue)
        steps.insert(contentsOf: retry, at: try place(of: .serverHello))
    }

    /// Replaces the hello's extensions by an empty list or by no list, and agrees on no extension.
    fileprivate mutating func leaveOutExtensions(_ list: [Extension]?) throws(NoOccasion) {
        guard !steps.contains(where: { $0.said == .newSessionTicket }) else { throw .noStep }
        try editHello { (hello) throws(NoOccasion) in hello.extensions = list }
        steps.removeAll { $0.said == .certificateStatus }
        (hasExtendedMasterSecret, macsCiphertext, applicationProtocol) = (false, false, nil)
    }
}
