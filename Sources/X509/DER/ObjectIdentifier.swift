/// An object identifier, stored as its DER content bytes (X.690 §8.19).
package struct ObjectIdentifier: Hashable, Sendable {
    /// The content bytes, without tag and length.
    package let content: [UInt8]

    package init(content: [UInt8]) {
        self.content = content
    }

    /// Encodes arcs such as `[2, 5, 29, 19]`.
    ///
    /// - Parameter arcs: at least two arcs; the first is 0 to 2, the second below 40 if the first
    ///   is below 2. Otherwise the result is nil.
    package init?(arcs: [UInt64]) {
        guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40,
            arcs[1] <= UInt64.max - 80
        else { return nil }
        var content: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs[2...] {
            var septets = [UInt8(arc & 0x7f)]
            var rest = arc >> 7
            while rest > 0 {
                septets.append(UInt8(rest & 0x7f) | 0x80)
                rest >>= 7
            }
            content += septets.reversed()
        }
        self.content = content
    }

    /// Reads dotted decimal text such as `2.5.29.19`; nil for text that is not an identifier.
    package init?(_ text: some StringProtocol) {
        var arcs: [UInt64] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let arc = UInt64(part)
            else { return nil }
            arcs.append(arc)
        }
        self.init(arcs: arcs)
    }
}

extension ObjectIdentifier: CustomStringConvertible {
    /// Dotted decimal; an identifier with an arc above 64 bits is shown as hexadecimal content.
    package var description: String {
        var arcs: [UInt64] = []
        var arc: UInt64 = 0
        for byte in content {
            guard arc <= UInt64.max >> 7 else { return "oid:" + content.hex }
            arc = arc << 7 | UInt64(byte & 0x7f)
            if byte & 0x80 == 0 {
                arcs.append(arc)
                arc = 0
            }
        }
        guard let joined = arcs.first else { return "oid:" + content.hex }
        let first = min(joined / 40, 2)
        return ([first, joined - first * 40] + arcs.dropFirst())
            .map(String.init).joined(separator: ".")
    }
}
