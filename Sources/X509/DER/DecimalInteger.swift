/// Decimal digits as the content octets of an INTEGER, the shortest big-endian two's complement (X.690
/// §8.3.2).
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
    var octets = [0] + magnitude
    if isNegative {
        var carry: UInt8 = 1
        for index in octets.indices.reversed() {
            let (sum, overflow) = (~octets[index]).addingReportingOverflow(carry)
            octets[index] = sum
            carry = overflow ? 1 : 0
        }
    }
    while octets.count > 1,
        octets[0] == 0 && octets[1] < 0x80 || octets[0] == 0xff && octets[1] >= 0x80
    {
        octets.removeFirst()
    }
    return octets
}
