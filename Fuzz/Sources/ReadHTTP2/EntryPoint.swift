import FuzzTargets
import ServingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func readHTTP2(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.readHTTP2.run(UnsafeBufferPointer(start: bytes, count: count))
}
