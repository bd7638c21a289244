extension ProbeProtocol {
    package static let ldap = directory(
        "ldap",
        about: "directories that upgrade by StartTLS (RFC 4511 §4.14)",
        startsTLS: true
    )
    package static let ldaps = directory(
        "ldaps",
        about: "directories over TLS",
        startsTLS: false
    )

    /// A bind by EXTERNAL (RFC 4513 §5.2.3), and the question "Who am I?" (RFC 4532); a server that
    /// answers with a name has accepted.
    private static func directory(
        _ name: String,
        about: String,
        startsTLS: Bool
    ) -> ProbeProtocol {
        let upgrade: @Sendable (Turn) -> Step = { turn in
            guard turn.sent > 0 else {
                return .sends(extended("1.3.6.1.4.1.1466.20037", number: 1))
            }
            guard let answers = responses(in: turn.received) else { return .isNot("LDAP") }
            guard let answer = answers.first else { return .waits }
            return answer.code == 0 ? .startsTLS : .refuses(answer.words)
        }
        return ProbeProtocol(
            name,
            about: about + "; the client binds by SASL's EXTERNAL, and the answer is its name",
            content: { answer in responses(in: answer)?.last?.value ?? [] },
            beforeTLS: startsTLS ? upgrade : nil
        ) { turn in
            guard turn.sent > 0 else { return .sends(bind) }
            guard let answers = responses(in: turn.received) else { return .isNot("LDAP") }
            guard let answer = answers.last else { return .waits }
            guard answer.code == 0 else { return .refuses(answer.words) }
            guard turn.question.wantsToken else { return .accepts }
            guard turn.sent > 1 else {
                return .sends(extended("1.3.6.1.4.1.4203.1.11.3", number: 3))
            }
            guard answers.count > 1 else { return .waits }
            // An empty name is that of a client that is not known.
            return answer.value.isEmpty ? .refuses("a client without a name") : .accepts
        }
    }

    /// A response with a result (RFC 4511 §4.1.9).
    private struct Response {
        let code: UInt8
        let text: [UInt8]
        /// The value of an extended response.
        let value: [UInt8]

        var words: String { text.isEmpty ? "the result \(code)" : text.readable }
    }

    /// Returns the responses that have come; nil if other bytes have come.
    private static func responses(in input: [UInt8]) -> [Response]? {
        guard input.first ?? 0x30 == 0x30, let messages = input.messages(of: { $0.lengthOfElement })
        else { return nil }
        var responses: [Response] = []
        for message in messages {
            guard message[0] == 0x30,
                let parts = elements(elements(message[...])?.first?.content ?? []),
                parts.count >= 2, let fields = elements(parts[1].content), fields.count >= 3,
                fields[0].tag == 0x0a, let code = fields[0].content.first
            else { return nil }
            let value = fields.first { $0.tag == 0x8b }?.content ?? []
            responses.append(
                Response(code: code, text: Array(fields[2].content), value: Array(value))
            )
        }
        return responses
    }

    private static func elements(
        _ bytes: ArraySlice<UInt8>
    ) -> [(tag: UInt8, content: ArraySlice<UInt8>)]? {
        var (rest, found) = (bytes, [] as [(tag: UInt8, content: ArraySlice<UInt8>)])
        while let tag = rest.first {
            let bytes = Array(rest)
            guard let length = bytes.lengthOfElement, length <= bytes.count,
                let header = bytes.lengthOfElementHeader
            else { return nil }
            found.append((tag, rest.prefix(length).dropFirst(header)))
            rest = rest.dropFirst(length)
        }
        return found
    }

    /// A BindRequest of version 3 with an empty name, and the SASL mechanism EXTERNAL with
    /// empty credentials, without which a server asks for them.
    private static let bind: [UInt8] = {
        let mechanism = element(0xa3, element(4, Array("EXTERNAL".utf8)) + [4, 0])
        return element(0x30, [2, 1, 2] + element(0x60, [2, 1, 3, 4, 0] + mechanism))
    }()

    private static func extended(_ name: String, number: UInt8) -> [UInt8] {
        element(0x30, [2, 1, number] + element(0x77, element(0x80, Array(name.utf8))))
    }

    /// Makes an element of at most 127 bytes.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(truncatingIfNeeded: content.count)] + content
    }
}
