import Testing

@testable import TLS

/// The server's side of a connection over TLS, in most protocols from its start.
struct ImplicitDialogueTests {
    private static let secret = "s3cr3t"

    /// A client's message, and the server's answer.
    struct Exchange {
        let says: [UInt8]
        let answer: [UInt8]

        /// - Parameters: texts whose characters are bytes.
        init(_ says: String, _ answer: String) {
            (self.says, self.answer) = (Self.bytes(says), Self.bytes(answer))
        }

        static func bytes(_ text: String) -> [UInt8] {
            text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
    }

    struct Client: CustomTestStringConvertible {
        let application: ApplicationProtocol
        let testDescription: String
        let greeting: [UInt8]
        let exchanges: [Exchange]
        /// The number of exchanges before the client sends its secret.
        let before: Int

        var dialogue: Dialogue {
            let isImplicit = application.transports.contains(.implicit)
            return Dialogue(
                SpokenProtocol(application, over: isImplicit ? .implicit : .starttls),
                secret: ImplicitDialogueTests.secret
            )
        }

        init(
            _ application: ApplicationProtocol,
            _ description: String,
            greeting: String = "",
            secretAfter before: Int,
            _ exchanges: [Exchange]
        ) {
            self.application = application
            testDescription = "\(application.name), \(description)"
            self.greeting = Exchange.bytes(greeting)
            self.before = before
            self.exchanges = exchanges
        }
    }

