extension ApplicationProtocol {
    package static let redis = ApplicationProtocol(
        "redis",
        about: "Redis and Valkey, versions 2 and 3 of their protocol (RESP)",
        transports: [.implicit],
        secureScheme: "rediss",
        length: lengthOfCommand(in:)
    ) { _, _ in .says("+OK\r\n") }

    /// Returns the length of an array of bulk strings, or of a line.
    @Sendable private static func lengthOfCommand(in input: [UInt8]) -> Int? {
        guard let head = input.firstIndex(of: 10) else { return nil }
        guard input.first == UInt8(ascii: "*") else { return head + 1 }
        var end = head + 1
        for _ in 0..<(number(in: input[1..<head]) ?? 0) {
            guard let line = input[end...].firstIndex(of: 10) else { return nil }
            // A bulk string has its length in the line before, and ends with CRLF.
            let length = number(in: input[end..<line].dropFirst()).map { $0 + 2 } ?? 0
            end = line + 1 + length
            guard end <= input.count else { return nil }
        }
        return end
    }

    /// Returns a decimal number before a carriage return; nil if it has another form or is larger
    /// than any message that is stored.
    private static func number(in digits: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: digits.prefix { $0 != 13 }, as: UTF8.self)
        return Int(text).flatMap { (0...Connection.longestText).contains($0) ? $0 : nil }
    }
}
