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
        // Clients find the end of the capabilities after TLS by the text, which the answer repeats
        // (RFC 5804 §2.13).
        case "NOOP" where line.words.count == 2:
            .says("OK (TAG \(line.words[1])) \"done\"\r\n")
        // The next line has the rest of the command (§4, literal-c2s).
        case _ where line.words.last?.hasSuffix("+}") == true: .says("")
        default: .says("OK \"done\"\r\n")
        }
    }

    @Sendable private static func capabilities(_ manner: Manner) -> String {
        // Clients require the capability SIEVE (RFC 5804 §1.7).
        "\"IMPLEMENTATION\" \"1\"\r\n\"SIEVE\" \"fileinto\"\r\n"
            + "\(manner.namesTLS ? "\"STARTTLS\"\r\n" : "")"
            + "\"SASL\" \"PLAIN\"\r\n\"VERSION\" \"1.0\"\r\nOK \"done\"\r\n"
    }
}
