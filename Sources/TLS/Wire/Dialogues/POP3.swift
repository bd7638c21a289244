import X509

extension ApplicationProtocol {
    package static let pop3 = ApplicationProtocol(
        "pop3",
        about: "mailboxes (RFC 2595 §4, RFC 8314)",
        secureScheme: "pop3s",
        names: .rfc7817,
        upgradeFaults: [.hidden, .capabilitiesFail, .loginsInPlaintext, .answerAfterGoAhead],
        greeting: { _ in "+OK ready\r\n" },
        nextAnswer: { _ in "+OK\r\nUSER\r\n.\r\n" }
    ) { line, manner in
        switch line.command {
        case "CAPA":
            guard manner.fault != .capabilitiesFail else { return .says("-ERR no\r\n") }
            let names =
                (manner.namesTLS ? "STLS\r\n" : "") + (manner.namesLogins ? "SASL PLAIN\r\n" : "")
            return .says("+OK\r\n\(names)USER\r\n.\r\n")
        case "STLS" where manner.takesTLS: return .goAhead("+OK begin\r\n")
        case "STLS": return .says("-ERR TLS not available\r\n")
        case "STAT": return .says("+OK 0 0\r\n")
        case "LIST", "UIDL": return .says("+OK\r\n.\r\n")
        default: return .says("+OK\r\n")
        }
    }
}
