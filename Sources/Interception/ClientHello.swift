/// The name in a client's first bytes (RFC 8446 §4.1.2, RFC 6066 §3), for a host that CONNECT named by
/// its address alone.
enum ClientHello: Hashable {
    /// More of it may come.
    case incomplete
    /// A ClientHello without a name, or no ClientHello at all.
    case unnamed
    case named(String)

    /// A ClientHello of a few hundred bytes is usual; post-quantum keys make it 2 KB.
    private static let longest = 8_192

    /// Reads what a client has sent so far.
    init(_ bytes: [UInt8]) {
        guard let first = bytes.first else {
            self = .incomplete
            return
        }
        guard first == 22, bytes.count <= Self.longest else {
            self = .unnamed
            return
        }
        var records = bytes[...]
        var message: [UInt8] = []
        // A record has its type, a version and a length; a message may go on in the next.
        while records.first == 22 {
            guard let body = Self.vector(&records, after: 3, lengthOctets: 2) else { break }
            message += body
        }
        var rest = message[...]
        if let hello = Self.vector(&rest, after: 1, lengthOctets: 3) {
            self = message.first == 1 ? Self.name(in: hello) : .unnamed
        } else {
            self = .incomplete
        }
    }

    private static func name(in hello: ArraySlice<UInt8>) -> ClientHello {
        var hello = hello
        // legacy_version and random, then the session, the suites and the compression methods.
        guard vector(&hello, after: 34, lengthOctets: 1) != nil,
            vector(&hello, after: 0, lengthOctets: 2) != nil,
            vector(&hello, after: 0, lengthOctets: 1) != nil,
            var extensions = vector(&hello, after: 0, lengthOctets: 2)
        else { return .unnamed }
        while extensions.count >= 4 {
            let isServerName = extensions.prefix(2).elementsEqual([0, 0])
            guard var value = vector(&extensions, after: 2, lengthOctets: 2) else { break }
            guard isServerName else { continue }
            guard var list = vector(&value, after: 0, lengthOctets: 2),
                // host_name is the only type that there is.
                list.first == 0, let name = vector(&list, after: 1, lengthOctets: 2)
            else { break }
            let text = String(decoding: name, as: UTF8.self).lowercased()
            return isHost(text) ? .named(text) : .unnamed
        }
        return .unnamed
    }

    private static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") }
    }

    /// Takes a vector with its length before it (RFC 8446 §3.4), behind some octets; nil where it is
    /// cut short.
    private static func vector(
        _ bytes: inout ArraySlice<UInt8>,
        after skipped: Int,
        lengthOctets: Int
    ) -> ArraySlice<UInt8>? {
        guard bytes.count >= skipped + lengthOctets else { return nil }
        let rest = bytes.dropFirst(skipped)
        let length = rest.prefix(lengthOctets).reduce(0) { $0 << 8 | Int($1) }
        let content = rest.dropFirst(lengthOctets)
        guard content.count >= length else { return nil }
        bytes = content.dropFirst(length)
        return content.prefix(length)
    }
}
