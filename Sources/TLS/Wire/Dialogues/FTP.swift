extension ApplicationProtocol {
    package static let ftp = ApplicationProtocol(
        "ftp",
        about: "files, and uploads over the data channel (RFC 4217)",
        secureScheme: "ftps",
        upgradeFaults: [.hidden, .authenticated, .unprotected, .answerAfterGoAhead],
        greeting: { manner in
            manner.fault == .authenticated ? "230 logged in\r\n" : "220 ready\r\n"
        },
        nextAnswer: { _ in "331 the password\r\n" }
    ) { line, manner in
        switch line.command {
        case "AUTH" where manner.takesTLS: return .goAhead("234 begin\r\n")
        case "AUTH": return .says("534 TLS not available\r\n")
        case "FEAT":
            let start = manner.namesTLS ? " AUTH TLS\r\n" : ""
            // TLS for the data channel is possible whichever way TLS starts (RFC 4217 §9).
            let data = manner.namesTLS || manner.isSecured ? " PBSZ\r\n PROT\r\n" : ""
            return .says("211-Features\r\n\(start)\(data) UTF8\r\n211 end\r\n")
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
            return answer(to: line.command, port: port, manner.dataStage)
        }
        // Without a data channel, the login shows that the client accepted the server.
        let isPassive = ["EPSV", "PASV"].contains(line.command)
        return .says(isPassive ? "502 not implemented\r\n" : "200 done\r\n")
    }

    /// Answers a command about the data channel, which exists only for uploads with TLS.
    private static func answer(to command: String, port: UInt16, _ stage: DataStage) -> Reply {
        switch (command, stage) {
        // The client must protect the data channel first (RFC 4217 §9).
        case ("EPSV", .inPlaintext), ("PASV", .inPlaintext): .says("521 not without PROT P\r\n")
        case ("EPSV", _): .data("229 data (|||\(port)|)\r\n", .open)
        // Clients on loopback can reach this address, whichever address they connected to.
        case ("PASV", _): .data("227 data (127,0,0,1,\(port >> 8),\(port & 255))\r\n", .open)
        case ("STOR", .open), ("APPE", .open): .data("150 go on\r\n", .transferring)
        case ("STOR", _), ("APPE", _): .says("425 no data connection\r\n")
        // Refuse downloads: a download does not show that the client accepted the certificate.
        case ("LIST", _), ("NLST", _), ("MLSD", _), ("RETR", _): .says("550 no such file\r\n")
        default: .says("200 done\r\n")
        }
    }
}
