/// The server's side of EAP-TTLS for one peer, without a socket: takes TLS records out of EAP
/// packets, and puts records into them (RFC 3748, RFC 5281 §9).
struct EAPTunnel {
    /// What the server of a tunnel knows of the TLS connection inside.
    struct Inside: Hashable {
        /// Whether the TLS server has closed the connection.
        var hasEnded = false
        /// Whether the TLS server has finished the handshake and has had time to answer.
        var isSilent = false
        /// Whether the peer has shown that it accepts the server.
        var hasAccepted = false
    }

    /// The next packet for the peer, and the code of RADIUS that goes with it.
    struct Answer: Hashable {
        let code: AccessAnswer
        let eap: [UInt8]
    }

    private enum Turn {
        case start, acknowledge, passOn, refuse
    }

    /// The type of EAP-TTLS (RFC 5281 §9.1).
    static let type: UInt8 = 21
    /// The longest part of a message in one packet; one packet of RADIUS has at most 4,096 bytes.
    static let longestPart = 1_200
    /// A chain of 64 KiB takes 55 packets, and each is acknowledged.
    private static let mostPackets = 500

    private var turn = Turn.refuse
    private var identifier: UInt8 = 0
    private var packets = 0
    /// The records that have not been put into a message yet.
    private var records: [UInt8] = []
    /// The rest of the message that is being sent.
    private var rest: ArraySlice<UInt8> = []

    /// Whether a packet is a response of the type Identity, with which a peer begins a conversation.
    static func isIdentity(_ packet: [UInt8]) -> Bool {
        packet.count > 4 && packet[0] == 2 && packet[4] == 1
    }

    /// Takes a packet of the peer.
    ///
    /// - Returns: the TLS records, or parts of records, in it.
    mutating func hear(_ packet: [UInt8]) -> [UInt8] {
        turn = .refuse
        packets += 1
        // 2 is the code of a response; its length may be less than that of the datagram.
        guard packet.first == 2, let length = packet.number(at: 2, count: 2),
            length <= packet.count,
            length >= 5, packets <= Self.mostPackets
        else { return [] }
        identifier = packet[1]
        if Self.isIdentity(packet) { turn = .start }
        guard packet[4] == Self.type, length >= 6 else { return [] }
        let flags = packet[5]
        // Flag 0x80 says that four bytes with the length of the whole message follow, and flag 0x40
        // that more parts of the message follow.
        let start = flags & 0x80 == 0 ? 6 : 10
        guard start <= length else { return [] }
        turn = flags & 0x40 == 0 ? .passOn : .acknowledge
        return Array(packet[start..<length])
    }

    /// Takes records of the TLS server.
    mutating func send(_ records: [UInt8]) { self.records += records }

    /// Returns the answer to the packet that came last; nil while the TLS server has none.
    mutating func answer(_ inside: Inside) -> Answer? {
        switch turn {
        case .start: return request(0x20)
        case .acknowledge: return request(0)
        case .refuse: return end(.reject)
        case .passOn:
            if let part = nextPart() { return part }
            if inside.hasEnded { return end(.reject) }
            if inside.hasAccepted { return end(.accept) }
            // In a resumed session, the peer's part of the handshake is the last one.
            return inside.isSilent ? request(0) : nil
        }
    }

    private mutating func nextPart() -> Answer? {
        var length: [UInt8] = []
        if rest.isEmpty {
            (rest, records) = (records[...], [])
            length = [UInt8](rest.count, count: 4)
        }
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(Self.longestPart)
        rest = rest.dropFirst(part.count)
        let flags: UInt8 = (length.isEmpty ? 0 : 0x80) | (rest.isEmpty ? 0 : 0x40)
        return request(flags, length + part)
    }

    private func request(_ flags: UInt8, _ data: [UInt8] = []) -> Answer {
        let length = [UInt8](6 + data.count, count: 2)
        return Answer(
            code: .challenge,
            eap: [1, identifier &+ 1] + length + [Self.type, flags] + data
        )
    }

    /// EAP's Success is code 3, and Failure code 4.
    private func end(_ code: AccessAnswer) -> Answer {
        Answer(code: code, eap: [code == .accept ? 3 : 4, identifier, 0, 4])
    }
}
