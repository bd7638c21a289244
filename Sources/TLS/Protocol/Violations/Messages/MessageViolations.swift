import Crypto

/// A message that servers send in an honest handshake.
struct Said: Sendable {
    let type: HandshakeType
    /// The message's name inside names of violations.
    let name: String
    /// The message's name inside sentences.
    let text: String
    let versions: Set<TLSVersion>
    /// The ids of the attacks in the catalogue that leave the message out, and that send it twice.
    let attacks: (dropped: String, repeated: String)

    static let all: [Said] = [
        Said(.serverHello, "hello", "hello", [.v1_2, .v1_3], ("HS-064", "HS-057")),
        Said(
            .encryptedExtensions,
            "encrypted-extensions",
            "EncryptedExtensions",
            [.v1_3],
            ("HS-055", "HS-055")
        ),
        Said(
            .certificate,
            "certificate",
            "certificate",
            [.v1_2, .v1_3],
            ("HS-044", "HS-053")
        ),
        Said(
            .certificateVerify,
            "certificate-verify",
            "CertificateVerify",
            [.v1_3],
            ("HS-004", "HS-054")
        ),
        Said(
            .serverKeyExchange,
            "server-key-exchange",
            "ServerKeyExchange",
            [.v1_2],
            ("HS-039", "HS-041")
        ),
        Said(
            .serverHelloDone,
            "server-hello-done",
            "ServerHelloDone",
            [.v1_2],
            ("HS-052", "HS-064")
        ),
        Said(
            .finished,
            "finished",
            "Finished",
            [.v1_2, .v1_3],
            ("HS-051", "HS-064")
        ),
    ]

    private init(
        _ type: HandshakeType,
        _ name: String,
        _ text: String,
        _ versions: Set<TLSVersion>,
        _ attacks: (dropped: String, repeated: String)
    ) {
        (self.type, self.name, self.text) = (type, name, text)
        (self.versions, self.attacks) = (versions, attacks)
    }

    /// Whether the message ends the server's flight: the server then waits for the client's answer.
    ///
    /// If such a message is shorter than its stated length, the client waits for ever.
    var endsFlight: Bool { type.endsFlight }
}

extension HandshakeType {
    /// What an attacker gains from a client that continues without this message of the server.
    var gainWithout: Gain {
        switch self {
        case .certificate, .certificateVerify, .serverKeyExchange, .finished: .authentication
        default: .nothing
        }
    }
}

extension Violation {
    /// The violations for each message: the server omits it, repeats it, or sends it with a wrong
    /// type or length.
    static let messages: [Violation] = Said.all.flatMap { said in
        [dropped(said), repeated(said), renamed(said), extended(said)]
            + (said.type == .serverHelloDone ? [] : [emptied(said), shortened(said)])
            + (said.endsFlight ? [] : [lengthened(said)])
    }

    private static func dropped(_ said: Said) -> Violation {
        family(
            "no-\(said.name)",
            said,
            "leaves out its \(said.text)",
            gain: said.type.gainWithout,
            said.attacks.dropped,
            10
        ) { (script) throws(NoOccasion) in try script.leaveOut(said.type) }
        .undecided(
            because: [.serverHello, .serverKeyExchange].contains(said.type) ? .nothingUsable : nil
        )
    }

    private static func repeated(_ said: Said) -> Violation {
        family(
            "\(said.name)-twice",
            said,
            "sends its \(said.text) twice",
            gain: .nothing,
            said.attacks.repeated,
            10
        ) { (script) throws(NoOccasion) in
            try script.sayTwice(said.type)
        }
        .undecided(because: [.serverHello, .finished].contains(said.type) ? .twoChecks : nil)
    }

    private static func renamed(_ said: Said) -> Violation {
        // A client that skips unknown types skips this message.
        edited(
            "\(said.name)-of-unknown-type",
            said,
            "gives its \(said.text) an unknown type",
            gain: said.type.gainWithout,
            10
        ) { $0.type = .unknown }
    }

    private static func emptied(_ said: Said) -> Violation {
        edited(
            "empty-\(said.name)",
            said,
            "sends an empty \(said.text)",
            gain: said.type.gainWithout,
            50,
            attack: "HS-062"
        ) { $0.damage = [.empty] }
        .undecided(
            because: [.encryptedExtensions, .finished].contains(said.type) ? nil : .nothingUsable
        )
    }

