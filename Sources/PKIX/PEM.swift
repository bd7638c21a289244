/// Certificates in text (RFC 7468 §5), read strictly.
package enum PEM {
    /// A file larger than this is no file of certificates: the biggest public bundle, Mozilla's,
    /// has 0.2 MiB.
    package static let maximumSize = 4 << 20

    /// The DER of each `CERTIFICATE` block, in order; text around the blocks and blocks of other
    /// labels are passed over.
    ///
    /// - Throws: `PEMError` for a block that does not end or whose base64 is not strict (RFC 4648
    ///   §4: the alphabet, whole quanta, padding at the end with zero bits), for too much text,
    ///   and where there is no certificate at all.
    package static func certificates(in text: [UInt8]) throws(PEMError) -> [[UInt8]] {
        guard text.count <= maximumSize else { throw PEMError.tooLarge(octets: text.count) }
        var certificates: [[UInt8]] = []
        // The line where the open block began, and what it has held since.
        var start: Int?
        var base64: [UInt8] = []
        var number = 0
        for line in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
            number += 1
            let line = trimmed(line)
            if let first = start {
                guard line.elementsEqual("-----END CERTIFICATE-----".utf8) else {
                    base64 += line
                    continue
                }
                guard let der = Base64.decode(base64), !der.isEmpty else {
                    throw PEMError.badBase64(line: first)
                }
                certificates.append(der)
                start = nil
            } else if line.elementsEqual("-----BEGIN CERTIFICATE-----".utf8) {
                start = number
                base64.removeAll(keepingCapacity: true)
            }
        }
        if let start { throw PEMError.unterminated(line: start) }
        guard !certificates.isEmpty else { throw PEMError.noCertificate }
        return certificates
    }

    /// White space may end a line (RFC 7468 §3), a carriage return included.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, [0x20, 0x09, 0x0d].contains(last) { line.removeLast() }
        return line
    }
}

/// Text that is not a file of certificates.
package enum PEMError: Error, Hashable, Sendable {
    case tooLarge(octets: Int)
    /// Lines count from 1.
    case unterminated(line: Int)
    case badBase64(line: Int)
    case noCertificate
}

extension PEMError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let octets): "\(octets) bytes, more than \(PEM.maximumSize)"
        case .unterminated(let line): "the CERTIFICATE block of line \(line) does not end"
        case .badBase64(let line): "the CERTIFICATE block of line \(line) is not strict base64"
        case .noCertificate: "no CERTIFICATE block"
        }
    }
}
