extension ApplicationProtocol {
    package static let mqtt = ApplicationProtocol(
        "mqtt",
        about: "messages of devices (MQTT 3.1.1 and 5.0)",
        transports: [.implicit],
        secureScheme: "mqtts",
        applicationNames: ["mqtt"],
        length: lengthOfPacket(in:)
    ) { packet, _ in .says(answer(to: packet)) }

    /// Returns the answer to a packet; the type is in the first four bits (MQTT 5.0 §2.1.2).
    private static func answer(to packet: [UInt8]) -> [UInt8] {
        let start = packet.startOfMQTTBody ?? packet.count
        let identifier = packet.bytes(at: start, count: 2) ?? []
        switch (packet.first ?? 0) >> 4 {
        case 1: return welcome(level: packet.number(at: start + 6, count: 1))
        case 3: return answer(toPublish: packet, from: start)
        // The answer to PUBREL is PUBCOMP.
        case 6: return identifier.isEmpty ? [] : [0x70, 2] + identifier
        // The answer to SUBSCRIBE is SUBACK.
        case 8: return confirmation(0x90, of: packet, from: start, quality: 1)
        // The answer to UNSUBSCRIBE is UNSUBACK.
        case 10: return confirmation(0xb0, of: packet, from: start, quality: 0)
        // The answer to PINGREQ is PINGRESP.
        case 12: return [0xd0, 0]
        default: return []
        }
    }

    /// Returns the CONNACK for a protocol level: level 4 is MQTT 3.1.1, and level 5 is MQTT 5.0.
    ///
    /// In MQTT 5.0, the CONNACK has properties (MQTT 5.0 §3.2).
    private static func welcome(level: Int?) -> [UInt8] {
        level == 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]
    }

    /// Returns the PUBACK or PUBREC with the packet identifier, which follows the topic; empty for
    /// quality of service 0.
    private static func answer(toPublish packet: [UInt8], from start: Int) -> [UInt8] {
        guard let length = packet.number(at: start, count: 2),
            let identifier = packet.bytes(at: start + 2 + length, count: 2)
        else { return [] }
        switch (packet.first ?? 0) >> 1 & 3 {
        case 1: return [0x40, 2] + identifier
        case 2: return [0x50, 2] + identifier
        default: return []
        }
    }

    /// Returns the confirmation of topic filters; if `quality` is 1, a byte of options follows each
    /// filter.
    private static func confirmation(
        _ type: UInt8,
        of packet: [UInt8],
        from start: Int,
        quality: Int
    ) -> [UInt8] {
        guard let identifier = packet.bytes(at: start, count: 2) else { return [] }
        let rest = Array(packet[(start + 2)...])
        guard let granted = qualities(in: rest, quality) else {
            // Version 5.0 has properties before the filters, and before the reason codes of the
            // answer.
            guard let length = rest.first, let filters = rest.bytes(at: 1 + Int(length), count: 1),
                let granted = qualities(in: Array(rest[filters.startIndex...]), quality)
            else { return [] }
            return [type, UInt8(3 + granted.count)] + identifier + [0] + granted
        }
        // An UNSUBACK of version 3.1.1 lists nothing.
        let listed = quality == 1 ? granted : []
        return [type, UInt8(2 + listed.count)] + identifier + listed
    }

    /// Returns the requested quality of service of each topic filter; nil if the bytes are not
    /// topic filters.
    ///
    /// A filter has at least one byte. So the result is nil for a packet of MQTT 5.0, in which
    /// properties come first.
    private static func qualities(in filters: [UInt8], _ quality: Int) -> [UInt8]? {
        var place = 0
        var found: [UInt8] = []
        while place < filters.count {
            guard let length = filters.number(at: place, count: 2), length > 0,
                let options = filters.bytes(at: place + 2 + length, count: quality),
                // With more filters, the length of the answer would need two bytes.
                found.count < 100
            else { return nil }
            found.append((options.first ?? 0) & 3)
            place += 2 + length + quality
        }
        return found.isEmpty ? nil : found
    }

    @Sendable private static func lengthOfPacket(in input: [UInt8]) -> Int? {
        input.lengthOfMQTTPacket.flatMap { input.complete($0) }
    }
}

extension [UInt8] {
    /// The index after the length of an MQTT packet, which has one to four bytes of seven bits (MQTT
    /// 5.0 §1.5.5); nil for another length.
    var startOfMQTTBody: Int? { dropFirst().prefix(4).firstIndex { $0 < 0x80 }.map { $0 + 1 } }

    /// The length that an MQTT packet states, with its header; nil if the length has not come.
    var lengthOfMQTTPacket: Int? {
        guard let start = startOfMQTTBody else { return nil }
        return start + self[1..<start].reversed().reduce(0) { $0 << 7 | Int($1 & 0x7f) }
    }
}
