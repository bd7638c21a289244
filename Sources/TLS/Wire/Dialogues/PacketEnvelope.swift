/// The packets in which TDS carries the records of a handshake ([MS-TDS] §3.2.5.2).
///
/// Records after the handshake are not in packets.
struct PacketEnvelope {
    /// The type PRELOGIN, which no record of TLS has.
    static let type: UInt8 = 0x12
    static let headerLength = 8
    /// The maximum length of a packet before the ends agree on another length ([MS-TDS]
    /// §2.2.3.1.3).
    private static let longest = 4_096

    private var input: [UInt8] = []
    /// Whether the peer has sent a record without a packet.
    private var hasEnded = false

    /// Returns the records in the complete packets that the peer has sent.
    mutating func unwrap(_ bytes: [UInt8]) -> [UInt8] {
        guard !hasEnded else { return bytes }
        input += bytes
        var records: [UInt8] = []
        while let first = input.first {
            guard first == Self.type else {
                hasEnded = true
                defer { input = [] }
                return records + input
            }
            // A packet that states a length shorter than its header contains no records.
            guard let stated = input.number(at: 2, count: 2),
                let packet = input.bytes(at: 0, count: max(Self.headerLength, stated))
            else { break }
            records += packet.dropFirst(Self.headerLength)
            input.removeFirst(packet.count)
        }
        return records
    }

    /// Returns this end's records in packets, until the peer has ended the handshake.
    func wrap(_ records: [UInt8]) -> [UInt8] {
        guard !hasEnded else { return records }
        let most = Self.longest - Self.headerLength
        return stride(from: 0, to: records.count, by: most).flatMap { start in
            let part = records[start..<min(start + most, records.count)]
            // Bit 0 of the status marks the last packet of a message.
            let status: UInt8 = part.endIndex == records.count ? 1 : 0
            return Self.packet(Self.type, status, Array(part))
        }
    }

    /// Makes a packet with its header ([MS-TDS] §2.2.3.1).
    static func packet(_ type: UInt8, _ status: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = [UInt8](headerLength + content.count, count: 2)
        return [type, status] + length + [0, 0, 1, 0] + content
    }
}
