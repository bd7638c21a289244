/// A change to octets that are otherwise as they should be.
package enum Damage: Hashable, Sendable {
    /// Nothing is left.
    case empty
    /// The last octets are missing.
    case cut(Int)
    case append([UInt8])
    /// All octets are zero.
    case zero
    /// The lowest bit of the last octet is the other one.
    case flip
    /// The octet at this place has another value; negative places count from the end.
    case change(at: Int, by: UInt8)
    /// The signature's numbers, or how DER writes them, are others; only ECDSA's change.
    case elliptic(EllipticDamage)
    /// The order of the group is added to the second half (RFC 8032 §5.1.7); Ed25519's.
    case edwardsOrder

    func apply(to bytes: inout [UInt8]) {
        switch self {
        case .empty: bytes = []
        case .cut(let count): bytes.removeLast(min(max(count, 0), bytes.count))
        case .append(let more): bytes += more
        case .zero: bytes = [UInt8](repeating: 0, count: bytes.count)
        case .flip:
            if !bytes.isEmpty { bytes[bytes.count - 1] ^= 1 }
        case .change(let place, let difference):
            let index = place < 0 ? bytes.count + place : place
            if bytes.indices.contains(index) { bytes[index] &+= difference }
        case .elliptic(let damage): damage.apply(to: &bytes)
        case .edwardsOrder: Self.addEdwardsOrder(to: &bytes)
        }
    }

    /// The order of Ed25519's group, 2^252 + 27742317777372353535851937790883648493, its lowest octet
    /// first.
    private static let order: [UInt8] =
        [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9,
            0xde,
            0x14,
        ] + [UInt8](repeating: 0, count: 15) + [0x10]

    private static func addEdwardsOrder(to bytes: inout [UInt8]) {
        guard bytes.count == 64 else { return }
        var carry = 0
        for (index, octet) in order.enumerated() {
            carry += Int(bytes[32 + index]) + Int(octet)
            bytes[32 + index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }
}

extension [UInt8] {
    /// These octets with each damage done, in order.
    func damaged(by damage: [Damage]) -> [UInt8] {
        var bytes = self
        for item in damage { item.apply(to: &bytes) }
        return bytes
    }
}