    private static func extended(_ said: Said) -> Violation {
        edited(
            said.type == .certificate ? "trailing-byte" : "\(said.name)-with-byte-after",
            said,
            "adds a byte to its \(said.text)",
            gain: .nothing,
            50,
            attack: "HS-062"
        ) { $0.damage = [.append([0])] }
    }

    private static func shortened(_ said: Said) -> Violation {
        edited(
            "\(said.name)-length-too-short",
            said,
            "states a length one byte too short for its \(said.text)",
            // If a client compared only the stated part of Finished, that part would authenticate
            // too little.
            gain: said.type == .finished ? .authentication : .nothing,
            50,
            attack: "HS-063"
        ) { $0.lengthError = -1 }
        .undecided(because: .wrongLength)
    }

    private static func lengthened(_ said: Said) -> Violation {
        edited(
            "\(said.name)-length-too-long",
            said,
            "states a length one byte too long for its \(said.text)",
            gain: .nothing,
            50,
            // A record of another content type may follow, such as ChangeCipherSpec after the
            // ServerHello. It interrupts the message, which seems incomplete.
            or: [10],
            attack: "HS-063"
        ) { $0.lengthError = 1 }
        .undecided(because: .wrongLength)
    }

    private static func edited(
        _ name: String,
        _ said: Said,
        _ about: String,
        gain: Gain,
        _ alert: UInt8,
        or otherAlerts: Set<UInt8> = [],
        attack: String = "HS-061",
        _ change: @escaping @Sendable (inout Message) -> Void
    ) -> Violation {
        family(name, said, about, gain: gain, attack, alert, or: otherAlerts) {
            (script) throws(NoOccasion) in
            try script.edit(said.type) { (message) throws(NoOccasion) in change(&message) }
        }
    }

    private static func family(
        _ name: String,
        _ said: Said,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ alert: UInt8,
        or otherAlerts: Set<UInt8> = [],
        _ change: @escaping @Sendable (inout Script) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: said.versions.contains(.v1_3) ? "RFC 8446 §4" : "RFC 5246 §7.4",
            versions: said.versions,
            alert: alert,
            or: otherAlerts,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in try change(&script) }
    }

    // MARK: Messages in wrong places

    private static let strayMessages:
        [(name: String, type: HandshakeType, versions: Set<TLSVersion>, attack: String)] = [
            ("hello-request", .helloRequest, [.v1_3], "HS-059"),
            ("end-of-early-data", .endOfEarlyData, [.v1_2, .v1_3], "HS-060"),
            ("key-update", .keyUpdate, [.v1_2, .v1_3], "TLS-091"),
            ("session-ticket", .newSessionTicket, [.v1_3], "RES-037"),
            ("old-session-ticket", .newSessionTicket, [.v1_2], "RES-038"),
            ("server-hello-done", .serverHelloDone, [.v1_3], "HS-058"),
            ("certificate-status", .certificateStatus, [.v1_2, .v1_3], "REV-027"),
            ("client-key-exchange", .clientKeyExchange, [.v1_2, .v1_3], "HS-064"),
            ("message-hash", .messageHash, [.v1_2, .v1_3], "HS-064"),
            ("compressed-certificate", .compressedCertificate, [.v1_2, .v1_3], "HS-070"),
            ("unknown-message", .unknown, [.v1_2, .v1_3], "HS-064"),
        ]

    /// Violations that send a misplaced message before Certificate or Finished.
    static let strays: [Violation] = strayMessages.flatMap { stray in
        [(HandshakeType.certificate, "certificate"), (.finished, "finished")].map { place, name in
            let said = "\(stray.type)"
            let article = said.first.map { "AEIOU".contains($0) } == true ? "an" : "a"
            return Violation(
                "\(stray.name)-before-\(name)",
                about: "The server sends \(article) \(said) before its \(place).",
                gain: .nothing,
                rule: stray.versions.contains(.v1_3) ? "RFC 8446 §4" : "RFC 5246 §7.3",
                versions: stray.versions,
                alert: 10,
                attacks: [stray.attack]
            ) { (script, _) throws(NoOccasion) in
                let step = Step.say(.stray(stray.type, in: script.version))
                script.steps.insert(step, at: try script.place(of: place))
            }
        }
    }
}
