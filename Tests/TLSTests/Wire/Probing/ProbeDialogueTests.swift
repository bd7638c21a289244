import Testing

@testable import TLS

/// Probes in the protocols that clients are tested in, too, and in others of several messages.
struct ProbeDialogueTests {
    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// What a server has sent after some messages of the client, and what the client makes of it.
    struct Answer: CustomTestStringConvertible, Sendable {
        let name: String
        let probe: ProbeProtocol
        let sent: Int
        let bytes: [UInt8]
        /// `sends` for any message.
        let step: String
        var isBefore = false
        var wantsToken = true

        /// The characters of the text are bytes.
        init(
            _ name: String,
            _ probe: ProbeProtocol,
            after sent: Int = 1,
            _ text: String,
            _ step: String,
            isBefore: Bool = false,
            wantsToken: Bool = true
        ) {
            (self.name, self.probe, self.sent, self.step) = (name, probe, sent, step)
            (self.isBefore, self.wantsToken) = (isBefore, wantsToken)
            bytes = ProbeDialogueTests.bytes(text)
        }

        var testDescription: String { "\(probe.name): \(name)" }

        func turn(_ bytes: [UInt8], isLast: Bool = false) -> ProbeProtocol.Turn {
            var question = ProbeQuestion(host: "h", serverName: nil, user: "bob", token: "token")
            question.wantsToken = wantsToken
            return ProbeProtocol.Turn(
                question: question,
                received: bytes,
                sent: sent,
                isLast: isLast
            )
        }

        func step(after bytes: [UInt8]) -> String {
            guard let next = isBefore ? probe.beforeTLS : probe.insideTLS else { return "none" }
            return switch next(turn(bytes)) {
            case .waits: "waits"
            case .sends: "sends"
            case .startsTLS: "starts TLS"
            case .accepts: "accepts"
            case .refuses(let words): "refuses: \(words)"
            }
        }
    }

    // Packets of MQTT.
    private static let connack = " \u{2}\0\0"
    private static let suback = "\u{90}\u{4}\0\u{1}\0\0"
    // Frames of AMQP.
    private static let start = "\u{1}\0\0\0\0\0\u{4}\0\u{a}\0\u{a}\u{ce}"
    private static let tune = "\u{1}\0\0\0\0\0\u{c}\0\u{a}\0\u{1e}\0\0\0\0\0\0\0\0\u{ce}"
    // Packets of MySQL.
    private static let ok = "\u{7}\0\0\u{3}\0\0\0\u{2}\0\0\0"
    private static let columns =
        "\u{1}\0\0\u{1}\u{2}\u{1}\0\0\u{2}a\u{1}\0\0\u{3}b\u{1}\0\0\u{4}\u{fe}"
    // Responses of LDAP to a bind.
    private static let bound = "0\u{c}\u{2}\u{1}\u{2}a\u{7}\u{a}\u{1}\0\u{4}\0\u{4}\0"

