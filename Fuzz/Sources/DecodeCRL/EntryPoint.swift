import FuzzTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeCRL(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.decodeCRL.run(UnsafeBufferPointer(start: bytes, count: count))
}
