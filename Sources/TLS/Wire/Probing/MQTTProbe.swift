extension ProbeProtocol {
    /// A message that the client sends to itself; a server that delivers it has accepted.
    ///
    /// The client states the user's name without a password, which a server that takes the user from
    /// the certificate ignores. A second message goes to a topic below the user's name, so that a server whose access rules
    /// give each user topics below its name shows for whom it takes the client.
    package static let mqtt = ProbeProtocol(
        "mqtt",
        about: "message brokers (MQTT 3.1.1); the client gets its messages at the topics TOKEN and "
            + "USER/TOKEN",
        content: { answer in
            let packets = answer.messages(of: lengthOfPacket) ?? []
            return packets.compactMap(topic).flatMap { Array($0) + [10] }
        },
        insideTLS: { turn in
            let question = turn.question
            guard turn.sent > 0 else { return .sends(connect(question)) }
            // CONNACK has two bytes: whether a session goes on, and the return code (§3.2).
            guard turn.received.first ?? 0x20 == 0x20,
                let packets = turn.received.messages(of: lengthOfPacket)
            else { return .isNot("MQTT") }
            guard let answer = packets.first else { return .waits }
            guard answer.count == 4 else { return .isNot("MQTT") }
            guard answer[3] == 0 else { return .refuses("CONNACK with the code \(answer[3])") }
            guard question.wantsToken else { return .accepts }
            guard turn.sent > 1 else { return .sends(messages(of: question)) }
            // SUBACK has a code for each filter, and states a failure by 128 (§3.9.3). The first one
            // is that of the topic TOKEN; the other topic only shows the user.
            if packets.contains(where: { $0[0] == 0x90 && $0.count > 4 && $0[4] == 0x80 }) {
                return .refuses("SUBACK with a failure")
            }
            return packets.contains { topic(of: $0)?.elementsEqual(question.token.utf8) ?? false }
                ? .accepts : .waits
        }
    )

    /// Returns a CONNECT with a clean session, a client identifier and the user's name (§3.1).
    private static func connect(_ question: ProbeQuestion) -> [UInt8] {
        packet(
            0x10,
            text("MQTT") + [4, 0x82, 0, 60] + text(question.token) + text(question.user)
        )
    }

    /// Returns a SUBSCRIBE to both topics (§3.8) and a PUBLISH to each (§3.3).
    private static func messages(of question: ProbeQuestion) -> [UInt8] {
        let token = question.token
        let filters = text(token) + [0] + text("+/\(token)") + [0]
        // A topic must not have the characters of filters (§4.7.1).
        let isTopic = !question.user.utf8.contains { [0, 0x23, 0x2b, 0x2f].contains($0) }
        return packet(0x82, [0, 1] + filters)
            + (isTopic ? packet(0x30, text("\(question.user)/\(token)")) : [])
            + packet(0x30, text(token))
    }

    private static func packet(_ first: UInt8, _ body: [UInt8]) -> [UInt8] {
        // One byte for each seven bits of the length, the lowest first (§2.2.3).
        var (rest, length): (Int, [UInt8]) = (body.count, [])
        repeat {
            length.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return [first] + length + body
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8](bytes.count, count: 2) + bytes
    }

    @Sendable private static func lengthOfPacket(_ input: [UInt8]) -> Int? {
        // A length has at most four bytes.
        input.lengthOfMQTTPacket ?? (input.count >= 5 ? Int.max : nil)
    }

    /// Returns the topic of a PUBLISH; nil for other packets.
    @Sendable private static func topic(of packet: [UInt8]) -> ArraySlice<UInt8>? {
        guard packet.first.map({ $0 >> 4 }) == 3,
            let start = packet.startOfMQTTBody,
            let length = packet.number(at: start, count: 2)
        else { return nil }
        return packet.bytes(at: start + 2, count: length)
    }
}
