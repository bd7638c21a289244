extension ApplicationProtocol {
    package static let zabbix = ApplicationProtocol(
        "zabbix",
        about: "measurements for a Zabbix server, and questions to a Zabbix agent",
        transports: [.implicit],
        length: { input in
            guard let end = endOfHeader(in: input),
                let length = input.littleEndian(at: 5, count: 4)
            else { return nil }
            // The length of a large packet has eight bytes; the last four must be zero here.
            guard end == 13 || input.littleEndian(at: 9, count: 4) == 0 else { return nil }
            return input.complete(end + length)
        }
    ) { message, _ in
        let data = message.dropFirst(endOfHeader(in: message) ?? 0)
        // Requests to a server are JSON; an agent gets the name of an item, and answers with its
        // value.
        let answer =
            data.first == UInt8(ascii: "{")
            ? "{\"response\":\"success\",\"info\":\"processed: 1; failed: 0; total: 1\",\"data\":[]}"
            : "1"
        return .says(header + [UInt8](littleEndian: answer.utf8.count, count: 8) + answer.utf8)
    }

    /// The start of a packet, with the flags of a packet that is neither compressed nor large.
    private static let header = Array("ZBXD\u{1}".utf8)

    /// Returns the index after the header; nil if the header is incomplete, or if the message has
    /// no header.
    ///
    /// The length and a reserved number have four bytes each, or eight in a large packet.
    private static func endOfHeader(in message: [UInt8]) -> Int? {
        guard message.starts(with: header.prefix(4)), message.count >= 5 else { return nil }
        let end = message[4] & 4 == 0 ? 13 : 21
        return message.count >= end ? end : nil
    }
}
