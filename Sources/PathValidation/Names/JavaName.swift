import X509

/// A name, or the base of a subtree, as OpenJDK compares it: each kind is a class of
/// sun/security/x509 with a function `constrains`.
enum JavaName {
    /// The relation of a name to the base of a subtree.
    enum Relation: Hashable {
        case otherKind
        /// The name and the base have the same kind, but neither contains the other.
        case unrelated
        case same
        /// The name is inside the base.
        case narrower
        /// The name contains the base.
        case wider
    }

    /// A DNS name in lower case, like `email`.
    case dns([UInt8])
    case email([UInt8])
    /// The host of a URI in lower case, and whether the host is a name; nil if the URI has no host.
    case uri([UInt8]?, isName: Bool)
    case ip([UInt8])
    /// A directory name; nil for an empty name, which contains every other name.
    case directory(EncodedName?)
    case registeredID([UInt8])
    case other, x400, ediParty

    private static let (dot, at) = (UInt8(ascii: "."), UInt8(ascii: "@"))

    /// Reads a name of a certificate.
    init(_ name: GeneralName, of certificate: Certificate) {
        let der = certificate.der
        switch name {
        case .dns(let bytes): self = .dns(der[bytes].map(lowercased))
        case .email(let bytes): self = .email(der[bytes].map(lowercased))
        case .uri(let bytes):
            let host = URIHost.text(of: der[bytes])
            self = .uri(host?.map(lowercased), isName: host.map { Self.isHost($0) } ?? false)
        case .ip(let bytes): self = .ip(Array(der[bytes]))
        case .directory(let place):
            let name = certificate.name(at: place)
            self = .directory(name.isEmpty ? nil : name)
        case .registeredID(let bytes): self = .registeredID(Array(der[bytes]))
        case .other: self = .other
        case .x400: self = .x400
        case .ediParty: self = .ediParty
        }
    }

    /// Reads the base of a subtree; returns nil if OpenJDK does not decode the base.
    init?(base: GeneralName, of issuer: Certificate) {
        let der = issuer.der
        switch base {
        // As in `RFC822Name.parseName`.
        case .email(let bytes):
            let host = der[bytes].firstIndex(of: Self.at).map { der[bytes][($0 + 1)...] }
            let domain = host ?? der[bytes]
            guard !domain.isEmpty, !domain.elementsEqual([Self.dot]) else { return nil }
            self = JavaName(base, of: issuer)
        // As in `URIName.nameConstraint`.
        case .uri(let bytes):
            let text = der[bytes]
            guard Self.isHost(text.first == Self.dot ? text.dropFirst() : text) else { return nil }
            self = .uri(text.map(lowercased), isName: true)
        case .ip(let bytes):
            guard [4, 8, 16, 32].contains(bytes.count) else { return nil }
            self = JavaName(base, of: issuer)
        default: self = JavaName(base, of: issuer)
        }
    }

    /// The number of the kind (GeneralNameInterface).
    var kind: Int {
        switch self {
        case .other: 0
        case .email: 1
        case .dns: 2
        case .x400: 3
        case .directory: 4
        case .ediParty: 5
        case .uri: 6
        case .ip: 7
        case .registeredID: 8
        }
    }

    /// The cost of a comparison: directory names have no maximum length, and every 16 bytes may be
    /// an attribute.
    var cost: Int {
        guard case .directory(let name?) = self else { return 1 }
        return 1 + name.encoding.count / 16
    }

    /// Returns the result of calling `constrains` on `base` with this name; nil if OpenJDK throws
    /// an exception.
    func relation(to base: JavaName) -> Relation? {
        guard kind == base.kind else { return .otherKind }
        switch (self, base) {
        case (.dns(let name), .dns(let base)): return Self.hosts(name, base)
        case (.email(let name), .email(let base)): return Self.mailboxes(name, base)
        case (.uri(let name?, let isName), .uri(let base?, let isBaseName)):
            if name == base { return .same }
            return isName && isBaseName ? Self.locations(name, base) : .unrelated
        case (.ip(let name), .ip(let base)): return Self.addresses(name, base)
        case (.directory(let name), .directory(let base)): return Self.directories(name, base)
        case (.registeredID(let name), .registeredID(let base)):
            return name == base ? .same : nil
        default: return nil
        }
    }

