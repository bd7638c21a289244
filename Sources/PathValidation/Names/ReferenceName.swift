/// A DNS reference identifier in lower case, without the dot of the root.
struct ReferenceName: Hashable {
    private let bytes: [UInt8]

    /// Returns nil for a name that no certificate can prove: an empty or too long name or label
    /// (RFC 1035 §2.3.4), or characters outside letters, digits, hyphen and underscore.
    ///
    /// An IPv4 address is an IP-ID (RFC 9525 §4.2.1). Every name that ends in a number is also an
    /// IP-ID (WHATWG URL, "ends in a number").
    init?(_ text: String) {
        var bytes = text.utf8.map(lowercased)
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= 253,
            labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(isNameByte) }),
            labels.last?.allSatisfy(isDigit) == false
        else { return nil }
        self.bytes = bytes
    }

    /// Whether a dNSName equals this name or is a wildcard that covers it.
    func matches(
        _ presented: ArraySlice<UInt8>,
        _ wildcards: IdentityMatching.Wildcards = .wholeLabel
    ) -> Bool {
        if HostName.equals(bytes[...], presented) { return true }
        guard presented.contains(UInt8(ascii: "*")) else { return false }
        if case .none = wildcards { return false }
        if case .anyPart = wildcards { return matchesByParts(presented) }
        guard presented.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")]),
            let dot = bytes.firstIndex(of: UInt8(ascii: "."))
        else { return false }
        let parent = bytes[(dot + 1)...]
        guard parent.contains(UInt8(ascii: ".")),
            HostName.equals(parent, presented.dropFirst(2))
        else { return false }
        switch wildcards {
        case .wholeLabel, .anyPart, .none: return true
        case .wholeLabelBelowRegistries:
            return !PublicSuffixList.contains(parent, of: .registries)
        }
    }

    /// Compares label by label.
    ///
    /// Each presented label may have one `*`, except the last label.
    private func matchesByParts(_ presented: ArraySlice<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        let labels = bytes.split(separator: dot)
        let patterns = presented.split(separator: dot, omittingEmptySubsequences: false)
        guard labels.count == patterns.count,
            let (name, last) = zip(labels, patterns).suffix(1).first
        else { return false }
        return HostName.equals(name, last)
            && zip(labels, patterns).dropLast().allSatisfy(Self.matches)
    }

    private static func matches(_ label: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        let star = UInt8(ascii: "*")
        guard let place = pattern.firstIndex(of: star) else {
            return HostName.equals(label, pattern)
        }
        let (before, after) = (pattern[..<place], pattern[(place + 1)...])
        guard pattern.count > 1 else { return true }
        return !after.contains(star) && !label.starts(with: "xn--".utf8)
            && label.count > before.count + after.count
            && HostName.equals(label.prefix(before.count), before)
            && HostName.equals(label.suffix(after.count), after)
    }
}
