// The character string types of X.680 §41 that names use.
extension DERReader {
    /// Requires that a string element contains only characters of its type.
    ///
    /// Elements of other types may contain anything. A TeletexString may also contain anything,
    /// because it can switch to any character set.
    func requireCharacters(_ element: DERElement) throws(DERError) {
        // The most frequent cases come first: they need no decoding.
        if element.tag == .printableString && isPrintable(element.content)
            || element.tag == .utf8String && isASCII(element.content)
        {
            return
        }
        let content = bytes[element.content]
        let invalid: Int? =
            switch element.tag {
            case .printableString: content.firstIndex { !Self.isPrintable($0) }
            case .utf8String: Self.isUTF8(content) ? nil : content.startIndex
            case .ia5String: content.firstIndex { $0 >= 0x80 }
            case .numericString: content.firstIndex { $0 != 0x20 && !(0x30...0x39).contains($0) }
            case .visibleString: content.firstIndex { !(0x20...0x7e).contains($0) }
            case .bmpString: Self.isUCS2(content) ? nil : content.startIndex
            case .universalString: Self.isUCS4(content) ? nil : content.startIndex
            default: nil
            }
        guard let invalid, !rules.contains(.looseStrings) else { return }
        throw DERError(.badString, at: invalid)
    }

    private func isPrintable(_ place: Range<Int>) -> Bool {
        bytes[place].withUnsafeBufferPointer { $0.allSatisfy(Self.isPrintable) }
    }

    /// Whether the byte is a character of PrintableString (X.680 §41.4): a letter, a digit, a space
    /// or one of `'()+,-./:=?`.
    private static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7a, 0x41...0x5a, 0x30...0x39, 0x20, 0x27...0x29, 0x2b...0x2f, 0x3a, 0x3d,
            0x3f:
            true
        default: false
        }
    }

    private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// Whether the bytes are two-byte characters, none of which is a surrogate.
    private static func isUCS2(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count.isMultiple(of: 2)
            && stride(from: bytes.startIndex, to: bytes.endIndex, by: 2)
                .allSatisfy { !(0xd8...0xdf).contains(bytes[$0]) }
    }

    /// Whether the bytes are four-byte characters, each of which is a Unicode scalar.
    private static func isUCS4(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count.isMultiple(of: 4)
            && stride(from: bytes.startIndex, to: bytes.endIndex, by: 4)
                .allSatisfy { start in
                    let value = bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
                    return Unicode.Scalar(value) != nil
                }
    }
}
