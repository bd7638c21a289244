/// A domain name as DNS messages contain it, without compression (RFC 1035 §3.1).
///
/// Letters are in lower case, since names are compared without regard to case (RFC 4343).
package struct DNSName: Hashable, Sendable {
    /// The labels from the left; empty for the root.
    package let labels: [[UInt8]]

    /// Makes a name of labels; nil if a label is empty or longer than 63 bytes, or if the name is
    /// longer than 255 bytes (RFC 1035 §2.3.4).
    init?(labels: [[UInt8]]) {
        let length = labels.reduce(1) { $0 + 1 + $1.count }
        guard length <= 255, labels.allSatisfy({ (1...63).contains($0.count) }) else { return nil }
        self.labels = labels.map { $0.map(\.loweredASCII) }
    }

    /// Reads a name such as `www.example.test`, with or without a dot at its end; nil for a text
    /// that is not a name.
    package init?(_ text: String) {
        var labels = text.utf8.split(separator: 0x2e, omittingEmptySubsequences: false)
            .map(Array.init)
        if labels.last?.isEmpty == true { labels.removeLast() }
        self.init(labels: labels)
    }

    /// The name in the form of DNS messages.
    package var bytes: [UInt8] { labels.flatMap { [UInt8($0.count)] + $0 } + [0] }

    /// Returns the name after this many labels.
    func dropping(_ count: Int) -> DNSName { DNSName(known: Array(labels.dropFirst(count))) }

    /// Whether the name is below another name.
    func isBelow(_ other: DNSName) -> Bool {
        labels.count > other.labels.count && labels.suffix(other.labels.count) == other.labels[...]
    }

    private init(known labels: [[UInt8]]) { self.labels = labels }
}

extension UInt8 {
    /// The byte in lower case if it is an ASCII letter; otherwise the same byte.
    fileprivate var loweredASCII: UInt8 { (0x41...0x5a).contains(self) ? self + 0x20 : self }
}
