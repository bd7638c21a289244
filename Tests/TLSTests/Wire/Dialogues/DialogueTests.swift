import Testing

@testable import TLS

/// The server's side of protocols that are upgraded to TLS.
struct DialogueTests {
    private static let secret = "s3cr3t"

    /// A request for TLS, a client's first message over TLS, and its login.
    struct Client: CustomTestStringConvertible {
        let application: ApplicationProtocol
        let questions: [String]
        let first: String
        let login: String

        var testDescription: String { application.name }
        var request: [UInt8] { Array((questions.last ?? "").utf8) }
    }

    private static let clients = [
        Client(
            application: .smtp,
            questions: ["EHLO a\r\n", "STARTTLS\r\n"],
            first: "EHLO a\r\n",
            login: "VRFY s3cr3t\r\n"
        ),
        Client(
            application: .lmtp,
            questions: ["LHLO a\r\n", "STARTTLS\r\n"],
            first: "LHLO a\r\n",
            login: "VRFY s3cr3t\r\n"
        ),
        Client(
            application: .imap,
            questions: ["A001 CAPABILITY\r\n", "A002 STARTTLS\r\n"],
            first: "A003 CAPABILITY\r\n",
            login: "A004 LOGIN s3cr3t s3cr3t\r\n"
        ),
        Client(
            application: .pop3,
            questions: ["CAPA\r\n", "STLS\r\n"],
            first: "CAPA\r\n",
            login: "USER s3cr3t\r\n"
        ),
        Client(
            application: .ftp,
            questions: ["FEAT\r\n", "AUTH TLS\r\n"],
            first: "USER a\r\n",
            login: "PASS s3cr3t\r\n"
        ),
        Client(
            application: .sieve,
            questions: ["STARTTLS\r\n"],
            first: "CAPABILITY\r\n",
            login: "AUTHENTICATE \"PLAIN\" \"s3cr3t\"\r\n"
        ),
        Client(
            application: .nntp,
            questions: ["CAPABILITIES\r\n", "STARTTLS\r\n"],
            first: "CAPABILITIES\r\n",
            login: "AUTHINFO USER s3cr3t\r\n"
        ),
        Client(
            application: .xmpp,
            questions: [
                "<stream:stream to='a'>", "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
            ],
            first: "<stream:stream to='a'>",
            login: "<auth mechanism='PLAIN'>s3cr3t</auth>"
        ),
        Client(
            application: .ldap,
            questions: ["0\u{1d}\u{2}\u{1}\u{1}w\u{18}~\u{16}1.3.6.1.4.1.1466.20037"],
            first: "0\u{3}\u{2}\u{1}\u{2}",
            login: "0\u{b}\u{2}\u{1}\u{3}`\u{6}s3cr3t"
        ),
        Client(
            application: .postgres,
            questions: ["\0\0\0\u{8}\u{4}ABC", "\0\0\0\u{8}\u{4}ABC"],
            first: "\0\0\0\u{8}\0\u{3}\0\0",
            login: "Q\0\0\0\u{a}s3cr3t"
        ),
        // The greeting starts TLS.
        Client(
            application: .nats,
            questions: [],
            first: "PING\r\n",
            login: "CONNECT {\"user\":\"s3cr3t\"}\r\n"
        ),
        Client(
            application: .nbd,
            questions: ["\0\0\0\u{1}IHAVEOPT\0\0\0\u{5}\0\0\0\0"],
            first: "IHAVEOPT\0\0\0\u{8}\0\0\0\0",
            login: "IHAVEOPT\0\0\0\u{7}\0\0\0\u{c}\0\0\0\u{6}s3cr3t\0\0"
        ),
        Client(
            application: .rfb,
            questions: ["RFB 003.008\n", "\u{13}", "\0\u{2}", "\0\0\u{1}\u{6}"],
            first: "\0\0\0\u{1}\0\0\0\u{1}ab",
            login: "\0\0\0\u{6}\0\0\0\u{1}s3cr3tb"
        ),
    ]

    /// Sends all of a client's messages at once; returns the answers and the unread rest.
    private func heard(
        _ text: [UInt8],
        by dialogue: inout Dialogue
    ) -> (says: String, startsTLS: Bool, rest: [UInt8]) {
        var input = text
        let turn = dialogue.hear(&input)
        return (String(decoding: turn.says, as: UTF8.self), turn.startsTLS, input)
    }

