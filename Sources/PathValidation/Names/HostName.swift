/// A DNS name in lower case: labels of 1 to 63 letters, digits, hyphens and underscores
/// (RFC 1035 §2.3.4).
package struct HostName: Hashable {
    private static let dot = UInt8(ascii: ".")
    private let bytes: [UInt8]

    /// Parses a DNS name; nil if the bytes are not a DNS name.
    init?(_ name: ArraySlice<UInt8>) {
        guard (1...253).contains(name.count) else { return nil }
        bytes = name.map(lowercased)
        var length = 0
        for byte in bytes {
            guard byte == Self.dot ? length > 0 : length < 63 && isNameByte(byte) else {
                return nil
            }
            length = byte == Self.dot ? 0 : length + 1
        }
        guard length > 0 else { return nil }
    }

    /// Parses a host as written in URLs and configurations, with or without the trailing dot of the
    /// DNS root.
    package init?(host: String) {
        let bytes = Array(host.utf8)
        self.init(bytes.last == Self.dot ? bytes.dropLast() : bytes[...])
    }

    /// Whether the name is `base`, or `base` with further labels on the left.
    package func isInside(_ base: HostName) -> Bool {
        bytes.count == base.bytes.count ? bytes == base.bytes : isBelow(base)
    }

    /// Whether the name is `base` with at least one further label on the left.
    func isBelow(_ base: HostName) -> Bool {
        let length = bytes.count - base.bytes.count
        return length > 1 && bytes[length - 1] == Self.dot
            && bytes[length...].elementsEqual(base.bytes)
    }

    /// Whether the name is `parent` with exactly one further label on the left.
    func isChild(of parent: HostName) -> Bool {
        isBelow(parent) && bytes.firstIndex(of: Self.dot) == bytes.count - parent.bytes.count - 1
    }
}

// DNS names as bytes of any case.
extension HostName {
    static func isName(_ name: ArraySlice<UInt8>) -> Bool { HostName(name) != nil }

    package static func withoutWildcard(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")]) ? name.dropFirst(2) : name
    }

    package static func equals(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count
            && left.lazy.map(lowercased).elementsEqual(right.lazy.map(lowercased))
    }
}
