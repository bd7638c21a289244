import PKIX
import SeededChoices

extension DERMutator {
    /// Applies one operation to one element of `bytes`.
    ///
    /// - Returns: nil if no element fits, or the result would be too long.
    static func edit(
        _ bytes: [UInt8],
        _ operation: Operation,
        upTo maximumSize: Int,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        let places = DERPlaces(bytes)
        let changesContent = operation == .octets || operation == .value
        let candidates = changesContent ? places.all.filter(\.isLeaf) : places.all
        guard let place = candidates.one(using: &generator) else { return nil }
        let encoding = bytes[place.encoding]
        let new: [UInt8]?
        switch operation {
        case .octets: new = octets(bytes[place.content], using: &generator).map(rewrapped)
        case .value: new = value(bytes[place.header.lowerBound], using: &generator).map(rewrapped)
        case .duplicate: new = Array(encoding + encoding)
        case .drop: new = []
        case .reorder: return reorder(bytes, places, place, using: &generator)
        case .retag: new = retagged(Array(encoding), using: &generator)
        case .relength: new = relengthened(bytes, place, using: &generator)
        case .transplant:
            let donor = places.all.one(using: &generator) ?? place
            new = Array(bytes[donor.encoding] + (generator.below(2) == 0 ? encoding : []))
        case .state:
            let stated = stated(using: &generator)
            new = generator.below(2) == 0 ? stated + encoding : encoding + stated
        case .multiply:
            let room = (maximumSize - bytes.count) / max(1, encoding.count)
            let count = min(room, 1 << (1 + generator.below(10)))
            new = count < 1 ? nil : copies(Array(encoding), places.value(in: place), count)
        }
        guard let new, new.count <= maximumSize - bytes.count + encoding.count else { return nil }
        let edited = places.replacing(place.encoding, in: place.parent, with: new, of: bytes)
        return edited.count <= maximumSize ? edited : nil

        func rewrapped(_ content: [UInt8]) -> [UInt8] {
            DERWriter.bytes {
                $0.primitive(DERTag(rawValue: bytes[place.header.lowerBound]), content)
            }
        }
    }

    private static func octets(
        _ content: ArraySlice<UInt8>,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        var octets = Array(content)
        let place = generator.below(octets.count + 1)
        let any = UInt8(truncatingIfNeeded: generator.next())
        guard place < octets.count else { return octets + [any] }
        switch generator.below(6) {
        case 0: octets[place] ^= 1 << (any & 7)
        case 1: octets[place] = any
        case 2: octets[place] = octets[place] &+ (any & 1 == 0 ? 1 : 0xff)
        case 3: octets.insert(any, at: place)
        case 4: octets.remove(at: place)
        default: octets.removeSubrange(place...)
        }
        return octets
    }

    private static func value(
        _ tag: UInt8,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        KnownEncodings.contents(DERTag(rawValue: tag)).one(using: &generator)
    }

    private static func stated(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        let tag = KnownEncodings.optionalTags.one(using: &generator) ?? .boolean
        let content = KnownEncodings.defaults.one(using: &generator) ?? []
        return DERWriter.bytes { $0.primitive(tag, content) }
    }

    /// Swaps two elements of the same parent.
    private static func reorder(
        _ bytes: [UInt8],
        _ places: DERPlaces,
        _ place: DERPlaces.Place,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8]? {
        let beside = places.all.filter {
            $0.parent == place.parent && $0.header.lowerBound != place.header.lowerBound
        }
        guard let other = beside.one(using: &generator) else { return nil }
        let isFirst = place.header.lowerBound < other.header.lowerBound
        let (first, second) = isFirst ? (place, other) : (other, place)
        let between = bytes[first.encoding.upperBound..<second.encoding.lowerBound]
        return places.replacing(
            first.encoding.lowerBound..<second.encoding.upperBound,
            in: place.parent,
            with: bytes[second.encoding] + between + bytes[first.encoding],
            of: bytes
        )
    }

    private static func retagged(
        _ encoding: [UInt8],
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var encoding = encoding
        switch generator.below(3) {
        case 0:
            encoding[0] = KnownEncodings.types.one(using: &generator)?.tag.rawValue ?? encoding[0]
        // Another number or another class.
        case 1: encoding[0] ^= 1 << UInt8(generator.below(8))
        default:
            encoding[0] = 0x80 | UInt8(generator.below(2) * 0x20 + generator.below(9))
        }
        return encoding
    }

    private static func relengthened(
        _ bytes: [UInt8],
        _ place: DERPlaces.Place,
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        let tag = bytes[place.header.lowerBound]
        let content = bytes[place.content]
        let length = UInt32(truncatingIfNeeded: content.count)
        let long = withUnsafeBytes(of: length.bigEndian) { Array($0) }
        switch generator.below(6) {
        case 0: return [tag, 0x80] + content + [0, 0]
        // More length octets than necessary.
        case 1: return [tag, 0x84] + long + content
        case 2: return [tag, 0x85, 0] + long + content
        case 3: return [tag, 0x84, 0xff, 0xff, 0xff, 0xff] + content
        case 4: return [tag, UInt8(min(0x7f, length + 1))] + content
        default: return [tag, UInt8(min(0x7f, length)) &- (length > 0 ? 1 : 0)] + content
        }
    }

    /// Copies of an encoding, numbered in the last two octets of their `value`.
    ///
    /// `value` is the content of a leaf; the numbers look like the last arc of an identifier.
    static func copies(_ encoding: [UInt8], _ value: Range<Int>, _ count: Int) -> [UInt8] {
        var copies: [UInt8] = []
        copies.reserveCapacity(encoding.count * count)
        for number in 0..<count {
            let start = copies.count
            copies += encoding
            for (octet, index) in value.dropFirst().suffix(2).reversed().enumerated() {
                // The first octet stays as it is, and no arc may begin with the octet 80.
                copies[start + index] =
                    octet == 0 ? UInt8(number & 0x7f) : 0x81 + UInt8(number >> 7 & 0x7f) % 0x7f
            }
        }
        return copies
    }
}

extension DERPlaces {
    /// The content of the first leaf in `place`, or of `place` itself, relative to its start.
    func value(in place: Place) -> Range<Int> {
        let start = place.header.lowerBound
        let leaf =
            all.first { $0.isLeaf && place.encoding.contains($0.header.lowerBound) } ?? place
        return leaf.content.lowerBound - start..<leaf.content.upperBound - start
    }
}
