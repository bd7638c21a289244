/// Punycode (RFC 3492), the ASCII form of A-labels.
package enum Punycode {
    /// The parameters of §5.
    private static let (base, minimum, maximum) = (36, 1, 26)
    private static let (skew, damp) = (38, 700)
    /// The longest label without its `xn--`, in bytes (RFC 1035 §2.3.4).
    ///
    /// Insertion takes time in proportion to the square of the length, so longer input is rejected.
    private static let longest = 63 - 4

    /// Returns the code points of a label, at least one of them beyond ASCII.
    ///
    /// - Parameter text: the label without its `xn--`.
    /// - Returns: nil if no encoder produces the text.
    static func decode(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        guard text.count <= longest else { return nil }
        let delimiter = text.lastIndex(of: UInt8(ascii: "-"))
        var output = delimiter.map { Array(text[..<$0]).map(Unicode.Scalar.init) } ?? []
        var rest = delimiter.map { text[($0 + 1)...] } ?? text
        guard !rest.isEmpty, delimiter != text.startIndex, output.allSatisfy(\.isASCII) else {
            return nil
        }
        // The algorithm of §6.2; n and i are the names in the RFC.
        var (n, i, bias) = (128, 0, 72)
        while !rest.isEmpty {
            guard let delta = delta(&rest, bias: bias) else { return nil }
            let count = output.count + 1
            bias = adapted(delta, count: count, isFirst: i == 0)
            i += delta
            n += i / count
            i %= count
            guard let scalar = UInt32(exactly: n).flatMap(Unicode.Scalar.init) else { return nil }
            output.insert(scalar, at: i)
            i += 1
        }
        return output
    }

    /// Returns the label without its `xn--` for `scalars`; nil if the encoded scalars are too long
    /// for a label.
    package static func encode(_ scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count <= longest else { return nil }
        var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        // The algorithm of §6.3; n and h are the names in the RFC.
        var (n, delta, bias, h) = (128, 0, 72, basic)
        let values = scalars.map { Int($0.value) }
        while let next = values.filter({ $0 >= n }).min() {
            delta += (next - n) * (h + 1)
            n = next
            for value in values {
                if value < n { delta += 1 }
                guard value == n else { continue }
                output += digits(delta, bias: bias)
                bias = adapted(delta, count: h + 1, isFirst: h == basic)
                (delta, h) = (0, h + 1)
            }
            (delta, n) = (delta + 1, n + 1)
        }
        return output.count <= longest ? String(decoding: output, as: UTF8.self) : nil
    }

    /// Encodes a generalized variable-length integer (§3.3).
    private static func digits(_ delta: Int, bias: Int) -> [UInt8] {
        var (rest, digits): (Int, [UInt8]) = (delta, [])
        for k in sequence(first: base, next: { $0 + base }) {
            let threshold = min(max(k - bias, minimum), maximum)
            guard rest >= threshold else { break }
            digits.append(character(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
        }
        return digits + [character(rest)]
    }

    /// Returns the character of a digit: `a` to `z` for 0 to 25, then `0` to `9`.
    private static func character(_ digit: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: digit < 26 ? 0x61 + digit : 0x30 + digit - 26)
    }

    /// Decodes a generalized variable-length integer (§3.3); nil for 2^32 or more, which no label
    /// needs.
    private static func delta(_ rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var (value, weight) = (0, 1)
        for k in sequence(first: base, next: { $0 + base }) {
            guard let digit = rest.popFirst().flatMap(digit), weight < 1 << 32 else { return nil }
            value += digit * weight
            guard value < 1 << 32 else { return nil }
            let threshold = min(max(k - bias, minimum), maximum)
            if digit < threshold { return value }
            weight *= base - threshold
        }
        return nil
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch lowercased(byte) {
        case let letter where (0x61...0x7a).contains(letter): Int(letter) - 0x61
        case let digit where isDigit(digit): Int(digit) - 0x30 + 26
        default: nil
        }
    }

    /// Adapts the bias after a delta (§6.1).
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k = 0
        while delta > (base - minimum) * maximum / 2 {
            delta /= base - minimum
            k += base
        }
        return k + (base - minimum + 1) * delta / (delta + skew)
    }
}
