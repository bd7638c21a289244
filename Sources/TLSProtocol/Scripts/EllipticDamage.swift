/// A change to an ECDSA signature: its numbers r and s, or how DER writes them.
package enum EllipticDamage: Hashable, Sendable {
    /// r and s are each other.
    case swapped
    /// Both, or one of them, are these octets, the highest first.
    case numbers([UInt8])
    case first([UInt8])
    case second([UInt8])
    /// The order, its highest octet first, is added to r.
    case orderAdded([UInt8])
    /// r is negative.
    case negative
    /// Numbers with an octet of zeros that DER does not allow.
    case padded
    /// Lengths of two octets where DER has one.
    case longLengths
    /// An octet behind s, inside the sequence.
    case octetInside

    func apply(to bytes: inout [UInt8]) {
        var whole = ByteReader(bytes)
        guard whole.number(1) == 0x30, var body = Self.content(&whole), body.number(1) == 2,
            var first = Self.content(&body)?.rest, body.number(1) == 2,
            var second = Self.content(&body)?.rest
        else { return }
        switch self {
        case .swapped: Swift.swap(&first, &second)
        case .numbers(let octets): (first, second) = (octets, octets)
        case .first(let octets): first = octets
        case .second(let octets): second = octets
        case .orderAdded(let order): first = Self.sum(first, order)
        case .negative: first = [0xff] + first
        case .padded: (first, second) = ([0] + first, [0] + second)
        case .longLengths, .octetInside: break
        }
        let isLong = self == .longLengths
        var content = Self.element(2, first, isLong) + Self.element(2, second, isLong)
        if self == .octetInside { content.append(0) }
        bytes = Self.element(0x30, content, isLong)
    }

    private static func content(_ reader: inout ByteReader) -> ByteReader? {
        guard let length = reader.number(1) else { return nil }
        if length == 0x81 { return reader.nested(1) }
        return length < 0x80 ? reader.nested(counting: length) : nil
    }

    private static func element(_ tag: UInt8, _ content: [UInt8], _ isLong: Bool) -> [UInt8] {
        let length = UInt8(truncatingIfNeeded: content.count)
        return (isLong || length >= 0x80 ? [tag, 0x81, length] : [tag, length]) + content
    }

    private static func sum(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        var (sum, carry): ([UInt8], Int) = ([], 0)
        let (ones, others) = (Array(first.reversed()), Array(second.reversed()))
        for index in 0..<max(ones.count, others.count) + 1 {
            carry += index < ones.count ? Int(ones[index]) : 0
            carry += index < others.count ? Int(others[index]) : 0
            sum.append(UInt8(truncatingIfNeeded: carry))
            carry >>= 8
        }
        while sum.count > 1, sum[sum.count - 1] == 0, sum[sum.count - 2] < 0x80 { sum.removeLast() }
        return sum.reversed()
    }
}
