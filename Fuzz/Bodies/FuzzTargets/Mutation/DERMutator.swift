import Basics
import X509

/// The signature of LLVMFuzzerMutate, which ignores structure.
///
/// The function takes the bytes, their number and the limit, and returns the new number of bytes.
public typealias LibFuzzerMutate = (UnsafeMutablePointer<UInt8>?, Int, Int) -> Int

/// Mutates an encoding in place, following its structure.
///
/// Most results are still nested elements, so that the checks after the outermost length run. The
/// result depends only on the generator's numbers. Bytes that are not DER are mutated too.
package struct DERMutator: Sendable {
    /// Makes a signature for the signed part of the outermost element with this index.
    ///
    /// Nil keeps the old signature.
    package typealias Signer = (_ signed: [UInt8], _ index: Int) -> [UInt8]?

    private static let operations = Operation.allCases

    /// The places of the elements in the input, and in the other input of a crossover; kept to
    /// reuse their memory.
    var places = DERPlaces()
    private var others = DERPlaces()

    /// A change to an element.
    package enum Operation: CaseIterable, Sendable {
        /// Flips, inserts, removes or replaces bytes of the content.
        case bytes
        /// Replaces the content with a value that decoders treat specially.
        case value
        case duplicate, drop
        /// Swaps the element with a sibling.
        case reorder
        case retag
        /// Makes the length wrong, indefinite or longer than necessary.
        case relength
        /// Overwrites the element with another element of the same encoding, or inserts that
        /// element before it.
        case transplant
        /// Inserts a value that DER omits, such as a default, next to the element.
        case state
        /// Repeats the element many times, with a different first value in each copy.
        case multiply
    }

    /// Changes the bytes in one place.
    ///
    /// - Parameters:
    ///   - buffer: one encoding, or several in sequence.
    ///   - generator: the source of the choices.
    ///   - operation: the change; nil for a random change, which is `raw` once in ten times.
    ///   - raw: the mutator without structure; nil flips a bit.
    ///   - sign: whether to sign the result again, except once in eight times.
    mutating func mutate(
        _ buffer: inout DERBuffer,
        using generator: inout some RandomNumberGenerator,
        operation: Operation? = nil,
        raw: LibFuzzerMutate? = nil,
        sign: Signer? = nil
    ) {
        let isRaw = operation == nil && generator.below(10) == 0
        let chosen = operation ?? Self.operations.one(using: &generator) ?? .bytes
        if isRaw || !edit(&buffer, chosen, using: &generator) {
            mutateRaw(&buffer, raw, using: &generator)
        }
        if let sign, generator.below(8) != 0 { resign(&buffer, by: sign) }
    }

    /// Replaces an element of the bytes with an element of another encoding.
    ///
    /// If the other encoding has an element of the same type, the mutator takes that element, so
    /// that a field of one certificate moves into another. The bytes stay unchanged if no result
    /// fits.
    mutating func cross(
        _ buffer: inout DERBuffer,
        with other: UnsafeBufferPointer<UInt8>,
        using generator: inout some RandomNumberGenerator
    ) {
        places.read(buffer.bytes)
        others.read(other)
        guard let chosen = places.any(using: &generator), let any = others.any(using: &generator)
        else { return }
        let place = places[chosen]
        let donor = others.any(using: &generator) { donor, _ in donor.tag == place.tag } ?? any
        let range = generator.below(4) == 0 ? place.encoding.prefix(0) : place.encoding
        let bytes = UnsafeBufferPointer(rebasing: other[others[donor].encoding])
        _ = buffer.replace(range, in: place.parent, of: places, with: bytes)
    }

    /// Signs each outermost element that has a signed part and ends with a BIT STRING.
    ///
    /// Certificates, CRLs and basic OCSP responses have this form.
    mutating func resign(_ buffer: inout DERBuffer, by sign: Signer) {
        places.read(buffer.bytes)
        let outermost = places.indices.filter { places[$0].parent == nil }
        // Signing goes backwards, so that earlier places stay valid.
        for (index, root) in outermost.enumerated().reversed() {
            let parts = places.indices.filter { places[$0].parent == root }
            guard let signed = parts.first, let last = parts.last, parts.count > 1,
                places[last].tag == DERTag.bitString.rawValue,
                let signature = sign(Array(buffer[places[signed].encoding]), index)
            else { continue }
            let value = DERWriter.bytes { $0.bitString(signature) }
            _ = value.withUnsafeBufferPointer { value in
                buffer.replace(places[last].encoding, in: root, of: places, with: value)
            }
        }
    }

    private func mutateRaw(
        _ buffer: inout DERBuffer,
        _ raw: LibFuzzerMutate?,
        using generator: inout some RandomNumberGenerator
    ) {
        if let raw {
            buffer.mutate(by: raw)
        } else if buffer.count > 0 {
            buffer[generator.below(buffer.count)] ^= 1 << UInt8(generator.below(8))
        } else {
            let any = UInt8(truncatingIfNeeded: generator.next())
            buffer.append(any)
        }
    }
}
