import PKIX
import SeededChoices

/// Mutates an encoding by its structure.
///
/// Most results are still nested elements, so that checks after the outermost length run. The
/// result depends only on the generator's numbers. Bytes that are not DER are mutated too.
package enum DERMutator {
    /// Makes a signature for the signed part of the outermost element with this index.
    ///
    /// Nil keeps the old signature.
    package typealias Signer = (_ signed: ArraySlice<UInt8>, _ index: Int) -> [UInt8]?

    /// Mutates octets without regard to structure, up to the maximum size, as LLVMFuzzerMutate
    /// does.
    package typealias RawMutator = (_ bytes: inout [UInt8], _ maximumSize: Int) -> Void

    /// A change to an element.
    package enum Operation: CaseIterable, Sendable {
        /// Flips, inserts, removes or replaces octets of the content.
        case octets
        /// Replaces the content with a value that decoders treat specially.
        case value
        case duplicate, drop
        /// Swaps the element with a sibling.
        case reorder
        case retag
        /// Makes the length wrong, indefinite or longer than necessary.
        case relength
        /// Copies another element of the same encoding over it, or in front of it.
        case transplant
        /// Inserts a value that DER leaves out beside it, such as a default.
        case state
        /// Repeats it many times, with a different first value in each copy.
        case multiply
    }

    /// Changes `bytes` in one place.
    ///
    /// - Parameters:
    ///   - bytes: one encoding, or several in sequence.
    ///   - maximumSize: the limit on bytes afterwards; longer input is cut first.
    ///   - generator: the source of the choices.
    ///   - operation: the change; nil for any, with `raw` once in ten times.
    ///   - raw: the mutator without structure; nil flips a bit.
    ///   - sign: signs the result again, except once in eight times.
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

    /// Replaces an element of one encoding with an element of another.
    ///
    /// Both elements have the same type if the other encoding has one of that type, so that a field
    /// of one certificate moves into another.
    ///
    /// - Returns: at most `maximumSize` bytes; `first`, cut to that size, if no result fits.
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

    /// Signs each outermost element that has a signed part and ends with a BIT STRING.
    ///
    /// Certificates, CRLs and basic OCSP responses have this form.
    package static func resign(_ bytes: inout [UInt8], maximumSize: Int, by sign: Signer) {
        let places = DERPlaces(bytes)
        let outermost = places.all.indices.filter { places.all[$0].parent == nil }
        // Backwards, so that earlier places stay valid.
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
