import X509

/// Reads the content bytes of a serial number.
///
/// Decimal digits, with or without a minus sign, mean the number; hex digits that are not all
/// decimal, or follow `0x`, mean the bytes.
func serialNumber(_ text: String) throws(Fault) -> [UInt8] {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    if !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) {
        guard digits.count <= 200 else { throw .badSerial(text) }
        return twosComplement(digits, isNegative: text.hasPrefix("-"))
    }
    guard let bytes = [UInt8](hex: text.hasPrefix("0x") ? text.dropFirst(2) : text[...]),
        !bytes.isEmpty
    else { throw .badSerial(text) }
    return bytes
}

/// Returns content bytes as written in a file: the number if it is small and shortest encoded.
func writtenSerial(_ bytes: [UInt8]) -> String {
    let isSmall = (1...4).contains(bytes.count)
    let number = bytes.reduce(bytes.first.map { $0 < 0x80 ? 0 : -1 } ?? 0) { $0 << 8 | Int($1) }
    let decimal = String(number)
    let digits = decimal.drop { $0 == "-" }
    return isSmall && twosComplement(digits, isNegative: number < 0) == bytes
        ? decimal : "0x" + bytes.hex
}
