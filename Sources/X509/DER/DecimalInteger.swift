/// Converts decimal digits to the content bytes of an INTEGER.
///
/// The result is the shortest big-endian two's complement (X.690 §8.3.2).
package func twosComplement(_ digits: Substring, isNegative: Bool) -> [UInt8] {
    var magnitude: [UInt8] = [0]
    for digit in digits.utf8 {
        var carry = Int(digit &- UInt8(ascii: "0"))
        for index in magnitude.indices.reversed() {
            let value = Int(magnitude[index]) * 10 + carry
            magnitude[index] = UInt8(value & 0xff)
            carry = value >> 8
        }
        if carry > 0 { magnitude.insert(UInt8(carry), at: 0) }
    }
    var bytes = [0] + magnitude
    if isNegative {
        var carry: UInt8 = 1
        for index in bytes.indices.reversed() {
            let (sum, overflow) = (~bytes[index]).addingReportingOverflow(carry)
            bytes[index] = sum
            carry = overflow ? 1 : 0
        }
    }
    while bytes.count > 1,
        bytes[0] == 0 && bytes[1] < 0x80 || bytes[0] == 0xff && bytes[1] >= 0x80
    {
        bytes.removeFirst()
    }
    return bytes
}
