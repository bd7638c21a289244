import TestSupport
import Testing

/// The seeds of `HearDialogue`: a client's messages in each protocol up to its login, and the same
/// messages with each server fault.
struct DialogueSeedTests {
    /// Byte 0 is the protocol, byte 1 the fault, byte 2 the size of the pieces.
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var seeds: [String: [UInt8]] = [:]
        for (index, client) in Self.clients.enumerated() {
            for fault in 0..<(index < 3 ? 8 : 5) {
                seeds["\(client.name)-\(fault)"] =
                    [UInt8(index), UInt8(fault), 5] + client.says + [22] + client.saysOverTLS
            }
        }
        for upgrade in Self.upgrades {
            for way: UInt8 in 0..<5 {
                seeds["\(upgrade.name)-\(way)"] = [upgrade.place, way, 5] + upgrade.says
            }
        }
        for session in Self.sessions { seeds[session.name] = session.seed }
        let commands = "PASS s3cr3t\r\nPROT P\r\nPASV\r\nEPSV\r\nTYPE I\r\nSTOR s3cr3t\r\n"
        // Byte 1 chooses the data channel, after FTP's seven faults, no fault and TLS at once.
        seeds["ftp-upload"] = [4, 9, 5] + Array("AUTH TLS\r\n".utf8) + [22] + Array(commands.utf8)
        // LDAP's StartTLS with a length of four bytes, as Windows clients encode it.
        let request = [0x30, 0x84, 0, 0, 0, 0x1d, 2, 1, 1, 0x77, 0x18, 0x80, 0x16] as [UInt8]
        seeds["ldap-long-length"] =
            [8, 0, 5] + request + Array("1.3.6.1.4.1.1466.20037".utf8) + [22]
        try expectSeeds(seeds, of: "HearDialogue")
    }

    private struct Client {
        let name: String
        let says: [UInt8]
        let saysOverTLS: [UInt8]

        init(_ name: String, _ says: [UInt8], _ saysOverTLS: [UInt8]) {
            (self.name, self.says, self.saysOverTLS) = (name, says, saysOverTLS)
        }

        init(_ name: String, _ says: String, _ saysOverTLS: String) {
            self.init(name, Array(says.utf8), Array(saysOverTLS.utf8))
        }
    }

    /// The clients' messages, in the order of `ApplicationProtocol`.
    private static let clients = [
        Client("smtp", "EHLO a\r\nSTARTTLS\r\n", "EHLO a\r\nAUTH PLAIN s3cr3t\r\nQUIT\r\n"),
        Client("lmtp", "LHLO a\r\nSTARTTLS\r\n", "LHLO a\r\nVRFY s3cr3t\r\nDATA\r\n"),
        Client(
            "imap",
            "A1 CAPABILITY\r\nA2 STARTTLS\r\n",
            "A3 AUTHENTICATE PLAIN\r\nA4 LOGIN s3cr3t x\r\nA5 LOGOUT\r\n"
        ),
        Client("pop3", "CAPA\r\nSTLS\r\n", "CAPA\r\nUSER s3cr3t\r\nSTAT\r\nLIST\r\n"),
        Client(
            "ftp",
            "FEAT\r\nAUTH TLS\r\n",
            "USER a\r\nPASS s3cr3t\r\nPBSZ 0\r\nPROT P\r\nEPSV\r\n"
        ),
        Client("sieve", "CAPABILITY\r\nSTARTTLS\r\n", "AUTHENTICATE \"PLAIN\" \"s3cr3t\"\r\n"),
        Client("nntp", "CAPABILITIES\r\nSTARTTLS\r\n", "AUTHINFO USER s3cr3t\r\nQUIT\r\n"),
        Client(
            "xmpp",
            "<stream:stream to='a'><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
            "<stream:stream to='a'><auth mechanism='PLAIN'>s3cr3t</auth>"
        ),
        Client(
            "ldap",
            "0\u{1d}\u{2}\u{1}\u{1}w\u{18}~\u{16}1.3.6.1.4.1.1466.20037",
            "0\u{3}\u{2}\u{1}\u{2}0\u{b}\u{2}\u{1}\u{3}`\u{6}s3cr3t"
        ),
        Client(
            "postgres",
            [0, 0, 0, 8, 4, 0xd2, 0x16, 0x30, 0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f],
            [0, 0, 0, 8, 0, 3, 0, 0, 0x51, 0, 0, 0, 10] + Array("s3cr3t".utf8)
        ),
        Client(
            "mysql",
            [32, 0, 0, 1, 0, 0x0a, 0, 0] + [UInt8](repeating: 0, count: 28),
            [10, 0, 0, 2, 0, 0x0a, 0, 0] + Array("s3cr3t".utf8)
        ),
    ]
}
