/// The fields of a ClientHello that a server needs to choose its certificate.
///
/// A server reads these fields before libssl reads the same bytes, because libssl needs the
/// server's certificate when its session starts.
package struct PeekedClientHello: Hashable, Sendable {
    /// The maximum length of a hello, in bytes; with a key share of ML-KEM-1024 a hello has about
    /// 2,000 bytes.
    private static let longest = 16_384

    /// The server name indication, in lowercase (RFC 6066 §3); nil for none.
    package let serverName: String?

    /// The result of reading the first bytes of a connection.
    package enum Reading: Hashable {
        case hello(PeekedClientHello)
        /// More bytes are needed.
        case incomplete
        /// The bytes are not a ClientHello, whatever follows.
        case malformed
    }

    /// Reads the bytes that have come so far.
    ///
    /// The function checks the framing and ignores everything except the server's name, so that it
    /// rejects no hello that libssl would accept.
    package static func read(_ bytes: [UInt8]) -> Reading {
        var records = Cursor(bytes[...])
        switch Framing(&records) {
        case .message(let body, _): return PeekedClientHello(body).map(Reading.hello) ?? .malformed
        case .incomplete: return .incomplete
        case .malformed: return .malformed
        }
    }

    /// The result of extracting a ClientHello from records.
    enum Framing {
        /// The body of the message, and whether bytes follow it in its last record.
        case message(ArraySlice<UInt8>, isFollowed: Bool)
        case incomplete
        case malformed

        init(_ records: inout Cursor) {
            var message: [UInt8] = []
            while true {
                if message.count >= 4 {
                    // RFC 8446 §4: type 1, and a length of three bytes.
                    let length = Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3])
                    guard message[0] == 1, length <= longest else { break }
                    if message.count - 4 >= length {
                        let isFollowed = message.count - 4 > length
                        self = .message(message[4..<4 + length], isFollowed: isFollowed)
                        return
                    }
                }
                // RFC 8446 §5.1: handshake, major version 3, 1 to 2^14 bytes.
                self = .incomplete
                guard let type = records.byte() else { return }
                guard type == 22 else { break }
                guard let major = records.byte() else { return }
                guard major == 3 else { break }
                guard records.byte() != nil, let length = records.number(2) else { return }
                guard (1...16_384).contains(length) else { break }
                guard let fragment = records.take(length) else { return }
                message += fragment
            }
            self = .malformed
        }
    }

    init(serverName: String?) {
        self.serverName = serverName
    }

    /// Reads the body of the message (RFC 8446 §4.1.2); nil if lengths in the body are
    /// inconsistent.
    private init?(_ body: ArraySlice<UInt8>) {
        var cursor = Cursor(body)
        // Skip legacy_version and random; then session id, cipher suites and compression methods.
        guard cursor.take(34) != nil, cursor.vector(1) != nil, cursor.vector(2) != nil,
            cursor.vector(1) != nil
        else { return nil }
        guard !cursor.isAtEnd else {
            serverName = nil
            return
        }
        guard let extensions = cursor.vector(2), cursor.isAtEnd else { return nil }
        var name: String?
        var rest = Cursor(extensions)
        while !rest.isAtEnd {
            guard let type = rest.number(2), let content = rest.vector(2) else { return nil }
            guard type == 0 else { continue }
            guard name == nil, let stated = Self.hostName(content) else { return nil }
            name = stated
        }
        serverName = name
    }

    /// Returns the host_name of a ServerNameList: the entry of type 0, which all clients send.
    private static func hostName(_ content: ArraySlice<UInt8>) -> String? {
        var cursor = Cursor(content)
        guard let list = cursor.vector(2), cursor.isAtEnd else { return nil }
        var names = Cursor(list)
        guard names.byte() == 0, let name = names.vector(2), names.isAtEnd else { return nil }
        // RFC 6066 §3: a host name is ASCII. Like all DNS names, it has at most 255 bytes.
        guard (1...255).contains(name.count), name.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        return String(decoding: name, as: UTF8.self).lowercased()
    }
}
