extension ApplicationProtocol {
    package static let redis = ApplicationProtocol(
        "redis",
        about: "Redis and Valkey, versions 2 and 3 of their protocol (RESP)",
        transports: [.implicit],
        secureScheme: "rediss",
        length: lengthOfCommand(in:)
    ) { message, _ in
        // An array has its number of elements first, and a length before each element.
        let line = Line(message)
        let first = line.command.hasPrefix("*") ? 2 : 0
        return switch line.word(first) {
        case "PING": .says("+PONG\r\n")
        case "ECHO": .says(bulk(line.words.last ?? ""))
        // An empty value, because the encoding of a missing value depends on the version.
        case "GET": .says("$0\r\n\r\n")
        case "HELLO": .says(hello(isNewest: line.word(first == 0 ? 1 : 4) == "3"))
        default: .says("+OK\r\n")
        }
    }

    /// Returns the answer to HELLO: a map in version 3, and an array in version 2.
    private static func hello(isNewest: Bool) -> String {
        let texts = [("server", "redis"), ("version", "7.0.0"), ("mode", "standalone")]
            .map { name, value in bulk(name) + bulk(value) }
        let fields = texts.joined() + bulk("proto") + (isNewest ? ":3\r\n" : ":2\r\n")
        return (isNewest ? "%4\r\n" : "*8\r\n") + fields
    }

    private static func bulk(_ text: String) -> String { "$\(text.utf8.count)\r\n\(text)\r\n" }

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

    /// Returns the decimal number before a carriage return; nil for other text, and for a number
    /// larger than the maximum length of a message.
    private static func number(in digits: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: digits.prefix { $0 != 13 }, as: UTF8.self)
        return Int(text).flatMap { (0...longestMessage).contains($0) ? $0 : nil }
    }
}
