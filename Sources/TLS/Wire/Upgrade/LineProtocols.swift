// Protocols whose messages are lines. The answers are the shortest with which clients continue.

/// A protocol whose messages are lines.
protocol LineSpeaker: Speaker {
    static func greetingLines(_ manner: Manner) -> String
    static func reply(to line: Line, _ manner: Manner) -> Reply
    static func nextAnswer(after line: Line) -> String
}

extension LineSpeaker {
    static func greeting(_ manner: Manner) -> [UInt8] { Array(greetingLines(manner).utf8) }

    static func length(ofMessageIn input: [UInt8]) -> Int? {
        input.firstIndex(of: 10).map { $0 + 1 }
    }

    static func reply(to message: [UInt8], _ manner: Manner) -> Reply {
        reply(to: Line(message), manner)
    }

    static func nextAnswer(after request: [UInt8]) -> [UInt8] {
        Array(nextAnswer(after: Line(request)).utf8)
    }
}

/// A client's line, split at blanks.
struct Line {
    let words: [String]

    init(_ message: [UInt8]) {
        // Split bytes, not characters: a split at Unicode white space took a quarter of the time of
        // the fuzz target HearDialogue.
        words = message.split { $0 == 0x20 || (0x09...0x0d).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first word, in capitals.
    var command: String { word(0) }

    /// Returns a word in capitals; empty if the line has fewer words.
    func word(_ index: Int) -> String { words.count > index ? words[index].uppercased() : "" }
}

enum SMTP: LineSpeaker {
    static func greetingLines(_: Manner) -> String { "220 mail.example.test ESMTP\r\n" }

    static func reply(to line: Line, _ manner: Manner) -> Reply {
        switch line.command {
        case "EHLO", "LHLO":
            guard manner.fault != .capabilitiesFail else { return .says("502 not implemented\r\n") }
            let names = manner.namesTLS ? "250-STARTTLS\r\n" : ""
            let logins = manner.namesLogins ? "250-AUTH PLAIN LOGIN\r\n" : ""
            return .says("250-mail.example.test\r\n\(names)\(logins)250 8BITMIME\r\n")
        case "STARTTLS" where manner.takesTLS: return .goAhead("220 go ahead\r\n")
        case "STARTTLS": return .says("454 TLS not available\r\n")
        case "QUIT": return .says("221 bye\r\n")
        case "DATA": return .says("354 go ahead\r\n")
        default: return .says("250 done\r\n")
        }
    }

    static func nextAnswer(after _: Line) -> String { "250 mail.example.test\r\n" }
}

enum IMAP: LineSpeaker {
    static func greetingLines(_ manner: Manner) -> String {
        manner.fault == .authenticated
            ? "* PREAUTH logged in\r\n" : "* OK [CAPABILITY \(capabilities(manner))] ready\r\n"
    }

    static func reply(to line: Line, _ manner: Manner) -> Reply {
        let tag = line.words.first ?? "*"
        switch line.word(1) {
        case "CAPABILITY":
            guard manner.fault != .capabilitiesFail else { return .says("\(tag) BAD no\r\n") }
            return .says("* CAPABILITY \(capabilities(manner))\r\n\(tag) OK done\r\n")
        case "STARTTLS" where manner.takesTLS: return .goAhead("\(tag) OK begin\r\n")
        // RFC 2221 §4.1.
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

    /// Returns the answer for the client's next tag, because clients count their tags.
    static func nextAnswer(after line: Line) -> String {
        let tag = line.words.first ?? ""
        let digits = String(tag.reversed().prefix { ("0"..."9").contains($0) }.reversed())
        let next = String((Int(digits) ?? 0).addingReportingOverflow(1).partialValue)
        let zeros = String(repeating: "0", count: max(0, digits.count - next.count))
        return "* CAPABILITY IMAP4rev1\r\n\(tag.dropLast(digits.count))\(zeros)\(next) OK done\r\n"
    }
}

enum POP3: LineSpeaker {
    static func greetingLines(_: Manner) -> String { "+OK ready\r\n" }

    static func reply(to line: Line, _ manner: Manner) -> Reply {
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

    static func nextAnswer(after _: Line) -> String { "+OK\r\nUSER\r\n.\r\n" }
}

enum FTP: LineSpeaker {
    static func greetingLines(_ manner: Manner) -> String {
        manner.fault == .authenticated ? "230 logged in\r\n" : "220 ready\r\n"
    }

    static func reply(to line: Line, _ manner: Manner) -> Reply {
        switch line.command {
        case "AUTH" where manner.takesTLS: return .goAhead("234 begin\r\n")
        case "AUTH": return .says("534 TLS not available\r\n")
        case "FEAT":
            let names = manner.namesTLS ? " AUTH TLS\r\n PBSZ\r\n PROT\r\n" : ""
            return .says("211-Features\r\n\(names) UTF8\r\n211 end\r\n")
        case "PROT" where manner.fault == .unprotected: return .says("534 not here\r\n")
        case "USER": return .says("331 the password\r\n")
        case "PASS": return .says("230 logged in\r\n")
        case "PWD": return .says("257 \"/\"\r\n")
        case "QUIT": return .says("221 bye\r\n")
        case "PROT" where manner.isSecured:
            return .data("200 done\r\n", line.word(1) == "P" ? .protected : .inPlaintext)
        case "PORT", "EPRT": return .says("502 not implemented\r\n")
        default:
            guard let port = manner.dataPort else { break }
            return dataReply(to: line.command, port: port, manner.dataStage)
        }
        // Without a data channel, the login proves enough.
        let isPassive = ["EPSV", "PASV"].contains(line.command)
        return .says(isPassive ? "502 not implemented\r\n" : "200 done\r\n")
    }

    /// Answers a command about the data channel, which exists only for uploads with TLS.
    private static func dataReply(
        to command: String,
        port: UInt16,
        _ stage: DataStage
    ) -> Reply {
        switch (command, stage) {
        // RFC 4217 §9.
        case ("EPSV", .inPlaintext), ("PASV", .inPlaintext): .says("521 not without PROT P\r\n")
        case ("EPSV", _): .data("229 data (|||\(port)|)\r\n", .open)
        // On loopback, clients can reach any loopback address.
        case ("PASV", _): .data("227 data (127,0,0,1,\(port >> 8),\(port & 255))\r\n", .open)
        case ("STOR", .open), ("APPE", .open): .data("150 go on\r\n", .transferring)
        case ("STOR", _), ("APPE", _): .says("425 no data connection\r\n")
        // Refuse downloads: a download does not show that the client accepted the certificate.
        case ("LIST", _), ("NLST", _), ("MLSD", _), ("RETR", _): .says("550 no such file\r\n")
        default: .says("200 done\r\n")
        }
    }

    static func nextAnswer(after _: Line) -> String { "331 the password\r\n" }
}

enum Sieve: LineSpeaker {
    static func greetingLines(_ manner: Manner) -> String {
        "\"IMPLEMENTATION\" \"1\"\r\n\(manner.namesTLS ? "\"STARTTLS\"\r\n" : "")"
            + "\"SASL\" \"PLAIN\"\r\n\"VERSION\" \"1.0\"\r\nOK \"done\"\r\n"
    }

    static var greetingOverTLS: [UInt8] {
        greeting(Manner(fault: nil, isSecured: true))
    }

    static func reply(to line: Line, _ manner: Manner) -> Reply {
        switch line.command {
        case "CAPABILITY": .says(greetingLines(manner))
        case "STARTTLS" where manner.takesTLS: .goAhead("OK \"begin\"\r\n")
        case "STARTTLS": .says("NO \"TLS not available\"\r\n")
        default: .says("OK \"done\"\r\n")
        }
    }

    static func nextAnswer(after _: Line) -> String {
        greetingLines(Manner(fault: nil, isSecured: true))
    }
}

enum NNTP: LineSpeaker {
    static func greetingLines(_: Manner) -> String { "200 ready\r\n" }

    static func reply(to line: Line, _ manner: Manner) -> Reply {
        switch line.command {
        case "CAPABILITIES":
            guard manner.fault != .capabilitiesFail else { return .says("500 unknown\r\n") }
            return .says(
                "101 list\r\nVERSION 2\r\nREADER\r\n\(manner.namesTLS ? "STARTTLS\r\n" : "").\r\n"
            )
        case "STARTTLS" where manner.takesTLS: return .goAhead("382 begin\r\n")
        case "STARTTLS": return .says("580 TLS not available\r\n")
        case "AUTHINFO":
            return .says(line.word(1) == "USER" ? "381 the password\r\n" : "281 welcome\r\n")
        case "QUIT": return .says("205 bye\r\n")
        default: return .says("200 done\r\n")
        }
    }

    static func nextAnswer(after _: Line) -> String { "101 list\r\nVERSION 2\r\nREADER\r\n.\r\n" }
}
