/// The two numbers of an ECDSA or DSA signature, and how they are encoded.
///
/// The numbers are the content bytes of DER INTEGERs.
package struct SignatureNumbers: Hashable, Sendable {
    package var first, second: [UInt8]
    /// Whether lengths have one byte more than in DER.
    package var hasLongLengths = false
    /// Bytes after the second number, inside the SEQUENCE.
    package var trailer: [UInt8] = []

    /// Makes the numbers r and s.
    package init(first: [UInt8], second: [UInt8]) {
        (self.first, self.second) = (first, second)
    }

    /// Reads a DER SEQUENCE that begins with two INTEGERs; nil for other bytes.
    package init?(_ signature: [UInt8]) {
        var rest = signature[...]
        guard var body = Self.content(of: 0x30, &rest), rest.isEmpty,
            let first = Self.content(of: 2, &body), let second = Self.content(of: 2, &body)
        else { return nil }
        self.init(first: Array(first), second: Array(second))
    }

    /// Returns the encoded SEQUENCE, whose numbers have at most 127 bytes.
    package func encoded() -> [UInt8] {
        element(0x30, element(2, first) + element(2, second) + trailer)
    }

    private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = UInt8(truncatingIfNeeded: content.count)
        let isLong = hasLongLengths || length >= 0x80
        return (isLong ? [tag, 0x81, length] : [tag, length]) + content
    }

    /// Reads an element whose length is one byte, or 0x81 and another byte.
    private static func content(
        of tag: UInt8,
        _ rest: inout ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard rest.popFirst() == tag, var length = rest.popFirst() else { return nil }
        if length == 0x81 {
            guard let next = rest.popFirst() else { return nil }
            length = next
        } else if length >= 0x80 {
            return nil
        }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return rest.prefix(Int(length))
    }
}
