import Crypto

/// A change to bytes that are otherwise as they should be.
package enum Damage: Hashable, Sendable {
    /// Nothing is left.
    case empty
    /// The last bytes are missing.
    case cut(Int)
    case append([UInt8])
    /// All bytes are zero.
    case zero
    /// The lowest bit of the last byte is the other one.
    case flip
    /// The byte at this place has another value; negative places count from the end.
    case change(at: Int, by: UInt8)
    /// The signature's numbers, or how they are written, are others.
    case signature(SignatureDamage)

    package func apply(to bytes: inout [UInt8]) {
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
        case .signature(let damage): damage.apply(to: &bytes)
        }
    }
}

extension [UInt8] {
    /// These bytes with each damage done, in order.
    package func damaged(by damage: [Damage]) -> [UInt8] {
        var bytes = self
        for item in damage { item.apply(to: &bytes) }
        return bytes
    }
}
