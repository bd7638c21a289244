import FuzzTargets
import LibFuzzer

// libFuzzer looks for these two by name in whatever is linked: a shell of an input that is DER
// depends on this module, and that is all.

/// What libFuzzer calls to mutate an input in place.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
    _ bytes: UnsafeMutablePointer<UInt8>?,
    _ count: Int,
    _ maximumCount: Int,
    _ seed: CUnsignedInt
) -> Int {
    FuzzTarget.mutateDER(
        UnsafeMutableBufferPointer(start: bytes, count: maximumCount),
        count: count,
        seed: seed,
        raw: LLVMFuzzerMutate
    )
}

/// What libFuzzer calls to make one input of two.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossOver(
    _ first: UnsafePointer<UInt8>?,
    _ firstCount: Int,
    _ second: UnsafePointer<UInt8>?,
    _ secondCount: Int,
    _ bytes: UnsafeMutablePointer<UInt8>?,
    _ maximumCount: Int,
    _ seed: CUnsignedInt
) -> Int {
    FuzzTarget.crossOverDER(
        UnsafeBufferPointer(start: first, count: firstCount),
        UnsafeBufferPointer(start: second, count: secondCount),
        into: UnsafeMutableBufferPointer(start: bytes, count: maximumCount),
        seed: seed
    )
}