    private let hello: [UInt8] = [22, 3, 1, 0, 1, 1]

    /// Returns the bytes of a question; PostgreSQL's request contains a byte that is not text.
    private func bytes(_ question: String) -> [UInt8] {
        question.hasSuffix("ABC") ? [0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f] : Array(question.utf8)
    }

    /// Requests TLS; returns whether it started after the hello.
    private func asks(_ client: Client, _ dialogue: inout Dialogue) -> Bool {
        for question in client.questions { _ = heard(bytes(question), by: &dialogue) }
        let (_, startsTLS, rest) = heard(hello, by: &dialogue)
        if startsTLS { #expect(rest == hello) }
        return startsTLS
    }

    @Test(arguments: clients)
    func `an honest server starts TLS and reads the login over TLS`(client: Client) {
        var dialogue = Dialogue(SpokenProtocol(client.application), secret: Self.secret)
        #expect(asks(client, &dialogue))
        _ = dialogue.secure()
        let (says, _, _) = heard(Array(client.first.utf8), by: &dialogue)
        #expect(!says.isEmpty)
        #expect(!dialogue.hasHeardSecret)
        _ = heard(Array(client.login.utf8), by: &dialogue)
        #expect(dialogue.hasHeardSecret)
    }

    @Test(arguments: clients)
    func `gives the same answers if the bytes arrive in pieces`(client: Client) {
        for fault in [UpgradeFault?.none] + UpgradeFault.allCases
        where fault.map(client.application.has) != false {
            let overTLS = Array((client.first + client.login).utf8)
            let said = client.questions.flatMap(bytes) + hello + overTLS
            let whole = Talk(
                SpokenProtocol(client.application, fault: fault),
                said,
                pieceSize: said.count
            )
            #expect(whole.hasHeardSecret == (fault?.tellingCommands == nil), "\(fault)")
            for size in 1..<said.count {
                let talk = Talk(
                    SpokenProtocol(client.application, fault: fault),
                    said,
                    pieceSize: size
                )
                #expect(talk == whole, "\(fault) in pieces of \(size)")
            }
        }
    }

    /// Everything that a server sends in plaintext and over TLS, to a client that does not wait.
    private struct Talk: Equatable {
        private var says: [UInt8] = []
        private var startsTLS = false
        private(set) var hasHeardSecret = false

        init(_ upgrade: SpokenProtocol, _ said: [UInt8], pieceSize: Int) {
            var dialogue = Dialogue(upgrade, secret: DialogueTests.secret)
            var input: [UInt8] = []
            var rest = said[...]
            while !rest.isEmpty {
                input += rest.prefix(pieceSize)
                rest = rest.dropFirst(pieceSize)
                let turn = dialogue.hear(&input)
                says += turn.says
                guard turn.startsTLS else { continue }
                // TLS reads the hello.
                says += dialogue.secure()
                rest = said.suffix(input.count + rest.count).dropFirst(6)
                input = []
                startsTLS = true
            }
            hasHeardSecret = dialogue.hasHeardSecret
        }
    }

    @Test(arguments: clients)
    func `with a plaintext fault, the server stays in plaintext and reads a login there`(
        client: Client
    ) {
        for fault in UpgradeFault.allCases
        where fault.staysInPlaintext && client.application.has(fault) {
            var dialogue = Dialogue(
                SpokenProtocol(client.application, fault: fault),
                secret: Self.secret
            )
            #expect(!asks(client, &dialogue), "\(fault)")
            #expect(!dialogue.hasHeardSecret, "\(fault)")
            _ = heard(Array(client.login.utf8), by: &dialogue)
            #expect(dialogue.hasHeardSecret, "\(fault)")
        }
    }

    @Test(
        arguments: [
            ([22, 3, 1, 0], 4), ([22, 3, 1, 0, 0], 0), ([22, 3, 1, 0, 1], 5),
            ([22, 3, 1, 0, 1, 1], 0),
        ] as [([UInt8], Int)]
    )
    func `a server that stays in plaintext skips a whole ClientHello`(
        said: [UInt8],
        unheard: Int
    ) throws {
        let client = try #require(Self.clients.first)
        let upgrade = SpokenProtocol(client.application, fault: .plaintextAfterAlert)
        var dialogue = Dialogue(upgrade, secret: Self.secret)
        for question in client.questions { _ = heard(bytes(question), by: &dialogue) }
        #expect(heard(said, by: &dialogue).rest.count == unheard)
    }

    /// A client that reads ahead takes the plaintext answer for the first answer over TLS, and
    /// continues.
    @Test(arguments: clients)
    func `detects a client that takes a plaintext answer for an answer over TLS`(
        client: Client
    ) {
        let upgrade = SpokenProtocol(client.application, fault: .answerAfterGoAhead)
        var dialogue = Dialogue(upgrade, secret: Self.secret)
        #expect(asks(client, &dialogue))
        #expect(dialogue.secure().isEmpty)
        let (says, _, _) = heard(Array(client.first.utf8), by: &dialogue)
        #expect(says.isEmpty)
        #expect(!dialogue.hasHeardSecret)
        _ = heard(Array(client.login.utf8), by: &dialogue)
        #expect(dialogue.hasHeardSecret)
    }

    /// With these faults, the secret over TLS proves nothing, because an honest client sends it
    /// too.
    @Test(arguments: [
        (
            ApplicationProtocol.smtp, UpgradeFault.loginsInPlaintext, "EHLO a\r\n",
            "AUTH PLAIN eA==\r\n"
        ),
        (.imap, .loginsInPlaintext, "a2 LOGIN s3cr3t x\r\n", "a3 AUTHENTICATE PLAIN\r\n"),
        (.pop3, .loginsInPlaintext, "USER s3cr3t\r\n", "AUTH PLAIN\r\n"),
        (.ftp, .unprotected, "USER s3cr3t\r\n", "EPSV\r\n"),
    ])
    func `only commands that use injected plaintext show that the client trusted the plaintext`(
        application: ApplicationProtocol,
        fault: UpgradeFault,
        honest: String,
        telling: String
    ) throws {
        let client = try #require(Self.clients.first { $0.application == application })
        var dialogue = Dialogue(SpokenProtocol(application, fault: fault), secret: Self.secret)
        #expect(asks(client, &dialogue))
        _ = dialogue.secure()
        _ = heard(Array(honest.utf8), by: &dialogue)
        #expect(!dialogue.hasHeardSecret)
        _ = heard(Array(telling.utf8), by: &dialogue)
        #expect(dialogue.hasHeardSecret)
    }

    @Test(arguments: [
        (ApplicationProtocol.smtp, "EHLO a\r\n"), (.imap, "a CAPABILITY\r\n"), (.pop3, "CAPA\r\n"),
    ])
    func `with the fault logins-in-plaintext, lists login methods only in plaintext`(
        application: ApplicationProtocol,
        question: String
    ) throws {
        let client = try #require(Self.clients.first { $0.application == application })
        let upgrade = SpokenProtocol(application, fault: .loginsInPlaintext)
        var dialogue = Dialogue(upgrade, secret: Self.secret)
        #expect(heard(Array(question.utf8), by: &dialogue).says.contains("PLAIN"))
        #expect(asks(client, &dialogue))
        _ = dialogue.secure()
        #expect(!heard(Array(question.utf8), by: &dialogue).says.contains("PLAIN"))
    }

    @Test
    func `refers the client to another server only in answer to STARTTLS`() {
        let referral = SpokenProtocol(.imap, fault: .refers)
        var imap = Dialogue(referral, secret: Self.secret, elsewhere: "www.example.test:7")
        let says = heard(Array("a STARTTLS\r\n".utf8), by: &imap).says
        #expect(says == "a NO [REFERRAL imap://www.example.test:7/] not here\r\n")
        for application in [ApplicationProtocol.xmpp, .ldap] {
            let referral = SpokenProtocol(application, fault: .refers)
            var dialogue = Dialogue(referral, secret: Self.secret, elsewhere: "www.example.test:7")
            let question = Self.clients.first { $0.application == application }?.questions.first
            let says = heard(Array((question ?? "").utf8), by: &dialogue).says
            #expect(says.contains("www.example.test:7"), "\(application.name)")
        }
        var postgres = Dialogue(
            SpokenProtocol(.postgres, fault: .capabilitiesFail),
            secret: Self.secret
        )
        #expect(heard(bytes("\0\0\0\u{8}\u{4}ABC"), by: &postgres).says.hasPrefix("E"))
        for (fault, answer) in [(UpgradeFault?.none, "200"), (.unprotected, "534")] {
            var ftp = Dialogue(SpokenProtocol(.ftp, fault: fault), secret: Self.secret)
            #expect(heard(Array("PROT P\r\n".utf8), by: &ftp).says.hasPrefix(answer))
        }
    }

    @Test func `ignores a secret in the first command over TLS`() {
        var dialogue = Dialogue(
            SpokenProtocol(.pop3, fault: .answerAfterGoAhead),
            secret: Self.secret
        )
        for question in ["STLS\r\n"] { _ = heard(Array(question.utf8), by: &dialogue) }
        _ = dialogue.secure()
        _ = heard(Array("USER s3cr3t\r\n".utf8), by: &dialogue)
        #expect(!dialogue.hasHeardSecret)
    }

    @Test func `reads the login of a client that requests TLS and continues in plaintext`() {
        var dialogue = Dialogue(SpokenProtocol(.imap), secret: Self.secret)
        #expect(heard(Array("a1 STARTTLS\r\n".utf8), by: &dialogue).says == "a1 OK begin\r\n")
        let (says, startsTLS, _) = heard(Array("a2 LOGIN s3cr3t x\r\n".utf8), by: &dialogue)
        #expect(says == "a2 OK done\r\n")
        #expect(!startsTLS)
        #expect(dialogue.hasHeardSecret)
    }

    /// NATS's client protocol: the greeting is JSON after the word INFO.
    @Test func `NATS's client starts TLS after a greeting that requires TLS`() {
        for (fault, startsTLS, greeting) in [
            (UpgradeFault?.none, true, "\"tls_required\":true}\r\n"),
            (.hidden, false, "\"max_payload\":8192}\r\n"),
            (.answerAfterGoAhead, true, "\"tls_required\":true}\r\nPONG\r\n"),
        ] {
            var dialogue = Dialogue(SpokenProtocol(.nats, fault: fault), secret: Self.secret)
            let text = String(decoding: dialogue.greeting, as: UTF8.self)
            #expect(text.hasPrefix("INFO {") && text.hasSuffix(greeting), "\(fault)")
            #expect(heard(hello, by: &dialogue).startsTLS == startsTLS, "\(fault)")
        }
        // A client that continues in plaintext.
        var dialogue = Dialogue(SpokenProtocol(.nats), secret: Self.secret)
        #expect(heard(Array("PING\r\n".utf8), by: &dialogue).says == "PONG\r\n")
        #expect(!heard(hello, by: &dialogue).startsTLS)
        #expect(!ApplicationProtocol.nats.has(.refused))
    }

    /// VeNCrypt 0.2: the version, the list of subtypes, and a byte that confirms the choice.
    @Test(
        arguments: [(nil, 6, 1), (.refused, 6, 0), (.hidden, 0, 0)]
            as [(UpgradeFault?, UInt8, UInt8)]
    )
    func `VeNCrypt lists a subtype with TLS, unless the fault hides TLS`(
        fault: UpgradeFault?,
        subtype: UInt8,
        confirmation: UInt8
    ) {
        var dialogue = Dialogue(SpokenProtocol(.rfb, fault: fault), secret: Self.secret)
        #expect(dialogue.greeting == Array("RFB 003.008\n".utf8))
        let exchanges: [([UInt8], [UInt8])] = [
            (dialogue.greeting, [1, 19]), ([19], [0, 2]), ([0, 2], [0, 1, 0, 0, 1, subtype]),
            ([0, 0, 1, 6], [confirmation]), ([0, 0, 1, 0], []), ([0, 1], [255]),
            (Array("RFB 003.003\n".utf8), [0, 0, 0, 0, 0, 0, 0, 11] + Array("no VeNCrypt".utf8)),
        ]
        for (says, answer) in exchanges {
            var input = says
            #expect(dialogue.hear(&input).says == answer, "\(says)")
        }
    }

    /// [MS-RDPBCGR] §2.2.1.1 and §2.2.1.2: RDP_NEG_REQ with the requested protocols.
    @Test(
        arguments: [
            (nil, 1, [2, 1, 8, 0, 1, 0, 0, 0]), (nil, 3, [2, 1, 8, 0, 1, 0, 0, 0]),
            (nil, 0xa, [2, 1, 8, 0, 2, 0, 0, 0]), (nil, 0, [3, 0, 8, 0, 1, 0, 0, 0]),
            (.refused, 1, [3, 0, 8, 0, 2, 0, 0, 0]), (.hidden, 1, []),
        ] as [(UpgradeFault?, UInt8, [UInt8])]
    )
    func `RDP's server chooses TLS if the client requests it`(
        fault: UpgradeFault?,
        protocols: UInt8,
        negotiation: [UInt8]
    ) {
        let length = UInt8(6 + negotiation.count)
        let answer = [3, 0, 0, length + 5, length, 0xd0, 0, 0, 0x12, 0x34, 0] + negotiation
        for cookie in ["", "Cookie: mstshash=a\r\n"] {
            let data = Array(cookie.utf8) + [1, 0, 8, 0, protocols, 0, 0, 0]
            let size = UInt8(data.count)
            var input = [3, 0, 0, 11 + size, 6 + size, 0xe0, 0, 0, 0, 0, 0] + data + hello
            var dialogue = Dialogue(SpokenProtocol(.rdp, fault: fault), secret: Self.secret)
            let turn = dialogue.hear(&input)
            #expect(turn.says == answer)
            #expect(turn.startsTLS == (negotiation.first == 2))
            #expect(input == hello)
        }
    }

    @Test func `RDP's server accepts a client without a request for a protocol`() {
        let request: [UInt8] = [3, 0, 0, 11, 6, 0xe0, 0, 0, 0, 0, 0]
        var dialogue = Dialogue(SpokenProtocol(.rdp), secret: Self.secret)
        var input = request
        #expect(dialogue.hear(&input).says == [3, 0, 0, 11, 6, 0xd0, 0, 0, 0x12, 0x34, 0])
        // Data of X.224.
        input = [3, 0, 0, 8, 2, 0xf0, 0x80, 1]
        #expect(dialogue.hear(&input).says.isEmpty)
        #expect(input.isEmpty)
    }

    /// [MS-TDS] §2.2.6.5: the option ENCRYPTION is OFF, ON, NOT_SUP or REQ.
    @Test(
        arguments: [
            (nil, 0, 1), (nil, 1, 1), (nil, 3, 1), (nil, 2, 3), (.refused, 1, 2),
        ] as [(UpgradeFault?, UInt8, UInt8)]
    )
    func `TDS agrees on TLS in PRELOGIN, whose packets carry the hello`(
        fault: UpgradeFault?,
        asked: UInt8,
        answer: UInt8
    ) {
        let spoken = SpokenProtocol(.tds, over: .starttls, fault: fault)
        var dialogue = Dialogue(spoken, secret: Self.secret)
        var input: [UInt8] = [0x12, 1, 0, 15, 0, 0, 1, 0, 1, 0, 6, 0, 1, 0xff, asked]
        #expect(dialogue.hear(&input).says.last == answer)
        let packet: [UInt8] = [0x12, 1, 0, 14, 0, 0, 1, 0] + hello
        input = Array(packet.prefix(8))
        #expect(!dialogue.hear(&input).startsTLS)
        input += packet.dropFirst(8)
        #expect(dialogue.hear(&input).startsTLS == (answer == 1))
        #expect(input == (answer == 1 ? packet : []))
        #expect(spoken.application.has(.refused) && !spoken.application.has(.plaintextAfterAlert))
    }

    @Test func `reads records from packets, and stops sending packets when the peer stops`() {
        let packets: [UInt8] =
            [0x12, 0, 0, 10, 0, 0, 1, 0, 22, 3] + [0x12, 1, 0, 9, 0, 0, 1, 0, 1]
        for size in 1...packets.count {
            var envelope = PacketEnvelope()
            var records: [UInt8] = []
            for start in stride(from: 0, to: packets.count, by: size) {
                records += envelope.unwrap(Array(packets[start...].prefix(size)))
            }
            #expect(records == [22, 3, 1], "pieces of \(size)")
            #expect(envelope.wrap([1, 2]) == [0x12, 1, 0, 10, 0, 0, 1, 0, 1, 2])
            #expect(envelope.wrap([]).isEmpty)
            #expect(envelope.unwrap([23, 3, 0x12]) == [23, 3, 0x12])
            #expect(envelope.unwrap([0x12]) == [0x12])
            #expect(envelope.wrap([1, 2]) == [1, 2])
        }
        let long = [UInt8](repeating: 1, count: 5_000)
        let wrapped = PacketEnvelope().wrap(long)
        #expect(wrapped.prefix(4) == [0x12, 0, 0x10, 0] && wrapped.count == 5_016)
        var reader = PacketEnvelope()
        #expect(reader.unwrap(wrapped) == long)
        // A length that is shorter than the header.
        var broken = PacketEnvelope()
        #expect(broken.unwrap([0x12, 1, 0, 0, 0, 0, 0, 0, 5]) == [5])
    }

    @Test func `MySQL's client starts TLS right after its request`() {
        let request: [UInt8] =
            [32, 0, 0, 1, 0, 0x0a, 0, 0] + [UInt8](repeating: 0, count: 28)
        var dialogue = Dialogue(SpokenProtocol(.mysql), secret: Self.secret)
        #expect(dialogue.greeting[4] == 10)
        let (_, startsTLS, rest) = heard(request + hello, by: &dialogue)
        #expect(startsTLS)
        #expect(rest == hello)
        var refusing = Dialogue(SpokenProtocol(.mysql, fault: .hidden), secret: Self.secret)
        #expect(!heard(request + hello, by: &refusing).startsTLS)
        // The number of an answer is one more than the number of its message.
        let answer = ApplicationProtocol.mysql.reply([0, 0, 0, 7], Manner(fault: nil))
        #expect(answer == .says([7, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0]))
    }

    @Test(arguments: [0, 0x1_00, 0x1_00_00])
    func `reads the three-byte length of MySQL's message`(count: Int) {
        let bytes = [0, 8, 16].map { UInt8(truncatingIfNeeded: count >> $0) }
        let message = bytes + [0] + [UInt8](repeating: 1, count: count)
        for rest in [[], [2]] as [[UInt8]] {
            #expect(ApplicationProtocol.mysql.length(message + rest) == message.count)
        }
        #expect(ApplicationProtocol.mysql.length(Array(message.dropLast())) == nil)
    }

    /// RFC 4511 §4.1.1: the number is an INTEGER, here of one byte.
    @Test(
        arguments: [
            ([0x30, 3, 2, 1, 7], 7), ([0x30, 0], 0), ([0x30, 3, 4, 1, 7], 0),
            ([0x30, 3, 2, 3, 7], 0), ([0x30, 0x81, 1, 0], 0),
        ] as [([UInt8], UInt8)]
    )
    func `an LDAP answer has the message ID of the request`(message: [UInt8], number: UInt8) {
        let answer: [UInt8] = [0x30, 0x0c, 2, 1, number, 0x61, 7, 0x0a, 1, 0, 4, 0, 4, 0]
        #expect(ApplicationProtocol.ldap.reply(message, Manner(fault: nil)) == .says(answer))
        // A client's next message has the next number.
        let next = ApplicationProtocol.ldap.nextAnswer([0x30, 3, 2, 1, number &- 1])
        #expect(next == answer)
        for rest in [[], [0]] as [[UInt8]] {
            #expect(ApplicationProtocol.ldap.length(message + rest) == message.count)
        }
    }

    /// RFC 4511 §4.2 to §4.12: the tags of requests and of their results.
    @Test(
        arguments: [
            ("Bind", 0x60, 0x61), ("Unbind", 0x42, nil), ("Search", 0x63, 0x65),
            ("Modify", 0x66, 0x67), ("Add", 0x68, 0x69), ("Delete", 0x4a, 0x6b),
            ("ModifyDN", 0x6c, 0x6d), ("Compare", 0x6e, 0x6f), ("Abandon", 0x50, nil),
            ("Extended", 0x77, 0x78), ("an unknown operation", 0x5f, 0x61),
        ] as [(String, UInt8, UInt8?)]
    )
    func `an LDAP operation gets its own result`(name: String, request: UInt8, result: UInt8?) {
        // The length of the second message has two bytes.
        for header in [[0x30, 5], [0x30, 0x81, 5]] as [[UInt8]] {
            let message = header + [2, 1, 7, request, 0]
            let answer: [UInt8] =
                result.map { [0x30, 0x0c, 2, 1, 7, $0, 7, 0x0a, 1, 0, 4, 0, 4, 0] } ?? []
            #expect(ApplicationProtocol.ldap.reply(message, Manner(fault: nil)) == .says(answer))
        }
    }

    /// X.690 §8.1.3: an indefinite length, and a length of five bytes.
    @Test(
        arguments: [[0x30, 0x80, 0, 0], [0x30, 0x85, 0, 0, 0, 0, 1, 0]] as [[UInt8]]
    )
    func `rejects a length above four bytes in LDAP`(message: [UInt8]) {
        #expect(ApplicationProtocol.ldap.length(message) == nil)
        #expect(ApplicationProtocol.ldap.length([0x30, 0x84, 0, 0, 0, 1, 0]) == 7)
    }

    /// SSLRequest and GSSENCRequest are messages of eight bytes (PostgreSQL, Message Formats).
    @Test(arguments: [([UInt8](), "N"), ([0], "R")])
    func `refuses GSSAPI encryption to PostgreSQL's client`(more: [UInt8], answer: String) {
        for code: UInt8 in [0x2f, 0x30] {
            var dialogue = Dialogue(SpokenProtocol(.postgres), secret: Self.secret)
            let request = [0, 0, 0, UInt8(8 + more.count), 4, 0xd2, 0x16, code] + more
            let says = heard(request, by: &dialogue).says
            #expect(says.first.map(String.init) == (code == 0x2f && answer == "N" ? "S" : answer))
        }
    }

    @Test(arguments: [
        (ApplicationProtocol.smtp, "EHLO a\r\n", "STARTTLS"),
        (.imap, "a CAPABILITY\r\n", "STARTTLS"),
        (.pop3, "CAPA\r\n", "STLS"), (.ftp, "FEAT\r\n", "AUTH TLS"),
        (.sieve, "CAPABILITY\r\n", "STARTTLS"), (.nntp, "CAPABILITIES\r\n", "STARTTLS"),
        (.xmpp, "<stream:stream>", "starttls"),
    ])
    func `capabilities list TLS unless the fault hides TLS`(
        application: ApplicationProtocol,
        question: String,
        name: String
    ) {
        for (fault, isNamed) in [(nil, true), (UpgradeFault.hidden, false)] {
            var dialogue = Dialogue(SpokenProtocol(application, fault: fault), secret: Self.secret)
            #expect(heard(Array(question.utf8), by: &dialogue).says.contains(name) == isNamed)
        }
    }

    @Test(arguments: [
        ("<stream:stream to='a.test'>", "a.test"), ("<stream:stream to=\"a.test\">", "a.test"),
        ("<stream:stream>", "example.test"), ("<stream:stream to='a&amp;b'>", "a"),
    ])
    func `an XMPP server speaks for the domain that the client names`(tag: String, domain: String) {
        var dialogue = Dialogue(SpokenProtocol(.xmpp), secret: Self.secret)
        #expect(heard(Array(tag.utf8), by: &dialogue).says.contains(" from='\(domain)' "))
    }

    @Test func `the early answer of an IMAP attacker has the client's next tag`() {
        for (tag, next) in [("A002", "A003"), ("a009", "a010"), ("KDMF1", "KDMF2"), ("x", "x1")] {
            let answer = ApplicationProtocol.imap.nextAnswer(Array("\(tag) STARTTLS\r\n".utf8))
            #expect(String(decoding: answer, as: UTF8.self).hasSuffix("\r\n\(next) OK done\r\n"))
        }
    }

    /// Lengths in messages are hostile.
    @Test(arguments: ApplicationProtocol.catalogue)
    func `any bytes end a dialogue without a crash`(application: ApplicationProtocol) {
        // Numerical Recipes' generator: any bytes will do, and they are the same in each run.
        var state: UInt32 = 1
        func next() -> UInt8 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        for _ in 0..<500 {
            var dialogue = Dialogue(SpokenProtocol(application), secret: Self.secret)
            let bytes = (0..<next() % 40).map { _ in next() }
            let (_, _, rest) = heard(bytes, by: &dialogue)
            #expect(rest.count <= bytes.count)
        }
        for bytes: [UInt8] in [
            [0, 0, 0, 0], [0, 0xff, 0xff, 0xff, 0xff], [0x51, 0xff, 0xff, 0xff, 0xff],
            [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], [0x30, 0xff, 1, 2], [0xff, 0xff, 0xff, 0],
        ] {
            var dialogue = Dialogue(SpokenProtocol(application), secret: Self.secret)
            _ = heard(bytes, by: &dialogue)
        }
    }
}
