import FuzzTargets
import JudgingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func readDefaults(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.readDefaults.run(UnsafeBufferPointer(start: bytes, count: count))
}