    private static let clients = [
        Client(
            .smtp,
            "a mail",
            greeting: "220 mail.example.test ESMTP\r\n",
            secretAfter: 2,
            [
                Exchange("EHLO a\r\n", "250-mail.example.test\r\n250 8BITMIME\r\n"),
                Exchange("DATA\r\n", "354 go ahead\r\n"),
                Exchange("Subject: s3cr3t\r\n", ""),
                Exchange("\r\n", ""),
                Exchange("quit . now\r\n", ""),
                Exchange(".\r\n", "250 done\r\n"),
                Exchange("QUIT\r\n", "221 bye\r\n"),
            ]
        ),
        Client(
            .ftp,
            "features",
            greeting: "220 ready\r\n",
            secretAfter: 2,
            [
                Exchange("FEAT\r\n", "211-Features\r\n PBSZ\r\n PROT\r\n UTF8\r\n211 end\r\n"),
                Exchange("USER a\r\n", "331 the password\r\n"),
                Exchange("PASS s3cr3t\r\n", "230 logged in\r\n"),
            ]
        ),
        Client(
            .sieve,
            "capabilities and a literal",
            greeting: "\"IMPLEMENTATION\" \"1\"\r\n\"SIEVE\" \"fileinto\"\r\n"
                + "\"SASL\" \"PLAIN\"\r\n\"VERSION\" \"1.0\"\r\nOK \"done\"\r\n",
            secretAfter: 4,
            [
                Exchange("NOOP\r\n", "OK \"done\"\r\n"),
                Exchange("NOOP \"a\"\r\n", "OK (TAG \"a\") \"done\"\r\n"),
                Exchange("NOOP a b\r\n", "OK \"done\"\r\n"),
                Exchange("AUTHENTICATE \"PLAIN\" {6+}\r\n", ""),
                Exchange("s3cr3t\r\n", "OK \"done\"\r\n"),
                Exchange("LISTSCRIPTS\r\n", "OK \"done\"\r\n"),
            ]
        ),
        Client(
            .redis,
            "arrays and lines",
            secretAfter: 5,
            [
                Exchange(
                    "*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n",
                    "%4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n7.0.0"
                        + "\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n$5\r\nproto\r\n:3\r\n"
                ),
                Exchange(
                    "hello 2\r\n",
                    "*8\r\n$6\r\nserver\r\n$5\r\nredis\r\n$7\r\nversion\r\n$5\r\n7.0.0"
                        + "\r\n$4\r\nmode\r\n$10\r\nstandalone\r\n$5\r\nproto\r\n:2\r\n"
                ),
                Exchange("*1\r\n$4\r\nping\r\n", "+PONG\r\n"),
                Exchange("PING\r\n", "+PONG\r\n"),
                Exchange("*2\r\n$4\r\nECHO\r\n$2\r\nab\r\n", "$2\r\nab\r\n"),
                Exchange("*3\r\n$4\r\nAUTH\r\n$6\r\ns3cr3t\r\n$1\r\nx\r\n", "+OK\r\n"),
                Exchange("*2\r\n$3\r\nGET\r\n$1\r\na\r\n", "$0\r\n\r\n"),
                // The value is not a command.
                Exchange("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$9\r\nb\r\nPING\r\n\r\n", "+OK\r\n"),
            ]
        ),
        Client(
            .syslog,
            "messages with a length, and lines",
            secretAfter: 1,
            [
                Exchange("5 <13>a", ""),
                Exchange("10 <13>s3cr3t", ""),
                Exchange("<13>a\n", ""),
            ]
        ),
        Client(
            .mqtt,
            "version 3.1.1",
            secretAfter: 2,
            [
                Exchange("\u{10}\u{e}\0\u{4}MQTT\u{4}\u{2}\0<\0\u{2}ab", " \u{2}\0\0"),
                // Two filters, of which one requests quality of service 1.
                Exchange(
                    "\u{82}\u{c}\0\u{1}\0\u{3}a/b\u{1}\0\u{1}c\0",
                    "\u{90}\u{4}\0\u{1}\u{1}\0"
                ),
                Exchange("2\u{b}\0\u{6}s3cr3t\0\u{2}x", "@\u{2}\0\u{2}"),
                Exchange("4\u{8}\0\u{3}a/b\0\u{3}x", "P\u{2}\0\u{3}"),
                Exchange("b\u{2}\0\u{3}", "p\u{2}\0\u{3}"),
                Exchange("0\u{4}\0\u{1}ax", ""),
                Exchange("\u{a2}\u{5}\0\u{4}\0\u{1}a", "\u{b0}\u{2}\0\u{4}"),
                Exchange("\u{c0}\0", "\u{d0}\0"),
                Exchange("\u{e0}\0", ""),
            ]
        ),
        Client(
            .mqtt,
            "version 5.0",
            secretAfter: 0,
            [
                Exchange("\u{10}\u{13}\0\u{4}MQTT\u{5}\u{2}\0<\0\0\u{6}s3cr3t", " \u{3}\0\0\0"),
                // The subscription's identifier is a property.
                Exchange(
                    "\u{82}\t\0\u{1}\u{2}\u{b}\u{1}\0\u{1}a\u{2}",
                    "\u{90}\u{4}\0\u{1}\0\u{2}"
                ),
                Exchange("\u{82}\u{7}\0\u{2}\0\0\u{1}a\0", "\u{90}\u{4}\0\u{2}\0\0"),
                Exchange("\u{a2}\u{6}\0\u{3}\0\0\u{1}a", "\u{b0}\u{4}\0\u{3}\0\0"),
            ]
        ),
        Client(
            .amqp,
            "version 0-9-1",
            secretAfter: 1,
            [
                Exchange(
                    "AMQP\0\0\t\u{1}",
                    "\u{1}\0\0\0\0\0\u{1c}\0\n\0\n\0\t\0\0\0\0\0\0\0\u{5}PLAIN\0\0\0"
                        + "\u{5}en_US\u{ce}"
                ),
                Exchange(
                    "\u{1}\0\0\0\0\0!\0\n\0\u{b}\0\0\0\0\u{5}PLAIN\0\0\0\t\0s3cr3t\0x"
                        + "\u{5}en_US\u{ce}",
                    "\u{1}\0\0\0\0\0\u{c}\0\n\0\u{1e}\0\0\0\0 \0\0\0\u{ce}"
                ),
                // Tune-Ok, and Open of the virtual host "/".
                Exchange("\u{1}\0\0\0\0\0\u{c}\0\n\0\u{1f}\0\0\0\0 \0\0\0\u{ce}", ""),
                Exchange(
                    "\u{1}\0\0\0\0\0\u{8}\0\n\0(\u{1}/\0\0\u{ce}",
                    "\u{1}\0\0\0\0\0\u{5}\0\n\0)\0\u{ce}"
                ),
                Exchange(
                    "\u{1}\0\u{1}\0\0\0\u{5}\0\u{14}\0\n\0\u{ce}",
                    "\u{1}\0\u{1}\0\0\0\u{8}\0\u{14}\0\u{b}\0\0\0\0\u{ce}"
                ),
                Exchange(
                    "\u{1}\0\u{1}\0\0\0\u{14}\0(\0\n\0\0\u{1}x\u{6}direct\0\0\0\0\0"
                        + "\u{ce}",
                    "\u{1}\0\u{1}\0\0\0\u{4}\0(\0\u{b}\u{ce}"
                ),
                Exchange(
                    "\u{1}\0\u{1}\0\0\0\u{e}\02\0\n\0\0\u{2}ab\0\0\0\0\0\u{ce}",
                    "\u{1}\0\u{1}\0\0\0\u{f}\02\0\u{b}\u{2}ab\0\0\0\0\0\0\0\0\u{ce}"
                ),
                Exchange(
                    "\u{1}\0\u{1}\0\0\0\u{b}\0\u{14}\0(\0\u{c8}\0\0\0\0\0\u{ce}",
                    "\u{1}\0\u{1}\0\0\0\u{4}\0\u{14}\0)\u{ce}"
                ),
                // A heartbeat.
                Exchange("\u{8}\0\0\0\0\0\0\u{ce}", ""),
                Exchange(
                    "\u{1}\0\0\0\0\0\u{b}\0\n\02\0\u{c8}\0\0\0\0\0\u{ce}",
                    "\u{1}\0\0\0\0\0\u{4}\0\n\03\u{ce}"
                ),
                Exchange("AMQP\u{1}\u{1}\0\n", "AMQP\0\0\t\u{1}"),
            ]
        ),
        Client(
            .amqp,
            "version 1.0",
            secretAfter: 1,
            [
                Exchange(
                    "AMQP\u{3}\u{1}\0\0",
                    "AMQP\u{3}\u{1}\0\0\0\0\0\u{15}\u{2}\u{1}\0\0\0S@\u{c0}\u{8}\u{1}"
                        + "\u{a3}\u{5}PLAIN"
                ),
                Exchange(
                    "\0\0\0 \u{2}\u{1}\0\0\0SA\u{c0}\u{13}\u{2}\u{a3}\u{5}PLAIN\u{a0}\t"
                        + "\0s3cr3t\0x",
                    "\0\0\0\u{10}\u{2}\u{1}\0\0\0SD\u{c0}\u{3}\u{1}P\0"
                ),
                Exchange("AMQP\0\u{1}\0\0", "AMQP\0\u{1}\0\0"),
                Exchange(
                    "\0\0\0\u{11}\u{2}\0\0\0\0S\u{10}\u{c0}\u{4}\u{1}\u{a1}\u{1}c",
                    "\0\0\0\u{11}\u{2}\0\0\0\0S\u{10}\u{c0}\u{4}\u{1}\u{a1}\u{1}1"
                ),
                // An empty frame.
                Exchange("\0\0\0\u{8}\u{2}\0\0\0", ""),
                Exchange(
                    "\0\0\0\u{c}\u{2}\0\0\0\0S\u{18}E",
                    "\0\0\0\u{e}\u{2}\0\0\0\0S\u{18}\u{c0}\u{1}\0"
                ),
            ]
        ),
        Client(
            .nats,
            "TLS first",
            greeting: "INFO {\"server_id\":\"1\",\"version\":\"2.10.0\",\"proto\":1,\"host\":\"12"
                + "7.0.0.1\",\"port\":4222,\"headers\":true,\"auth_required\":true,\"max_payl"
                + "oad\":8192,\"tls_required\":true}\r\n",
            secretAfter: 0,
            [
                Exchange("CONNECT {\"verbose\": true,\"user\":\"s3cr3t\"}\r\n", "+OK\r\n"),
                Exchange("PING\r\n", "PONG\r\n"),
                // The payload is not a command.
                Exchange("PUB a.b 6\r\nPING\r\n\r\n", ""),
                Exchange("hpub a 12 12\r\nNATS/1.0\r\n\r\n\r\n", ""),
                Exchange("SUB a 1\r\n", ""),
                Exchange("CONNECT {\"verbose\":false}\r\n", ""),
                Exchange("HELLO\r\n", "-ERR 'Unknown Protocol Operation'\r\n"),
            ]
        ),
        Client(
            .mongodb,
            "isMaster, hello and a login",
            secretAfter: 2,
            [
                // OP_QUERY, and OP_REPLY with one document.
                Exchange(
                    ":\0\0\0\u{7}\0\0\0\0\0\0\0\u{d4}\u{7}\0\0\0\0\0\0admin.$cmd\0\0\0"
                        + "\0\0\u{ff}\u{ff}\u{ff}\u{ff}\u{13}\0\0\0\u{10}isMaster\0\u{1}\0\0"
                        + "\0\0",
                    "\u{d8}\0\0\0\0\0\0\0\u{7}\0\0\0\u{1}\0\0\0\u{8}\0\0\0\0\0\0\0\0\0"
                        + "\0\0\0\0\0\0\u{1}\0\0\0\u{b4}\0\0\0\u{8}helloOk\0\u{1}\u{8}ismaste"
                        + "r\0\u{1}\u{8}isWritablePrimary\0\u{1}\u{10}maxBsonObjectSize\0\0\0"
                        + "\0\u{1}\u{10}maxMessageSizeBytes\0\0l\u{dc}\u{2}\u{10}maxWriteBatc"
                        + "hSize\0\u{a0}\u{86}\u{1}\0\u{10}minWireVersion\0\0\0\0\0\u{10}maxW"
                        + "ireVersion\0\u{11}\0\0\0\u{8}readOnly\0\0\u{1}ok\0\0\0\0\0\0\0"
                        + "\u{f0}?\0"
                ),
                Exchange(
                    "%\0\0\0\u{8}\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0\u{10}\0\0\0"
                        + "\u{10}hello\0\u{1}\0\0\0\0",
                    "\u{c9}\0\0\0\0\0\0\0\u{8}\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0\u{b4}\0\0"
                        + "\0\u{8}helloOk\0\u{1}\u{8}ismaster\0\u{1}\u{8}isWritablePrimary\0"
                        + "\u{1}\u{10}maxBsonObjectSize\0\0\0\0\u{1}\u{10}maxMessageSizeBytes"
                        + "\0\0l\u{dc}\u{2}\u{10}maxWriteBatchSize\0\u{a0}\u{86}\u{1}\0\u{10}"
                        + "minWireVersion\0\0\0\0\0\u{10}maxWireVersion\0\u{11}\0\0\0\u{8}rea"
                        + "dOnly\0\0\u{1}ok\0\0\0\0\0\0\0\u{f0}?\0"
                ),
                Exchange(
                    "B\0\0\0\t\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0-\0\0\0\u{10}saslS"
                        + "tart\0\u{1}\0\0\0\u{5}payload\0\u{b}\0\0\0\0n,,n=s3cr3t\0",
                    "v\0\0\0\0\0\0\0\t\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0a\0\0\0\u{1}ok\0\0"
                        + "\0\0\0\0\0\0\0\u{10}code\0\u{12}\0\0\0\u{2}codeName\0\u{15}\0\0\0A"
                        + "uthenticationFailed\0\u{2}errmsg\0\u{17}\0\0\0Authentication faile"
                        + "d.\0\0"
                ),
                Exchange(
                    "$\0\0\0\n\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0\u{f}\0\0\0\u{10}p"
                        + "ing\0\u{1}\0\0\0\0",
                    "&\0\0\0\0\0\0\0\n\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0\u{11}\0\0\0\u{1}o"
                        + "k\0\0\0\0\0\0\0\u{f0}?\0"
                ),
                // More messages come, so that the client expects no answer.
                Exchange(
                    "&\0\0\0\u{b}\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\u{2}\0\0\0\0\u{11}\0\0\0"
                        + "\u{10}insert\0\u{1}\0\0\0\0",
                    ""
                ),
                // An unknown operation.
                Exchange("\u{10}\0\0\0\u{c}\0\0\0\0\0\0\0\u{dc}\u{7}\0\0", ""),
            ]
        ),
        Client(
            .kafka,
            "each version",
            secretAfter: 3,
            [
                // ApiVersions: the keys 3 and 18 with their newest versions.
                Exchange(
                    "\0\0\0\u{b}\0\u{12}\0\0\0\0\0\u{1}\0\u{1}c",
                    "\0\0\0\u{16}\0\0\0\u{1}\0\0\0\0\0\u{2}\0\u{3}\0\0\0\u{4}\0\u{12}\0"
                        + "\0\0\u{3}"
                ),
                Exchange(
                    "\0\0\0\u{b}\0\u{12}\0\u{2}\0\0\0\u{2}\0\u{1}c",
                    "\0\0\0\u{1a}\0\0\0\u{2}\0\0\0\0\0\u{2}\0\u{3}\0\0\0\u{4}\0\u{12}\0"
                        + "\0\0\u{3}\0\0\0\0"
                ),
                // A newer version gets the error UNSUPPORTED_VERSION in version 0.
                Exchange(
                    "\0\0\0\u{b}\0\u{12}\0\u{4}\0\0\0\u{3}\0\u{1}c",
                    "\0\0\0\u{16}\0\0\0\u{3}\0#\0\0\0\u{2}\0\u{3}\0\0\0\u{4}\0\u{12}\0"
                        + "\0\0\u{3}"
                ),
                Exchange(
                    "\0\0\0\u{16}\0\u{12}\0\u{3}\0\0\0\u{4}\0\u{6}s3cr3t\0\u{2}c\u{2}v"
                        + "\0",
                    "\0\0\0\u{1a}\0\0\0\u{4}\0\0\u{3}\0\u{3}\0\0\0\u{4}\0\0\u{12}\0\0\0"
                        + "\u{3}\0\0\0\0\0\0"
                ),
                // Metadata.
                Exchange(
                    "\0\0\0\u{b}\0\u{3}\0\0\0\0\0\u{5}\0\u{1}c",
                    "\0\0\0\u{c}\0\0\0\u{5}\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\0\0\0\u{b}\0\u{3}\0\u{1}\0\0\0\u{6}\0\u{1}c",
                    "\0\0\0\u{10}\0\0\0\u{6}\0\0\0\0\u{ff}\u{ff}\u{ff}\u{ff}\0\0\0\0"
                ),
                Exchange(
                    "\0\0\0\u{b}\0\u{3}\0\u{2}\0\0\0\u{7}\0\u{1}c",
                    "\0\0\0\u{12}\0\0\0\u{7}\0\0\0\0\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}"
                        + "\u{ff}\0\0\0\0"
                ),
                Exchange(
                    "\0\0\0\u{b}\0\u{3}\0\u{4}\0\0\0\u{8}\0\u{1}c",
                    "\0\0\0\u{16}\0\0\0\u{8}\0\0\0\0\0\0\0\0\u{ff}\u{ff}\u{ff}\u{ff}"
                        + "\u{ff}\u{ff}\0\0\0\0"
                ),
                Exchange("\0\0\0\u{b}\0\u{3}\0\u{5}\0\0\0\t\0\u{1}c", ""),
                Exchange("\0\0\0\u{b}\0\0\0\0\0\0\0\n\0\u{1}c", ""),
            ]
        ),
        Client(
            .dns,
            "queries",
            secretAfter: 2,
            [
                // A response, and a query without its question.
                Exchange("\0\u{c}\0\u{1}\u{81}\u{80}\0\0\0\0\0\0\0\0", ""),
                Exchange(
                    "\0\u{c}\0\u{2}\u{1}\0\0\u{1}\0\0\0\0\0\0",
                    "\0\u{c}\0\u{2}\u{81}\u{81}\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\0+\0\u{3}\u{1} \0\u{1}\0\0\0\0\0\u{1}\u{6}s3cr3t\u{7}example\0\0"
                        + "\u{1}\0\u{1}\0\0)\u{4}\u{d0}\0\0\0\0\0\0",
                    "\00\0\u{3}\u{81}\u{80}\0\u{1}\0\u{1}\0\0\0\0\u{6}s3cr3t\u{7}exampl"
                        + "e\0\0\u{1}\0\u{1}\u{c0}\u{c}\0\u{1}\0\u{1}\0\0\0<\0\u{4}\u{7f}\0\0"
                        + "\u{1}"
                ),
                // Type AAAA.
                Exchange(
                    "\0 \0\u{4}\0\0\0\u{1}\0\0\0\0\0\0\u{6}s3cr3t\u{7}example\0\0\u{1c}"
                        + "\0\u{1}",
                    "\0 \0\u{4}\u{80}\u{80}\0\u{1}\0\0\0\0\0\0\u{6}s3cr3t\u{7}example\0"
                        + "\0\u{1c}\0\u{1}"
                ),
                // An update, and a compressed name.
                Exchange(
                    "\0\u{c}\0\u{5}(\0\0\u{1}\0\0\0\0\0\0",
                    "\0\u{c}\0\u{5}\u{a8}\u{84}\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\0\u{12}\0\u{6}\0\0\0\u{1}\0\0\0\0\0\0\u{c0}\u{c}\0\u{1}\0\u{1}",
                    "\0\u{c}\0\u{6}\u{80}\u{81}\0\0\0\0\0\0\0\0"
                ),
                // A message without a header.
                Exchange("\0\u{2}\0\u{7}", ""),
            ]
        ),
        Client(
            .ntske,
            "records",
            secretAfter: 3,
            [
                Exchange(
                    "\u{80}\u{1}\0\u{2}\0\0\u{80}\u{4}\0\u{4}\0\u{1e}\0\u{f}\u{80}\0\0"
                        + "\0",
                    "\u{80}\u{1}\0\u{2}\0\0\u{80}\u{4}\0\u{2}\0\u{f}\0\u{5}\0\u{10}\0\0"
                        + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{5}\0\u{10}\u{1}\u{1}\u{1}\u{1}"
                        + "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\0"
                        + "\u{5}\0\u{10}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}"
                        + "\u{2}\u{2}\u{2}\u{2}\u{2}\u{2}\0\u{5}\0\u{10}\u{3}\u{3}\u{3}\u{3}"
                        + "\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\u{3}\0"
                        + "\u{5}\0\u{10}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}"
                        + "\u{4}\u{4}\u{4}\u{4}\u{4}\u{4}\0\u{5}\0\u{10}\u{5}\u{5}\u{5}\u{5}"
                        + "\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\u{5}\0"
                        + "\u{5}\0\u{10}\u{6}\u{6}\u{6}\u{6}\u{6}\u{6}\u{6}\u{6}\u{6}\u{6}"
                        + "\u{6}\u{6}\u{6}\u{6}\u{6}\u{6}\0\u{5}\0\u{10}\u{7}\u{7}\u{7}\u{7}"
                        + "\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{7}\u{80}"
                        + "\0\0\0"
                ),
                // An unknown algorithm, and an unknown protocol.
                Exchange(
                    "\u{80}\u{1}\0\u{2}\0\0\u{80}\u{4}\0\u{2}\0\u{10}\u{80}\0\0\0",
                    "\u{80}\u{1}\0\u{2}\0\0\u{80}\u{4}\0\0\u{80}\0\0\0"
                ),
                Exchange(
                    "\u{80}\u{1}\0\u{2}\0\u{1}\u{80}\u{4}\0\u{2}\0\u{f}\u{80}\0\0\0",
                    "\u{80}\u{2}\0\u{2}\0\u{1}\u{80}\0\0\0"
                ),
                // A record with the name of a server.
                Exchange(
                    "\u{80}\u{1}\0\u{3}\0\0\0\0\u{6}\0\u{6}s3cr3t\u{80}\0\0\0",
                    "\u{80}\u{1}\0\u{2}\0\0\u{80}\u{4}\0\0\u{80}\0\0\0"
                ),
            ]
        ),
        Client(
            .sip,
            "requests",
            secretAfter: 1,
            [
                Exchange(
                    "OPTIONS sip:a SIP/2.0\r\nv: SIP/2.0/TLS b;branch=1\r\nVia:SIP/2.0/"
                        + "TLS c;branch=2\r\nMax-Forwards: 70\r\nf: <sip:x>;tag=2\r\nt: <sip:"
                        + "y>;tag=3\r\ni: 4\r\nCSeq: 5 OPTIONS\r\n\r\n",
                    "SIP/2.0 200 OK\r\nv: SIP/2.0/TLS b;branch=1\r\nVia:SIP/2.0/TLS c;b"
                        + "ranch=2\r\nf: <sip:x>;tag=2\r\nt: <sip:y>;tag=3\r\ni: 4\r\nCSeq: 5"
                        + " OPTIONS\r\nContent-Length: 0\r\n\r\n"
                ),
                Exchange(
                    "REGISTER sip:a SIP/2.0\r\nVia: SIP/2.0/TLS b\r\nFrom: <sip:s3cr3t@"
                        + "a>;tag=2\r\nTO: <sip:s3cr3t@a>\r\nCall-ID: 4\r\nCSeq: 6 REGISTER\r"
                        + "\nContact: <sip:b>\r\nExpires: 60\r\nContent-Length: 0\r\n\r\n",
                    "SIP/2.0 200 OK\r\nVia: SIP/2.0/TLS b\r\nFrom: <sip:s3cr3t@a>;tag=2"
                        + "\r\nTO: <sip:s3cr3t@a>;tag=1\r\nCall-ID: 4\r\nCSeq: 6 REGISTER\r\n"
                        + "Contact: <sip:b>\r\nExpires: 60\r\nContent-Length: 0\r\n\r\n"
                ),
                // A keep-alive.
                Exchange("\r\n\r\n", "\r\n"),
                // A line end before a request.
                Exchange(
                    "\r\nINVITE sip:a SIP/2.0\r\nCall-ID: 7\r\nContact: <sip:b>\r\nl: 5"
                        + "\r\n\r\nhello",
                    "SIP/2.0 501 Not Implemented\r\nCall-ID: 7\r\nContent-Length: 0\r\n"
                        + "\r\n"
                ),
                Exchange("ACK sip:a SIP/2.0\r\nCall-ID: 7\r\n\r\n", ""),
                Exchange("SIP/2.0 200 OK\r\nCall-ID: 7\r\n\r\n", ""),
            ]
        ),
        Client(
            .relp,
            "a session",
            secretAfter: 1,
            [
                Exchange(
                    "1 open 46 relp_version=0\nrelp_software=c\ncommands=syslog\n",
                    "1 rsp 53 200 OK\nrelp_version=0\nrelp_software=1\ncommands=syslog"
                        + "\n"
                ),
                Exchange("2 syslog 10 <13>s3cr3t\n", "2 rsp 6 200 OK\n"),
                Exchange("3 starttls 0\n", "3 rsp 19 500 unknown command\n"),
                Exchange("9 rsp 6 200 OK\n", ""),
                Exchange("999999999 close 0\n", "999999999 rsp 0\n0 serverclose 0\n"),
            ]
        ),
        Client(
            .nbd,
            "options and requests",
            secretAfter: 2,
            [
                // Structured replies, and the list of exports.
                Exchange(
                    "IHAVEOPT\0\0\0\u{8}\0\0\0\0",
                    "\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0\u{8}\u{80}\0\0\u{1}\0\0\0\0"
                ),
                Exchange(
                    "IHAVEOPT\0\0\0\u{3}\0\0\0\0",
                    "\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0\u{3}\0\0\0\u{1}\0\0\0\0"
                ),
                Exchange(
                    "IHAVEOPT\0\0\0\u{6}\0\0\0\u{e}\0\0\0\u{6}s3cr3t\0\u{1}\0\u{3}",
                    "\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0\u{6}\0\0\0\u{3}\0\0\0\u{c}"
                        + "\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0"
                        + "\u{6}\0\0\0\u{1}\0\0\0\0"
                ),
                // A name that is longer than its option.
                Exchange(
                    "IHAVEOPT\0\0\0\u{7}\0\0\0\u{c}\0\0\0\u{7}s3cr3t\0\0",
                    "\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0\u{7}\u{80}\0\0\u{3}\0\0\0\0"
                ),
                Exchange(
                    "IHAVEOPT\0\0\0\u{7}\0\0\0\u{c}\0\0\0\u{6}s3cr3t\0\0",
                    "\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0\u{7}\0\0\0\u{3}\0\0\0\u{c}"
                        + "\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0"
                        + "\u{7}\0\0\0\u{1}\0\0\0\0"
                ),
                // Requests to read, write, flush and end.
                Exchange(
                    "%`\u{95}\u{13}\0\0\0\0\0\0\0\0\0\0\0\u{1}\0\0\0\0\0\0\0\0\0\0\u{2}"
                        + "\0",
                    "gDf\u{98}\0\0\0\u{16}\0\0\0\0\0\0\0\u{1}"
                ),
                Exchange(
                    "%`\u{95}\u{13}\0\0\0\u{1}\0\0\0\0\0\0\0\u{2}\0\0\0\0\0\0\0\0\0\0\0"
                        + "\u{5}hello",
                    "gDf\u{98}\0\0\0\u{16}\0\0\0\0\0\0\0\u{2}"
                ),
                Exchange(
                    "%`\u{95}\u{13}\0\0\0\u{3}\0\0\0\0\0\0\0\u{3}\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0",
                    "gDf\u{98}\0\0\0\0\0\0\0\0\0\0\0\u{3}"
                ),
                Exchange(
                    "%`\u{95}\u{13}\0\0\0\u{2}\0\0\0\0\0\0\0\u{4}\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0",
                    ""
                ),
            ]
        ),
        Client(
            .nbd,
            "the name of an export",
            secretAfter: 0,
            [
                Exchange(
                    "IHAVEOPT\0\0\0\u{1}\0\0\0\u{6}s3cr3t",
                    "\0\0\0\0\0\0\0\0\0\u{1}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0\0\0\0"
                ),
                // NBD_OPT_ABORT.
                Exchange(
                    "IHAVEOPT\0\0\0\u{2}\0\0\0\0",
                    "\0\u{3}\u{e8}\u{89}\u{4}Ue\u{a9}\0\0\0\u{2}\0\0\0\u{1}\0\0\0\0"
                ),
            ]
        ),
        Client(
            .rfb,
            "a login",
            secretAfter: 0,
            [
                Exchange("\0\0\0\u{6}\0\0\0\u{1}s3cr3tx", "\0\0\0\0"),
                // ClientInit with a shared desktop.
                Exchange(
                    "\u{1}",
                    "\0\u{1}\0\u{1} \u{18}\0\u{1}\0\u{ff}\0\u{ff}\0\u{ff}\u{10}\u{8}\0"
                        + "\0\0\0\0\0\0\0"
                ),
            ]
        ),
        Client(
            .rdp,
            "data",
            secretAfter: 0,
            [
                Exchange("\u{3}\0\0\r\u{2}\u{f0}\u{80}s3cr3t", "")
            ]
        ),
        Client(
            .tds,
            "version 8.0",
            secretAfter: 2,
            [
                // PRELOGIN with and without ENCRYPTION.
                Exchange(
                    "\u{12}\u{1}\0\u{1a}\0\0\u{1}\0\0\0\u{b}\0\u{6}\u{1}\0\u{11}\0\u{1}"
                        + "\u{ff}\u{10}\0\0\0\0\0\u{1}",
                    "\u{4}\u{1}\0\u{1a}\0\0\u{1}\0\0\0\u{b}\0\u{6}\u{1}\0\u{11}\0\u{1}"
                        + "\u{ff}\u{10}\0\0\0\0\0\u{1}"
                ),
                Exchange(
                    "\u{12}\u{1}\0\u{14}\0\0\u{1}\0\0\0\u{6}\0\u{6}\u{ff}\u{10}\0\0\0\0"
                        + "\0",
                    "\u{4}\u{1}\0\u{1a}\0\0\u{1}\0\0\0\u{b}\0\u{6}\u{1}\0\u{11}\0\u{1}"
                        + "\u{ff}\u{10}\0\0\0\0\0\u{2}"
                ),
                // The first packet of two.
                Exchange("\u{10}\0\0\u{1e}\0\0\u{1}\0`\0\0\0\0\0\0\u{8}a\0s\03\0c\0r\03\0t\0", ""),
                Exchange(
                    "\u{10}\u{1}\0\u{1c}\0\0\u{1}\0`\0\0\0\0\0\0\u{8}s\03\0c\0r\03\0t\0",
                    "\u{4}\u{1}\0(\0\0\u{1}\0\u{ad}\u{10}\0\u{1}\u{8}\0\0\0\u{3}S\0Q\0L"
                        + "\0\u{10}\0\0\0\u{fd}\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                // A transaction starts, is committed and is rolled back; a request without headers.
                Exchange(
                    "\u{e}\u{1}\0 \0\0\u{1}\0\u{16}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                        + "\0\0\0\u{5}\0",
                    "\u{4}\u{1}\0#\0\0\u{1}\0\u{e3}\u{b}\0\u{8}\u{8}\u{1}\0\0\0\0\0\0\0"
                        + "\0\u{fd}\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\u{e}\u{1}\0\u{e}\0\0\u{1}\0\u{4}\0\0\0\u{7}\0",
                    "\u{4}\u{1}\0#\0\0\u{1}\0\u{e3}\u{b}\0\t\0\u{8}\u{1}\0\0\0\0\0\0\0"
                        + "\u{fd}\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\u{e}\u{1}\0\u{e}\0\0\u{1}\0\u{4}\0\0\0\u{8}\0",
                    "\u{4}\u{1}\0#\0\0\u{1}\0\u{e3}\u{b}\0\n\0\u{8}\u{1}\0\0\0\0\0\0\0"
                        + "\u{fd}\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\u{e}\u{1}\0\n\0\0\u{1}\0ab",
                    "\u{4}\u{1}\0\u{15}\0\0\u{1}\0\u{fd}\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                // A batch, an attention and an unknown type.
                Exchange(
                    "\u{1}\u{1}\0\u{18}\0\0\u{1}\0S\0E\0L\0E\0C\0T\0 \01\0",
                    "\u{4}\u{1}\0\u{15}\0\0\u{1}\0\u{fd}\0\0\0\0\0\0\0\0\0\0\0\0"
                ),
                Exchange(
                    "\u{6}\u{1}\0\u{8}\0\0\u{1}\0",
                    "\u{4}\u{1}\0\u{15}\0\0\u{1}\0\u{fd} \0\0\0\0\0\0\0\0\0\0\0"
                ),
                Exchange("\u{7}\u{1}\0\t\0\0\u{1}\0x", ""),
            ]
        ),
        Client(
            .websocket,
            "the example of RFC 6455 §1.3",
            secretAfter: 0,
            [
                Exchange(
                    "GET /s3cr3t HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnectio"
                        + "n: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-W"
                        + "ebSocket-Protocol: chat, superchat\r\nSec-WebSocket-Version: 13\r"
                        + "\n\r\n",
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnecti"
                        + "on: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
                        + "\r\nSec-WebSocket-Protocol: chat\r\n\r\n"
                ),
                // A text, a ping, an unmasked ping and a close.
                Exchange("\u{81}\u{85}\u{1}\u{2}\u{3}\u{4}igohn", ""),
                Exchange("\u{89}\u{85}\u{1}\u{2}\u{3}\u{4}igohn", "\u{8a}\u{5}hello"),
                Exchange("\u{89}\u{2}ab", "\u{8a}\u{2}ab"),
                Exchange("\u{82}\u{fe}\0\u{4}abcdwxyz", ""),
                Exchange("\u{82}\u{7f}\0\0\0\0\0\0\0\u{4}wxyz", ""),
                Exchange("\u{88}\u{82}\u{1}\u{2}\u{3}\u{4}\u{2}\u{ea}", "\u{88}\u{2}\u{3}\u{e8}"),
                // A request without a key.
                Exchange(
                    "GET / HTTP/1.1\r\n\r\n",
                    "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"
                ),
            ]
        ),
        Client(
            .zabbix,
            "a sender and a question",
            secretAfter: 1,
            [
                Exchange("ZBXD\u{1}\n\0\0\0\0\0\0\0agent.ping", "ZBXD\u{1}\u{1}\0\0\0\0\0\0\01"),
                Exchange(
                    "ZBXD\u{1}4\0\0\0\0\0\0\0{\"request\":\"sender data\",\"data\":[{\""
                        + "host\":\"s3cr3t\"}]}",
                    "ZBXD\u{1}K\0\0\0\0\0\0\0{\"response\":\"success\",\"info\":\"proce"
                        + "ssed: 1; failed: 0; total: 1\",\"data\":[]}"
                ),
                // A large packet.
                Exchange(
                    "ZBXD\u{5}\u{2}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0{}",
                    "ZBXD\u{1}K\0\0\0\0\0\0\0{\"response\":\"success\",\"info\":\"proce"
                        + "ssed: 1; failed: 0; total: 1\",\"data\":[]}"
                ),
            ]
        ),
        Client(
            .grpc,
            "a call with a message",
            greeting: "\0\0\0\u{4}\0\0\0\0\0",
            secretAfter: 6,
            [
                Exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""),
                Exchange("\0\0\0\u{4}\0\0\0\0\0", "\0\0\0\u{4}\u{1}\0\0\0\0"),
                Exchange("\0\0\0\u{4}\u{1}\0\0\0\0", ""),
                Exchange("\0\0\u{8}\u{6}\0\0\0\0\0abcdefgh", "\0\0\u{8}\u{6}\u{1}\0\0\0\0abcdefgh"),
                Exchange("\0\0\u{6}\u{1}\u{4}\0\0\0\u{1}\u{4}\u{4}/a/B", ""),
                Exchange("\0\0\u{2}\0\0\0\0\0\u{1}\0\0", ""),
                Exchange(
                    "\0\0\u{e}\0\t\0\0\0\u{1}\u{2}\0\0\0\0\u{6}s3cr3t\0\0",
                    "\0\0,\u{1}\u{4}\0\0\0\u{1}\0\u{7}:status\u{3}200\0\u{c}content-type\u{10}a"
                        + "pplication/grpc\0\0\u{5}\0\0\0\0\0\u{1}\0\0\0\0\0\0\0\u{f}\u{1}\u{5}"
                        + "\0\0\0\u{1}\0\u{b}grpc-status\u{1}0"
                ),
                Exchange("\0\0\u{4}\u{8}\0\0\0\0\0\0\0\u{1}\0", ""),
            ]
        ),
        Client(
            .grpc,
            "a call with metadata in the Huffman code",
            greeting: "\0\0\0\u{4}\0\0\0\0\0",
            secretAfter: 3,
            [
                Exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""),
                Exchange("\0\0\0\u{4}\u{1}\0\0\0\0", ""),
                Exchange(
                    "\0\0\u{6}\u{1}\u{5}\0\0\0\u{1}\u{4}\u{4}/a/B",
                    "\0\0,\u{1}\u{4}\0\0\0\u{1}\0\u{7}:status\u{3}200\0\u{c}content-type\u{10}a"
                        + "pplication/grpc\0\0\u{5}\0\0\0\0\0\u{1}\0\0\0\0\0\0\0\u{f}\u{1}\u{5}"
                        + "\0\0\0\u{1}\0\u{b}grpc-status\u{1}0"
                ),
                Exchange(
                    "\0\0\u{15}\u{1}-\0\0\0\u{3}\u{1}\0\0\0\0\u{10}\u{4}\u{4}/a/B\u{f}\u{8}"
                        + "\u{85}C$\u{b1}\u{94}\u{ff}\0",
                    "\0\0,\u{1}\u{4}\0\0\0\u{3}\0\u{7}:status\u{3}200\0\u{c}content-type\u{10}a"
                        + "pplication/grpc\0\0\u{5}\0\0\0\0\0\u{3}\0\0\0\0\0\0\0\u{f}\u{1}\u{5}"
                        + "\0\0\0\u{3}\0\u{b}grpc-status\u{1}0"
                ),
            ]
        ),
        Client(
            .doh,
            "POST and GET",
            greeting: "\0\0\0\u{4}\0\0\0\0\0",
            secretAfter: 5,
            [
                Exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""),
                Exchange("\0\0\0\u{4}\0\0\0\0\0", "\0\0\0\u{4}\u{1}\0\0\0\0"),
                Exchange("\0\0\u{c}\u{1}\u{4}\0\0\0\u{1}\u{4}\n/dns-query", ""),
                Exchange(
                    "\0\0\u{18}\0\u{1}\0\0\0\u{1}\0\u{7}\u{1}\0\0\u{1}\0\0\0\0\0\0\u{1}a\u{4}te"
                        + "st\0\0\u{1}\0\u{1}",
                    "\0\0F\u{1}\u{4}\0\0\0\u{1}\0\u{7}:status\u{3}200\0\u{c}content-type\u{17}a"
                        + "pplication/dns-message\0\u{e}content-length\u{2}40\0\0(\0\u{1}\0\0\0"
                        + "\u{1}\0\u{7}\u{81}\u{80}\0\u{1}\0\u{1}\0\0\0\0\u{1}a\u{4}test\0\0"
                        + "\u{1}\0\u{1}\u{c0}\u{c}\0\u{1}\0\u{1}\0\0\0<\0\u{4}\u{7f}\0\0\u{1}"
                ),
                Exchange(
                    "\0\0\u{3}\u{1}\u{5}\0\0\0\u{3}\u{4}\u{1}/",
                    "\0\0\r\u{1}\u{4}\0\0\0\u{3}\0\u{7}:status\u{3}400\0\0\0\0\u{1}\0\0\0\u{3}"
                ),
                Exchange(
                    "\0\08\u{1}\u{5}\0\0\0\u{5}\u{4}6/dns-query?dns=AAcBAAABAAAAAAAABnMzY3IzdAR"
                        + "0ZXN0AAABAAE",
                    "\0\0F\u{1}\u{4}\0\0\0\u{5}\0\u{7}:status\u{3}200\0\u{c}content-type\u{17}a"
                        + "pplication/dns-message\0\u{e}content-length\u{2}45\0\0-\0\u{1}\0\0\0"
                        + "\u{5}\0\u{7}\u{81}\u{80}\0\u{1}\0\u{1}\0\0\0\0\u{6}s3cr3t\u{4}test\0"
                        + "\0\u{1}\0\u{1}\u{c0}\u{c}\0\u{1}\0\u{1}\0\0\0<\0\u{4}\u{7f}\0\0\u{1}"
                ),
                Exchange(
                    "\0\0\u{1}\0\u{1}\0\0\0\u{7}x",
                    "\0\0\r\u{1}\u{4}\0\0\0\u{7}\0\u{7}:status\u{3}400\0\0\0\0\u{1}\0\0\0\u{7}"
                ),
            ]
        ),
        Client(
            .doh,
            "the secret in the padding of a header block",
            greeting: "\0\0\0\u{4}\0\0\0\0\0",
            secretAfter: 1,
            [
                Exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ""),
                Exchange("\0\0\u{a}\u{1}\u{c}\0\0\0\u{1}\u{6}\u{4}\u{1}/s3cr3t", ""),
            ]
        ),
    ]

    @Test(arguments: clients)
    func `answers each message, and finds the secret in the right message`(client: Client) {
        var dialogue = client.dialogue
        #expect(dialogue.secure() == client.greeting)
        for (index, exchange) in client.exchanges.enumerated() {
            var input = exchange.says
            let turn = dialogue.hear(&input)
            #expect(turn.says == exchange.answer, "message \(index)")
            #expect(!turn.startsTLS)
            #expect(input.isEmpty, "message \(index)")
            #expect(dialogue.hasHeardSecret == (index >= client.before), "message \(index)")
        }
    }

    @Test(arguments: clients)
    func `gives the same answers if the bytes arrive in pieces`(client: Client) {
        let said = client.exchanges.flatMap(\.says)
        let answers = client.exchanges.flatMap(\.answer)
        for size in 1...said.count {
            var dialogue = client.dialogue
            _ = dialogue.secure()
            var input: [UInt8] = []
            var rest = said[...]
            var says: [UInt8] = []
            while !rest.isEmpty {
                input += rest.prefix(size)
                rest = rest.dropFirst(size)
                says += dialogue.hear(&input).says
            }
            #expect(says == answers, "pieces of \(size)")
            #expect(dialogue.hasHeardSecret, "pieces of \(size)")
        }
    }

    @Test func `reads the secret of an NRPE client, which gets no answer`() {
        var dialogue = Dialogue(SpokenProtocol(.nrpe), secret: Self.secret)
        #expect(dialogue.secure().isEmpty)
        var input: [UInt8] = []
        for piece in ["\0\u{3}s3c", "r3t!"] {
            #expect(!dialogue.hasHeardSecret)
            input += Exchange.bytes(piece)
            #expect(dialogue.hear(&input).says.isEmpty)
        }
        #expect(dialogue.hasHeardSecret)
    }

    /// Lengths in messages are hostile.
    @Test(arguments: clients)
    func `changed messages end a dialogue without a crash`(client: Client) {
        let said = client.exchanges.flatMap(\.says)
        for place in said.indices {
            for byte: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var input = said
                input[place] = byte
                var dialogue = client.dialogue
                _ = dialogue.secure()
                let answer = dialogue.hear(&input).says
                #expect(answer.count <= 512 * (1 + said.count), "\(byte) at \(place)")
            }
        }
    }

    /// The first bytes of a message of `Connection.longestText` bytes, and of one that has one byte
    /// more.
    private static let lengths: [(ApplicationProtocol, String, String)] = [
        (.syslog, "16378 ", "16379 "),
        (.mqtt, "0\u{fd}\u{7f}", "0\u{fe}\u{7f}"),
        (.amqp, "\u{1}\0\0\0\0?\u{f8}", "\u{1}\0\0\0\0?\u{f9}"),
        (.amqp, "\0\0@\0", "\0\0@\u{1}"),
        (.nats, "PUB a 16369\r\n", "PUB a 16370\r\n"),
        (.mongodb, "\0@\0\0", "\u{1}@\0\0"),
        (.kafka, "\0\0?\u{fc}", "\0\0?\u{fd}"),
        (.dns, "?\u{fe}", "?\u{ff}"),
        (
            .ntske,
            "\u{80}\u{1}?\u{f8}" + String(repeating: " ", count: 16376) + "\u{80}\0\0\0",
            "\u{80}\u{1}?\u{f9}" + String(repeating: " ", count: 16377) + "\u{80}\0\0\0"
        ),
        (.sip, "BYE\r\nl:16368\r\n\r\n", "BYE\r\nl:16369\r\n\r\n"),
        (.relp, "1 syslog 16368 ", "1 syslog 16369 "),
        (.nbd, "IHAVEOPT\0\0\0\u{1}\0\0?\u{f0}", "IHAVEOPT\0\0\0\u{1}\0\0?\u{f1}"),
        (
            .nbd,
            "%`\u{95}\u{13}\0\0\0\u{1}\0\0\0\0\0\0\0\u{2}\0\0\0\0\0\0\0\0\0\0?\u{e4}",
            "%`\u{95}\u{13}\0\0\0\u{1}\0\0\0\0\0\0\0\u{2}\0\0\0\0\0\0\0\0\0\0?\u{e5}"
        ),
        (.rfb, "\0\0\0\u{6}\0\0?\u{f2}", "\0\0\0\u{6}\0\0?\u{f3}"),
        (.rdp, "\u{3}\0@\0", "\u{3}\0@\u{1}"),
        (.tds, "\u{1}\u{1}@\0", "\u{1}\u{1}@\u{1}"),
        (.websocket, "\u{82}~?\u{fc}", "\u{82}~?\u{fd}"),
        (.websocket, "\u{82}\u{7f}\0\0\0\0\0\0?\u{f6}", "\u{82}\u{7f}\0\0\0\0\0\0?\u{f7}"),
        (.zabbix, "ZBXD\u{1}\u{f3}?\0\0", "ZBXD\u{1}\u{f4}?\0\0"),
        (
            .zabbix,
            "ZBXD\u{5}\u{eb}?\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "ZBXD\u{5}\u{eb}?\0\0\u{1}\0\0\0\0\0\0\0\0\0\0\0"
        ),
    ]

    @Test(arguments: lengths)
    func `a message longer than any stored message is never complete`(
        application: ApplicationProtocol,
        longest: String,
        longer: String
    ) {
        let rest = [UInt8](repeating: 0x20, count: Connection.longestText + 10)
        #expect(application.length(Exchange.bytes(longest) + rest) == Connection.longestText)
        #expect(application.length(Exchange.bytes(longer) + rest) == nil)
    }
}
