extension ApplicationProtocol {
    package static let mysql = ApplicationProtocol(
        "mysql",
        about: "MySQL's SSL request, version 10 of its protocol",
        transports: [.starttls],
        // The server sends nothing between the client's request and its hello.
        upgradeFaults: [.hidden],
        greeting: { manner in
            let flags = manner.namesTLS ? capabilities | ssl : capabilities
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: flags >> (8 * $0)) }
            let plugin = Array("mysql_native_password".utf8) + [0]
            // The body has the protocol's version, the server's version, the connection's number
            // and eight bytes of the challenge.
            var body: [UInt8] = [10] + Array("8.0.0".utf8) + [0, 1, 0, 0, 0]
            body += Array("challeng".utf8) + [0]
            // The character set is UTF-8, and the status is autocommit.
            body += bytes[..<2] + [33, 2, 0] + bytes[2...] + [21]
            body += [UInt8](repeating: 0, count: 10) + Array("echallengech".utf8) + [0] + plugin
            return packet(body, number: 0)
        },
        length: { input in
            guard input.count >= 4 else { return nil }
            let length = 4 + (Int(input[0]) | Int(input[1]) << 8 | Int(input[2]) << 16)
            return input.count >= length ? length : nil
        }
    ) { message, manner in
        // The SSL request is the start of a login packet, up to the user's name.
        let flags = message.dropFirst(4).prefix(4).reversed().reduce(UInt32(0)) {
            $0 << 8 | UInt32($1)
        }
        if message.count == 36, flags & ssl != 0, manner.takesTLS { return .goAhead([]) }
        let number = message.count > 3 ? message[3] &+ 1 : 1
        // The packet OK, with no rows and the status autocommit.
        return .says(packet([0, 0, 0, 2, 0, 0, 0], number: number))
    }

    /// CLIENT_PROTOCOL_41, CLIENT_CONNECT_WITH_DB, CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH.
    private static let capabilities: UInt32 = 0x0008_8208
    private static let ssl: UInt32 = 0x0800

    private static func packet(_ body: [UInt8], number: UInt8) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: body.count), UInt8(truncatingIfNeeded: body.count >> 8), 0,
            number,
        ]
            + body
    }
}
