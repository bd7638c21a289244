import FuzzTargets
import ServingTargets

/// Checks one input for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func hearDialogue(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.hearDialogue.run(UnsafeBufferPointer(start: bytes, count: count))
}
