extension DialogueSeedTests {
    /// A client's bytes over TLS.
    struct Session {
        let seed: [UInt8]
        let name: String

        /// - Parameters:
        ///   - place: the protocol's place in `ApplicationProtocol.catalogue`.
        ///   - way: the place of TLS from the start among the protocol's ways.
        ///   - name: the seed's name.
        ///   - text: a text whose characters are bytes.
        init(_ place: UInt8, way: UInt8, _ name: String, _ text: String) {
            self.name = name
            seed = [place, way, 5] + DialogueSeedTests.bytes(text)
        }
    }

    /// A client's bytes before and after an upgrade, which has five ways.
    struct Upgrade {
        let place: UInt8
        let name: String
        let says: [UInt8]

        init(_ place: UInt8, _ name: String, _ says: String, overTLS: String) {
            (self.place, self.name) = (place, name)
            self.says = DialogueSeedTests.bytes(says) + [22] + DialogueSeedTests.bytes(overTLS)
        }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    static let upgrades = [
        Upgrade(
            16,
            "nats",
            "",
            overTLS: "CONNECT {\"user\":\"s3cr3t\"}\r\nPING\r\nPUB s3cr3t 2\r\nhi\r\n"
        ),
        Upgrade(
            23,
            "nbd",
            "\0\0\0\u{1}IHAVEOPT\0\0\0\u{5}\0\0\0\0",
            overTLS: "IHAVEOPT\0\0\0\u{8}\0\0\0\0IHAVEOPT\0\0\0\u{6}\0\0\0\u{c}\0\0\0\u{6}s3cr3t"
                + "\0\0IHAVEOPT\0\0\0\u{1}\0\0\0\u{6}s3cr3t%`\u{95}\u{13}\0\0\0\u{1}\0\0\0\0"
                + "\0\0\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\u{2}hi"
        ),
        Upgrade(
            24,
            "rfb",
            "RFB 003.008\n\u{13}\0\u{2}\0\0\u{1}\u{6}",
            overTLS: "\0\0\0\u{6}\0\0\0\u{1}s3cr3tx\u{1}"
        ),
        Upgrade(
            25,
            "rdp",
            "\u{3}\0\0\u{13}\u{e}\u{e0}\0\0\0\0\0\u{1}\0\u{8}\0\u{1}\0\0\0",
            overTLS: "\u{3}\0\0\r\u{2}\u{f0}\u{80}s3cr3t"
        ),
    ]

