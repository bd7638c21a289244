extension ApplicationProtocol {
    /// RDP up to its start of TLS.
    ///
    /// RDP clients send the first nine letters of their user's name in plaintext, in a cookie. Over
    /// TLS, they send longer texts only after a long dialogue, so `data` is the witness for RDP
    /// clients.
    package static let rdp = ApplicationProtocol(
        "rdp",
        about: "Windows desktops ([MS-RDPBCGR] §5.4.2)",
        transports: [.starttls],
        upgradeFaults: [.hidden],
        length: { input in
            // RFC 1006 §6: the version 3, a reserved byte, and the length of the whole packet.
            guard input.first == 3 else { return nil }
            return input.number(at: 2, count: 2).flatMap { $0 >= 7 ? input.complete($0) : nil }
        }
    ) { message, manner in
        guard message.number(at: 5, count: 1) == connectionRequest else { return .says("") }
        guard manner.fault != .hidden, let protocols = requestedProtocols(in: message) else {
            // The server confirms without RDP_NEG_RSP, as a server does that supports only RDP's
            // first security protocol.
            return .says(confirmation([]))
        }
        // The bit 1 requests TLS, and the bit 2 requests CredSSP over TLS. Without both bits, the
        // server rejects the request with SSL_REQUIRED_BY_SERVER.
        guard let selected = [1, 2].first(where: { protocols & $0 != 0 }) else {
            return .says(negotiation(3, 1))
        }
        // SSL_NOT_ALLOWED_BY_SERVER
        return manner.takesTLS
            ? .goAhead(negotiation(2, flags: extendedClientData, selected))
            : .says(negotiation(3, 2))
    }

    /// The codes of X.224 (§13.3, §13.4).
    private static let (connectionRequest, connectionConfirm) = (0xe0, 0xd0 as UInt8)

    /// EXTENDED_CLIENT_DATA_SUPPORTED ([MS-RDPBCGR] §2.2.1.2.1), without which clients do not describe
    /// their monitors.
    private static let extendedClientData: UInt8 = 1

    /// Returns the bits of RDP_NEG_REQ, which can follow a line with a cookie; nil if the message
    /// has no RDP_NEG_REQ.
    private static func requestedProtocols(in message: [UInt8]) -> Int? {
        let rest = message.dropFirst(11)
        let end = rest.firstIndex(of: 10)
        let request = Array(rest.first == 1 ? rest : end.map { message[($0 + 1)...] } ?? [])
        guard request.starts(with: [1]), request.littleEndian(at: 2, count: 2) == 8 else {
            return nil
        }
        return request.littleEndian(at: 4, count: 4)
    }

    /// Returns the confirmation with RDP_NEG_RSP (type 2) or RDP_NEG_FAILURE (type 3).
    private static func negotiation(
        _ type: UInt8,
        flags: UInt8 = 0,
        _ value: Int
    ) -> [UInt8] {
        confirmation([type, flags, 8, 0] + [UInt8](littleEndian: value, count: 4))
    }

    private static func confirmation(_ data: [UInt8]) -> [UInt8] {
        let length = UInt8(6 + data.count)
        return [3, 0, 0, length + 5, length, connectionConfirm, 0, 0, 0x12, 0x34, 0] + data
    }
}
