/// A DNS name in lower case: labels of 1 to 63 letters, digits, hyphens and underscores
/// (RFC 1035 §2.3.4).
package struct HostName: Hashable {
    private static let dot = UInt8(ascii: ".")
    private let octets: [UInt8]

    /// Nil if the octets are not a DNS name.
    init?(_ name: ArraySlice<UInt8>) {
        guard (1...253).contains(name.count) else { return nil }
        octets = name.map(lowercased)
        var length = 0
        for octet in octets {
            guard octet == Self.dot ? length > 0 : length < 63 && isNameOctet(octet) else {
                return nil
            }
            length = octet == Self.dot ? 0 : length + 1
        }
        guard length > 0 else { return nil }
    }

    /// A host as URLs and configurations write it, with or without the dot of the root.
    package init?(host: String) {
        let octets = Array(host.utf8)
        self.init(octets.last == Self.dot ? octets.dropLast() : octets[...])
    }

    /// Whether it is `base`, or has labels to the left of it.
    package func isInside(_ base: HostName) -> Bool {
        octets.count == base.octets.count ? octets == base.octets : isBelow(base)
    }

    /// Whether it has at least one label to the left of `base`.
    package func isBelow(_ base: HostName) -> Bool {
        let length = octets.count - base.octets.count
        return length > 1 && octets[length - 1] == Self.dot
            && octets[length...].elementsEqual(base.octets)
    }

    /// Whether it has exactly one label to the left of `parent`.
    func isChild(of parent: HostName) -> Bool {
        isBelow(parent) && octets.firstIndex(of: Self.dot) == octets.count - parent.octets.count - 1
    }
}

/// DNS names as octets of any case.
package enum HostText {
    static func isName(_ name: ArraySlice<UInt8>) -> Bool { HostName(name) != nil }

    package static func withoutWildcard(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")]) ? name.dropFirst(2) : name
    }

    package static func equals(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count
            && left.lazy.map(lowercased).elementsEqual(right.lazy.map(lowercased))
    }
}
