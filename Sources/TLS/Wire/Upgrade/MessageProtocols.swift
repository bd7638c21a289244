import Basics

// Protocols with XML elements, and protocols with length-prefixed messages.

/// XMPP, as far as elements can be recognised by their first words.
enum XMPP: Speaker {
    static func greeting(_: Manner) -> [UInt8] { [] }

    /// Returns the length of the first complete element; a stream starts with a tag that is not
    /// closed.
    static func length(ofMessageIn input: [UInt8]) -> Int? {
        input.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }

    static func reply(to message: [UInt8], _ manner: Manner) -> Reply {
        let text = String(decoding: message, as: UTF8.self)
        if text.contains("<stream:stream") { return .says(stream(namesTLS: manner.namesTLS)) }
        if text.contains("<starttls") {
            return manner.takesTLS
                ? .goAhead("<proceed xmlns='\(namespace)'/>")
                : .says("<failure xmlns='\(namespace)'/>")
        }
        return .says("")
    }

    static func nextAnswer(after _: [UInt8]) -> [UInt8] { Array(stream(namesTLS: false).utf8) }

    private static let namespace = "urn:ietf:params:xml:ns:xmpp-tls"

    private static func stream(namesTLS: Bool) -> String {
        let feature = namesTLS ? "<starttls xmlns='\(namespace)'><required/></starttls>" : ""
        return """
            <?xml version='1.0'?><stream:stream from='example.test' id='1' version='1.0' \
            xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>\
            <stream:features>\(feature)<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\
            <mechanism>PLAIN</mechanism></mechanisms></stream:features>
            """
    }
}

enum LDAP: Speaker {
    /// The name of the extended operation StartTLS (RFC 4511 §4.14.1).
    private static let startTLS = "1.3.6.1.4.1.1466.20037"

    static func greeting(_: Manner) -> [UInt8] { [] }

    /// Returns the length of the outermost element; an element whose length field has more than
    /// four bytes is never complete.
    static func length(ofMessageIn input: [UInt8]) -> Int? {
        guard input.count >= 2 else { return nil }
        let first = Int(input[1])
        guard first >= 0x80 else { return input.count >= 2 + first ? 2 + first : nil }
        let count = first & 0x7f
        guard (1...4).contains(count) else { return nil }
        guard input.count >= 2 + count else { return nil }
        let length = input[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
        return input.count >= 2 + count + length ? 2 + count + length : nil
    }

    static func reply(to message: [UInt8], _ manner: Manner) -> Reply {
        let number = message.count > 4 && message[2] == 2 && message[3] == 1 ? message[4] : 0
        guard message.holds(startTLS) else {
            // A BindResponse; other operations get an answer that completes them.
            return .says(response(0x61, number, code: 0))
        }
        return manner.takesTLS
            ? .goAhead(response(0x78, number, code: 0))
            // unavailable (RFC 4511 §4.1.9)
            : .says(response(0x78, number, code: 52))
    }

    /// Returns a BindResponse to the message of the next number.
    static func nextAnswer(after request: [UInt8]) -> [UInt8] {
        response(0x61, request.count > 4 ? request[4] &+ 1 : 2, code: 0)
    }

    private static func response(_ operation: UInt8, _ number: UInt8, code: UInt8) -> [UInt8] {
        [0x30, 0x0c, 2, 1, number, operation, 7, 0x0a, 1, code, 4, 0, 4, 0]
    }
}

enum PostgreSQL: Speaker {
    static func greeting(_: Manner) -> [UInt8] { [] }

    /// Returns the length of the first complete message.
    ///
    /// The client's first messages start with their length; later messages start with a letter,
    /// followed by the length.
    static func length(ofMessageIn input: [UInt8]) -> Int? {
        let start = input.first == 0 ? 0 : 1
        guard input.count >= start + 4 else { return nil }
        let length = start + input[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        return input.count >= length ? max(length, start + 4) : nil
    }

    static func reply(to message: [UInt8], _ manner: Manner) -> Reply {
        switch Array(message.dropFirst(4).prefix(4)) {
        case [0x04, 0xd2, 0x16, 0x2f] where message.count == 8:
            return manner.takesTLS ? .goAhead("S") : .says("N")
        // GSSENCRequest
        case [0x04, 0xd2, 0x16, 0x30] where message.count == 8: return .says("N")
        default: return .says(welcome)
        }
    }

    static func nextAnswer(after _: [UInt8]) -> [UInt8] { welcome }

    /// AuthenticationOk and ReadyForQuery.
    private static let welcome: [UInt8] = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]
}

enum MySQL: Speaker {
    // CLIENT_PROTOCOL_41, CLIENT_CONNECT_WITH_DB, CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH.
    private static let capabilities: UInt32 = 0x0008_8208
    private static let ssl: UInt32 = 0x0800

    static func greeting(_ manner: Manner) -> [UInt8] {
        let flags = manner.namesTLS ? capabilities | ssl : capabilities
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: flags >> (8 * $0)) }
        let plugin = Array("mysql_native_password".utf8) + [0]
        // The version, the connection's number and eight bytes of the challenge.
        var body: [UInt8] = [10] + Array("8.0.0".utf8) + [0, 1, 0, 0, 0]
        body += Array("challeng".utf8) + [0]
        // UTF-8, and the autocommit status.
        body += bytes[..<2] + [33, 2, 0] + bytes[2...] + [21]
        body += [UInt8](repeating: 0, count: 10) + Array("echallengech".utf8) + [0] + plugin
        return packet(body, number: 0)
    }

    static func length(ofMessageIn input: [UInt8]) -> Int? {
        guard input.count >= 4 else { return nil }
        let length = 4 + (Int(input[0]) | Int(input[1]) << 8 | Int(input[2]) << 16)
        return input.count >= length ? length : nil
    }

    static func reply(to message: [UInt8], _ manner: Manner) -> Reply {
        // The SSL request is the start of a login packet, up to the user's name.
        let flags = message.dropFirst(4).prefix(4).reversed().reduce(UInt32(0)) {
            $0 << 8 | UInt32($1)
        }
        if message.count == 36, flags & ssl != 0, manner.takesTLS { return .goAhead([]) }
        let number = message.count > 3 ? message[3] &+ 1 : 1
        // OK, with no rows and autocommit.
        return .says(packet([0, 0, 0, 2, 0, 0, 0], number: number))
    }

    static func nextAnswer(after _: [UInt8]) -> [UInt8] { [] }

    private static func packet(_ body: [UInt8], number: UInt8) -> [UInt8] {
        [
            UInt8(truncatingIfNeeded: body.count), UInt8(truncatingIfNeeded: body.count >> 8), 0,
            number,
        ]
            + body
    }
}
