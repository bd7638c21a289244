extension ApplicationProtocol {
    package static let irc = ApplicationProtocol(
        "irc",
        about: "chat (RFC 2812, RFC 7194)",
        transports: [.implicit],
        secureScheme: "ircs",
        greeting: { _ in "" }
    ) { line, _ in
        switch line.command {
        case "CAP" where line.word(1) == "LS": .says(":irc.example.test CAP * LS :\r\n")
        case "CAP" where line.word(1) == "REQ": .says(":irc.example.test CAP * NAK :\r\n")
        case "PING": .says("PONG \(line.words.dropFirst().joined(separator: " "))\r\n")
        case "NICK", "USER", "PASS", "CAP": .says("")
        case "QUIT": .says("ERROR :bye\r\n")
        default: .says(":irc.example.test 421 * \(line.command) :unknown\r\n")
        }
    }
}
