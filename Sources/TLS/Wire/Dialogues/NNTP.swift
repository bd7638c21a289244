extension ApplicationProtocol {
    package static let nntp = ApplicationProtocol(
        "nntp",
        about: "news (RFC 4642, RFC 8143)",
        secureScheme: "nntps",
        upgradeFaults: [.hidden, .capabilitiesFail, .answerAfterGoAhead],
        greeting: { _ in "200 ready\r\n" },
        nextAnswer: { _ in "101 list\r\nVERSION 2\r\nREADER\r\n.\r\n" }
    ) { line, manner in
        switch line.command {
        case "CAPABILITIES":
            guard manner.fault != .capabilitiesFail else { return .says("500 unknown\r\n") }
            let names = manner.namesTLS ? "STARTTLS\r\n" : ""
            return .says("101 list\r\nVERSION 2\r\nREADER\r\n\(names).\r\n")
        case "STARTTLS" where manner.takesTLS: return .goAhead("382 begin\r\n")
        case "STARTTLS": return .says("580 TLS not available\r\n")
        case "AUTHINFO":
            return .says(line.word(1) == "USER" ? "381 the password\r\n" : "281 welcome\r\n")
        case "QUIT": return .says("205 bye\r\n")
        default: return .says("200 done\r\n")
        }
    }
}
