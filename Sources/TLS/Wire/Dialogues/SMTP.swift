import X509

extension ApplicationProtocol {
    package static let smtp = mail(
        "smtp",
        about: "mail submission and transport (RFC 3207, RFC 8314)",
        secureScheme: "smtps",
        names: .rfc7817
    )
    package static let lmtp = mail("lmtp", about: "local mail transport (RFC 2033, RFC 3207)")

    private static func mail(
        _ name: String,
        about: String,
        secureScheme: String? = nil,
        names: NameRule = .rfc9525
    ) -> ApplicationProtocol {
        ApplicationProtocol(
            name,
            about: about,
            secureScheme: secureScheme,
            names: names,
            upgradeFaults: [.hidden, .capabilitiesFail, .loginsInPlaintext, .answerAfterGoAhead],
            greeting: { _ in "220 mail.example.test ESMTP\r\n" },
            nextAnswer: { _ in "250 mail.example.test\r\n" }
        ) { line, manner in
            switch line.command {
            case _ where manner.isInMail:
                let isEnd = line.words == ["."]
                return .mail(isEnd ? "250 done\r\n" : "", isInMail: !isEnd)
            case "EHLO", "LHLO":
                guard manner.fault != .capabilitiesFail else {
                    return .says("502 not implemented\r\n")
                }
                let names = manner.namesTLS ? "250-STARTTLS\r\n" : ""
                let logins = manner.namesLogins ? "250-AUTH PLAIN LOGIN\r\n" : ""
                return .says("250-mail.example.test\r\n\(names)\(logins)250 8BITMIME\r\n")
            case "STARTTLS" where manner.takesTLS: return .goAhead("220 go ahead\r\n")
            case "STARTTLS": return .says("454 TLS not available\r\n")
            case "QUIT": return .says("221 bye\r\n")
            case "DATA": return .mail("354 go ahead\r\n", isInMail: true)
            default: return .says("250 done\r\n")
            }
        }
    }
}
