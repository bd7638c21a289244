extension ApplicationProtocol {
    /// TDS 8.0 and 7.x.
    ///
    /// In 7.x, PRELOGIN packets agree on TLS and carry its handshake.
    package static let tds = ApplicationProtocol(
        "tds",
        about: "Microsoft SQL Server ([MS-TDS]: 8.0, and 7.x after PRELOGIN)",
        transports: [.implicit, .starttls],
        applicationNames: ["tds/8.0"],
        hasEnvelope: true,
        length: { input in
            // A header of eight bytes has the length of the whole packet.
            input.number(at: 2, count: 2).flatMap { $0 >= 8 ? input.complete($0) : nil }
        }
    ) { packet, manner in
        // In the last packet of a message, bit 0 of the status is set.
        guard packet.count >= 8, packet[1] & 1 == 1 else { return .says("") }
        switch packet[0] {
        // PRELOGIN
        case 0x12:
            let asked = encryption(in: Array(packet.dropFirst(8)))
            // Over TLS, the server's value has no effect; repeat the client's value.
            guard !manner.isSecured else { return .says(response(preloginOptions(asked))) }
            // A server without TLS answers ENCRYPT_NOT_SUP. A server with TLS answers ENCRYPT_REQ
            // to a client without TLS, and otherwise ENCRYPT_ON.
            guard manner.takesTLS else { return .says(response(preloginOptions(2))) }
            return asked == 2
                ? .says(response(preloginOptions(3))) : .goAhead(response(preloginOptions(1)))
        // LOGIN7, which has the user in UTF-16.
        case 0x10:
            return .says(response(loginAcknowledgement(Array(packet.dropFirst(8))) + done(0)))
        // Bit 5 of the status confirms an attention.
        case 6: return .says(response(done(0x20)))
        // A transaction manager request.
        case 0x0e: return .says(response(answer(toTransaction: Array(packet.dropFirst(8)))))
        // A batch of SQL, and a remote call.
        case 1, 3: return .says(response(done(0)))
        default: return .says("")
        }
    }

    private static func response(_ tokens: [UInt8]) -> [UInt8] {
        PacketEnvelope.packet(4, 1, tokens)
    }

    /// Returns the options VERSION and ENCRYPTION.
    private static func preloginOptions(_ encryption: UInt8) -> [UInt8] {
        let values: [UInt8] = [16, 0, 0, 0, 0, 0]
        return [0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff] + values + [encryption]
    }

    private static func encryption(in request: [UInt8]) -> UInt8 {
        // An option has a type, and an offset and a length of two bytes each; 0xff ends the list.
        let options = stride(from: 0, to: request.count, by: 5).prefix { request[$0] != 0xff }
        return options.first { request[$0] == 1 }
            .flatMap { request.number(at: $0 + 1, count: 2) }
            .flatMap { request.bytes(at: $0, count: 1)?.first } ?? 2
    }

    /// Returns LOGINACK: the interface, the client's version, and the server's name and version.
    ///
    /// The bytes of the client's version are in reverse order here.
    private static func loginAcknowledgement(_ login: [UInt8]) -> [UInt8] {
        let version = login.bytes(at: 4, count: 4)?.reversed() ?? [8, 0, 0, 0]
        let name = Array("SQL".utf16).flatMap { [UInt8](littleEndian: Int($0), count: 2) }
        var fields: [UInt8] = [1]
        fields += version
        fields += [UInt8(name.count / 2)] + name + [16, 0, 0, 0]
        return [0xad] + [UInt8](littleEndian: fields.count, count: 2) + fields
    }

    /// Confirms the start or end of a transaction by an ENVCHANGE.
    ///
    /// The transaction's descriptor is the new value at the start, and the old value at the end.
    private static func answer(toTransaction request: [UInt8]) -> [UInt8] {
        // Headers precede the request; they start with their length.
        let kind = request.littleEndian(at: 0, count: 4)
            .flatMap { request.littleEndian(at: $0, count: 2) }
        let descriptor: [UInt8] = [8, 1, 0, 0, 0, 0, 0, 0, 0]
        let change: [UInt8]
        switch kind {
        // TM_BEGIN_XACT, TM_COMMIT_XACT and TM_ROLLBACK_XACT
        case 5: change = [8] + descriptor + [0]
        case 7: change = [9, 0] + descriptor
        case 8: change = [10, 0] + descriptor
        default: return done(0)
        }
        return [0xe3] + [UInt8](littleEndian: change.count, count: 2) + change + done(0)
    }

    /// Returns DONE with this status, no command and no rows.
    private static func done(_ status: UInt8) -> [UInt8] {
        [0xfd, status] + [UInt8](repeating: 0, count: 11)
    }
}
