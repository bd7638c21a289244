import X509

extension ApplicationProtocol {
    package static let sieve = ApplicationProtocol(
        "sieve",
        about: "mail filters (RFC 5804 §2.2)",
        names: .rfc7817,
        upgradeFaults: [.hidden, .answerAfterGoAhead],
        greeting: capabilities,
        greetingAfterUpgrade: capabilities(Manner(fault: nil, isSecured: true)),
        nextAnswer: { _ in capabilities(Manner(fault: nil, isSecured: true)) }
    ) { line, manner in
        switch line.command {
        case "CAPABILITY": .says(capabilities(manner))
        case "STARTTLS" where manner.takesTLS: .goAhead("OK \"begin\"\r\n")
        case "STARTTLS": .says("NO \"TLS not available\"\r\n")
        default: .says("OK \"done\"\r\n")
        }
    }

    @Sendable private static func capabilities(_ manner: Manner) -> String {
        "\"IMPLEMENTATION\" \"1\"\r\n\(manner.namesTLS ? "\"STARTTLS\"\r\n" : "")"
            + "\"SASL\" \"PLAIN\"\r\n\"VERSION\" \"1.0\"\r\nOK \"done\"\r\n"
    }
}