    /// Whether `new DNSName(String)` accepts the text: labels of letters, digits and hyphens that
    /// do not begin with a hyphen.
    static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        text.split(separator: dot, omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.first != UInt8(ascii: "-")
                && label.allSatisfy { byte in
                    isNameByte(lowercased(byte)) && byte != UInt8(ascii: "_")
                }
        }
    }

    private static func isEnd(_ end: [UInt8], of text: [UInt8]) -> Bool {
        text.suffix(end.count).elementsEqual(end)
    }

    /// Compares DNS names as `DNSName.constrains` does; returns nil for an empty name, for which
    /// OpenJDK throws an exception.
    private static func hosts(_ name: [UInt8], _ base: [UInt8]) -> Relation? {
        if name == base { return .same }
        if isEnd(name, of: base) { return isBelow(base, name).map { $0 ? .wider : .unrelated } }
        if isEnd(base, of: name) { return isBelow(name, base).map { $0 ? .narrower : .unrelated } }
        return .unrelated
    }

    /// Whether exactly one of two dots is present: a dot before `end` in `text`, or a dot at the
    /// beginning of `end`.
    ///
    /// Returns nil if `end` is empty.
    private static func isBelow(_ text: [UInt8], _ end: [UInt8]) -> Bool? {
        guard let first = end.first, let before = text.dropLast(end.count).last else { return nil }
        return (before == dot) != (first == dot)
    }

    /// Compares mailboxes as `RFC822Name.constrains` does.
    private static func mailboxes(_ name: [UInt8], _ base: [UInt8]) -> Relation {
        if name == base { return .same }
        if isEnd(name, of: base) { return isHost(name, of: base) ? .wider : .unrelated }
        if isEnd(base, of: name) { return isHost(base, of: name) ? .narrower : .unrelated }
        return .unrelated
    }

    /// Whether `end` is the host of a mailbox, or a domain with a leading dot.
    private static func isHost(_ end: [UInt8], of mailbox: [UInt8]) -> Bool {
        !end.contains(at) && (end.first == dot || mailbox.dropLast(end.count).last == at)
    }

    /// Compares two different hosts of URIs as `URIName.constrains` does.
    ///
    /// A base with a leading dot means the names below it; any other base means only the host
    /// itself.
    private static func locations(_ name: [UInt8], _ base: [UInt8]) -> Relation? {
        let (isDomain, isBaseDomain) = (name.first == dot, base.first == dot)
        let relation = hosts(
            isDomain ? Array(name.dropFirst()) : name,
            isBaseDomain ? Array(base.dropFirst()) : base
        )
        switch relation {
        case .wider, .narrower: return isDomain || isBaseDomain ? relation : .unrelated
        case .same where isDomain != isBaseDomain: return isBaseDomain ? .wider : .narrower
        default: return relation
        }
    }

    /// Compares directory names as `X500Name.constrains` does.
    private static func directories(_ name: EncodedName?, _ base: EncodedName?) -> Relation {
        guard let name else { return base == nil ? .same : .wider }
        guard let base else { return .narrower }
        if name.matches(base) { return .same }
        if name.isWithin(base) { return .narrower }
        return base.isWithin(name) ? .wider : .unrelated
    }

    /// Compares addresses, or blocks with an address and any mask, as `IPAddressName.constrains`
    /// does.
    private static func addresses(_ name: [UInt8], _ base: [UInt8]) -> Relation {
        switch (name.count, base.count) {
        case (8, 8), (32, 32): blocks(name, base)
        case (4, 8), (16, 32): contains(base, name) ? .narrower : .unrelated
        case (8, 4), (32, 16): contains(name, base) ? .wider : .unrelated
        default: name == base ? .same : .unrelated
        }
    }

    /// Whether the address is in the block; false if the block's address has bits outside its mask.
    private static func contains(_ block: [UInt8], _ address: [UInt8]) -> Bool {
        let parts = zip(block.prefix(address.count), block.suffix(address.count))
        return zip(address, parts).allSatisfy { byte, part in byte & part.1 == part.0 }
    }

    private static func blocks(_ name: [UInt8], _ base: [UInt8]) -> Relation {
        let half = base.count / 2
        func bytes(_ block: [UInt8]) -> [(address: UInt8, mask: UInt8)] {
            zip(block.prefix(half), block.suffix(half)).map { ($0, $1) }
        }
        let pairs = Array(zip(bytes(name), bytes(base)))
        let isSame = pairs.allSatisfy { name, base in
            name.mask == base.mask && name.address & name.mask == base.address & base.mask
        }
        if isSame { return .same }
        // A block whose own address has bits outside its mask contains no address.
        let isEmpty = pairs.contains { $0.0.address & $0.0.mask != $0.0.address }
        let isBaseEmpty = pairs.contains { $0.1.address & $0.1.mask != $0.1.address }
        if isEmpty || isBaseEmpty {
            return isEmpty && isBaseEmpty ? .same : isBaseEmpty ? .wider : .narrower
        }
        func lies(
            _ inner: (address: UInt8, mask: UInt8),
            in outer: (address: UInt8, mask: UInt8)
        ) -> Bool {
            outer.mask & inner.mask == outer.mask
                && outer.address & outer.mask == inner.address & outer.mask
        }
        if pairs.allSatisfy({ lies($0.0, in: $0.1) }) { return .narrower }
        return pairs.allSatisfy { lies($0.1, in: $0.0) } ? .wider : .unrelated
    }
}
