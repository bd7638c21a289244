extension ApplicationProtocol {
    package static let nbd = ApplicationProtocol(
        "nbd",
        about: "block devices (NBD_OPT_STARTTLS of the NBD protocol)",
        transports: [.starttls],
        upgradeFaults: [.hidden],
        greeting: { manner in
            // The flag NBD_FLAG_FIXED_NEWSTYLE, without which a client cannot request TLS.
            Array("NBDMAGIC".utf8) + optionMagic + [0, manner.namesTLS ? 1 : 0]
        },
        length: lengthOfMessage(in:)
    ) { message, manner in
        if message.starts(with: requestMagic) { return .says(answer(toRequest: message)) }
        guard message.starts(with: optionMagic), let option = message.number(at: 8, count: 4) else {
            return .says("")
        }
        guard option == startTLS else { return .says(answer(toOption: option, in: message)) }
        return manner.takesTLS
            ? .goAhead(reply(startTLS, acknowledged))
            // NBD_REP_ERR_POLICY
            : .says(reply(startTLS, 0x8000_0002))
    }

    private static let optionMagic = Array("IHAVEOPT".utf8)
    private static let requestMagic: [UInt8] = [0x25, 0x60, 0x95, 0x13]
    private static let startTLS = 5
    /// The reply NBD_REP_ACK.
    private static let acknowledged = 1

    /// Returns the length of the client's flags, of an option or of a request.
    ///
    /// The flags have the value 0 to 3. Other bytes are never complete.
    @Sendable private static func lengthOfMessage(in input: [UInt8]) -> Int? {
        switch input.first {
        case optionMagic.first:
            return input.number(at: 12, count: 4).flatMap { input.complete(16 + $0) }
        case requestMagic.first:
            guard let type = input.number(at: 6, count: 2),
                let length = input.number(at: 24, count: 4)
            else { return nil }
            // In a request NBD_CMD_WRITE, data follows the header.
            return input.complete(28 + (type == 1 ? length : 0))
        case 0: return input.complete(4)
        default: return nil
        }
    }

    private static func reply(_ option: Int, _ type: Int, _ data: [UInt8] = []) -> [UInt8] {
        [0, 0x03, 0xe8, 0x89, 0x04, 0x55, 0x65, 0xa9] + [UInt8](option, count: 4)
            + [UInt8](type, count: 4) + [UInt8](data.count, count: 4) + data
    }

    /// An export of no bytes: its size, and the flag NBD_FLAG_HAS_FLAGS.
    private static let export: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

    private static func answer(toOption option: Int, in message: [UInt8]) -> [UInt8] {
        switch option {
        // NBD_OPT_EXPORT_NAME ends the options, with 124 zero bytes for a client that did not agree
        // to omit them.
        case 1: return export + [UInt8](repeating: 0, count: 124)
        // The options NBD_OPT_ABORT and NBD_OPT_LIST; the list has no exports.
        case 2, 3: return reply(option, acknowledged)
        // The answer to NBD_OPT_INFO and NBD_OPT_GO is NBD_REP_INFO with NBD_INFO_EXPORT.
        case 6, 7:
            // The option has the name's length and the number of requested pieces of information.
            guard let length = message.number(at: 16, count: 4),
                message.number(at: 20 + length, count: 2) != nil
            else {
                // NBD_REP_ERR_INVALID
                return reply(option, 0x8000_0003)
            }
            return reply(option, 3, [0, 0] + export) + reply(option, acknowledged)
        // NBD_REP_ERR_UNSUP
        default: return reply(option, 0x8000_0001)
        }
    }

    private static func answer(toRequest request: [UInt8]) -> [UInt8] {
        // NBD_CMD_DISC ends the connection, and NBD_CMD_FLUSH succeeds. All other requests are
        // beyond the end of the export, so the server answers EINVAL.
        guard let type = request.number(at: 6, count: 2), type != 2,
            let cookie = request.bytes(at: 8, count: 8)
        else { return [] }
        return [0x67, 0x44, 0x66, 0x98, 0, 0, 0, type == 3 ? 0 : 22] + cookie
    }
}
