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
        var block: (start: Int, base64: [UInt8])?
        var number = 0
        for line in text.split(separator: 0x0a, omittingEmptySubsequences: false) {
            number += 1
            let line = trimmed(line)
            if let open = block {
                if line.elementsEqual("-----END CERTIFICATE-----".utf8) {
                    guard let der = decode(open.base64), !der.isEmpty else {
                        throw PEMError.badBase64(line: open.start)
                    }
                    certificates.append(der)
                    block = nil
                } else {
                    block?.base64 += line
                }
            } else if line.elementsEqual("-----BEGIN CERTIFICATE-----".utf8) {
                block = (number, [])
            }
        }
        if let open = block { throw PEMError.unterminated(line: open.start) }
        guard !certificates.isEmpty else { throw PEMError.noCertificate }
        return certificates
    }

    /// White space may end a line (RFC 7468 §3), a carriage return included.
    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, [0x20, 0x09, 0x0d].contains(last) { line.removeLast() }
        return line
    }

    private static func decode(_ base64: [UInt8]) -> [UInt8]? {
        guard base64.count.isMultiple(of: 4) else { return nil }
        let padding = base64.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var octets: [UInt8] = []
        octets.reserveCapacity(base64.count / 4 * 3)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for character in base64.dropLast(padding) {
            guard let value = sextet(character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                octets.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        return bits == 0 ? octets : nil
    }

    private static func sextet(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
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
