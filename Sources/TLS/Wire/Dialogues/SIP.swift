import Basics
import X509

extension ApplicationProtocol {
    package static let sip = ApplicationProtocol(
        "sip",
        about: "calls, whose clients register (RFC 3261 §26.2)",
        transports: [.implicit],
        secureScheme: "sips",
        applicationNames: ["sip/2"],
        names: .rfc5922,
        length: lengthOfMessage(in:)
    ) { message, _ in .says(answer(to: message)) }

    /// The bytes that end a line, and the bytes that end a header.
    private static let (lineEnd, headEnd) = ([13, 10] as [UInt8], [13, 10, 13, 10] as [UInt8])

    /// Returns the length of a message (RFC 3261 §18.3), or of a keep-alive.
    ///
    /// A keep-alive is two line ends; a line end before a message counts as a message of its own.
    @Sendable private static func lengthOfMessage(in input: [UInt8]) -> Int? {
        if input.starts(with: lineEnd) {
            return input.count < 4 ? nil : input.starts(with: headEnd) ? 4 : 2
        }
        guard let end = input.firstPlace(of: headEnd)?.upperBound else { return nil }
        // A message may come in thousands of pieces. So parse only fields that begin like
        // Content-Length or its short form.
        let field = input[..<end].split(separator: 10).dropFirst().lazy
            .filter { line in line.first.map { "cClL".utf8.contains($0) } ?? false }
            .map(field(in:)).first { $0.name == "content-length" }
        guard let field else { return input.complete(end) }
        guard let length = Int(field.value), (0...longestMessage).contains(length) else {
            return nil
        }
        return input.complete(end + length)
    }

    /// A line of a header, without its end.
    private struct SIPField {
        let line: [UInt8]
        /// The name in lower case; a short form is replaced by the full name (RFC 3261 §7.3.3).
        let name: String
        let value: String
    }

    private static let shortNames = [
        "v": "via", "f": "from", "t": "to", "i": "call-id", "m": "contact", "l": "content-length",
    ]

    private static func fields(of message: [UInt8]) -> [SIPField] {
        let end = message.firstPlace(of: headEnd)?.lowerBound ?? message.count
        return message[..<end].split(separator: 10).dropFirst().map(field(in:))
    }

    private static func field(in line: ArraySlice<UInt8>) -> SIPField {
        let text = line.last == 13 ? Array(line.dropLast()) : Array(line)
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        let words = parts.map { Line(Array($0)).words.joined(separator: " ") }
        let name = (words.first ?? "").lowercased()
        return SIPField(
            line: text,
            name: shortNames[name] ?? name,
            value: words.count > 1 ? words[1] : ""
        )
    }

    /// Returns the answer to a request, with the request's fields that an answer repeats (RFC 3261
    /// §8.2.6.2).
    private static func answer(to message: [UInt8]) -> [UInt8] {
        if message == headEnd { return lineEnd }
        let start = Line(Array(message.prefix { $0 != 10 }))
        guard start.word(2) == "SIP/2.0", start.command != "ACK" else { return [] }
        let isDone = ["REGISTER", "OPTIONS", "MESSAGE", "BYE", "CANCEL"].contains(start.command)
        var answer = Array("SIP/2.0 \(isDone ? "200 OK" : "501 Not Implemented")\r\n".utf8)
        // A registration is answered with the client's addresses (§10.3).
        let registered = start.command == "REGISTER" ? ["contact", "expires"] : []
        for field in fields(of: message)
        where (["via", "from", "to", "call-id", "cseq"] + registered).contains(field.name) {
            answer += field.line
            if field.name == "to", !field.value.contains(";tag=") { answer += Array(";tag=1".utf8) }
            answer += lineEnd
        }
        return answer + Array("Content-Length: 0\r\n\r\n".utf8)
    }
}
