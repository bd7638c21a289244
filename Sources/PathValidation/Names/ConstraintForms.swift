import X509

// The forms of names that constraints compare, as bytes (RFC 5280 §4.2.1.10).

/// The hosts of a constraint on URIs or mailboxes: `.base` permits the names below `base`; `base`
/// permits only that name.
struct HostConstraint: Hashable {
    private let base: HostName
    private let isBelow: Bool

    /// Parses a constraint; nil if it has neither of the two forms.
    init?(_ constraint: ArraySlice<UInt8>) {
        isBelow = constraint.first == UInt8(ascii: ".")
        guard let base = HostName(isBelow ? constraint.dropFirst() : constraint) else {
            return nil
        }
        self.base = base
    }

    func contains(_ host: HostName) -> Bool { isBelow ? host.isBelow(base) : host == base }
}

/// An rfc822Name constraint: one mailbox, all mailboxes of a host, or all mailboxes of the hosts
/// below a domain.
enum MailboxConstraint: Hashable {
    case mailbox(Mailbox)
    case hosts(HostConstraint)

    /// Parses a constraint; nil if it has none of the three forms.
    init?(_ constraint: ArraySlice<UInt8>) {
        if constraint.contains(UInt8(ascii: "@")) {
            guard let mailbox = Mailbox(constraint) else { return nil }
            self = .mailbox(mailbox)
        } else {
            guard let hosts = HostConstraint(constraint) else { return nil }
            self = .hosts(hosts)
        }
    }

    func contains(_ address: Mailbox) -> Bool {
        switch self {
        case .mailbox(let mailbox): address == mailbox
        case .hosts(let hosts): hosts.contains(address.host)
        }
    }
}

/// `local@host` (RFC 5321 §4.1.2) without quoting.
///
/// A quoted local part may contain an `@` and has been used to evade constraints.
struct Mailbox: Hashable {
    /// The local part, which is compared byte by byte (RFC 5280 §7.5).
    let local: ArraySlice<UInt8>
    let host: HostName

    init?(_ address: ArraySlice<UInt8>) {
        let parts = address.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let host = HostName(parts[1]),
            // Only SmtpUTF8Mailbox has characters beyond ASCII (RFC 9598 §3).
            parts[0].allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") })
        else { return nil }
        (local, self.host) = (parts[0], host)
    }
}

/// The host of an absolute URI (RFC 3986 §3.2.2).
enum URIHost {
    /// Returns the host of the URI; nil if the URI has no authority or the host is not a DNS name.
    ///
    /// RFC 5280 §4.2.1.10 requires rejection in both cases.
    static func of(_ uri: ArraySlice<UInt8>) -> HostName? {
        guard let host = text(of: uri) else { return nil }
        // A name whose last label is a number is an address.
        let last = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last
        return last?.allSatisfy(isDigit) == false ? HostName(host) : nil
    }

    /// Returns the host as written; nil if the URI has no authority, or a port that is not a
    /// number.
    static func text(of uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")),
            uri[colon...].dropFirst().starts(with: "//".utf8)
        else { return nil }
        let rest = uri[colon...].dropFirst(3)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let afterUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
        let place = afterUser ?? authority
        let host = place.prefix { $0 != UInt8(ascii: ":") }
        // A port consists of digits (RFC 3986 §3.2.3): clients disagree on the host of a URI with
        // another port.
        return place[host.endIndex...].dropFirst().allSatisfy(isDigit) ? host : nil
    }
}

/// An address and a mask of leading ones.
struct AddressBlock {
    private let address, mask: ArraySlice<UInt8>

    /// Parses an address and its mask; nil unless both have 4 or both have 16 bytes and the mask is
    /// contiguous (RFC 4632 §3.1).
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count == 8 || bytes.count == 32 else { return nil }
        address = bytes.prefix(bytes.count / 2)
        mask = bytes.suffix(bytes.count / 2)
        let afterOnes = mask.drop { $0 == 0xff }
        guard (afterOnes.first.map { ~$0 & (~$0 &+ 1) == 0 } ?? true),
            afterOnes.dropFirst().allSatisfy({ $0 == 0 })
        else { return nil }
    }

    /// Whether the block contains the address; an address of the other IP version is outside.
    func contains(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count == address.count
            && zip(bytes, zip(address, mask)).allSatisfy { byte, block in
                byte & block.1 == block.0 & block.1
            }
    }
}
