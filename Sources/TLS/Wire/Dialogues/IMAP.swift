import X509

extension ApplicationProtocol {
    package static let imap = ApplicationProtocol(
        "imap",
        about: "mailboxes (RFC 9051 §6.2.1, RFC 8314)",
        secureScheme: "imaps",
        names: .rfc7817,
        upgradeFaults: [
            .hidden, .capabilitiesFail, .authenticated, .loginsInPlaintext, .refers,
            .answerAfterGoAhead,
        ],
        greeting: { manner in
            manner.fault == .authenticated
                ? "* PREAUTH logged in\r\n" : "* OK [CAPABILITY \(capabilities(manner))] ready\r\n"
        },
        nextAnswer: answer(toNextAfter:)
    ) { line, manner in
        let tag = line.words.first ?? "*"
        switch line.word(1) {
        case "CAPABILITY":
            guard manner.fault != .capabilitiesFail else { return .says("\(tag) BAD no\r\n") }
            return .says("* CAPABILITY \(capabilities(manner))\r\n\(tag) OK done\r\n")
        case "STARTTLS" where manner.takesTLS: return .goAhead("\(tag) OK begin\r\n")
        // Refer the client to another host (RFC 2221 §4.1).
        case "STARTTLS" where manner.fault == .refers:
            return .says("\(tag) NO [REFERRAL imap://\(manner.elsewhere)/] not here\r\n")
        case "STARTTLS": return .says("\(tag) BAD TLS not available\r\n")
        case "LOGOUT": return .says("* BYE\r\n\(tag) OK bye\r\n")
        default: return .says("\(tag) OK done\r\n")
        }
    }

    private static func capabilities(_ manner: Manner) -> String {
        "IMAP4rev1" + (manner.namesTLS ? " STARTTLS" : "")
            + (manner.namesLogins ? " AUTH=PLAIN" : "")
    }

    /// Returns the answer to the client's next command.
    ///
    /// The command's tag is predictable, because clients number their tags.
    @Sendable private static func answer(toNextAfter line: Line) -> String {
        let tag = line.words.first ?? ""
        let digits = String(tag.reversed().prefix { ("0"..."9").contains($0) }.reversed())
        let next = String((Int(digits) ?? 0).addingReportingOverflow(1).partialValue)
        let zeros = String(repeating: "0", count: max(0, digits.count - next.count))
        return "* CAPABILITY IMAP4rev1\r\n\(tag.dropLast(digits.count))\(zeros)\(next) OK done\r\n"
    }
}
