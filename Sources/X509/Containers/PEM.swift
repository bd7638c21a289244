/// Reads certificates and revocation lists from text (RFC 7468 §5 and §6), strictly.
///
/// ```swift
/// let chain = try PEM.certificates(in: Array(text.utf8)).map { try Certificate(der: $0) }
/// ```
package enum PEM {
    /// The largest accepted size; Mozilla's bundle of roots has about 0.2 MiB.
    package static let maximumSize = 4 << 20

    /// Returns the DER of each `CERTIFICATE` block, in order.
    ///
    /// Text around the blocks and blocks with other labels are skipped.
    ///
    /// - Throws: `PEMError` for too much text, for text without a certificate, for a block without
    ///   an end, and for base64 that is not strict (RFC 4648 §4: the alphabet, whole quanta,
    ///   padding at the end with zero bits).
    package static func certificates(in text: [UInt8]) throws(PEMError) -> [[UInt8]] {
        let certificates = try bytes(in: text, labelled: "CERTIFICATE")
        guard !certificates.isEmpty else { throw PEMError.noCertificate }
        return certificates
    }

    /// Returns the DER of each `X509 CRL` block (RFC 7468 §6), in order; there may be none.
    ///
    /// The rules of `certificates(in:)` apply.
    package static func revocationLists(in text: [UInt8]) throws(PEMError) -> [[UInt8]] {
        try bytes(in: text, labelled: "X509 CRL")
    }

    private static func bytes(
        in text: [UInt8],
        labelled label: String
    ) throws(PEMError) -> [[UInt8]] {
        guard text.count <= maximumSize else { throw PEMError.tooLarge(bytes: text.count) }
        var bytes: [[UInt8]] = []
        for block in blocks(in: text) where block.label == label {
            bytes.append(try block.bytes())
        }
        return bytes
    }
}

/// The error for a text that is not a valid file of certificates or revocation lists.
package enum PEMError: Error, Hashable, Sendable {
    case tooLarge(bytes: Int)
    /// The block that starts on this line, from 1, does not end.
    case unterminated(label: String, line: Int)
    /// The block that starts on this line has a wrong character at this position.
    case badBase64(label: String, line: Int, at: PEM.Position)
    case noCertificate
}

extension PEMError: CustomStringConvertible {
    /// A lowercase fragment; it contains labels from the text, so output must escape it.
    package var description: String {
        switch self {
        case .tooLarge(let bytes): "\(bytes) bytes, more than \(PEM.maximumSize)"
        case .unterminated(let label, let line):
            "the \(label) block in line \(line) has no end"
        case .badBase64(let label, let line, let position):
            "the \(label) block in line \(line) is not strict base64"
                + " at line \(position.line), column \(position.column)"
        case .noCertificate: "no CERTIFICATE block"
        }
    }
}
