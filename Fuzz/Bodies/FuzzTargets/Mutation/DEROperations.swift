import Basics
import X509

extension DERMutator {
    /// Applies one operation to one element of `buffer`.
    ///
    /// - Returns: false, with the bytes unchanged, if no element fits or there is not enough room.
    mutating func edit(
        _ buffer: inout DERBuffer,
        _ operation: Operation,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        places.read(buffer.bytes)
        let chosen =
            switch operation {
            case .bytes: places.any(using: &generator) { place, _ in place.isLeaf }
            case .value: places.leafOfAnyType(using: &generator)
            default: places.any(using: &generator)
            }
        guard let chosen else { return false }
        let place = places[chosen]
        let (encoding, start) = (place.encoding, place.header.lowerBound)
        switch operation {
        case .bytes: return changeBytes(of: chosen, &buffer, using: &generator)
        case .value:
            guard let value = KnownEncodings.contents(place.tag).one(using: &generator) else {
                return false
            }
            return replace(place.content, in: chosen, of: &buffer, with: value)
        case .duplicate:
            let end = encoding.upperBound
            return replace(end..<end, in: place.parent, of: &buffer, with: encoding)
        case .drop: return replace(encoding, in: place.parent, of: &buffer, with: [])
        case .reorder: return reorder(chosen, buffer, using: &generator)
        case .retag: buffer[start] = Self.tag(instead: place.tag, using: &generator)
        case .relength: return relength(place, &buffer, using: &generator)
        case .transplant:
            let donor = places[places.any(using: &generator) ?? chosen].encoding
            let range = generator.below(2) == 0 ? start..<start : encoding
            return replace(range, in: place.parent, of: &buffer, with: donor)
        case .state:
            let stated = Self.stated(using: &generator)
            let position = generator.below(2) == 0 ? start : encoding.upperBound
            return replace(position..<position, in: place.parent, of: &buffer, with: stated)
        case .multiply:
            let count = min(buffer.room / max(1, encoding.count), 1 << (1 + generator.below(10)))
            guard count > 0 else { return false }
            let copies = Self.copies(Array(buffer[encoding]), places.value(in: chosen), count)
            return replace(encoding, in: place.parent, of: &buffer, with: copies)
        }
        return true
    }

    private func replace(
        _ range: Range<Int>,
        in parent: Int?,
        of buffer: inout DERBuffer,
        with bytes: [UInt8]
    ) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            buffer.replace(range, in: parent, of: places, with: bytes)
        }
    }

    /// Replaces `range` with other bytes of the same encoding.
    private func replace(
        _ range: Range<Int>,
        in parent: Int?,
        of buffer: inout DERBuffer,
        with bytes: Range<Int>
    ) -> Bool {
        buffer.replace(range, in: parent, of: places, with: buffer[bytes])
    }

    /// Changes, inserts or removes bytes of the content of a leaf.
    private func changeBytes(
        of leaf: Int,
        _ buffer: inout DERBuffer,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        let content = places[leaf].content
        let index = content.lowerBound + generator.below(content.count + 1)
        let any = UInt8(truncatingIfNeeded: generator.next())
        let isAtEnd = index == content.upperBound
        switch isAtEnd ? 3 : generator.below(6) {
        case 0: buffer[index] ^= 1 << (any & 7)
        case 1: buffer[index] = any
        case 2: buffer[index] &+= any & 1 == 0 ? 1 : 0xff
        case 3:
            return withUnsafePointer(to: any) { any in
                let byte = UnsafeBufferPointer(start: any, count: 1)
                return buffer.replace(index..<index, in: leaf, of: places, with: byte)
            }
        case 4: return replace(index..<index + 1, in: leaf, of: &buffer, with: [])
        default:
            return replace(index..<content.upperBound, in: leaf, of: &buffer, with: [])
        }
        return true
    }

    private static func stated(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let tag = KnownEncodings.optionalTags.one(using: &generator) ?? .boolean
        let content = KnownEncodings.defaults.one(using: &generator) ?? []
        return DERWriter.bytes { $0.primitive(tag, content) }
    }

    /// Swaps two elements of the same parent.
    private func reorder(
        _ index: Int,
        _ buffer: DERBuffer,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        let parent = places[index].parent
        let other = places.any(using: &generator) { place, other in
            other != index && place.parent == parent
        }
        guard let other else { return false }
        buffer.swap(places[min(index, other)].encoding, places[max(index, other)].encoding)
        return true
    }

    private static func tag(
        instead tag: UInt8,
        using generator: inout some RandomNumberGenerator
    ) -> UInt8 {
        switch generator.below(3) {
        case 0: KnownEncodings.types.one(using: &generator)?.tag.rawValue ?? tag
        // One bit of the tag is flipped, which changes the number, the form or the class.
        case 1: tag ^ 1 << UInt8(generator.below(8))
        default: 0x80 | UInt8(generator.below(2) * 0x20 + generator.below(9))
        }
    }

    private func relength(
        _ place: DERPlaces.Place,
        _ buffer: inout DERBuffer,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        let (tag, count) = (place.tag, place.content.count)
        let long = withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).bigEndian) { Array($0) }
        let header: [UInt8]
        switch generator.below(8) {
        case 0:
            let indefinite = [tag, 0x80] + buffer[place.content] + [0, 0]
            return replace(place.encoding, in: place.parent, of: &buffer, with: indefinite)
        // These lengths have more bytes than necessary, or are too large for the bytes that follow.
        case 1: header = [tag, 0x84] + long
        case 2: header = [tag, 0x85, 0] + long
        case 3: header = [tag, 0x84, 0xff, 0xff, 0xff, 0xff]
        // Lengths beyond 32 bits: the greatest Int64, and a number that is negative as an Int64.
        case 4: header = [tag, 0x88, 0x7f] + [UInt8](repeating: 0xff, count: 7)
        case 5: header = [tag, 0x88] + [UInt8](repeating: 0xff, count: 8)
        case 6: header = [tag, UInt8(min(0x7f, count + 1))]
        default: header = [tag, UInt8(min(0x7f, count)) &- (count > 0 ? 1 : 0)]
        }
        return replace(place.header, in: place.parent, of: &buffer, with: header)
    }

    /// Returns copies of an encoding, numbered in the last two bytes of their `value`.
    ///
    /// `value` is the content of a leaf; the numbers look like the last arc of an identifier.
    static func copies(_ encoding: [UInt8], _ value: Range<Int>, _ count: Int) -> [UInt8] {
        var copies: [UInt8] = []
        copies.reserveCapacity(encoding.count * count)
        for number in 0..<count {
            let start = copies.count
            copies += encoding
            for (byte, index) in value.dropFirst().suffix(2).reversed().enumerated() {
                // The first byte is kept, because no arc may begin with the byte 0x80.
                copies[start + index] =
                    byte == 0 ? UInt8(number & 0x7f) : 0x81 + UInt8(number >> 7 & 0x7f) % 0x7f
            }
        }
        return copies
    }
}

extension DERPlaces {
    /// Returns the content of the first leaf in the element at `index`, or of the element itself,
    /// relative to its start.
    func value(in index: Int) -> Range<Int> {
        var leaf = index
        // An element comes before the elements inside it.
        while !self[leaf].isLeaf { leaf += 1 }
        let (start, content) = (self[index].header.lowerBound, self[leaf].content)
        return content.lowerBound - start..<content.upperBound - start
    }
}
