import Crypto

extension Violation {
    /// Violations that keep a client busy with many empty records, messages or alerts.
    static let floods: [Violation] = [
        // BoringSSL and OpenSSL accept this number of empty records.
        flood("empty-records", "32 empty records", "RFC 8446 §5.1", both, nil, "TLS-083") {
            (script, _) throws(NoOccasion) in script.steps.append(.repeats([.noData], times: 32))
        },
        flood("flood-of-empty-records", "10000 empty records", "RFC 8446 §5.1", both, 10, "TLS-083")
        {
            (script, _) throws(NoOccasion) in
            script.steps.append(.repeats([.noData], times: 10_000))
        },
        flood(
            "flood-of-key-updates",
            "1000 key updates",
            "RFC 8446 §4.6.3",
            [.v1_3],
            nil,
            "TLS-095"
        ) { (script, _) throws(NoOccasion) in
            var message = Message(.keyUpdate, .bytes([0]))
            message.isHashed = false
            script.steps.append(.repeats([.say(message), .updatesKeys], times: 1_000))
        },
        flood(
            "flood-of-hello-requests",
            "1000 HelloRequests during the handshake",
            "RFC 5246 §7.4.1.1",
            [.v1_2],
            nil,
            "TLS-095"
        ) { (script, _) throws(NoOccasion) in
            var request = Message(.helloRequest, .bytes([]))
            request.isHashed = false
            let place = try script.place(of: .serverHelloDone)
            script.steps.insert(.repeats([.say(request)], times: 1_000), at: place)
        },
        flood("flood-of-warnings", "1000 warnings", "RFC 8446 §6.1", both, 10, "TLS-095") {
            (script, _) throws(NoOccasion) in
            // The alert user_canceled.
            let warning = Step.record(type: ContentType.alert, [1, 90], inPlaintext: false)
            let place = try script.place(of: .certificate)
            script.steps.insert(.repeats([warning], times: 1_000), at: place)
        },
    ]

    /// Whether the violation is a flood, fills a length field to its maximum, or sends ten thousand
    /// tickets.
    package var isMassive: Bool { Self.massive.contains(name) }

    private static let massive = Set((floods + giants).map(\.name) + ["many-tickets"])

    private static let both: Set<TLSVersion> = [.v1_2, .v1_3]

    private static func flood(
        _ name: String,
        _ about: String,
        _ rule: String,
        _ versions: Set<TLSVersion>,
        _ alert: UInt8?,
        _ attack: String,
        change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: .nothing,
            rule: rule,
            versions: versions,
            alert: alert,
            isAllowed: alert == nil,
            attacks: [attack],
            apply: change
        )
    }

    // MARK: Sizes

    /// Violations that send a message with the greatest length that its length field allows.
    static let giants: [Violation] = [
        giant("largest-message", "a Certificate of 16777215 bytes", 47, or: longest) {
            (script, _) throws(NoOccasion) in try script.enlargeCertificates()
        },
        giant(
            "largest-message-dripped",
            "a Certificate of 16777215 bytes in records of 2048 bytes",
            47,
            or: longest
        ) { (script, _) throws(NoOccasion) in
            try script.enlargeCertificates()
            var shape = RecordShape()
            shape.longest = 2048
            script.steps.insert(.shape(shape), at: try script.place(of: .certificate))
        },
        giant("most-extensions", "as many extensions as fit, none of them requested", 110, or: [47])
        {
            (script, facts) throws(NoOccasion) in
            try script.editExtensions { list in
                // Each added extension has four bytes; the existing extensions come first.
                let room = (0xffff - list.encoded.count + 2) / 4
                // Extension types that the client does not offer.
                let free = (UInt16(0x4000)...0x9fff).lazy.filter {
                    !facts.hello.offers(extension: $0)
                }
                list += free.prefix(room).map { Extension($0) }
            }
        },
    ]

    /// The alerts of clients that reject such long messages; no rule prescribes an alert.
    private static let longest: Set<UInt8> = [10, 22, 40, 42, 50, 80]

    private static func giant(
        _ name: String,
        _ about: String,
        _ alert: UInt8,
        or otherAlerts: Set<UInt8>,
        change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: .nothing,
            rule: "RFC 8446 §4",
            versions: both,
            alert: alert,
            or: otherAlerts,
            attacks: ["DOS-011"],
            apply: change
        )
    }
}

extension Step {
    /// A record without application data.
    fileprivate static let noData = Step.record(
        type: ContentType.applicationData,
        [],
        inPlaintext: false
    )
}

extension Script {
    /// Sends another certificate, of zeros, so that the message has the greatest possible length.
    fileprivate mutating func enlargeCertificates() throws(NoOccasion) {
        try edit(.certificate) { (message) throws(NoOccasion) in
            guard case .certificate(var list) = message.body else {
                throw .noMessage(.certificate)
            }
            list.entries.append(CertificateMessage.Entry([]))
            let room = 0xff_ffff - list.encoded.count
            list.entries[list.entries.count - 1].certificate = [UInt8](repeating: 0, count: room)
            message.body = .certificate(list)
        }
    }
}
