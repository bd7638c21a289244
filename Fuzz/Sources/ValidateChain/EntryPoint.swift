import FuzzTargets
import JudgingTargets
import LibFuzzer

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func validateChain(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.validateChain.run(UnsafeBufferPointer(start: bytes, count: count))
}

/// Mutates an input in place for libFuzzer.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateChain(
    _ bytes: UnsafeMutablePointer<UInt8>?,
    _ count: Int,
    _ maximumCount: Int,
    _ seed: CUnsignedInt
) -> Int {
    FuzzTarget.mutateChain(
        UnsafeMutableBufferPointer(start: bytes, count: maximumCount),
        count: count,
        seed: seed,
        raw: LLVMFuzzerMutate
    )
}
