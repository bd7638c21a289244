import FuzzTargets
import JudgingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func askServer(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.askServer.run(UnsafeBufferPointer(start: bytes, count: count))
}
