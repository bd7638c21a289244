extension ProbeProtocol {
    package static let smtp = mail("smtp", about: "mail servers that upgrade by STARTTLS")
    package static let smtps = mail("smtps", about: "mail servers over TLS", isImplicit: true)

    /// A message's sender and recipient; a server that takes the recipient has accepted (RFC 5321
    /// §3.3).
    private static func mail(
        _ name: String,
        about: String,
        isImplicit: Bool = false
    ) -> ProbeProtocol {
        let upgrade: @Sendable (Turn) -> Step = { turn in
            talk(["EHLO \(turn.question.token)", "STARTTLS"], turn, isGreeted: true) ?? .startsTLS
        }
        return ProbeProtocol(
            name,
            about: about + " (RFC 5321, RFC 3207); the recipient is TOKEN at the host",
            beforeTLS: isImplicit ? nil : upgrade
        ) { turn in
            let (token, host) = (turn.question.token, turn.question.host)
            let commands = ["EHLO \(token)", "MAIL FROM:<>", "RCPT TO:<\(token)@\(host)>"]
            // After STARTTLS there is no second greeting (RFC 3207 §4.2).
            let wanted = turn.question.wantsToken ? commands : Array(commands.prefix(1))
            return talk(wanted, turn, isGreeted: isImplicit) ?? .accepts
        }
    }

    /// Returns the next step of a client that sends a command after each good reply; nil after the
    /// last good reply.
    private static func talk(_ commands: [String], _ turn: Turn, isGreeted: Bool) -> Step? {
        var replies = 0
        for line in turn.received.lines {
            guard line.count >= 3, line.prefix(3).allSatisfy({ (0x30...0x39).contains($0) }) else {
                return .isNot("SMTP")
            }
            guard line.first == UInt8(ascii: "2") else { return .refuses(line.readable) }
            // All lines of a reply but the last have a hyphen after the code.
            if line.dropFirst(3).first != UInt8(ascii: "-") { replies += 1 }
        }
        guard replies >= turn.sent + (isGreeted ? 1 : 0) else { return .waits }
        return turn.sent < commands.count ? .sends(Array("\(commands[turn.sent])\r\n".utf8)) : nil
    }
}
