/// Returns the byte in lower case.
///
/// Only ASCII letters change, as in comparisons of DNS names (RFC 4343).
package func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
}

package func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Whether the byte is a digit or a letter up to F, in either case.
package func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(lowercased(byte))
}

func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7a).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
}
