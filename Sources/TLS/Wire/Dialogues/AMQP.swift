extension ApplicationProtocol {
    package static let amqp = ApplicationProtocol(
        "amqp",
        about: "message queues (AMQP 0-9-1, and the login of AMQP 1.0)",
        transports: [.implicit],
        secureScheme: "amqps",
        length: lengthOfFrame(in:)
    ) { message, _ in
        if message.first == protocolHeader.first { return .says(answer(toHeader: message)) }
        // The frames of version 1.0 start with their length, whose first byte is 0.
        return .says(message.first == 0 ? answer(toFrame: message) : answer(toMethod: message))
    }

    private static let protocolHeader = Array("AMQP".utf8)

    /// Returns the length of a protocol header (AMQP 0-9-1 §4.2.2), or of a frame of version 0-9-1
    /// (§4.2.3) or 1.0 (§2.3).
    @Sendable private static func lengthOfFrame(in input: [UInt8]) -> Int? {
        switch input.first {
        case protocolHeader.first: return input.complete(8)
        case 0:
            // The length includes the frame's header.
            return input.number(at: 0, count: 4).flatMap { $0 >= 8 ? input.complete($0) : nil }
        default:
            // Seven bytes precede the payload, and one byte follows the payload.
            return input.number(at: 3, count: 4).flatMap { input.complete($0 + 8) }
        }
    }

    private static func answer(toHeader header: [UInt8]) -> [UInt8] {
        switch header.dropFirst(4) {
        case [0, 0, 9, 1]: return start
        // SASL of version 1.0 (§5.3.1); the frame lists the mechanism PLAIN (§5.3.3.1).
        case [3, 1, 0, 0]:
            let plain = Array("PLAIN".utf8)
            let mechanisms = [0xa3, UInt8(plain.count)] + plain
            return header + performative(0x40, fields: 1, mechanisms, type: 1)
        case [0, 1, 0, 0]: return header
        // A server answers an unknown version with a version that it supports.
        default: return protocolHeader + [0, 0, 9, 1]
        }
    }

    // MARK: Version 0-9-1

    /// Connection.Start: version 0-9, no properties, the login method PLAIN and a locale.
    private static let start: [UInt8] = method(
        10,
        10,
        [0, 9] + longText([]) + longText(Array("PLAIN".utf8)) + longText(Array("en_US".utf8)),
        channel: [0, 0]
    )

    /// Answers a method frame of the classes connection, channel, exchange or queue.
    private static func answer(toMethod frame: [UInt8]) -> [UInt8] {
        guard frame.first == 1, let channel = frame.bytes(at: 1, count: 2),
            let method = frame.bytes(at: 7, count: 4)
        else { return [] }
        let (confirmed, fields): (Int, [UInt8])
        switch Array(method) {
        // Start-Ok has the user. The answer is Tune with any number of channels, frames of at most
        // 8192 bytes, and no heartbeat.
        case [0, 10, 0, 11]: (confirmed, fields) = (30, [0, 0, 0, 0, 0x20, 0, 0, 0])
        // The answer to Open is Open-Ok, with a reserved short text.
        case [0, 10, 0, 40]: (confirmed, fields) = (41, [0])
        // The answer to Channel.Open is Open-Ok, with a reserved long text.
        case [0, 20, 0, 10]: (confirmed, fields) = (11, longText([]))
        // The answer to Connection.Close and Channel.Close is Close-Ok.
        case [0, 10, 0, 50]: (confirmed, fields) = (51, [])
        case [0, 20, 0, 40]: (confirmed, fields) = (41, [])
        // The answer to Exchange.Declare is Declare-Ok.
        case [0, 40, 0, 10]: (confirmed, fields) = (11, [])
        // The answer to Queue.Declare is Declare-Ok with the queue's name, no messages and no
        // consumers.
        case [0, 50, 0, 10]:
            let length = frame.number(at: 13, count: 1) ?? 0
            let name = frame.bytes(at: 13, count: 1 + length) ?? [0]
            (confirmed, fields) = (11, name + [UInt8](repeating: 0, count: 8))
        default: return []
        }
        return Self.method(method[method.startIndex + 1], confirmed, fields, channel: channel)
    }

    private static func method(
        _ kind: UInt8,
        _ number: Int,
        _ fields: [UInt8],
        channel: ArraySlice<UInt8>
    ) -> [UInt8] {
        let payload = [0, kind] + [UInt8](number, count: 2) + fields
        return [1] + channel + [UInt8](payload.count, count: 4) + payload + [0xce]
    }

    private static func longText(_ text: [UInt8]) -> [UInt8] {
        [UInt8](text.count, count: 4) + text
    }

    // MARK: Version 1.0

    private static func answer(toFrame frame: [UInt8]) -> [UInt8] {
        // The data offset counts words of four bytes; a performative starts with its descriptor.
        guard let offset = frame.number(at: 4, count: 1), offset >= 2,
            let descriptor = frame.bytes(at: 4 * offset, count: 3),
            descriptor.starts(with: [0, 0x53])
        else { return [] }
        switch descriptor.last {
        // sasl-init has the user. The answer is sasl-outcome with the code ok.
        case 0x41: return performative(0x44, fields: 1, [0x50, 0], type: 1)
        // The answer to open is open, with the name of this container.
        case 0x10: return performative(0x10, fields: 1, [0xa1, 1, UInt8(ascii: "1")], type: 0)
        // The answer to close is close, without an error.
        case 0x18: return performative(0x18, fields: 0, [], type: 0)
        default: return []
        }
    }

    /// Makes a frame with a described list on channel 0 (AMQP 1.0 §1.6.22, §2.3.1).
    private static func performative(
        _ descriptor: UInt8,
        fields: UInt8,
        _ values: [UInt8],
        type: UInt8
    ) -> [UInt8] {
        let body = [0, 0x53, descriptor, 0xc0, UInt8(values.count + 1), fields] + values
        return [UInt8](body.count + 8, count: 4) + [2, type, 0, 0] + body
    }
}
