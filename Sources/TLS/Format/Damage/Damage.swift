import Crypto

/// A change to otherwise correct bytes.
package enum Damage: Hashable, Sendable {
    /// Removes all bytes.
    case empty
    /// Removes this many bytes from the end.
    case cut(Int)
    case append([UInt8])
    /// Replaces all bytes by zeros.
    case zero
    /// Flips the lowest bit of the last byte.
    case flip
    /// Changes the byte at this index; negative indexes count from the end.
    case change(at: Int, by: UInt8)
    /// Changes the signature's numbers or their encoding.
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
    /// Returns these bytes after applying each damage, in order.
    package func damaged(by damage: [Damage]) -> [UInt8] {
        var bytes = self
        for item in damage { item.apply(to: &bytes) }
        return bytes
    }
}
