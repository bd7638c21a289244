/// Certificates in text (RFC 7468 §5), read strictly.
///
/// ```swift
/// let chain = try PEM.certificates(in: Array(text.utf8)).map { try Certificate(der: $0) }
/// ```
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
        let certificates = try bytes(in: text, labelled: "CERTIFICATE")
        guard !certificates.isEmpty else { throw PEMError.noCertificate }
        return certificates
    }

    /// The DER of each `X509 CRL` block (RFC 7468 §6), in order, as `certificates(in:)` reads them;
    /// there may be none.
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

/// Text that is not a file of certificates.
package enum PEMError: Error, Hashable, Sendable {
    case tooLarge(bytes: Int)
    /// The block that begins on this line, counted from 1.
    case unterminated(label: String, line: Int)
    /// The same, and the place of the first character that does not fit.
    case badBase64(label: String, line: Int, at: PEM.Position)
    case noCertificate
}

extension PEMError: CustomStringConvertible {
    /// A lowercase fragment; labels in it come from the text, so output must escape them.
    package var description: String {
        switch self {
        case .tooLarge(let bytes): "\(bytes) bytes, more than \(PEM.maximumSize)"
        case .unterminated(let label, let line):
            "the \(label) block of line \(line) does not end"
        case .badBase64(let label, let line, let position):
            "the \(label) block of line \(line) is not strict base64"
                + " at line \(position.line), column \(position.column)"
        case .noCertificate: "no CERTIFICATE block"
        }
    }
}
