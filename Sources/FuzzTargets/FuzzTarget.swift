import PKIX

// What fuzzers call. The bodies live here, so that the tests replay every seed and every past
// finding through them without a fuzzer; the package in `Fuzz` links each to libFuzzer. Those that
// need no more than the parser are in this library, the others in JudgingTargets.

/// A property that a fuzzer tries to break: the one in its declaration's comment.
public struct FuzzTarget: Sendable {
    /// As its executable, its seeds and its findings are named.
    public let name: String
    private let check: @Sendable ([UInt8]) -> Void

    /// A target of this name; `check` ends the process with `invariant` where the property does
    /// not hold.
    package init(_ name: String, check: @escaping @Sendable ([UInt8]) -> Void) {
        (self.name, self.check) = (name, check)
    }

    /// Judges one input.
    ///
    /// - Parameter bytes: what libFuzzer made up.
    /// - Returns: 0, as libFuzzer wants it; a broken property ends the process.
    public func run(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
        check(Array(bytes))
        return 0
    }
}

extension FuzzTarget {
    /// The targets that link the parser alone, and are fast.
    public static let decoding = [
        decodeCertificate, decodeCRL, decodeOCSPResponse, decodePEM,
    ]

    /// Any bytes decode to a certificate or are refused with an offset inside them, in time that
    /// follows their length; what is understood of a certificate encodes to its bytes, and means the
    /// same by the rules that let everything pass.
    public static let decodeCertificate = FuzzTarget(
        "DecodeCertificate",
        check: checkCertificateDecoding
    )

    /// Any bytes decode to a CRL or are refused with an offset inside them, in time that follows
    /// their length; what is understood of a CRL encodes to its bytes, and its entries are found
    /// again.
    public static let decodeCRL = FuzzTarget("DecodeCRL", check: checkListDecoding)

    /// Any bytes decode to an OCSP response or are refused with an offset inside them, in time that
    /// follows their length; what is understood of a response encodes to its bytes.
    public static let decodeOCSPResponse = FuzzTarget(
        "DecodeOCSPResponse",
        check: checkResponseDecoding
    )

    /// Any text has blocks that read back as they decode, or are refused at a line of it; any bytes
    /// are a PKCS #7 message whose certificates lie in it one after the other, or are refused with
    /// an offset inside them; both in time that follows their length.
    public static let decodePEM = FuzzTarget("DecodePEM", check: checkPEMDecoding)
}

/// Ends the process where a property does not hold: that is how a fuzzer hears of it.
package func invariant(_ holds: Bool, _ property: @autoclosure () -> String) {
    guard holds else { fatalError(property()) }
}

/// What a target stands on whatever its input: made once, and where that fails no input is to blame.
package func made<Value>(_ make: () throws -> Value) -> Value {
    do {
        return try make()
    } catch {
        fatalError("what every input stands on cannot be made: \(error)")
    }
}