    static let sessions = [
        Session(
            12,
            way: 0,
            "redis",
            "*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\nhello 2\r\n*1\r\n$4\r\nping\r\nPING\r\n*3"
                + "\r\n$4\r\nAUTH\r\n$6\r\ns3cr3t\r\n$1\r\nx\r\n*2\r\n$3\r\nGET\r\n$1\r\na\r"
                + "\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$9\r\nb\r\nPING\r\n\r\n"
        ),
        Session(13, way: 0, "syslog", "5 <13>a10 <13>s3cr3t<13>a\n"),
        Session(
            14,
            way: 0,
            "mqtt",
            "\u{10}\u{e}\0\u{4}MQTT\u{4}\u{2}\0<\0\u{2}ab\u{82}\u{c}\0\u{1}\0\u{3}a/b"
                + "\u{1}\0\u{1}c\02\u{b}\0\u{6}s3cr3t\0\u{2}x4\u{8}\0\u{3}a/b\0\u{3}xb\u{2}\0"
                + "\u{3}0\u{4}\0\u{1}ax\u{a2}\u{5}\0\u{4}\0\u{1}a\u{c0}\0\u{e0}\0"
        ),
        Session(
            14,
            way: 0,
            "mqtt-2",
            "\u{10}\u{13}\0\u{4}MQTT\u{5}\u{2}\0<\0\0\u{6}s3cr3t\u{82}\t\0\u{1}\u{2}"
                + "\u{b}\u{1}\0\u{1}a\u{2}\u{82}\u{7}\0\u{2}\0\0\u{1}a\0\u{a2}\u{6}\0\u{3}\0"
                + "\0\u{1}a"
        ),
        Session(
            15,
            way: 0,
            "amqp",
            "AMQP\0\0\t\u{1}\u{1}\0\0\0\0\0!\0\n\0\u{b}\0\0\0\0\u{5}PLAIN\0\0\0\t\0s3cr"
                + "3t\0x\u{5}en_US\u{ce}\u{1}\0\0\0\0\0\u{c}\0\n\0\u{1f}\0\0\0\0 \0\0\0\u{ce}"
                + "\u{1}\0\0\0\0\0\u{8}\0\n\0(\u{1}/\0\0\u{ce}\u{1}\0\u{1}\0\0\0\u{5}\0\u{14}"
                + "\0\n\0\u{ce}\u{1}\0\u{1}\0\0\0\u{14}\0(\0\n\0\0\u{1}x\u{6}direct\0\0\0\0\0"
                + "\u{ce}\u{1}\0\u{1}\0\0\0\u{e}\02\0\n\0\0\u{2}ab\0\0\0\0\0\u{ce}\u{1}\0"
                + "\u{1}\0\0\0\u{b}\0\u{14}\0(\0\u{c8}\0\0\0\0\0\u{ce}\u{8}\0\0\0\0\0\0\u{ce}"
                + "\u{1}\0\0\0\0\0\u{b}\0\n\02\0\u{c8}\0\0\0\0\0\u{ce}AMQP\u{1}\u{1}\0\n"
        ),
        Session(
            15,
            way: 0,
            "amqp-2",
            "AMQP\u{3}\u{1}\0\0\0\0\0 \u{2}\u{1}\0\0\0SA\u{c0}\u{13}\u{2}\u{a3}\u{5}PLA"
                + "IN\u{a0}\t\0s3cr3t\0xAMQP\0\u{1}\0\0\0\0\0\u{11}\u{2}\0\0\0\0S\u{10}\u{c0}"
                + "\u{4}\u{1}\u{a1}\u{1}c\0\0\0\u{8}\u{2}\0\0\0\0\0\0\u{c}\u{2}\0\0\0\0S"
                + "\u{18}E"
        ),
        Session(
            16,
            way: 5,
            "nats",
            "CONNECT {\"verbose\": true,\"user\":\"s3cr3t\"}\r\nPING\r\nPUB a.b 6\r\nPI"
                + "NG\r\n\r\nhpub a 12 12\r\nNATS/1.0\r\n\r\n\r\nSUB a 1\r\nCONNECT {\"verbos"
                + "e\":false}\r\nHELLO\r\n"
        ),
        Session(
            17,
            way: 0,
            "mongodb",
            ":\0\0\0\u{7}\0\0\0\0\0\0\0\u{d4}\u{7}\0\0\0\0\0\0admin.$cmd\0\0\0\0\0"
                + "\u{ff}\u{ff}\u{ff}\u{ff}\u{13}\0\0\0\u{10}isMaster\0\u{1}\0\0\0\0%\0\0\0"
                + "\u{8}\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0\u{10}\0\0\0\u{10}hello\0\u{1}"
                + "\0\0\0\0B\0\0\0\t\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0-\0\0\0\u{10}saslS"
                + "tart\0\u{1}\0\0\0\u{5}payload\0\u{b}\0\0\0\0n,,n=s3cr3t\0$\0\0\0\n\0\0\0\0"
                + "\0\0\0\u{dd}\u{7}\0\0\0\0\0\0\0\u{f}\0\0\0\u{10}ping\0\u{1}\0\0\0\0&\0\0\0"
                + "\u{b}\0\0\0\0\0\0\0\u{dd}\u{7}\0\0\u{2}\0\0\0\0\u{11}\0\0\0\u{10}insert\0"
                + "\u{1}\0\0\0\0\u{10}\0\0\0\u{c}\0\0\0\0\0\0\0\u{dc}\u{7}\0\0"
        ),
        Session(
            18,
            way: 0,
            "kafka",
            "\0\0\0\u{b}\0\u{12}\0\0\0\0\0\u{1}\0\u{1}c\0\0\0\u{b}\0\u{12}\0\u{2}\0\0\0"
                + "\u{2}\0\u{1}c\0\0\0\u{b}\0\u{12}\0\u{4}\0\0\0\u{3}\0\u{1}c\0\0\0\u{16}\0"
                + "\u{12}\0\u{3}\0\0\0\u{4}\0\u{6}s3cr3t\0\u{2}c\u{2}v\0\0\0\0\u{b}\0\u{3}\0"
                + "\0\0\0\0\u{5}\0\u{1}c\0\0\0\u{b}\0\u{3}\0\u{1}\0\0\0\u{6}\0\u{1}c\0\0\0"
                + "\u{b}\0\u{3}\0\u{2}\0\0\0\u{7}\0\u{1}c\0\0\0\u{b}\0\u{3}\0\u{4}\0\0\0\u{8}"
                + "\0\u{1}c\0\0\0\u{b}\0\u{3}\0\u{5}\0\0\0\t\0\u{1}c\0\0\0\u{b}\0\0\0\0\0\0\0"
                + "\n\0\u{1}c"
        ),
        Session(
            19,
            way: 0,
            "dns",
            "\0\u{c}\0\u{1}\u{81}\u{80}\0\0\0\0\0\0\0\0\0\u{c}\0\u{2}\u{1}\0\0\u{1}\0\0"
                + "\0\0\0\0\0+\0\u{3}\u{1} \0\u{1}\0\0\0\0\0\u{1}\u{6}s3cr3t\u{7}example\0\0"
                + "\u{1}\0\u{1}\0\0)\u{4}\u{d0}\0\0\0\0\0\0\0 \0\u{4}\0\0\0\u{1}\0\0\0\0\0\0"
                + "\u{6}s3cr3t\u{7}example\0\0\u{1c}\0\u{1}\0\u{c}\0\u{5}(\0\0\u{1}\0\0\0\0\0"
                + "\0\0\u{12}\0\u{6}\0\0\0\u{1}\0\0\0\0\0\0\u{c0}\u{c}\0\u{1}\0\u{1}\0\u{2}\0"
                + "\u{7}"
        ),
        Session(
            20,
            way: 0,
            "ntske",
            "\u{80}\u{1}\0\u{2}\0\0\u{80}\u{4}\0\u{4}\0\u{1e}\0\u{f}\u{80}\0\0\0\u{80}"
                + "\u{1}\0\u{2}\0\0\u{80}\u{4}\0\u{2}\0\u{10}\u{80}\0\0\0\u{80}\u{1}\0\u{2}\0"
                + "\u{1}\u{80}\u{4}\0\u{2}\0\u{f}\u{80}\0\0\0\u{80}\u{1}\0\u{3}\0\0\0\0\u{6}"
                + "\0\u{6}s3cr3t\u{80}\0\0\0"
        ),
        Session(
            21,
            way: 0,
            "sip",
            "OPTIONS sip:a SIP/2.0\r\nv: SIP/2.0/TLS b;branch=1\r\nVia:SIP/2.0/TLS c;br"
                + "anch=2\r\nMax-Forwards: 70\r\nf: <sip:x>;tag=2\r\nt: <sip:y>;tag=3\r\ni: 4"
                + "\r\nCSeq: 5 OPTIONS\r\n\r\nREGISTER sip:a SIP/2.0\r\nVia: SIP/2.0/TLS b\r"
                + "\nFrom: <sip:s3cr3t@a>;tag=2\r\nTO: <sip:s3cr3t@a>\r\nCall-ID: 4\r\nCSeq: "
                + "6 REGISTER\r\nContact: <sip:b>\r\nExpires: 60\r\nContent-Length: 0\r\n\r\n"
                + "\r\n\r\n\r\nINVITE sip:a SIP/2.0\r\nCall-ID: 7\r\nContact: <sip:b>\r\nl: 5"
                + "\r\n\r\nhelloACK sip:a SIP/2.0\r\nCall-ID: 7\r\n\r\nSIP/2.0 200 OK\r\nCall"
                + "-ID: 7\r\n\r\n"
        ),
        Session(
            22,
            way: 0,
            "relp",
            "1 open 46 relp_version=0\nrelp_software=c\ncommands=syslog\n2 syslog 10 <1"
                + "3>s3cr3t\n3 starttls 0\n9 rsp 6 200 OK\n999999999 close 0\n"
        ),
        Session(
            26,
            way: 0,
            "tds",
            "\u{12}\u{1}\0\u{1a}\0\0\u{1}\0\0\0\u{b}\0\u{6}\u{1}\0\u{11}\0\u{1}\u{ff}"
                + "\u{10}\0\0\0\0\0\u{1}\u{12}\u{1}\0\u{14}\0\0\u{1}\0\0\0\u{6}\0\u{6}\u{ff}"
                + "\u{10}\0\0\0\0\0\u{10}\0\0\u{1e}\0\0\u{1}\0`\0\0\0\0\0\0\u{8}a\0s\03\0c\0r"
                + "\03\0t\0\u{10}\u{1}\0\u{1c}\0\0\u{1}\0`\0\0\0\0\0\0\u{8}s\03\0c\0r\03\0t\0"
                + "\u{e}\u{1}\0 \0\0\u{1}\0\u{16}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                + "\u{5}\0\u{e}\u{1}\0\u{e}\0\0\u{1}\0\u{4}\0\0\0\u{7}\0\u{e}\u{1}\0\u{e}\0\0"
                + "\u{1}\0\u{4}\0\0\0\u{8}\0\u{e}\u{1}\0\n\0\0\u{1}\0ab\u{1}\u{1}\0\u{18}\0\0"
                + "\u{1}\0S\0E\0L\0E\0C\0T\0 \01\0\u{6}\u{1}\0\u{8}\0\0\u{1}\0\u{7}\u{1}\0\t"
                + "\0\0\u{1}\0x"
        ),
        Session(
            27,
            way: 0,
            "websocket",
            "GET /s3cr3t HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgra"
                + "de\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protoco"
                + "l: chat, superchat\r\nSec-WebSocket-Version: 13\r\n\r\n\u{81}\u{85}\u{1}"
                + "\u{2}\u{3}\u{4}igohn\u{89}\u{85}\u{1}\u{2}\u{3}\u{4}igohn\u{89}\u{2}ab"
                + "\u{82}\u{fe}\0\u{4}abcdwxyz\u{82}\u{7f}\0\0\0\0\0\0\0\u{4}wxyz\u{88}\u{82}"
                + "\u{1}\u{2}\u{3}\u{4}\u{2}\u{ea}GET / HTTP/1.1\r\n\r\n"
        ),
        Session(
            28,
            way: 0,
            "zabbix",
            "ZBXD\u{1}\n\0\0\0\0\0\0\0agent.pingZBXD\u{1}4\0\0\0\0\0\0\0{\"request\":\""
                + "sender data\",\"data\":[{\"host\":\"s3cr3t\"}]}ZBXD\u{5}\u{2}\0\0\0\0\0\0"
                + "\0\0\0\0\0\0\0\0\0{}"
        ),
        Session(
            30,
            way: 0,
            "grpc",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0\0\0\0\u{4}\u{1}\0\0\0\0\0\0"
                + "\u{8}\u{6}\0\0\0\0\0abcdefgh\0\0\u{6}\u{1}\u{4}\0\0\0\u{1}\u{4}\u{4}/a/B\0\0"
                + "\u{2}\0\0\0\0\0\u{1}\0\0\0\0\u{e}\0\t\0\0\0\u{1}\u{2}\0\0\0\0\u{6}s3cr3t\0\0"
                + "\0\0\u{4}\u{8}\0\0\0\0\0\0\0\u{1}\0"
        ),
        Session(
            30,
            way: 0,
            "grpc-metadata",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\u{1}\0\0\0\0\0\0\u{6}\u{1}\u{5}\0\0\0"
                + "\u{1}\u{4}\u{4}/a/B\0\0\u{15}\u{1}-\0\0\0\u{3}\u{1}\0\0\0\0\u{10}\u{4}\u{4}/"
                + "a/B\u{f}\u{8}\u{85}C$\u{b1}\u{94}\u{ff}\0"
        ),
        Session(
            31,
            way: 0,
            "doh",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0\0\0\u{c}\u{1}\u{4}\0\0\0"
                + "\u{1}\u{4}\n/dns-query\0\0\u{18}\0\u{1}\0\0\0\u{1}\0\u{7}\u{1}\0\0\u{1}\0\0"
                + "\0\0\0\0\u{1}a\u{4}test\0\0\u{1}\0\u{1}\0\0\u{3}\u{1}\u{5}\0\0\0\u{3}\u{4}"
                + "\u{1}/\0\08\u{1}\u{5}\0\0\0\u{5}\u{4}6/dns-query?dns=AAcBAAABAAAAAAAABnMzY3I"
                + "zdAR0ZXN0AAABAAE\0\0\u{1}\0\u{1}\0\0\0\u{7}x"
        ),
    ]
}