    private static let answers = [
        Answer("a message", .mqtt, after: 2, connack + suback + "0\u{7}\0\u{5}token", "accepts"),
        Answer(
            "a message to the user",
            .mqtt,
            after: 2,
            connack + "0\u{b}\0\u{9}bob/token",
            "waits"
        ),
        Answer(
            "the token in a SUBACK",
            .mqtt,
            after: 2,
            connack + "\u{90}\u{7}\0\u{5}token",
            "waits"
        ),
        Answer(
            "a subscription that fails",
            .mqtt,
            after: 2,
            connack + "\u{90}\u{3}\0\u{1}\u{80}",
            "refuses: SUBACK with a failure"
        ),
        Answer(
            "a subscription that fails, with another",
            .mqtt,
            after: 2,
            connack + "\u{90}\u{4}\0\u{1}\u{80}\0",
            "refuses: SUBACK with a failure"
        ),
        Answer(
            "a message without the user's topics",
            .mqtt,
            after: 2,
            connack + "\u{90}\u{4}\0\u{1}\0\u{80}" + "0\u{7}\0\u{5}token",
            "accepts"
        ),
        Answer("a CONNACK", .mqtt, connack, "sends"),
        Answer("any CONNACK", .mqtt, connack, "accepts", wantsToken: false),
        Answer("a refusal", .mqtt, " \u{2}\0\u{5}", "refuses: CONNACK with the code 5"),
        Answer(
            "any refusal",
            .mqtt,
            " \u{2}\0\u{5}",
            "refuses: CONNACK with the code 5",
            wantsToken: false
        ),
        Answer("another protocol", .mqtt, "token\r\n", "refuses: an answer that is not MQTT"),
        Answer(
            "a length without end",
            .mqtt,
            " \u{ff}\u{ff}\u{ff}\u{ff}",
            "refuses: an answer that is not MQTT"
        ),

        Answer("INFO", .nats, after: 0, "INFO {}\r\n", "starts TLS", isBefore: true),
        Answer("a part of INFO", .nats, after: 0, "INFO {}", "waits", isBefore: true),
        Answer(
            "another protocol",
            .nats,
            after: 0,
            "220 token\r\n",
            "refuses: an answer that is not NATS",
            isBefore: true
        ),
        Answer("a message", .nats, "PING\r\nMSG token 1 0\r\n\r\n", "accepts"),
        Answer("another message", .nats, "MSG tokens 1 0\r\n\r\n", "waits"),
        Answer("a PONG", .nats, "PONG\r\n", "waits"),
        Answer("any PONG", .nats, "PONG\r\n", "accepts", wantsToken: false),
        Answer(
            "an error with the token",
            .nats,
            "-ERR 'Publish to \"token\"'\r\nMSG token 1 0\r\n",
            "refuses: -ERR 'Publish to \"token\"'"
        ),

        Answer("Start", .amqp, start, "sends"),
        Answer("Tune", .amqp, after: 2, start + tune, "sends"),
        Answer(
            "a challenge",
            .amqp,
            after: 2,
            start + "\u{1}\0\0\0\0\0\u{8}\0\u{a}\0\u{14}\0\0\0\0\u{ce}",
            "refuses: a challenge"
        ),
        Answer("any Tune", .amqp, after: 2, start + tune, "accepts", wantsToken: false),
        Answer(
            "a queue",
            .amqp,
            after: 3,
            start + tune + "\u{1}\0\u{1}\0\0\0\u{a}\02\0\u{b}\u{5}token\u{ce}",
            "accepts"
        ),
        Answer(
            "another queue",
            .amqp,
            after: 3,
            start + tune + "\u{1}\0\u{1}\0\0\0\u{a}\02\0\u{b}\u{5}other\u{ce}",
            "refuses: another queue"
        ),
        Answer(
            "a refusal with the token",
            .amqp,
            after: 2,
            start + "\u{1}\0\0\0\0\0\u{c}\0\u{a}\02\u{1}\u{93}\u{5}token\u{ce}",
            "refuses: token"
        ),
        Answer(
            "another version",
            .amqp,
            "AMQP\0\u{1}\0\0",
            "refuses: an answer that is not AMQP 0-9-1"
        ),
        Answer(
            "a length that no frame has",
            .amqp,
            "\u{1}\0\0\u{7f}\u{ff}\u{ff}\u{ff}",
            "refuses: an answer that is not AMQP 0-9-1"
        ),

        Answer("a greeting", .mysql, after: 0, "\u{3}\0\0\0\u{a}8\0", "sends", isBefore: true),
        Answer(
            "a part of a greeting",
            .mysql,
            after: 0,
            "\u{3}\0\0\0\u{a}8",
            "waits",
            isBefore: true
        ),
        Answer(
            "an error before TLS",
            .mysql,
            after: 0,
            "\u{8}\0\0\0\u{ff}\0\0token",
            "refuses: token",
            isBefore: true
        ),
        Answer(
            "another protocol",
            .mysql,
            after: 0,
            "\u{3}\0\0\0SMT",
            "refuses: an answer that is not MySQL's",
            isBefore: true
        ),
        Answer("a login", .mysql, ok, "sends"),
        Answer("any login", .mysql, ok, "accepts", wantsToken: false),
        Answer("another way to log in", .mysql, "\u{2}\0\0\u{3}\u{fe}x", "sends"),
        Answer("a password", .mysql, "\u{2}\0\0\u{3}\u{1}x", "refuses: another way to log in"),
        Answer(
            "an error with the token",
            .mysql,
            "\u{8}\0\0\u{3}\u{ff}\0\0token",
            "refuses: token"
        ),
        Answer("a row", .mysql, after: 2, ok + columns + "\u{6}\0\0\u{5}\u{5}token", "accepts"),
        Answer(
            "another row",
            .mysql,
            after: 2,
            ok + columns + "\u{6}\0\0\u{5}\u{5}other",
            "refuses: an answer without the token"
        ),
        Answer(
            "the token in a column",
            .mysql,
            after: 2,
            ok + "\u{1}\0\0\u{1}\u{2}\u{5}\0\0\u{2}token",
            "waits"
        ),

        Answer(
            "StartTLS",
            .ldap,
            "0\u{c}\u{2}\u{1}\u{1}x\u{7}\u{a}\u{1}\0\u{4}\0\u{4}\0",
            "starts TLS",
            isBefore: true
        ),
        Answer(
            "no StartTLS",
            .ldap,
            "0\u{c}\u{2}\u{1}\u{1}x\u{7}\u{a}\u{1}4\u{4}\0\u{4}\0",
            "refuses: the result 52",
            isBefore: true
        ),
        Answer("a bind", .ldaps, bound, "sends"),
        Answer("any bind", .ldaps, bound, "accepts", wantsToken: false),
        Answer(
            "a refusal with the token",
            .ldaps,
            "0\u{11}\u{2}\u{1}\u{2}a\u{c}\u{a}\u{1}1\u{4}\0\u{4}\u{5}token",
            "refuses: token"
        ),
        Answer(
            "a name",
            .ldap,
            after: 2,
            bound + "0\u{11}\u{2}\u{1}\u{3}x\u{c}\u{a}\u{1}\0\u{4}\0\u{4}\0\u{8b}\u{3}dn:",
            "accepts"
        ),
        Answer(
            "no name",
            .ldap,
            after: 2,
            bound + "0\u{c}\u{2}\u{1}\u{3}x\u{7}\u{a}\u{1}\0\u{4}\0\u{4}\0",
            "refuses: a client without a name"
        ),
        Answer("a part of a name", .ldap, after: 2, bound + "0\u{11}\u{2}\u{1}\u{3}x", "waits"),
        Answer("another protocol", .ldaps, "* OK token\r\n", "refuses: an answer that is not LDAP"),
        Answer(
            "a length that no message has",
            .ldaps,
            "0\u{84}\u{7f}\u{ff}\u{ff}\u{ff}",
            "refuses: an answer that is not LDAP"
        ),

        Answer("a greeting", .imap, after: 0, "* OK\r\n", "sends", isBefore: true),
        Answer("a refusal", .imap, after: 0, "* BYE no\r\n", "refuses: * BYE no ", isBefore: true),
        Answer(
            "another protocol",
            .imap,
            after: 0,
            "220 token\r\n",
            "refuses: an answer that is not IMAP",
            isBefore: true
        ),
        Answer("STARTTLS", .imap, "* OK\r\n0 OK go\r\n", "starts TLS", isBefore: true),
        Answer(
            "no STARTTLS",
            .imap,
            "* OK\r\n0 BAD token OK\r\n",
            "refuses: 0 BAD token OK",
            isBefore: true
        ),
        Answer("a login", .imap, "* x\r\ntoken OK in\r\n", "accepts"),
        Answer("a part of a login", .imap, "token OK in", "waits"),
        Answer(
            "a refusal with the token",
            .imap,
            "token NO token OK\r\n",
            "refuses: token NO token OK"
        ),
        Answer("the token elsewhere", .imap, "* token OK\r\n", "waits"),
        Answer("a challenge", .imap, "+ \r\n", "refuses: + "),
        Answer("no greeting yet", .imaps, after: 0, "", "waits"),
        Answer("a greeting over TLS", .imaps, after: 0, "* OK\r\n", "sends"),
        Answer("any greeting over TLS", .imaps, after: 0, "* OK\r\n", "accepts", wantsToken: false),

        Answer("a greeting", .smtp, after: 0, "220-a\r\n220 b\r\n", "sends", isBefore: true),
        Answer("a part of a greeting", .smtp, after: 0, "220-a\r\n", "waits", isBefore: true),
        Answer(
            "STARTTLS",
            .smtp,
            after: 2,
            "220 a\r\n250 b\r\n220 c\r\n",
            "starts TLS",
            isBefore: true
        ),
        Answer(
            "no STARTTLS",
            .smtp,
            after: 2,
            "220 a\r\n250 b\r\n454 token\r\n",
            "refuses: 454 token",
            isBefore: true
        ),
        Answer("EHLO", .smtp, "250-a\r\n250 b\r\n", "sends"),
        Answer("any EHLO", .smtp, "250 a token\r\n", "accepts", wantsToken: false),
        Answer("a sender", .smtp, after: 2, "250 token\r\n250 b\r\n", "sends"),
        Answer("a recipient", .smtp, after: 3, "250 a\r\n250 b\r\n250 c\r\n", "accepts"),
        Answer(
            "no recipient",
            .smtp,
            after: 3,
            "250 a\r\n250 b\r\n550 token\r\n",
            "refuses: 550 token"
        ),
        Answer(
            "another protocol",
            .smtp,
            after: 0,
            "* OK token\r\n",
            "refuses: an answer that is not SMTP",
            isBefore: true
        ),
        Answer(
            "a recipient over TLS",
            .smtps,
            after: 3,
            "220 g\r\n250 a\r\n250 b\r\n250 c\r\n",
            "accepts"
        ),
    ]

