extension ApplicationProtocol {
    package static let postgres = ApplicationProtocol(
        "postgres",
        about: "PostgreSQL's SSLRequest and direct TLS, version 3 of its protocol",
        applicationNames: ["postgresql"],
        // The client requests TLS without reading capabilities first; an old server answers with an
        // error.
        upgradeFaults: [.capabilitiesFail, .answerAfterGoAhead],
        nextAnswer: { _ in welcome },
        length: lengthOfMessage(in:)
    ) { message, manner in
        switch Array(message.dropFirst(4).prefix(4)) {
        case [0x04, 0xd2, 0x16, 0x2f] where message.count == 8:
            if manner.takesTLS { return .goAhead("S") }
            return .says(manner.fault == .capabilitiesFail ? unknownRequest : Array("N".utf8))
        // GSSENCRequest
        case [0x04, 0xd2, 0x16, 0x30] where message.count == 8: return .says("N")
        default: return .says(welcome)
        }
    }

    /// AuthenticationOk and ReadyForQuery.
    private static let welcome: [UInt8] = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]

    /// The ErrorResponse of servers that do not know the request: severity, code and message.
    private static let unknownRequest: [UInt8] = {
        let fields = Array("SFATAL\0C0A000\0Munsupported frontend protocol\0\0".utf8)
        return [0x45] + [UInt8](4 + fields.count, count: 4) + fields
    }()

    /// Returns the length of the first complete message.
    ///
    /// The client's first messages start with their length; later messages start with a letter,
    /// followed by the length.
    @Sendable private static func lengthOfMessage(in input: [UInt8]) -> Int? {
        let start = input.first == 0 ? 0 : 1
        guard input.count >= start + 4 else { return nil }
        let length = start + input[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        return input.count >= length ? max(length, start + 4) : nil
    }
}
