import X509

extension ProbeProtocol {
    package static let imap = mailbox("imap", about: "mailboxes that upgrade by STARTTLS")
    package static let imaps = mailbox("imaps", about: "mailboxes over TLS", isImplicit: true)

    /// A login by EXTERNAL, whose tag is the token; a server that completes it has accepted
    /// (RFC 9051 §6.2).
    private static func mailbox(
        _ name: String,
        about: String,
        isImplicit: Bool = false
    ) -> ProbeProtocol {
        let upgrade: @Sendable (Turn) -> Step = { turn in
            guard turn.sent > 0 else {
                return greeting(turn) ?? .sends(Array("0 STARTTLS\r\n".utf8))
            }
            return completion(of: "0", in: turn, then: .startsTLS)
        }
        return ProbeProtocol(
            name,
            about: about + " (RFC 9051); the client logs in by SASL's EXTERNAL",
            asksForUser: true,
            beforeTLS: isImplicit ? nil : upgrade
        ) { turn in
            let question = turn.question
            guard turn.sent > 0 else {
                // After STARTTLS there is no second greeting (§6.2.1).
                if isImplicit, let step = greeting(turn) { return step }
                if isImplicit, !question.wantsToken { return .accepts }
                let encoded = Base64.encode(Array(question.user.utf8))
                let user = String(decoding: encoded, as: UTF8.self)
                return .sends(Array("\(question.token) AUTHENTICATE EXTERNAL \(user)\r\n".utf8))
            }
            return completion(of: question.token, in: turn, then: .accepts)
        }
    }

    /// Returns what to do before the greeting has come, and after a greeting that refuses; nil
    /// after a greeting that welcomes.
    private static func greeting(_ turn: Turn) -> Step? {
        guard let line = turn.received.firstLine else { return .waits }
        if line.starts(with: "* OK".utf8) { return nil }
        return line.starts(with: "* BYE".utf8) ? .refuses(line.readable) : .isNot("IMAP")
    }

    /// Returns what to do after the command with a tag.
    private static func completion(of tag: String, in turn: Turn, then step: Step) -> Step {
        for line in turn.received.lines {
            if line.starts(with: "\(tag) OK".utf8) { return step }
            if line.starts(with: "\(tag) ".utf8) || line.starts(with: "* BYE".utf8) {
                return .refuses(line.readable)
            }
            // A server that wants a response has not taken the one in the command.
            if line.starts(with: "+".utf8) { return .refuses(line.readable) }
        }
        return .waits
    }
}
