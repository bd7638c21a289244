import X509

// Bytes written as groups of hexadecimal digits, in which HEX*COUNT repeats a group.

/// The limit on the bytes of one value: enough for a certificate that is longer than clients
/// accept.
private let maximumLength = 1 << 20

/// Reads pairs of hexadecimal digits, with spaces between groups and `*COUNT` after a repeated
/// group.
func repeatedBytes(_ text: String) throws(Fault) -> [UInt8] {
    guard text.contains("*") else { return try hexBytes(text) }
    var result: [UInt8] = []
    for group in text.split(separator: " ") {
        let parts = group.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
        let unit = try hexBytes(String(parts[0]))
        let count = parts.count == 2 ? wholeNumber(String(parts[1])) : 1
        guard let count, !unit.isEmpty, count <= (maximumLength - result.count) / unit.count else {
            throw .badRepetition(text, limit: maximumLength)
        }
        for _ in 0..<count { result += unit }
    }
    return result
}

/// Returns the bytes as written in a file; a byte that repeats 64 times or more becomes a group.
func writtenBytes(_ bytes: [UInt8]) -> String {
    var groups: [String] = []
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
        let run = rest.prefix { $0 == byte }
        rest = rest.dropFirst(run.count)
        guard run.count >= 64 else {
            plain += run
            continue
        }
        if !plain.isEmpty { groups.append(plain.hex) }
        plain = []
        groups.append("\([byte].hex)*\(run.count)")
    }
    return (plain.isEmpty ? groups : groups + [plain.hex]).joined(separator: " ")
}
