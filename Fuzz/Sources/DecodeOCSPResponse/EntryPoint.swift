import FuzzTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeOCSPResponse(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.decodeOCSPResponse.run(UnsafeBufferPointer(start: bytes, count: count))
}
