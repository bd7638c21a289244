extension ProbeProtocol {
    /// A login without a password, and a query; a server that answers it has accepted.
    package static let mysql = ProbeProtocol(
        "mysql",
        about: "MariaDB and MySQL, version 10 of their protocol",
        asksForUser: true,
        beforeTLS: { turn in
            if turn.sent > 0 { return .startsTLS }
            guard let packets = turn.received.messages(of: lengthOfPacket) else {
                return .isNot("MySQL's")
            }
            guard let greeting = packets.first else { return .waits }
            if let error = error(in: greeting) { return error }
            guard greeting.count > 4, greeting[4] == 10 else { return .isNot("MySQL's") }
            return .sends(packet(1, flags))
        },
        insideTLS: { turn in
            let question = turn.question
            guard turn.sent > 0 else { return .sends(packet(2, login(as: question.user))) }
            guard let packets = turn.received.messages(of: lengthOfPacket) else {
                return .isNot("MySQL's")
            }
            if let error = packets.lazy.compactMap(error).first { return error }
            // A server may ask for another way to log in, which the client gives no secret for.
            let asked = packets.first.map { $0.count > 4 && $0[4] == 0xfe } ?? false
            let before = asked ? 2 : 1
            if asked, turn.sent == 1 { return .sends(packet(packets[0][3] &+ 1, [])) }
            guard packets.count >= before else { return .waits }
            guard packets[before - 1].count > 4, packets[before - 1][4] == 0 else {
                return .refuses("another way to log in")
            }
            guard question.wantsToken else { return .accepts }
            guard turn.sent > before else {
                let query = "SELECT CURRENT_USER() AS user, '\(question.token)' AS token"
                return .sends(packet(0, [3] + Array(query.utf8)))
            }
            // The number of columns, both columns, the end of the columns, and then the row.
            guard packets.count >= before + 5 else { return .waits }
            return packets[before + 4].contains(question.token.utf8)
                ? .accepts : .refuses("an answer without the token")
        }
    )

    /// The start of a login: the flags CLIENT_PROTOCOL_41, CLIENT_SSL, CLIENT_SECURE_CONNECTION and
    /// CLIENT_PLUGIN_AUTH, the largest packet, the character set UTF-8, and 23 reserved bytes.
    private static let flags: [UInt8] =
        [UInt8](littleEndian: 0x0008_8a00, count: 4) + [0, 0, 1, 0, 33]
        + [UInt8](repeating: 0, count: 23)

    private static func login(as user: String) -> [UInt8] {
        // The user's name ends with a zero; the password has no bytes.
        flags + Array(user.utf8) + [0, 0] + Array("mysql_native_password".utf8) + [0]
    }

    /// Returns the refusal in a packet; nil if the packet is not an error.
    @Sendable private static func error(in packet: [UInt8]) -> Step? {
        guard packet.count > 4, packet[4] == 0xff else { return nil }
        // A number of two bytes is before the text.
        return .refuses(packet.dropFirst(7).readable)
    }

    private static func packet(_ number: UInt8, _ body: [UInt8]) -> [UInt8] {
        [UInt8](littleEndian: body.count, count: 3) + [number] + body
    }

    private static func lengthOfPacket(_ input: [UInt8]) -> Int? {
        input.littleEndian(at: 0, count: 3).flatMap { input.count >= 4 ? $0 + 4 : nil }
    }
}
