import SeededChoices

// The forms in which libFuzzer hands out and takes bytes.

/// What libFuzzer calls to mutate octets without regard to structure: the octets, how many there
/// are, and how many there may be, to how many there are afterwards.
public typealias LibFuzzerMutate = (UnsafeMutablePointer<UInt8>?, Int, Int) -> Int

extension FuzzTarget {
    /// Mutates DER in place, for LLVMFuzzerCustomMutator.
    ///
    /// - Parameters:
    ///   - buffer: all that may be written to.
    ///   - count: how many bytes of it there are.
    ///   - seed: which mutation it is.
    ///   - raw: LLVMFuzzerMutate.
    /// - Returns: how many bytes there are afterwards.
    public static func mutateDER(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: LibFuzzerMutate
    ) -> Int {
        mutateDER(buffer, count: count, seed: seed, raw: raw, sign: nil)
    }

    /// As the public one, and signs again what was mutated.
    package static func mutateDER(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: LibFuzzerMutate,
        sign: DERMutator.Signer?
    ) -> Int {
        var generator = SplitMix64(seed: UInt64(seed))
        var bytes = Array(buffer.prefix(count))
        withoutActuallyEscaping(raw) { raw in
            DERMutator.mutate(
                &bytes,
                maximumSize: buffer.count,
                using: &generator,
                raw: { bytes, maximumSize in mutate(&bytes, maximumSize, by: raw) },
                sign: sign
            )
        }
        return buffer.update(fromContentsOf: bytes)
    }

    private static func mutate(_ bytes: inout [UInt8], _ maximumSize: Int, by raw: LibFuzzerMutate)
    {
        let count = bytes.count
        // Room to grow in, and not all that there may be, which would have to be cleared each time.
        bytes += repeatElement(0, count: max(0, min(maximumSize, 2 * count + 64) - count))
        let mutated = bytes.withUnsafeMutableBufferPointer { raw($0.baseAddress, count, $0.count) }
        bytes.removeLast(bytes.count - min(mutated, bytes.count))
    }

    /// Puts an element of one encoding into another, for LLVMFuzzerCustomCrossOver.
    ///
    /// - Returns: how many bytes of `buffer` there are afterwards.
    public static func crossOverDER(
        _ first: UnsafeBufferPointer<UInt8>,
        _ second: UnsafeBufferPointer<UInt8>,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        seed: UInt32
    ) -> Int {
        crossOverDER(first, second, into: buffer, seed: seed, sign: nil)
    }

    /// As the public one, and signs again what was crossed.
    package static func crossOverDER(
        _ first: UnsafeBufferPointer<UInt8>,
        _ second: UnsafeBufferPointer<UInt8>,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        seed: UInt32,
        sign: DERMutator.Signer?
    ) -> Int {
        var generator = SplitMix64(seed: UInt64(seed))
        let crossed = DERMutator.crossover(
            Array(first),
            Array(second),
            maximumSize: buffer.count,
            using: &generator,
            sign: sign
        )
        return buffer.update(fromContentsOf: crossed)
    }
}
