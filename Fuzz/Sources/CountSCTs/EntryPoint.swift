import FuzzTargets
import JudgingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func countSCTs(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.countSCTs.run(UnsafeBufferPointer(start: bytes, count: count))
}
