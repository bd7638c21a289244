/// A change to a finished signature: to its numbers or to their encoding.
package enum SignatureDamage: Hashable, Sendable {
    // The following changes apply to ECDSA and DSA; other signatures stay unchanged.

    /// Swaps r and s.
    case swapped
    /// Replaces both numbers, only the first, or only the second, by these big-endian bytes.
    case numbers([UInt8])
    case first([UInt8])
    case second([UInt8])
    /// Adds the order of the group, given in big-endian bytes, to r.
    case orderAdded([UInt8])
    /// Replaces s by the order - s, which also verifies.
    case otherSecond(order: [UInt8])
    /// Makes r negative.
    case negative
    /// Adds a leading zero byte to the numbers, which DER forbids.
    case padded
    /// Uses an s above half the order without its leading zero byte, so that readers take s for a
    /// negative number.
    case unpadded(order: [UInt8])
    /// Encodes lengths in two bytes where DER requires one.
    case longLengths
    /// Adds a byte after s, inside the sequence.
    case byteInside

    /// Adds the order of Ed25519's group to S, the second half of the signature (RFC 8032 §5.1.7);
    /// applies only to Ed25519.
    case edwardsOrder

    /// Applies the change to a signature.
    package func apply(to bytes: inout [UInt8]) {
        if self == .edwardsOrder { return Self.addEdwardsOrder(to: &bytes) }
        guard var numbers = SignatureNumbers(bytes) else { return }
        switch self {
        case .swapped: swap(&numbers.first, &numbers.second)
        case .numbers(let bytes): (numbers.first, numbers.second) = (bytes, bytes)
        case .first(let bytes): numbers.first = bytes
        case .second(let bytes): numbers.second = bytes
        case .orderAdded(let order): numbers.first = Self.sum(numbers.first, order)
        case .otherSecond(let order):
            numbers.second = Self.difference(order, numbers.second) ?? numbers.second
        case .negative: numbers.first = [0xff] + numbers.first
        case .padded: (numbers.first, numbers.second) = ([0] + numbers.first, [0] + numbers.second)
        case .unpadded(let order):
            if numbers.second.first != 0 {
                numbers.second = Self.difference(order, numbers.second) ?? numbers.second
            }
            numbers.second = Array(numbers.second.drop { $0 == 0 })
        case .longLengths: numbers.hasLongLengths = true
        case .byteInside: numbers.trailer = [0]
        case .edwardsOrder: return
        }
        bytes = numbers.encoded()
    }

    /// Returns the sum of two numbers as the content of a DER INTEGER.
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

    /// Returns `first` - `second` as the content of a DER INTEGER; nil if OpenSSL fails.
    ///
    /// `second` must not be greater than `first`.
    private static func difference(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
        try? BigNumber(first).minus(BigNumber(second)).integer()
    }

    /// The order of Ed25519's group, 2^252 + 27742317777372353535851937790883648493, in
    /// little-endian bytes.
    private static let orderOfEdwards: [UInt8] =
        [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9,
            0xde,
            0x14,
        ] + [UInt8](repeating: 0, count: 15) + [0x10]

    private static func addEdwardsOrder(to bytes: inout [UInt8]) {
        guard bytes.count == 64 else { return }
        var carry = 0
        for (index, byte) in orderOfEdwards.enumerated() {
            carry += Int(bytes[32 + index]) + Int(byte)
            bytes[32 + index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }
}
