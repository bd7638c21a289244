import SeededChoices

// Adapters between libFuzzer's buffers and Swift arrays.

/// The signature of LLVMFuzzerMutate, which ignores structure.
///
/// It takes the octets, their number and the limit, and returns the number afterwards.
public typealias LibFuzzerMutate = (UnsafeMutablePointer<UInt8>?, Int, Int) -> Int

extension FuzzTarget {
    /// Mutates DER in place, for LLVMFuzzerCustomMutator.
    ///
    /// - Parameters:
    ///   - buffer: the writable memory.
    ///   - count: the number of bytes in use.
    ///   - seed: the seed of the mutation.
    ///   - raw: LLVMFuzzerMutate.
    /// - Returns: the number of bytes in use afterwards.
    public static func mutateDER(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: @escaping LibFuzzerMutate
    ) -> Int {
        mutateDER(buffer, count: count, seed: seed, raw: raw, sign: nil)
    }

    /// Mutates DER as the public function does, and signs the result again.
    package static func mutateDER(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: @escaping LibFuzzerMutate,
        sign: DERMutator.Signer?
    ) -> Int {
        var generator = SplitMix64(seed: UInt64(seed))
        var bytes = Array(buffer.prefix(count))
        // `raw` escapes: the check of withoutActuallyEscaping has the length of this file's path in
        // it, and the same commit must give the same bytes in every folder.
        DERMutator.mutate(
            &bytes,
            maximumSize: buffer.count,
            using: &generator,
            raw: { bytes, maximumSize in mutate(&bytes, maximumSize, by: raw) },
            sign: sign
        )
        return buffer.update(fromContentsOf: bytes)
    }

    private static func mutate(_ bytes: inout [UInt8], _ maximumSize: Int, by raw: LibFuzzerMutate)
    {
        let count = bytes.count
        // Room to grow, but less than the limit: clearing all of it each time would be slow.
        bytes += repeatElement(0, count: max(0, min(maximumSize, 2 * count + 64) - count))
        let mutated = bytes.withUnsafeMutableBufferPointer { raw($0.baseAddress, count, $0.count) }
        bytes.removeLast(bytes.count - min(mutated, bytes.count))
    }

    /// Puts an element of one encoding into another, for LLVMFuzzerCustomCrossOver.
    ///
    /// - Returns: the number of bytes of `buffer` in use.
    public static func crossOverDER(
        _ first: UnsafeBufferPointer<UInt8>,
        _ second: UnsafeBufferPointer<UInt8>,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        seed: UInt32
    ) -> Int {
        crossOverDER(first, second, into: buffer, seed: seed, sign: nil)
    }

    /// Crosses two encodings as the public function does, and signs the result again.
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
