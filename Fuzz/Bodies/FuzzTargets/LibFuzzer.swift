import Basics
import Synchronization

// Adapters between libFuzzer and the mutator.

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

    /// Mutates DER in place, and signs the result again with `sign`.
    package static func mutateDER(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        count: Int,
        seed: UInt32,
        raw: @escaping LibFuzzerMutate,
        sign: DERMutator.Signer?
    ) -> Int {
        mutator.withLock { mutator in
            var generator = SplitMix64(seed: UInt64(seed))
            var mutated = DERBuffer(buffer, count: count)
            mutator.mutate(&mutated, using: &generator, raw: raw, sign: sign)
            return mutated.count
        }
    }

    /// The mutator is kept so that its memory is reused; the same seed makes the same mutant,
    /// whatever inputs came before.
    private static let mutator = Mutex(DERMutator())

    /// Copies an element of one encoding into another, for LLVMFuzzerCustomCrossOver.
    ///
    /// - Returns: the number of bytes of `buffer` in use.
    public static func crossOverDER(
        _ first: UnsafeBufferPointer<UInt8>,
        _ second: UnsafeBufferPointer<UInt8>,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        seed: UInt32
    ) -> Int {
        mutator.withLock { mutator in
            var generator = SplitMix64(seed: UInt64(seed))
            let count = buffer.update(fromContentsOf: first.prefix(buffer.count))
            var crossed = DERBuffer(buffer, count: count)
            mutator.cross(&crossed, with: second, using: &generator)
            return crossed.count
        }
    }
}
