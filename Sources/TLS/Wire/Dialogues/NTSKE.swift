extension ApplicationProtocol {
    /// NTS key establishment; clients send no text of their users, unless they request a server by
    /// its name (RFC 8915 §4.1.7).
    package static let ntske = ApplicationProtocol(
        "ntske",
        about: "keys for the time (RFC 8915 §4)",
        transports: [.implicit],
        applicationNames: ["ntske/1"],
        length: { input in
            // A message ends with its record End of Message.
            var place = 0
            while let record = record(at: place, in: input), place <= longestMessage {
                place += 4 + record.body.count
                if record.type == 0 { return input.complete(place) }
            }
            return nil
        }
    ) { message, _ in .says(answer(to: message)) }

    /// A record (RFC 8915 §4), without its Critical Bit.
    private struct NTSRecord {
        let type: Int
        let body: ArraySlice<UInt8>
    }

    private static func record(at place: Int, in message: [UInt8]) -> NTSRecord? {
        guard let type = message.number(at: place, count: 2),
            let length = message.number(at: place + 2, count: 2),
            let body = message.bytes(at: place + 4, count: length)
        else { return nil }
        return NTSRecord(type: type & 0x7fff, body: body)
    }

    private static func answer(to message: [UInt8]) -> [UInt8] {
        var (offersNTP, offersAlgorithm) = (false, false)
        var place = 0
        while let record = record(at: place, in: message) {
            place += 4 + record.body.count
            switch record.type {
            case 1: offersNTP = has(0, in: record.body)
            case 4: offersAlgorithm = has(15, in: record.body)
            default: break
            }
        }
        let end: [UInt8] = [0x80, 0, 0, 0]
        // An Error record with the code Bad Request (§4.1.3).
        guard offersNTP else { return [0x80, 2, 0, 2, 0, 1] + end }
        // The answer agrees to NTPv4, and to AEAD_AES_SIV_CMAC_256 if the client offers it (§4.1.2,
        // §4.1.5).
        let next: [UInt8] = [0x80, 1, 0, 2, 0, 0]
        guard offersAlgorithm else { return next + [0x80, 4, 0, 0] + end }
        // Eight cookies, which are opaque to the client (§4.1.6).
        var cookies: [UInt8] = []
        for number: UInt8 in 0..<8 {
            cookies += [0, 5, 0, 16] + [UInt8](repeating: number, count: 16)
        }
        return next + [0x80, 4, 0, 2, 0, 15] + cookies + end
    }

    /// Whether a list of two-byte numbers contains this number.
    private static func has(_ number: Int, in body: ArraySlice<UInt8>) -> Bool {
        let list = Array(body)
        return stride(from: 0, to: list.count, by: 2).contains {
            list.number(at: $0, count: 2) == number
        }
    }
}
