import Forge
import X509

extension DeclaredName {
    /// Reads an item of `san`: a DNS name, or a name with its type as a prefix.
    init(san text: String) throws(Fault) {
        try self.init(text) { address throws(Fault) in
            guard let bytes = IPAddress.bytes(address) else { throw .badAddress(address) }
            return bytes
        }
    }

    /// Reads an item of `name-constraints`, in which `ip:` has an address prefix.
    init(subtree text: String) throws(Fault) {
        try self.init(text) { address throws(Fault) in
            guard let bytes = IPAddress.subtree(address) else { throw .badPrefix(address) }
            return bytes
        }
    }

    private init(_ text: String, address: (String) throws(Fault) -> [UInt8]) throws(Fault) {
        guard let colon = text.firstIndex(of: ":") else {
            self = .dns(try text.printable(.badDNSName(text)))
            return
        }
        let rest = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "ip": self = .ip(try address(rest))
        case "email": self = .email(try rest.printable(.badGeneralName(text)))
        case "uri": self = .uri(try rest.printable(.badGeneralName(text)))
        case "dn": self = .directory(try distinguishedName(rest))
        case "srv": self = .service(try rest.printable(.badGeneralName(text)))
        case "xmpp-addr": self = .xmppAddress(try rest.printable(.badGeneralName(text)))
        case "other": self = try Self.other(rest)
        case "dns-bytes": self = .dnsBytes(try hexBytes(rest))
        case "ip-bytes": self = .ipBytes(try hexBytes(rest))
        case let kind: throw .unknownNameKind(String(kind), in: text, known: Self.kinds)
        }
    }

    /// The types that may precede the colon in the text of a name.
    static let kinds = [
        "ip", "email", "uri", "dn", "srv", "xmpp-addr", "other", "dns-bytes", "ip-bytes",
    ]

    private static func other(_ text: String) throws(Fault) -> DeclaredName {
        guard let equals = text.firstIndex(of: "=") else {
            throw .badGeneralName("other:" + text)
        }
        let type = try objectIdentifier(String(text[..<equals]))
        return .other(type, try hexBytes(String(text[text.index(after: equals)...])))
    }
}

extension DeclaredName {
    /// Returns the name in the notation of `san`.
    func writtenAsName() throws(Unwritable) -> String {
        try written { bytes in IPAddress.text(bytes) }
    }

    /// Returns the name in the notation of `name-constraints`.
    func writtenAsSubtree() throws(Unwritable) -> String {
        try written { bytes in
            let half = bytes.count / 2
            let mask = Array(bytes.dropFirst(half))
            let address = IPAddress.text(Array(bytes.prefix(half)))
            let bits = mask.reduce(0) { $0 + $1.nonzeroBitCount }
            let prefix = "\(address)/\(bits)"
            return IPAddress.subtree(prefix) == bytes
                ? prefix : "\(address)/\(IPAddress.text(mask))"
        }
    }

    private func written(address: ([UInt8]) -> String) throws(Unwritable) -> String {
        switch self {
        case .dns(let name): name
        case .dnsBytes(let bytes): "dns-bytes:" + bytes.hex
        case .ip(let bytes): "ip:" + address(bytes)
        case .ipBytes(let bytes): "ip-bytes:" + bytes.hex
        case .email(let mailbox): "email:" + mailbox
        case .uri(let uri): "uri:" + uri
        case .directory(let name): "dn:" + (try writtenName(name))
        case .service(let name): "srv:" + name
        case .xmppAddress(let address): "xmpp-addr:" + address
        case .other(let type, let value): "other:\(type)=\(value.hex)"
        }
    }
}

/// Returns the distinguished name as RFC 4514 text.
func writtenName(_ name: Name) throws(Unwritable) -> String {
    guard let text = name.rfc4514Text else {
        throw Unwritable(
            "a relative name has no attributes, or an attribute type that is not an identifier"
        )
    }
    return text
}

extension ReferenceIdentity {
    /// Reads a DNS name in A-labels or an IP address.
    init(_ text: String) throws(Fault) {
        if let bytes = IPAddress.bytes(text) {
            self = .ip(bytes)
            return
        }
        let isName = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        // A name that ends in a number can only mean an address (WHATWG URL §3.5).
        let last = text.split(separator: ".").last ?? ""
        guard isName, !text.isEmpty, text.utf8.count <= 255, !last.allSatisfy(\.isASCIIDigit) else {
            throw .badIdentity(text)
        }
        self = .dns(text)
    }
}

/// Returns the bytes of pairs of hexadecimal digits; an empty text means no bytes.
func hexBytes(_ text: String) throws(Fault) -> [UInt8] {
    guard let bytes = [UInt8](hex: text) else { throw .badHex(text) }
    return bytes
}

func distinguishedName(_ text: String) throws(Fault) -> Name {
    do {
        return try Name(rfc4514: text)
    } catch {
        throw .badDistinguishedName(text, error)
    }
}

func objectIdentifier(_ text: String) throws(Fault) -> ObjectIdentifier {
    guard let identifier = ObjectIdentifier(text) else { throw .badObjectIdentifier(text) }
    return identifier
}

extension String {
    /// Returns the text if it is empty or printable ASCII without spaces; otherwise throws the
    /// fault.
    fileprivate func printable(_ fault: Fault) throws(Fault) -> String {
        guard utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw fault }
        return self
    }
}