    @Test(arguments: answers)
    func `an answer's bytes determine the client's next step`(answer: Answer) {
        #expect(answer.step(after: answer.bytes) == answer.step)
    }

    @Test func `an IMAP client authenticates as its user`() {
        let turn = Answer("", .imap, after: 0, "", "").turn([])
        let command = Array("token AUTHENTICATE EXTERNAL Ym9i\r\n".utf8)
        #expect(ProbeProtocol.imap.insideTLS(turn) == .sends(command))
    }

    @Test(arguments: answers.filter { ["accepts", "starts TLS"].contains($0.step) })
    func `an answer that is cut off is not accepted`(answer: Answer) {
        for count in answer.bytes.indices {
            let step = answer.step(after: Array(answer.bytes.prefix(count)))
            // A line is whole without the ends of lines after it.
            let isWhole = answer.bytes[count...].allSatisfy { $0 == 10 || $0 == 13 }
            if !isWhole { #expect(step != answer.step, "\(count)") }
        }
    }

    @Test(arguments: ProbeProtocol.catalogue, 0...4)
    func `neither a token alone nor a flood counts as acceptance`(probe: ProbeProtocol, sent: Int) {
        for text in ["token\r\n", "token", " token\r\n"] {
            let answer = Answer("", probe, after: sent, text, "")
            #expect(answer.step(after: answer.bytes) != "accepts", "\(text)")
        }
        for byte: UInt8 in [0, 1, 0x20, 0x30, 0x32, 0x41, 0x80, 0xff] {
            let answer = Answer("", probe, after: sent, "", "")
            let flood = [UInt8](repeating: byte, count: ApplicationProtocol.longestMessage)
            #expect(answer.step(after: flood) != "accepts", "\(byte)")
            #expect(probe.content(flood).count <= flood.count)
        }
    }

    /// A protocol, and what a client with a token makes of the server that clients are tested with.
    struct Pair: CustomTestStringConvertible, Sendable {
        let probe: ProbeProtocol
        let application: ApplicationProtocol
        var transport = Transport.starttls
        var step = ProbeProtocol.Step.accepts

        var testDescription: String { probe.name }
    }

    @Test(arguments: [
        Pair(probe: .mqtt, application: .mqtt, transport: .implicit, step: .waits),
        Pair(probe: .nats, application: .nats, step: .waits),
        Pair(probe: .amqp, application: .amqp, transport: .implicit),
        Pair(probe: .mysql, application: .mysql, step: .waits),
        Pair(probe: .ldap, application: .ldap, step: .refuses("a client without a name")),
        Pair(
            probe: .ldaps,
            application: .ldap,
            transport: .implicit,
            step: .refuses("a client without a name")
        ),
        Pair(probe: .imap, application: .imap),
        Pair(probe: .imaps, application: .imap, transport: .implicit),
        Pair(probe: .smtp, application: .smtp),
        Pair(probe: .smtps, application: .smtp, transport: .implicit),
    ])
    func `Hatpin's client completes a dialogue with Hatpin's server`(pair: Pair) {
        for wantsToken in [true, false] {
            var question = ProbeQuestion(host: "h", serverName: nil, user: "bob", token: "token")
            question.wantsToken = wantsToken
            var dialogue = Dialogue(
                SpokenProtocol(pair.application, over: pair.transport),
                secret: "s3cr3t"
            )
            var client = ProbeConversation(question, in: pair.probe)
            func talk(_ greeting: [UInt8]) -> ProbeProtocol.Step {
                var received = greeting
                while true {
                    let step = client.next(after: received)
                    guard case .sends(var message) = step else { return step }
                    received += dialogue.hear(&message).says
                    #expect(message.isEmpty, "a message that the server cannot read")
                }
            }
            if !client.isInside { #expect(talk(dialogue.greeting) == .startsTLS) }
            #expect(
                talk(dialogue.secure()) == (wantsToken ? pair.step : .accepts),
                "\(wantsToken)"
            )
        }
    }
}
