extension ApplicationProtocol {
    package static let mongodb = ApplicationProtocol(
        "mongodb",
        about: "documents (MongoDB's wire protocol, versions 6 to 17)",
        transports: [.implicit],
        length: { input in
            // The length includes the header of 16 bytes.
            input.littleEndian(at: 0, count: 4).flatMap { $0 >= 16 ? input.complete($0) : nil }
        }
    ) { message, _ in
        guard let request = message.bytes(at: 4, count: 4) else { return .says("") }
        switch message.littleEndian(at: 12, count: 4) {
        case opMessage:
            // The body is the first section, whose kind is 0; a client that sets moreToCome expects
            // no answer.
            guard let flags = message.littleEndian(at: 16, count: 4), flags & 2 == 0,
                message.number(at: 20, count: 1) == 0
            else { return .says("") }
            let document = answer(toCommandAt: 21, in: message)
            return .says(packet(opMessage, to: request, [0, 0, 0, 0, 0] + document))
        case opQuery:
            // A name that ends in a zero byte precedes two numbers and the command.
            guard let end = message.dropFirst(20).firstIndex(of: 0) else { return .says("") }
            let document = answer(toCommandAt: end + 9, in: message)
            // The flag AwaitCapable, no cursor, the starting position 0, and one document.
            let fields = [8] + [UInt8](repeating: 0, count: 15) + [1, 0, 0, 0]
            return .says(packet(opReply, to: request, fields + document))
        default: return .says("")
        }
    }

    private static let opReply = 1
    private static let opQuery = 2004
    private static let opMessage = 2013

    private static func packet(
        _ operation: Int,
        to request: ArraySlice<UInt8>,
        _ body: [UInt8]
    ) -> [UInt8] {
        [UInt8](littleEndian: 16 + body.count, count: 4) + [0, 0, 0, 0] + request
            + [UInt8](littleEndian: operation, count: 4) + body
    }

    /// Returns the answer to a command, whose name is the first key of its document.
    private static func answer(toCommandAt offset: Int, in message: [UInt8]) -> [UInt8] {
        // The document's length and the type of its first value precede the key.
        let key = message.dropFirst(offset + 5).prefix { $0 != 0 }
        switch String(decoding: key, as: UTF8.self).lowercased() {
        case "hello", "ismaster": return hello
        case "saslstart", "saslcontinue", "authenticate":
            return document([
                double("ok", 0), integer("code", 18), text("codeName", "AuthenticationFailed"),
                text("errmsg", "Authentication failed."),
            ])
        default: return document([double("ok", 1)])
        }
    }

    /// The answer to `hello`: a single server of version 6.0 that accepts writes.
    private static let hello = document([
        boolean("helloOk", true), boolean("ismaster", true), boolean("isWritablePrimary", true),
        integer("maxBsonObjectSize", 16_777_216), integer("maxMessageSizeBytes", 48_000_000),
        integer("maxWriteBatchSize", 100_000), integer("minWireVersion", 0),
        integer("maxWireVersion", 17), boolean("readOnly", false), double("ok", 1),
    ])

    // MARK: BSON 1.1

    private static func document(_ elements: [[UInt8]]) -> [UInt8] {
        let body = Array(elements.joined()) + [0]
        return [UInt8](littleEndian: 4 + body.count, count: 4) + body
    }

    private static func element(_ type: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
        [type] + Array(name.utf8) + [0] + value
    }

    private static func double(_ name: String, _ value: Double) -> [UInt8] {
        let bits = value.bitPattern
        return element(1, name, (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
    }

    private static func text(_ name: String, _ value: String) -> [UInt8] {
        let bytes = Array(value.utf8) + [0]
        return element(2, name, [UInt8](littleEndian: bytes.count, count: 4) + bytes)
    }

    private static func boolean(_ name: String, _ value: Bool) -> [UInt8] {
        element(8, name, [value ? 1 : 0])
    }

    private static func integer(_ name: String, _ value: Int) -> [UInt8] {
        element(0x10, name, [UInt8](littleEndian: value, count: 4))
    }
}
