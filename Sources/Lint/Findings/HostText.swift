import PathValidation

/// Host names as configurations and source code state them.
package enum HostText {
    /// Returns the host in a text that contains more than a host, such as `https://x.com/`,
    /// `x.com:443` or `*.x.com`; nil for a plain host name and for text without a host.
    package static func meant(by text: String) -> String? {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        if rest.hasPrefix("*.") { rest = rest.dropFirst(2) }
        rest = rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        guard rest != text[...], isPlain(rest) else { return nil }
        return String(rest)
    }

    /// Returns the host of a URL, or of text that may be a URL.
    package static func host(of text: String) -> String {
        var rest = text[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { !"/?#".contains($0) }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
        return String(rest.prefix { $0 != ":" })
    }

    /// Returns whether text consists of labels of letters, digits, hyphens and underscores.
    package static func isPlain(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && !text.hasPrefix(".")
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }

    /// Returns whether a host is on the developer's machine or private network (RFC 1918), where
    /// findings are less severe.
    package static func isLocal(_ host: String) -> Bool {
        if ["localhost", "::1", "0.0.0.0", "host.docker.internal"].contains(host) { return true }
        if host.hasSuffix(".local") || host.hasSuffix(".localhost") { return true }
        let bytes = host.split(separator: ".").map { UInt8($0) }
        guard bytes.count == 4, let first = bytes[0], let second = bytes[1] else { return false }
        return first == 10 || first == 127 || (first, second) == (192, 168)
            || (first, second) == (169, 254) || first == 172 && (16...31).contains(second)
    }

    /// The note that names the public suffix list, for findings that depend on it.
    package static var suffixNote: String {
        "public suffixes from \(PublicSuffixList.edition)"
    }

    /// The length of the longest host name in bytes (RFC 1035 §2.3.4).
    private static let longestHost = 255

    /// Returns the registrable domain of a host; nil for a public suffix or an address.
    package static func registrable(_ host: String) -> String? {
        guard host.utf8.count <= longestHost else { return nil }
        let labels = host.split(separator: ".")
        guard labels.count > 1, labels.allSatisfy({ $0.allSatisfy(\.isASCII) }),
            labels.last?.allSatisfy(\.isNumber) == false
        else { return nil }
        for first in 1..<labels.count {
            let suffix = labels[first...].joined(separator: ".")
            if PublicSuffixList.contains(suffix.utf8, of: .registriesAndOwners) {
                return labels[(first - 1)...].joined(separator: ".")
            }
        }
        return nil
    }
}
