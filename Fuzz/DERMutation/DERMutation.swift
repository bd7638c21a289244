import FuzzTargets
import LibFuzzer

// libFuzzer looks these two functions up by name at link time: an executable whose input is DER
// only has to depend on this module.

/// Mutates an input in place for libFuzzer.
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

/// Combines two inputs into one for libFuzzer.
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
