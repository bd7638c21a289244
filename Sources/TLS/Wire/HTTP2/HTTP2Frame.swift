/// A frame of HTTP/2 (RFC 9113 §4.1).
struct HTTP2Frame: Equatable {
    /// The type of a frame (RFC 9113 §6).
    enum Kind: UInt8 {
        case data, headers, priority, resetStream, settings, pushPromise, ping, goAway
        case windowUpdate, continuation
    }

    /// The flags (RFC 9113 §6); the bit END_STREAM means ACK in SETTINGS and PING.
    static let endStream: UInt8 = 1
    static let acknowledges: UInt8 = 1
    static let endHeaders: UInt8 = 4
    static let padded: UInt8 = 8
    static let hasPriority: UInt8 = 0x20

    /// The longest payload that a peer may send by default (RFC 9113 §6.5.2).
    static let longest = 16_384

    /// The type; nil for an unknown type, which is ignored.
    var kind: Kind?
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift)) }
        bytes += [kind?.rawValue ?? 0xff, flags]
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: stream >> shift)) }
        return bytes + payload
    }

    /// The result of reading a frame from the start of bytes.
    enum Reading: Equatable {
        case frame(HTTP2Frame)
        case incomplete
        case tooLong
    }

    /// Takes a frame from the start of bytes, if it is complete.
    static func read(_ bytes: inout [UInt8]) -> Reading {
        guard bytes.count >= 9 else { return .incomplete }
        let length = bytes[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { return .tooLong }
        guard bytes.count >= 9 + length else { return .incomplete }
        let frame = HTTP2Frame(
            kind: Kind(rawValue: bytes[3]),
            flags: bytes[4],
            // The highest bit is reserved.
            stream: bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1) } & 0x7fff_ffff,
            payload: Array(bytes[9..<9 + length])
        )
        bytes.removeFirst(9 + length)
        return .frame(frame)
    }
}
