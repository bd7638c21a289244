import FuzzTargets
import ServingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func readQuestion(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.readQuestion.run(UnsafeBufferPointer(start: bytes, count: count))
}
