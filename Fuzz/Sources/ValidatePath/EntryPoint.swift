import FuzzTargets
import JudgingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func validatePath(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.validatePath.run(UnsafeBufferPointer(start: bytes, count: count))
}
