import PathValidation
import X509

/// OkHttp's `toCanonicalHost`: the form of a host in a URL.
///
/// The source is OkHttp 1682d9ba, internal/-HostnamesCommon.kt. UTS 46 maps names before they
/// become A-labels; of these mappings, only the mapping to lower case is implemented.
enum CanonicalHost {
    /// Returns the host in lower case and A-labels, or an address in its canonical form; nil for
    /// text that cannot be a host.
    ///
    /// An IPv4 address inside an IPv6 address becomes the IPv4 address.
    static func text(_ host: some StringProtocol) -> String? {
        if host.contains(":") { return address(String(host)) }
        let labels = host.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        var encoded: [String] = []
        for label in labels {
            guard let label = aLabel(label) else { return nil }
            encoded.append(label)
        }
        let text = encoded.joined(separator: ".")
        return isSound(text, encoded) ? text : nil
    }

    /// Whether OkHttp takes a host for an address: it has only digits and dots, or only hexadecimal
    /// digits, dots and colons.
    static func canParseAsIPAddress(_ host: String) -> Bool {
        let bytes = Array(host.utf8)
        let (dot, colon) = (UInt8(ascii: "."), UInt8(ascii: ":"))
        guard let place = bytes.firstIndex(of: colon) else {
            return !bytes.isEmpty && bytes.allSatisfy { isDigit($0) || $0 == dot }
        }
        return bytes[..<place].allSatisfy(isHexadecimal)
            && bytes[place...].allSatisfy { isHexadecimal($0) || $0 == dot || $0 == colon }
    }

    private static func address(_ host: String) -> String? {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let text = isBracketed ? host.dropFirst().dropLast() : host[...]
        guard let bytes = IPAddress.bytes(text) else { return nil }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        return IPAddress.text(bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes)
    }

    private static func aLabel(_ label: Substring) -> String? {
        guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return String(label) }
        return Punycode.encode(Array(label.unicodeScalars)).map { "xn--" + $0 }
    }

    /// Whether the lengths of the host and its labels are valid in DNS, and the host contains no
    /// character that ends a host in a URL.
    private static func isSound(_ text: String, _ labels: [String]) -> Bool {
        // `containsInvalidLabelLengths`, line 54: the empty text after a trailing dot is not a
        // label.
        let labels = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
        return (1...253).contains(text.utf8.count)
            && labels.allSatisfy { (1...63).contains($0.utf8.count) }
            && text.utf8.allSatisfy {
                (0x21..<0x7f).contains($0) && !"#%/:?@[\\]".utf8.contains($0)
            }
    }
}
