import Basics
import ClientModels
import CommandWorkshop
import Forge
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import Testing
import X509

@testable import hatpin

/// Programs that speak another protocol than HTTPS, tested with the baseline setup.
@Suite struct SpokenProtocolTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let speaks: String
        var witness = Witness.token
        /// A shell script, with the token, the server's address and the anchors as arguments.
        let script: String
        let outcome: String

        init(
            _ description: String,
            _ speaks: String,
            by witness: Witness = .token,
            _ script: String,
            _ outcome: String
        ) {
            (testDescription, self.speaks, self.witness) = (description, speaks, witness)
            (self.script, self.outcome) = (script, outcome)
        }
    }

    /// A TLS client that verifies the server and sends its standard input.
    private static let client =
        "openssl s_client -quiet -verify_return_error -connect \"$2\" -CAfile \"$3\""
    /// A statement that opens a plaintext connection as descriptor 3.
    private static let plaintext = "exec 3<>/dev/tcp/${{2/://}}"

    private static let cases: [Case] = [
        Case(
            "a mailbox client over TLS from the start",
            "imap:implicit",
            "printf 'a LOGIN %s x\\r\\nb LOGOUT\\r\\n' \"$1\" | \(client)",
            "accept"
        ),
        Case(
            "a login in base64",
            "imap:implicit",
            "printf 'a AUTHENTICATE PLAIN %s\\r\\nb LOGOUT\\r\\n' \"$(printf '\\0%s\\0x' \"$1\" | "
                + "base64)\" | \(client)",
            "accept"
        ),
        Case(
            "a mail client after STARTTLS",
            "smtp",
            "printf 'NOOP %s\\r\\nQUIT\\r\\n' \"$1\" | \(client) -starttls smtp",
            "accept"
        ),
        Case(
            "a token in single bytes",
            "pop3:implicit",
            "(for i in $(seq ${{#1}}); do printf %s \"${{1:i-1:1}}\"; sleep .01; done; printf "
                + "'\\r\\nQUIT\\r\\n'; sleep 1) | \(client)",
            "accept"
        ),
        Case(
            "a first message that is fixed",
            "syslog",
            by: .data,
            "printf '5 <1>1 ' | \(client)",
            "accept"
        ),
        Case("a fixed message, and no witness", "syslog", "printf x | \(client)", "timeout"),
        Case(
            "another root, with any bytes as the witness",
            "syslog",
            by: .data,
            "printf x | openssl s_client -quiet -verify_return_error -connect \"$2\" -no-CAfile",
            "refused"
        ),
        Case(
            "TLS at once where plaintext is expected",
            "smtp",
            "printf 'NOOP %s\\r\\n' \"$1\" | \(client)",
            "not delivered: the client started TLS at once"
        ),
        Case(
            "plaintext where TLS is expected",
            "imap:implicit",
            "\(plaintext); printf 'a LOGIN %s x\\r\\n' \"$1\" >&3; cat <&3; exit 1",
            "not delivered: the client did not start TLS"
        ),
        Case(
            "a line of 1 MB over TLS",
            "imap:implicit",
            "(head -c 1000000 /dev/zero | tr '\\0' a; sleep 1) | \(client); exit 1",
            "refused"
        ),
        Case(
            "a line of 1 MB in plaintext",
            "smtp",
            "\(plaintext); head -c 1000000 /dev/zero | tr '\\0' a >&3; cat <&3; exit 1",
            "not delivered: the client did not start TLS"
        ),
        Case(
            "a client that quits before TLS",
            "smtp",
            "\(plaintext); printf 'QUIT\\r\\n' >&3; head -n 2 <&3; exit 1",
            "not delivered: the client did not start TLS"
        ),
        Case(
            "a token in plaintext before STARTTLS",
            "smtp",
            "\(plaintext); printf 'MAIL FROM:<%s@a.test>\\r\\nQUIT\\r\\n' \"$1\" >&3; cat <&3",
            "accept"
        ),
    ]

    @Test(.blocking, arguments: cases)
    func `the server observes a client's verdict in the client's protocol`(test: Case) throws {
        let text = try answer(of: client(test, test.script), in: .standard)
        #expect(text.hasPrefix(test.outcome), "\(text)")
    }

    @Test(.blocking)
    func `a daemon that stays silent after the handshake has rejected the server`() throws {
        let silent = Case("", "syslog", by: .data, "sleep 60 | \(Self.client)", "")
        var daemon = try client(silent, silent.script)
        daemon.ends = .whenQuiet
        #expect(try answer(of: daemon, in: .standard).hasPrefix("refused"))
    }

    @Test(.blocking)
    func `a client that never ends gets no verdict unless its definition says so`() throws {
        let silent = Case("", "syslog", by: .data, "sleep 60 | \(Self.client)", "")
        var client = try client(silent, silent.script)
        client.deadline = .seconds(2)
        #expect(try answer(of: client, in: .standard) == "timeout")
    }

    /// A common name is enough in LDAP (RFC 4513 §3.1.3) and mail (RFC 7817 §3), but no client may
    /// accept another host.
    @Test(
        .blocking,
        arguments: [
            ("ldap:implicit", "www.example.test", "permitted: clients of ldap may accept"),
            ("ldap:implicit", "www.other.test", "accept"),
            ("imap:implicit", "www.example.test", "permitted: clients of imap may accept"),
            ("redis", "www.example.test", "accept"),
        ]
    )
    func `some protocols permit a common name`(
        speaks: String,
        name: String,
        outcome: String
    ) throws {
        // For LDAP, these bytes are the beginning of a message.
        let script =
            "printf '0\\202\\177\\177%s' \"$1\" | openssl s_client -quiet -connect \"$2\" -CAfile \"$3\""
        var setup = Setup.standard
        setup.pki.entities["leaf"]?.subjectAlternativeNames = []
        setup.pki.entities["leaf"]?.subject = Name((.commonName, name))
        let client = try client(Case("", speaks, script, ""), script)
        let text = try answer(of: client, in: setup)
        #expect(text.hasPrefix(outcome), "\(text)")
    }

    /// A scenario that states STARTTLS needs a client that upgrades in the same protocol.
    @Test func `a client of another protocol gets only setups that fit the protocol`() throws {
        func obstacle(_ speaks: String, _ change: (inout Setup) -> Void) throws -> String? {
            let client = try client(Case("", speaks, by: .data, "", ""), "")
            var setup = Setup.standard
            change(&setup)
            return setup.obstacle { client.lack(of: $0, by: .hosts, hasNetwork: true) }
        }
        #expect(try obstacle("smtp") { _ in } == nil)
        #expect(try obstacle("smtp") { $0.startTLS = .smtp } == nil)
        #expect(
            try obstacle("smtp") { $0.startTLS = .imap } == "bash does not support STARTTLS in imap"
        )
        #expect(
            try obstacle("smtp:implicit") { $0.startTLS = .smtp }
                == "bash does not support STARTTLS in smtp"
        )
        #expect(try obstacle("redis") { $0.protocols = ["h2"] } == "bash does not speak HTTP")
        #expect(try obstacle("redis") { $0.serverFaults = ["garbage"] } == nil)
        #expect(
            try obstacle("smtp") { $0.serverFaults = ["garbage"] }
                == "bash requests TLS in plaintext first"
        )
    }

    private func client(_ test: Case, _ script: String) throws -> ClientDefinition {
        try ClientDefinition(
            command: ["bash", "-c", script, "client", "{token}", "{address}:{port}", "{ca}"],
            speaks: SpokenProtocol(argument: test.speaks),
            witness: test.witness
        )
    }

    private func answer(of client: ClientDefinition, in setup: Setup) throws -> String {
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        do throws(HarnessError) {
            let answer = try party.decide(challenge, on: network)
            if let undelivered = answer.undelivered { return "not delivered: \(undelivered)" }
            if let permission = answer.permission { return "permitted: \(permission)" }
            switch answer.decision.verdict {
            case .accept: return "accept"
            case .reject(let rejection): return "refused: \(rejection)"
            }
        } catch .timeout {
            return "timeout"
        } catch {
            return "\(error)"
        }
    }
}

