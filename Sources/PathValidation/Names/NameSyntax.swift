import X509

/// The syntax of names (RFC 5280 §4.2.1.6).
package enum NameSyntax {
    /// Returns the text of a name in `der` that breaks the syntax of its kind; nil for a valid
    /// name.
    static func fault(of name: GeneralName, in der: [UInt8]) -> String? {
        let (place, isSound) =
            switch name {
            case .dns(let place): (place, isHost(HostName.withoutWildcard(der[place])))
            case .email(let place): (place, isMailbox(der[place]))
            case .uri(let place): (place, isAbsoluteURI(der[place]))
            // "MUST NOT issue certificates with subjectAltNames containing empty GeneralName
            // fields"
            case .directory(let place): (place.prefix(0), !isEmptyName(der[place]))
            default: (0..<0, true)
            }
        return isSound ? nil : String(decoding: der[place], as: UTF8.self)
    }

    /// Returns the text of a name that cannot locate information; nil for a name that can.
    static func locationFault(of name: GeneralName, in der: [UInt8]) -> String? {
        if case .uri(let place) = name, isDirectoryURI(der[place]) { return nil }
        return fault(of: name, in: der)
    }

    private static func isEmptyName(_ encoding: ArraySlice<UInt8>) -> Bool {
        (try? EncodedName(der: Array(encoding), rules: .lenient))?.isEmpty == true
    }

    /// Whether the name has the preferred name syntax (RFC 1034 §3.5; RFC 1123 §2.1 also allows a
    /// digit first).
    ///
    /// The labels consist of letters, digits and inner hyphens; the last label is not a number.
    package static func isHost(_ name: ArraySlice<UInt8>) -> Bool {
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        return HostName.isName(name) && !name.contains(UInt8(ascii: "_"))
            && labels.allSatisfy { $0.first != hyphen && $0.last != hyphen }
            && labels.last?.allSatisfy(isDigit) == false
    }

    /// Whether the text is one label of such a name; the label may be a number.
    static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        !label.contains(UInt8(ascii: ".")) && isHost(label + ".a".utf8)
    }

    /// Whether the address is a Mailbox (RFC 5321 §4.1.2) with a domain after the last `@`.
    ///
    /// A local part consists of atoms separated by dots. In a quoted local part, only the quotes
    /// are checked.
    static func isMailbox(_ address: ArraySlice<UInt8>) -> Bool {
        guard let at = address.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let (local, host) = (address[..<at], address[(at + 1)...])
        let quote = UInt8(ascii: "\"")
        let isQuoted = local.count > 2 && local.first == quote && local.last == quote
        let atoms = local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return isHost(host)
            && (isQuoted || atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isLocalByte) })
    }

    /// Whether the byte is visible ASCII that needs no quotes in a local part (RFC 5321 §4.1.2).
    private static func isLocalByte(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && !"\"(),:;<>@[\\]".utf8.contains(byte)
    }

    /// Whether the URI has a scheme and text after the scheme (RFC 3986 §3.1), all in the
    /// characters of URIs.
    ///
    /// If the URI has an authority, the authority must have a host (RFC 5280 §4.2.1.6).
    static func isAbsoluteURI(_ uri: ArraySlice<UInt8>) -> Bool {
        guard let (_, rest) = parts(uri), !rest.isEmpty else { return false }
        guard rest.starts(with: "//".utf8) else { return !hasBracket(rest) }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        return hasHost(authority) && !hasBracket(rest[authority.endIndex...])
    }

    /// Whether the text is an LDAP URI (RFC 4516 §2) that names an entry and attributes; the host
    /// is optional (RFC 5280 §4.2.1.13, §4.2.2.1).
    static func isDirectoryURI(_ uri: ArraySlice<UInt8>) -> Bool {
        guard let (scheme, rest) = parts(uri), rest.starts(with: "//".utf8),
            ["ldap", "ldaps"].contains(where: { scheme.map(lowercased).elementsEqual($0.utf8) })
        else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let path = rest[authority.endIndex...]
        let fields = path.dropFirst().split(
            separator: UInt8(ascii: "?"),
            omittingEmptySubsequences: false
        )
        return (authority.isEmpty || hasHost(authority)) && !hasBracket(path)
            && path.first == UInt8(ascii: "/") && fields.count > 1
            && fields.prefix(2).allSatisfy { !$0.isEmpty }
    }

    /// Returns the scheme of a URI and what follows its colon; nil for other text.
    private static func parts(
        _ uri: ArraySlice<UInt8>
    ) -> (scheme: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")),
            let first = uri.first.map(lowercased), (0x61...0x7a).contains(first),
            uri.allSatisfy({ (0x21...0x7e).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }),
            // A URI has at most one `#`, which starts the fragment.
            uri.count(where: { $0 == UInt8(ascii: "#") }) <= 1,
            isPercentEncoded(uri)
        else { return nil }
        let scheme = uri[..<colon]
        let isScheme = scheme.allSatisfy { byte in
            isDigit(byte) || "+-.".utf8.contains(byte)
                || (0x61...0x7a).contains(lowercased(byte))
        }
        return isScheme ? (scheme, uri[(colon + 1)...]) : nil
    }

    /// Whether the text contains a bracket.
    ///
    /// In a URI, brackets are allowed only around an IPv6 address (RFC 3986 §3.2.2).
    private static func hasBracket(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(UInt8(ascii: "[")) || text.contains(UInt8(ascii: "]"))
    }

    /// Whether two hexadecimal digits follow each `%` (RFC 3986 §2.1).
    private static func isPercentEncoded(_ uri: ArraySlice<UInt8>) -> Bool {
        uri.indices.allSatisfy { index in
            uri[index] != UInt8(ascii: "%")
                || uri[(index + 1)...].prefix(2).count(where: isHexadecimal) == 2
        }
    }

    /// Whether a URI's authority (RFC 3986 §3.2) names a host: a domain, an IPv4 address, or an
    /// IPv6 address in brackets, with an optional port of digits.
    private static func hasHost(_ authority: ArraySlice<UInt8>) -> Bool {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        guard !hasBracket(authority[..<(at ?? authority.startIndex)]) else { return false }
        let place = at.map { authority[($0 + 1)...] } ?? authority
        guard place.first == UInt8(ascii: "[") else {
            let host = place.prefix { $0 != UInt8(ascii: ":") }
            guard isPort(place[host.endIndex...]) else { return false }
            return isHost(host) || IPAddress.bytes(String(decoding: host, as: UTF8.self)) != nil
        }
        let address = place.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        let end = place[address.endIndex...]
        return end.first == UInt8(ascii: "]") && isPort(end.dropFirst())
            && IPAddress.bytes(String(decoding: address, as: UTF8.self))?.count == 16
    }

    /// Whether the rest of an authority is empty, or a colon and any number of digits (RFC 3986
    /// §3.2.3).
    private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.isEmpty
            || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit)
    }
}
