import FuzzTargets
import JudgingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func reviewFile(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.reviewFile.run(UnsafeBufferPointer(start: bytes, count: count))
}
