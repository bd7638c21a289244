import PKIX

// The forms of names that constraints compare, as octets (RFC 5280 §4.2.1.10).

/// DNS names as octets of any case.
enum HostText {
    private static let dot = UInt8(ascii: ".")

    /// Labels of 1 to 63 letters, digits, hyphens and underscores (RFC 1035 §2.3.4).
    static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        name.count <= 253
            && name.split(separator: dot, omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.count) && label.lazy.map(lowercased).allSatisfy(isNameOctet)
            }
    }

    /// Whether `name` is `base`, or has labels to the left of it.
    static func isInside(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        guard isName(name) else { return false }
        guard !base.isEmpty else { return true }
        return equals(name, base) || isBelow(name, base)
    }

    /// Whether `name` has at least one label to the left of `base`.
    static func isBelow(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        name.count > base.count + 1 && name.suffix(base.count + 1).first == dot
            && equals(name.suffix(base.count), base)
    }

    /// Whether `name` has exactly one label to the left of `parent`.
    static func isChild(_ name: ArraySlice<UInt8>, of parent: ArraySlice<UInt8>) -> Bool {
        isBelow(name, parent) && !name.dropLast(parent.count + 1).contains(dot)
    }

    /// A URI's or mailbox's host: `.base` means the names below, `base` that name alone.
    static func isInsideHost(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        base.first == dot ? isBelow(name, base.dropFirst()) : equals(name, base)
    }

    static func withoutLeadingDot(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.first == dot ? name.dropFirst() : name
    }

    static func withoutWildcard(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.starts(with: [UInt8(ascii: "*"), dot]) ? name.dropFirst(2) : name
    }

    static func equals(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count
            && left.lazy.map(lowercased).elementsEqual(right.lazy.map(lowercased))
    }
}

/// What an rfc822Name constraint permits: one mailbox, those of a host, or those of the hosts below
/// a domain.
struct MailboxConstraint {
    private let mailbox: Mailbox?
    private let host: ArraySlice<UInt8>

    /// Nil for what is none of the three.
    init?(_ constraint: ArraySlice<UInt8>) {
        host = constraint
        if constraint.contains(UInt8(ascii: "@")) {
            guard let mailbox = Mailbox(constraint) else { return nil }
            self.mailbox = mailbox
        } else {
            guard HostText.isName(HostText.withoutLeadingDot(constraint)) else { return nil }
            mailbox = nil
        }
    }

    /// Nil where `address` is no mailbox.
    func contains(_ address: ArraySlice<UInt8>) -> Bool? {
        guard let address = Mailbox(address) else { return nil }
        guard let mailbox else { return HostText.isInsideHost(address.host, host) }
        return address.local == mailbox.local && HostText.equals(address.host, mailbox.host)
    }
}

/// `local@host` (RFC 5321 §4.1.2), without quoting: a quoted local part may hold anything, an `@`
/// too, which is how constraints were slipped past.
private struct Mailbox {
    let local, host: ArraySlice<UInt8>

    init?(_ address: ArraySlice<UInt8>) {
        let parts = address.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, HostText.isName(parts[1]),
            parts[0].allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\"") })
        else { return nil }
        (local, host) = (parts[0], parts[1])
    }
}

/// The host of an absolute URI (RFC 3986 §3.2.2).
enum URIHost {
    /// Nil where there is no authority, or its host is not a DNS name: RFC 5280 §4.2.1.10 wants
    /// both refused.
    static func of(_ uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")),
            uri[colon...].dropFirst().starts(with: "//".utf8)
        else { return nil }
        let rest = uri[colon...].dropFirst(3)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let afterUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
        let host = (afterUser ?? authority).prefix { $0 != UInt8(ascii: ":") }
        // A name whose last label is a number is an address.
        let last = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last
        guard HostText.isName(host), last?.allSatisfy(isDigit) == false else { return nil }
        return host
    }
}

/// An address and a mask of leading ones.
struct AddressBlock {
    private let address, mask: ArraySlice<UInt8>

    /// Nil unless 4 or 16 octets of each, the mask contiguous (RFC 4632 §3.1).
    init?(_ octets: ArraySlice<UInt8>) {
        guard octets.count == 8 || octets.count == 32 else { return nil }
        address = octets.prefix(octets.count / 2)
        mask = octets.suffix(octets.count / 2)
        let afterOnes = mask.drop { $0 == 0xff }
        guard (afterOnes.first.map { ~$0 & (~$0 &+ 1) == 0 } ?? true),
            afterOnes.dropFirst().allSatisfy({ $0 == 0 })
        else { return nil }
    }

    /// Addresses of the other version are outside.
    func contains(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.count == address.count
            && zip(octets, zip(address, mask)).allSatisfy { octet, block in
                octet & block.1 == block.0 & block.1
            }
    }
}
