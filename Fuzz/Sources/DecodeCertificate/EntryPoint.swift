import FuzzTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func decodeCertificate(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.decodeCertificate.run(UnsafeBufferPointer(start: bytes, count: count))
}
