import FuzzTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodePEM(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.decodePEM.run(UnsafeBufferPointer(start: bytes, count: count))
}
