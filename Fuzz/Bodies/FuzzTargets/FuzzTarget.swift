import X509

// The bodies of the fuzz targets. Tests replay every seed and every past finding through them
// without a fuzzer; the package in `Fuzz` links each body to libFuzzer. This library has the
// targets that need only the parser. ServingTargets has the targets of servers, and JudgingTargets
// has all other targets.

/// A property that a fuzzer tries to break; each target's declaration documents its property.
public struct FuzzTarget: Sendable {
    /// The name of the target, and of its executable, its seeds and its findings.
    public let name: String
    private let check: @Sendable ([UInt8]) -> Void

    /// Creates a target of this name.
    ///
    /// `check` ends the process with `invariant` if the property does not hold.
    package init(_ name: String, check: @escaping @Sendable ([UInt8]) -> Void) {
        (self.name, self.check) = (name, check)
    }

    /// Checks one input.
    ///
    /// - Parameter bytes: the input from libFuzzer.
    /// - Returns: 0, as libFuzzer requires; a broken property ends the process.
    public func run(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
        check(Array(bytes))
        return 0
    }
}

// The targets are computed, not stored: the linker would keep a stored target, with all that it
// calls, in the executables of other targets. libFuzzer reads the counters of all linked code in
// each execution.
extension FuzzTarget {
    /// The targets that link only the parser, and run fast.
    public static var decoding: [FuzzTarget] {
        [decodeCertificate, decodeCRL, decodeOCSPResponse, decodePEM]
    }

    /// Bytes decode to a certificate, or are rejected with an offset inside them.
    ///
    /// The time is linear in the length. A certificate encodes to its own bytes, and means the same
    /// under the most lenient rules.
    public static var decodeCertificate: FuzzTarget {
        FuzzTarget("DecodeCertificate", check: checkCertificateDecoding)
    }

    /// Bytes decode to a CRL, or are rejected with an offset inside them.
    ///
    /// The time is linear in the length. A CRL encodes to its own bytes, and look-ups find its
    /// entries.
    public static var decodeCRL: FuzzTarget {
        FuzzTarget("DecodeCRL", check: checkListDecoding)
    }

    /// Bytes decode to an OCSP response, or are rejected with an offset inside them.
    ///
    /// The time is linear in the length. A response encodes to its own bytes.
    public static var decodeOCSPResponse: FuzzTarget {
        FuzzTarget("DecodeOCSPResponse", check: checkResponseDecoding)
    }

    /// Text has PEM blocks that survive a round trip, or is rejected at one of its lines.
    ///
    /// Bytes are also decoded as a PKCS #7 message: the message contains the decoded certificates
    /// in order, or is rejected with an offset inside it. The time of both decodings is linear in
    /// the length.
    public static var decodePEM: FuzzTarget {
        FuzzTarget("DecodePEM", check: checkPEMDecoding)
    }
}

/// Ends the process if a property does not hold; a fuzzer reports that as a crash.
///
/// The words before a colon identify the broken property; text from the input comes after it.
package func invariant(_ holds: Bool, _ property: @autoclosure () -> String) {
    guard holds else { fatalError(property()) }
}

/// Returns a value that a target needs and that does not depend on the input; ends the process if
/// the value cannot be made.
package func made<Value>(_ make: () throws -> Value) -> Value {
    do {
        return try make()
    } catch {
        fatalError("cannot make a value that does not depend on the input: \(error)")
    }
}
