import X509

// Octets that a file writes as groups of hexadecimal digits, where HEX*COUNT stands for so many of them.

/// How many octets one value may stand for: enough for a certificate that is longer than clients take.
private let maximumLength = 1 << 20

/// Reads pairs of hexadecimal digits, with a space between groups and `*COUNT` behind one that repeats.
func repeatedOctets(_ text: String) throws(Fault) -> [UInt8] {
    guard text.contains("*") else { return try octets(text) }
    var result: [UInt8] = []
    for group in text.split(separator: " ") {
        let parts = group.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
        let unit = try octets(String(parts[0]))
        let count = parts.count == 2 ? wholeNumber(String(parts[1])) : 1
        guard let count, !unit.isEmpty, count <= (maximumLength - result.count) / unit.count else {
            throw .badRepetition(text, limit: maximumLength)
        }
        for _ in 0..<count { result += unit }
    }
    return result
}

/// The octets as a file has them: those that repeat 64 times and more as a group of their own.
func writtenOctets(_ octets: [UInt8]) -> String {
    var groups: [String] = []
    var plain: [UInt8] = []
    var rest = octets[...]
    while let octet = rest.first {
        let run = rest.prefix { $0 == octet }
        rest = rest.dropFirst(run.count)
        guard run.count >= 64 else {
            plain += run
            continue
        }
        if !plain.isEmpty { groups.append(plain.hex) }
        plain = []
        groups.append("\([octet].hex)*\(run.count)")
    }
    return (plain.isEmpty ? groups : groups + [plain.hex]).joined(separator: " ")
}
