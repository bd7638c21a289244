/// A header field of HTTP/2 (RFC 9113 §8.2).
struct HeaderField: Equatable {
    let name: [UInt8]
    let value: [UInt8]

    init(_ name: [UInt8], _ value: [UInt8]) {
        (self.name, self.value) = (name, value)
    }

    init(_ name: String, _ value: String = "") {
        self.init(Array(name.utf8), Array(value.utf8))
    }

    /// The field's size in the dynamic table (RFC 7541 §4.1).
    fileprivate var size: Int { name.count + value.count + 32 }
}

/// Decodes the header blocks of one connection (RFC 7541).
struct HeaderDecoder {
    /// The default table size, which this server does not change (RFC 9113 §6.5.2).
    private static let largestTable = 4_096

    /// The dynamic table, newest entry first.
    private var dynamic: [HeaderField] = []
    private var capacity = largestTable

    /// Decodes a whole block; nil if the block is malformed or decodes to more than `limit` bytes.
    ///
    /// The limit is needed because a few bytes can repeat a field of thousands of bytes.
    mutating func fields(of block: [UInt8], atMost limit: Int) -> [HeaderField]? {
        var cursor = Cursor(block[...])
        var (fields, size) = ([HeaderField](), 0)
        while let first = cursor.byte() {
            // A change of the table size is allowed only before the first field (RFC 7541 §4.2).
            if first & 0xe0 == 0x20 {
                guard fields.isEmpty, let size = integer(first, 5, &cursor),
                    size <= Self.largestTable
                else { return nil }
                capacity = size
                evict()
                continue
            }
            guard let field = field(first, &cursor) else { return nil }
            size += field.size
            guard size <= limit else { return nil }
            fields.append(field)
        }
        return fields
    }

    private mutating func field(_ first: UInt8, _ cursor: inout Cursor) -> HeaderField? {
        if first & 0x80 != 0 { return integer(first, 7, &cursor).flatMap(entry) }
        let isKept = first & 0x40 != 0
        guard let index = integer(first, isKept ? 6 : 4, &cursor) else { return nil }
        let name = index == 0 ? string(&cursor) : entry(index)?.name
        guard let name, let value = string(&cursor) else { return nil }
        let field = HeaderField(name, value)
        if isKept {
            dynamic.insert(field, at: 0)
            evict()
        }
        return field
    }

    /// Returns the entry at an index, which starts at 1 (RFC 7541 §2.3.3).
    private func entry(_ index: Int) -> HeaderField? {
        guard index > 0 else { return nil }
        if index <= Self.table.count { return Self.table[index - 1] }
        let place = index - Self.table.count - 1
        return dynamic.indices.contains(place) ? dynamic[place] : nil
    }

    private mutating func evict() {
        var size = dynamic.reduce(0) { $0 + $1.size }
        while size > capacity, let last = dynamic.popLast() { size -= last.size }
    }

    /// Reads an integer (RFC 7541 §5.1); nil for more than four continuation bytes, because no
    /// length here needs more.
    private func integer(_ first: UInt8, _ bits: Int, _ cursor: inout Cursor) -> Int? {
        let most = (1 << bits) - 1
        var value = Int(first) & most
        guard value == most else { return value }
        for shift in stride(from: 0, through: 21, by: 7) {
            guard let byte = cursor.byte() else { return nil }
            value += Int(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    /// Reads a string (RFC 7541 §5.2).
    private func string(_ cursor: inout Cursor) -> [UInt8]? {
        guard let first = cursor.byte(), let count = integer(first, 7, &cursor),
            let bytes = cursor.take(count)
        else { return nil }
        return first & 0x80 == 0 ? Array(bytes) : HuffmanCode.decoded(bytes)
    }

    /// The static table (RFC 7541 appendix A).
    static let table: [HeaderField] =
        [
            HeaderField(":authority"), HeaderField(":method", "GET"),
            HeaderField(":method", "POST"), HeaderField(":path", "/"),
            HeaderField(":path", "/index.html"), HeaderField(":scheme", "http"),
            HeaderField(":scheme", "https"),
        ]
        + ["200", "204", "206", "304", "400", "404", "500"].map { HeaderField(":status", $0) }
        + [HeaderField("accept-charset"), HeaderField("accept-encoding", "gzip, deflate")]
        + [
            "accept-language", "accept-ranges", "accept", "access-control-allow-origin", "age",
            "allow", "authorization", "cache-control", "content-disposition", "content-encoding",
            "content-language", "content-length", "content-location", "content-range",
            "content-type", "cookie", "date", "etag", "expect", "expires", "from", "host",
            "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
            "last-modified", "link", "location", "max-forwards", "proxy-authenticate",
            "proxy-authorization", "range", "referer", "refresh", "retry-after", "server",
            "set-cookie", "strict-transport-security", "transfer-encoding", "user-agent", "vary",
            "via", "www-authenticate",
        ].map { HeaderField($0) }
}

/// Writes this server's header blocks: literals that are not added to a table (RFC 7541 §6.2.2).
enum HeaderEncoder {
    /// Returns the block of fields whose names and values have fewer than 2^21 bytes.
    static func block(_ fields: [(name: String, value: String)]) -> [UInt8] {
        fields.flatMap { [0] + string($0.name) + string($0.value) }
    }

    private static func string(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var (rest, length) = (bytes.count - 127, [UInt8(127)])
        while rest >= 128 {
            length.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}
