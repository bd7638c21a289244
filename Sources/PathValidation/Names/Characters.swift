/// The octet in lower case; ASCII only, as DNS compares names (RFC 4343).
package func lowercased(_ octet: UInt8) -> UInt8 {
    (0x41...0x5a).contains(octet) ? octet | 0x20 : octet
}

package func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

/// Whether the octet is a digit or a letter up to F, in either case.
package func isHexadecimal(_ octet: UInt8) -> Bool {
    isDigit(octet) || (0x61...0x66).contains(lowercased(octet))
}

func isNameOctet(_ octet: UInt8) -> Bool {
    isDigit(octet) || (0x61...0x7a).contains(octet)
        || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_")
}
