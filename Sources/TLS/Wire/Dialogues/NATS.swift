import Basics

extension ApplicationProtocol {
    package static let nats = ApplicationProtocol(
        "nats",
        about: "messages of services (NATS's client protocol)",
        secureScheme: "tls",
        upgradeFaults: [.hidden, .answerAfterGoAhead],
        greeting: { manner in
            let info = Array("INFO \(info(manner))\r\n".utf8)
            // With this fault, the server sends its answer to PING, the client's first question
            // over TLS, in plaintext.
            let isEarly = manner.namesTLS && manner.fault == .answerAfterGoAhead
            return isEarly ? info + pong : info
        },
        greetingStartsTLS: true,
        length: lengthOfMessage(in:)
    ) { message, _ in
        switch Line(message).command {
        case "PING": .says(pong)
        // A verbose client waits for the confirmation.
        case "CONNECT" where message.filter({ $0 != 0x20 }).holds("\"verbose\":true"):
            .says("+OK\r\n")
        case "CONNECT", "PUB", "HPUB", "SUB", "UNSUB", "PONG", "": .says("")
        default: .says("-ERR 'Unknown Protocol Operation'\r\n")
        }
    }

    private static let pong = Array("PONG\r\n".utf8)

    private static func info(_ manner: Manner) -> String {
        // If TLS starts with the connection, the server sends its information over TLS. Clients
        // check that the information requires TLS.
        let names = manner.isSecured || manner.namesTLS ? ",\"tls_required\":true" : ""
        return "{\"server_id\":\"1\",\"version\":\"2.10.0\",\"proto\":1,\"host\":\"127.0.0.1\","
            + "\"port\":4222,\"headers\":true,\"auth_required\":true,"
            + "\"max_payload\":8192\(names)}"
    }

    /// Returns the length of a line, and of the payload after PUB or HPUB, whose length is the last
    /// word of the line.
    @Sendable private static func lengthOfMessage(in input: [UInt8]) -> Int? {
        guard let end = input.firstIndex(of: 10) else { return nil }
        let line = Line(Array(input[...end]))
        guard ["PUB", "HPUB"].contains(line.command),
            let payload = line.words.last.flatMap({ Int($0) }), payload >= 0
        else { return input.complete(end + 1) }
        // A line end follows the payload.
        return payload > longestMessage ? nil : input.complete(end + 1 + payload + 2)
    }
}
