import Crypto

extension Violation {
    /// Violations that send messages or records after the handshake.
    static let late: [Violation] = [
        late("late-hello-request", "HelloRequest", "TLS-040", 10, (.helloRequest, [])),
        // RFC 8446 §4.6.2: a server may request a certificate after the handshake if the client
        // offers this.
        Violation(
            "late-certificate-request",
            about: "The server requests a certificate after the handshake, although the client "
                + "did not offer this.",
            gain: .nothing,
            rule: "RFC 8446 §4.6.2",
            versions: [.v1_3],
            alert: 10,
            attacks: ["MTLS-016"]
        ) { (script, facts) throws(NoOccasion) in
            guard !facts.hello.offers(extension: Extension.postHandshakeAuth) else {
                throw .allOffered
            }
            let bytes: [UInt8] = [1, 7, 0, 8, 0, 13, 0, 4, 0, 2, 4, 3]
            script.steps.append(.say(Message(.certificateRequest, .bytes(bytes))))
        },
        // Even a client that offers post-handshake authentication must not answer over HTTP/2,
        // which multiplexes requests.
        Violation(
            "certificate-request-over-http-2",
            about: "The server requests a certificate after the handshake, over HTTP/2.",
            gain: .nothing,
            rule: "RFC 8740 §3",
            versions: [.v1_3],
            alert: 10,
            attacks: ["MTLS-023"]
        ) { (script, _) throws(NoOccasion) in
            guard script.applicationProtocol == "h2" else { throw .noStep }
            let bytes: [UInt8] = [1, 7, 0, 8, 0, 13, 0, 4, 0, 2, 4, 3]
            var request = Message(.certificateRequest, .bytes(bytes))
            request.isHashed = false
            script.steps.append(.say(request))
        },
        late("late-server-hello-done", "ServerHelloDone", "HS-058", 10, (.serverHelloDone, [])),
        late(
            "late-encrypted-extensions",
            "EncryptedExtensions",
            "HS-064",
            10,
            (.encryptedExtensions, [0, 0])
        ),
        late("late-unknown-message", "a message of an unknown type", "HS-064", 10, (.unknown, [0])),
        late(
            "key-update-of-2",
            "a KeyUpdate with the value 2",
            "TLS-092",
            47,
            (.keyUpdate, [2]),
            true
        ),
        late("empty-key-update", "an empty KeyUpdate", "TLS-092", 50, (.keyUpdate, []), true),
        late(
            "long-key-update",
            "a KeyUpdate of two bytes",
            "TLS-092",
            50,
            (.keyUpdate, [0, 0]),
            true
        ),
        late(
            "old-key-after-update",
            "a KeyUpdate without changing its keys",
            "TLS-093",
            20,
            (.keyUpdate, [0])
        ),
        late(
            "empty-session-ticket",
            "an empty ticket message",
            "RES-035",
            50,
            (.newSessionTicket, [])
        ),
        late(
            "ticket-of-no-bytes",
            "an empty ticket",
            "RES-035",
            50,
            (.newSessionTicket, [0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
        ),
        late(
            "ticket-byte-after",
            "a byte after a ticket",
            "RES-035",
            50,
            (.newSessionTicket, [0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 7, 0, 0, 9])
        ),
        late(
            "ticket-extension-twice",
            "a ticket with an extension twice",
            "RES-035",
            47,
            (
                .newSessionTicket,
                [0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 7, 0, 16]
                    + [0, 42, 0, 4, 0, 0, 4, 0, 0, 42, 0, 4, 0, 0, 4, 0]
            )
        ),
        Violation(
            "key-update-with-finished",
            about: "The server sends a KeyUpdate in the record of Finished.",
            gain: .nothing,
            rule: "RFC 8446 §5.1",
            versions: [.v1_3],
            alert: 10,
            attacks: ["TLS-079"]
        ) { (script, _) throws(NoOccasion) in
            let place = try script.place(of: .finished)
            var message = Message(.keyUpdate, .bytes([0]))
            // RFC 8446 §4.4.1: no transcript contains this message.
            message.isHashed = false
            let update = Step.say(message)
            script.steps.insert(
                contentsOf: [update, .writes(under: .application), .updatesKeys],
                at: place + 1
            )
        },
        end("late-change-cipher-spec", "ChangeCipherSpec", "TLS-087", 20, [1]),
        Violation(
            "late-clear-change-cipher-spec",
            about: "The server sends ChangeCipherSpec in plaintext after the handshake.",
            gain: .nothing,
            rule: "RFC 8446 §5",
            versions: [.v1_3],
            alert: 10,
            attacks: ["TLS-087"]
        ) { (script, _) throws(NoOccasion) in
            script.steps.append(.record(type: 20, [1], inPlaintext: true))
        },
        end("late-empty-handshake-record", "an empty handshake record", "TLS-082", 22, []),
        end("late-unknown-record", "a record of an unknown type", "TLS-086", 99, [0]),
    ]

    private static func late(
        _ name: String,
        _ about: String,
        _ attack: String,
        _ alert: UInt8,
        _ message: (type: HandshakeType, bytes: [UInt8]),
        _ updatesKeys: Bool = false
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about) after the handshake.",
            gain: .nothing,
            rule: "RFC 8446 §4.6",
            versions: [.v1_3],
            alert: alert,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            script.steps.append(.say(Message(message.type, .bytes(message.bytes))))
            if updatesKeys { script.steps.append(.updatesKeys) }
        }
    }

    private static func end(
        _ name: String,
        _ about: String,
        _ attack: String,
        _ type: UInt8,
        _ bytes: [UInt8]
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about) after the handshake.",
            gain: .nothing,
            rule: "RFC 8446 §5",
            versions: [.v1_2, .v1_3],
            alert: 10,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            script.steps.append(.record(type: type, bytes, inPlaintext: false))
        }
    }
}