/// Programs that reject the control, and what is said about them.
@Suite struct ControlTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let options: String
        let script: String
        let says: String

        init(_ description: String, with options: String = "", _ script: String, says: String) {
            (testDescription, self.options) = (description, options)
            (self.script, self.says) = (script, says)
        }
    }

    private static let client =
        "openssl s_client -quiet -verify_return_error -connect \"$2\" -CAfile \"$3\""

    private static let cases: [Case] = [
        Case(
            "TLS at once, and STARTTLS as stated",
            with: "--speaks imap",
            "printf x | \(client)",
            says: "it started TLS with the connection: state { imap: implicit }"
        ),
        Case(
            "plaintext where TLS starts with the connection",
            "exec 3<>/dev/tcp/${2/://}; echo HELO >&3; exit 1",
            says: "it sent no ClientHello"
        ),
        Case(
            "bytes without the token",
            "printf 12345678 | \(client)",
            says: "it sent 8 bytes over TLS, none of them the token"
        ),
        Case(
            "a client that waits for a greeting",
            with: "--timeout 2",
            "sleep 9 | \(client)",
            says: "it sent nothing over TLS"
        ),
        Case(
            "only RSA",
            "printf 'GET /%s HTTP/1.0\\r\\n\\r\\n' \"$1\" | \(client) -tls1_2 -cipher "
                + "ECDHE-RSA-AES128-GCM-SHA256",
            says: "(host names by command; only with RSA keys, which every case has)"
        ),
    ]

    @Test(.blocking, arguments: cases)
    func `a failed control says what the server saw, or what the program needs`(
        test: Case
    ) throws {
        let workshop = try Workshop.small()
        try workshop.write(test.script, to: "client.sh")
        let result = workshop.hatpin(
            "audit \(test.options) -- bash client.sh {token} {address}:{port} {ca}"
        )
        #expect(result.error.contains(test.says), "\(result.error)")
    }

    @Test(arguments: [
        ("--speaks smtp", "--speaks and --witness need a command"),
        ("--speaks smpt -- x", "--speaks"),
        ("--speaks mysql:implicit -- x {port} {token}", "mysql never starts"),
        ("--speaks imap -- x {port}", "the client never sends {token}"),
    ])
    func `refuses an invalid protocol`(arguments: String, says: String) throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin("audit \(arguments)")
        #expect(result.exit == 64)
        #expect(result.error.contains(says), "\(result.error)")
    }
}
