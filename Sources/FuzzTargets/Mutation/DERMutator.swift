import PKIX
import SeededChoices

/// Makes another encoding of one, by its structure: a mutated certificate is still elements inside
/// elements most of the time, so that what is behind the outermost length is reached.
///
/// Everything follows from the generator's numbers. Bytes that are no DER are mutated too.
package enum DERMutator {
    /// Signs again what was mutated: the encoding that is signed and the number of the outermost
    /// element that it is in, counted from 0, to the octets of a signature; nil leaves the old one.
    package typealias Signer = (_ signed: ArraySlice<UInt8>, _ index: Int) -> [UInt8]?

    /// Mutates octets without regard to structure, to at most so many; libFuzzer's own mutator.
    package typealias RawMutator = (_ bytes: inout [UInt8], _ maximumSize: Int) -> Void

    /// What can be done to an element.
    package enum Operation: CaseIterable, Sendable {
        /// Octets of its content flipped, put in, left out or replaced.
        case octets
        /// Content that decoders treat apart in its place.
        case value
        case duplicate, drop
        /// Another element beside it in its place, and it in the other's.
        case reorder
        case retag
        /// A length that is wrong, indefinite, or longer than it needs to be.
        case relength
        /// Another element of the same encoding in its place, or in front of it.
        case transplant
        /// A value in front of it or behind it that DER leaves out as a rule, one by default say.
        case state
        /// Many copies of it, which differ in their first value.
        case multiply
    }

    /// Changes `bytes` in one place.
    ///
    /// - Parameters:
    ///   - bytes: one encoding or several, one after the other.
    ///   - maximumSize: how many bytes there may be afterwards; what is longer is cut first.
    ///   - generator: where the choices come from.
    ///   - operation: what to do; nil for any, and for one in ten `raw`.
    ///   - raw: nil for flipping bits.
    ///   - sign: signs again what was changed, save one in eight.
    package static func mutate(
        _ bytes: inout [UInt8],
        maximumSize: Int,
        using generator: inout some RandomNumberGenerator,
        operation: Operation? = nil,
        raw: RawMutator? = nil,
        sign: Signer? = nil
    ) {
        if bytes.count > maximumSize { bytes.removeLast(bytes.count - max(0, maximumSize)) }
        let isRaw = operation == nil && generator.below(10) == 0
        let chosen = operation ?? Operation.allCases.one(using: &generator)
        if !isRaw, let chosen,
            let edited = edit(bytes, chosen, upTo: maximumSize, using: &generator)
        {
            bytes = edited
        } else {
            mutateRaw(&bytes, maximumSize, raw, using: &generator)
        }
        guard let sign, generator.below(8) != 0 else { return }
        resign(&bytes, maximumSize: maximumSize, by: sign)
    }

    /// One encoding with an element of another in the place of one of its own.
    ///
    /// The two are of one type where the other has any of that type, so that a field of one
    /// certificate comes into another.
    ///
    /// - Returns: at most `maximumSize` bytes; `first` cut to it where nothing fits.
    package static func crossover(
        _ first: [UInt8],
        _ second: [UInt8],
        maximumSize: Int,
        using generator: inout some RandomNumberGenerator,
        sign: Signer? = nil
    ) -> [UInt8] {
        var crossed = Array(first.prefix(max(0, maximumSize)))
        let (own, others) = (DERPlaces(first), DERPlaces(second))
        if let place = own.all.one(using: &generator), var donor = others.all.one(using: &generator)
        {
            let tag = first[place.header.lowerBound]
            let alike = others.all.filter { second[$0.header.lowerBound] == tag }
            donor = alike.one(using: &generator) ?? donor
            let range =
                generator.below(4) == 0
                ? place.encoding.lowerBound..<place.encoding.lowerBound : place.encoding
            let edited = own.replacing(
                range,
                in: place.parent,
                with: second[donor.encoding],
                of: first
            )
            if edited.count <= maximumSize { crossed = edited }
        }
        if let sign, generator.below(8) != 0 {
            resign(&crossed, maximumSize: maximumSize, by: sign)
        }
        return crossed
    }

    /// Puts another signature into each outermost element that has a signed part and ends with a BIT
    /// STRING, as certificates, CRLs and basic OCSP responses do.
    package static func resign(_ bytes: inout [UInt8], maximumSize: Int, by sign: Signer) {
        let places = DERPlaces(bytes)
        let outermost = places.all.indices.filter { places.all[$0].parent == nil }
        // From the last to the first, so that places in front stay where they are.
        for (index, root) in outermost.enumerated().reversed() {
            let parts = places.all.filter { $0.parent == root }
            guard let signed = parts.first, let last = parts.last, parts.count > 1,
                bytes[last.header.lowerBound] == DERTag.bitString.rawValue,
                let signature = sign(bytes[signed.encoding], index)
            else { continue }
            let value = DERWriter.bytes { $0.bitString(signature) }
            let edited = places.replacing(last.encoding, in: root, with: value, of: bytes)
            if edited.count <= maximumSize { bytes = edited }
        }
    }

    private static func mutateRaw(
        _ bytes: inout [UInt8],
        _ maximumSize: Int,
        _ raw: RawMutator?,
        using generator: inout some RandomNumberGenerator
    ) {
        if let raw {
            raw(&bytes, maximumSize)
        } else if bytes.isEmpty {
            if maximumSize > 0 { bytes = [UInt8(truncatingIfNeeded: generator.next())] }
        } else {
            bytes[generator.below(bytes.count)] ^= 1 << UInt8(generator.below(8))
        }
    }
}
