/// The fields of a ClientHello that scenarios can check.
///
/// The server may reject the hello, so a malformed field contains only the values that can be read.
package struct SeenHello: Hashable, Sendable {
    /// The names in the server name indication (RFC 6066 §3); nil without the extension.
    let serverNames: [String]?
    /// The versions in supported_versions; without this extension, only the legacy version.
    ///
    /// GREASE values (RFC 8701 §3) are left out.
    let versions: [UInt16]
    /// The application protocols in the client's order of preference (RFC 7301 §3.1); nil without
    /// the extension.
    let protocols: [String]?
    /// The types of all extensions.
    let extensions: Set<UInt16>
    /// The cipher suites and the groups (RFC 8446 §4.2.7); GREASE values are left out.
    let suites, groups: Set<UInt16>
    /// Whether this hello, or an earlier hello of this client, lacks a version, suite or group that
    /// the hello before it offered.
    private(set) var isWeaker = false

    /// Reads the body of the message (RFC 8446 §4.1.2); nil if lengths in the body are
    /// inconsistent.
    init?(_ body: ArraySlice<UInt8>) {
        var cursor = Cursor(body)
        guard let legacyVersion = cursor.number(2), cursor.take(32) != nil,
            cursor.vector(1) != nil, let suites = cursor.vector(2), cursor.vector(1) != nil
        else { return nil }
        self.suites = Self.numbers(suites)
        var contents: [UInt16: ArraySlice<UInt8>] = [:]
        if !cursor.isAtEnd {
            guard let list = cursor.vector(2), cursor.isAtEnd else { return nil }
            var rest = Cursor(list)
            while !rest.isAtEnd {
                guard let type = rest.number(2), let data = rest.vector(2) else { return nil }
                contents[UInt16(type)] = data
            }
        }
        extensions = Set(contents.keys)
        serverNames = contents[0].map(Self.names)
        protocols = contents[16].map { Self.strings($0, lengthBytes: 1) }
        versions = contents[43].map(Self.versions) ?? [UInt16(legacyVersion)]
        groups = contents[10].map { Self.numbers($0.dropFirst(2)) } ?? []
    }

    /// Whether the client offers TLS 1.3 or later.
    var offersNewest: Bool { versions.contains { $0 >= 0x0304 } }

    /// Returns this hello, with `isWeaker` set by comparison with an earlier hello of the client.
    func following(_ earlier: SeenHello?) -> SeenHello {
        guard let earlier else { return self }
        var hello = self
        hello.isWeaker =
            earlier.isWeaker || !Set(versions).isSuperset(of: earlier.versions)
            || !suites.isSuperset(of: earlier.suites) || !groups.isSuperset(of: earlier.groups)
        return hello
    }

    private static func numbers(_ content: ArraySlice<UInt8>) -> Set<UInt16> {
        var (cursor, numbers) = (Cursor(content), Set<UInt16>())
        while let number = cursor.number(2) { numbers.insert(UInt16(number)) }
        return numbers.filter { $0 & 0x0f0f != 0x0a0a || $0 >> 8 != $0 & 0xff }
    }

    private static func names(_ content: ArraySlice<UInt8>) -> [String] {
        var cursor = Cursor(content)
        var (list, names) = (Cursor(cursor.vector(2) ?? []), [String]())
        while list.byte() != nil, let name = list.vector(2) {
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    private static func strings(_ content: ArraySlice<UInt8>, lengthBytes: Int) -> [String] {
        var cursor = Cursor(content)
        var (list, strings) = (Cursor(cursor.vector(2) ?? []), [String]())
        while let text = list.vector(lengthBytes), !text.isEmpty {
            strings.append(String(decoding: text, as: UTF8.self))
        }
        return strings
    }

    private static func versions(_ content: ArraySlice<UInt8>) -> [UInt16] {
        var cursor = Cursor(content)
        var (list, versions) = (Cursor(cursor.vector(1) ?? []), [UInt16]())
        while let number = list.number(2) { versions.append(UInt16(number)) }
        return versions.filter { $0 & 0x0f0f != 0x0a0a || $0 >> 8 != $0 & 0xff }.sorted()
    }
}

/// A field of a ClientHello, by its key in `expect`.
package enum HelloField: String, CaseIterable, Hashable, Sendable {
    case serverName = "server-name"
    case versions
    case protocols = "alpn"
    case session = "psk"
    case earlyData = "early-data"
    case weakening = "weaker"

    /// The word for a field that is absent from the hello.
    package static let absent = "absent"
    /// The word for a field that is present, without details.
    package static let present = "present"

    /// Returns the text for several values.
    package static func text(of values: [String]) -> String { values.joined(separator: ", ") }

    /// Returns the field's value as text, such as `www.example.test` or `absent`.
    package func value(in hello: SeenHello) -> String {
        switch self {
        case .serverName: hello.serverNames.map(Self.text) ?? Self.absent
        case .versions: Self.text(of: hello.versions.map(Self.name(ofVersion:)))
        case .protocols: hello.protocols.map(Self.text) ?? Self.absent
        // RFC 8446 §4.2: pre_shared_key and early_data.
        case .session: hello.extensions.contains(41) ? Self.present : Self.absent
        case .earlyData: hello.extensions.contains(42) ? Self.present : Self.absent
        case .weakening: hello.isWeaker ? Self.present : Self.absent
        }
    }

    private static func name(ofVersion number: UInt16) -> String {
        (0x0301...0x0304).contains(number)
            ? "1.\(number - 0x0301)" : "0x" + String(number, radix: 16)
    }
}

/// Reads the client's hellos before the session gets them: the first hello, and the hello after a
/// HelloRetryRequest.
struct HelloWatch {
    private var bytes: [UInt8] = []
    private var isOver = false
    /// The last hello; nil once `take` has returned it.
    private var hello: SeenHello?

    /// Returns the hello that came since the last call; nil for none.
    mutating func take() -> SeenHello? {
        defer { hello = nil }
        return hello
    }

    /// Takes bytes that came from the network.
    mutating func receive(_ incoming: [UInt8]) {
        guard !isOver else { return }
        bytes += incoming
        while !isOver, !bytes.isEmpty {
            var records = Cursor(bytes[...])
            // A client of TLS 1.3 sends ChangeCipherSpec before its second hello (RFC 8446 §D.4).
            if bytes[0] == 20 {
                guard records.take(3) != nil, records.vector(2) != nil else { return }
                bytes = Array(records.rest)
                continue
            }
            switch PeekedClientHello.Framing(&records) {
            case .message(let body, let isFollowed):
                hello = SeenHello(body) ?? hello
                bytes = Array(records.rest)
                isOver = isFollowed
            case .incomplete: return
            case .malformed: isOver = true
            }
        }
    }
}
