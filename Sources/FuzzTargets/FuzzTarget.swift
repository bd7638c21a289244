import PKIX

/// The fuzz targets; each case's comment is the property that its inputs try to break.
///
/// The bodies live here, so that the tests replay every seed and every past finding through them
/// without a fuzzer; the package in `Fuzz` links each to libFuzzer.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Any bytes decode to a certificate or are refused with an offset inside them; decoding never
    /// traps, every place that a certificate names lies in its bytes, and what is DER means the same
    /// by the rules that let everything pass.
    case decodeCertificate = "DecodeCertificate"
    /// Any bytes decode to a CRL whose entries are found again, or are refused with an offset inside
    /// them.
    case decodeCRL = "DecodeCRL"
    /// Any bytes decode to an OCSP response, each field of which lies behind the one before, or are
    /// refused with an offset inside them.
    case decodeOCSPResponse = "DecodeOCSPResponse"
    /// Any text has blocks that read back as they decode, or are refused at a line of it; any bytes
    /// are a PKCS #7 message whose certificates lie in it one after the other, or are refused with
    /// an offset inside them.
    case decodePEM = "DecodePEM"

    /// Judges one input.
    ///
    /// - Parameter bytes: what libFuzzer made up.
    /// - Returns: 0, as libFuzzer wants it; a broken property ends the process.
    public func run(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
        switch self {
        case .decodeCertificate: checkCertificateDecoding(Array(bytes))
        case .decodeCRL: checkListDecoding(Array(bytes))
        case .decodeOCSPResponse: checkResponseDecoding(Array(bytes))
        case .decodePEM: checkPEMDecoding(Array(bytes))
        }
        return 0
    }
}

/// Ends the process where a property does not hold: that is how a fuzzer hears of it.
func invariant(_ holds: Bool, _ property: @autoclosure () -> String) {
    guard holds else { fatalError(property()) }
}
