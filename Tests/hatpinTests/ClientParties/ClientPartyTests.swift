import Basics
import ClientModels
import CommandWorkshop
import Crypto
import Forge
import Foundation
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import Testing
import X509

@testable import hatpin

/// Programs and the challenges that they are tested with; most programs are small and faulty.
@Suite struct ClientPartyTests {
    /// A program's command, and its outcome for the control setup.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: [String]
        let outcome: String

        init(_ description: String, _ command: [String], _ outcome: String) {
            (testDescription, self.command, self.outcome) = (description, command, outcome)
        }
    }

    /// The built-in folder of definitions.
    private static let definitions = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../Clients").standardized.path

    /// Returns a command that runs a shell script with the URL, the port and the anchors.
    private static func shell(_ script: String) -> [String] {
        ["bash", "-c", script, "client", "{url}", "{port}", "{ca}"]
    }

    private static let misbehaving: [Case] = [
        Case("a missing program", ["no-such-client", "{url}", "{ca}"], "not started"),
        Case("a folder", ["/usr", "{url}", "{ca}"], "not started"),
        Case(
            "exits before it connects",
            shell("echo no >&2; exit 7"),
            "never connected (exit 7): no"
        ),
        Case("exits without output", shell("exit 0"), "never connected (exit 0): no output"),
        Case("dies from a signal", shell("kill -SEGV $$"), "signal 11"),
        Case("never connects", shell("sleep 60"), "timeout: bash never connected: no output"),
        Case(
            "says why it never connects",
            shell("echo waits >&2; sleep 60"),
            "timeout: bash never connected: waits"
        ),
        Case("never exits", shell("exec 3<>/dev/tcp/127.0.0.1/$2; sleep 60"), "timeout"),
        Case(
            "ignores SIGTERM",
            shell("exec 3<>/dev/tcp/127.0.0.1/$2; trap '' TERM; sleep 60 & wait; sleep 60"),
            "timeout"
        ),
        Case("writes endless output", shell("yes"), "flood"),
        Case(
            "connects, sends nothing and exits",
            shell("exec 3<>/dev/tcp/127.0.0.1/$2"),
            "refused"
        ),
        Case(
            "connects twenty times",
            shell("for i in {{1..20}}; do exec 3<>/dev/tcp/127.0.0.1/$2; exec 3>&-; done; exit 1"),
            "refused"
        ),
        Case(
            "asks without TLS",
            shell("exec 3<>/dev/tcp/127.0.0.1/$2; echo \"GET $1 HTTP/1.0\" >&3; cat <&3; exit 1"),
            "accept"
        ),
        Case(
            "forks a child that lingers",
            shell("exec 3<>/dev/tcp/127.0.0.1/$2; (sleep 60 &) ; exit 1"),
            "refused"
        ),
        Case(
            "closes its output",
            shell("exec >&- 2>&-; exec 3<>/dev/tcp/127.0.0.1/$2; exit 1"),
            "refused"
        ),
    ]

    @Test(.blocking, arguments: misbehaving)
    func `a program that fails gets no verdict or a rejection, depending on the failure`(
        test: Case
    ) async throws {
        let client = try ClientDefinition(command: test.command)
        // On a busy machine, a program that exits by itself may take seconds.
        let isEndless = test.outcome.hasPrefix("timeout")
        let text = try await answer(of: isEndless ? client.hurried : client, in: .standard)
        #expect(text.contains(test.outcome), "\(text)")
    }

    struct Unreached: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        var trust = Setup.standard.trust
        var handshake: [String] = []
        let outcome: String
    }

    private static let unreached = [
        Unreached(
            testDescription: "does not start without a trust anchor",
            script: "echo no anchors >&2; exit 7",
            trust: [],
            outcome: "not delivered: bash never connected (exit 7): no anchors"
        ),
        Unreached(
            testDescription: "does not start with a trust anchor",
            script: "echo no >&2; exit 7",
            outcome: "bash never connected (exit 7): no"
        ),
        Unreached(
            testDescription: "waits, and never sends what the violation needs",
            script: "sleep 60 | openssl s_client -connect 127.0.0.1:$2 -CAfile $3",
            handshake: ["renegotiation-without-proof"],
            outcome: "not delivered: no renegotiation-without-proof: the client does not "
                + "renegotiate"
        ),
        Unreached(
            testDescription: "waits after the violation",
            script: "sleep 60 | openssl s_client -connect 127.0.0.1:$2 -CAfile $3",
            handshake: ["records-of-one-byte"],
            outcome: "timeout"
        ),
    ]

    @Test(.blocking, arguments: unreached)
    func `an attack that did not reach the program is not delivered`(
        test: Unreached
    ) async throws {
        let client = try ClientDefinition(command: Self.shell(test.script)).hurried
        var setup = Setup.standard
        (setup.trust, setup.handshake) = (test.trust, test.handshake)
        setup.versions = .v1_2 ... .v1_2
        #expect(try await answer(of: client, in: setup) == test.outcome)
    }

    @Test(
        .blocking,
        arguments: [
            ("Operation timed out", true), ("Client.Timeout exceeded", true),
            ("timeout: no answer", true), ("certificate has expired", false),
            ("return opener.open(url, data, timeout)", false), ("error, timed out", true),
            ("Timeout   : 7200 (sec)", false), ("usage: client [--timeout SECONDS]", false),
        ]
    )
    func `a program that reports its own timeout has not rejected`(
        words: String,
        isLate: Bool
    ) async throws {
        let script = "exec 3<>/dev/tcp/127.0.0.1/$2; echo 'client: \(words)' >&2; exit 1"
        let client = try ClientDefinition(command: Self.shell(script))
        let text = try await answer(of: client, in: .standard)
        #expect(text == (isLate ? "timeout" : "refused: [] client: \(words)"))
    }

    @Test(
        .blocking,
        arguments: [
            ("/libssl.so", "openssl"), ("/jvm/lib/server/libjvm.so", "jsse"), ("Go buildinf", "go"),
            ("", nil),
        ]
    )
    func `finds a program's library by its loaded files`(
        mark: String,
        library: String?
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write("\(mark)".utf8, to: "program")
        let program = LoadedFiles(
            executable: folder.path + "/program",
            loaded: ["/usr/bin/x", mark.hasPrefix("/") ? "/usr/lib\(mark).3" : "/lib/libc.so"]
                + ["/usr/lib/libgnutlsxx.so"]
        )
        let libraries = ClientLibrary(folders: [Self.definitions]).libraries
        #expect(libraries.library(of: [program])?.library == library)
    }

    @Test(.blocking)
    func `finds the files that a command has loaded while the command is connected`() throws {
        // The interpreter connects from a child process with another environment.
        let script = "env -i openssl s_client -connect 127.0.0.1:$2 -CAfile $3 -verify_return_error"
        let words = Self.shell("(echo GET /${{1##*/}} HTTP/1.0; echo; sleep 2) | \(script)")
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let client = try ClientDefinition(command: words)
        let setUp = try SetUp(
            of: client,
            by: [.command],
            on: site,
            workers: 1,
            now: Environment.now
        )
        let libraries = ClientLibrary(folders: [Self.definitions]).libraries
        #expect(libraries.library(of: setUp.loaded)?.library == "openssl", "\(setUp.loaded)")
    }

    @Test(.blocking)
    func `a correct program accepts the control setup and rejects another host`()
        async throws
    {
        let driver = try Driver()
        #expect(try await answer(of: driver.client, in: .standard) == "accept")
        var otherHost = Setup.standard
        otherHost.connect = .dns("other.example.test")
        let refusal = try await answer(of: driver.client, in: otherHost)
        #expect(
            refusal.hasPrefix("refused: [PathValidation.Rejection.Code.nameMismatch"),
            "\(refusal)"
        )
    }

    @Test(.blocking)
    func `behind a proxy, a program receives the proxy's certificate`() async throws {
        let driver = try Driver()
        var proxied = Setup.standard
        proxied.pki.entities["charles"] = Entity(role: .rootCA, issuer: .itself)
        proxied.proxy = .mintsUnder("charles")
        let refusal = try await answer(of: driver.client, in: proxied)
        #expect(
            refusal.hasPrefix("refused: [PathValidation.Rejection.Code.unknownIssuer"),
            "\(refusal)"
        )
        proxied.userTrust = ["charles"]
        #expect(try await answer(of: driver.client, in: proxied) == "accept")
    }

    @Test(.blocking)
    func `a command with a placeholder for a pin runs only setups with pins`() async throws {
        let script = "exec 3<>/dev/tcp/127.0.0.1/$2; echo \"pin ${{#4}}\" >&2; exit 1"
        let client = try ClientDefinition(command: Self.shell(script) + ["{pin}"])
        // 32 bytes in base64.
        #expect(try await answer(of: client, in: .standard) == "refused: [] pin 44")
        var pinned = Setup.standard
        pinned.pins = [.spki("leaf")]
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        #expect(party.obstacle(in: pinned) == nil)
        #expect(party.obstacle(in: .standard) == "bash requires a pin, and the setup has none")
    }

    struct PinnedSetup: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let pins: [Setup.DeclaredPin]
        var change: @Sendable (inout Setup) -> Void = { _ in }
        let obstacle: String?
    }

    private static let pinnedSetups = [
        PinnedSetup(testDescription: "a key", pins: [.spki("leaf")], obstacle: nil),
        PinnedSetup(testDescription: "a certificate", pins: [.certificate("leaf")], obstacle: nil),
        PinnedSetup(
            testDescription: "a key of a CA and one of the server",
            pins: [.spki("root"), .spki("leaf")],
            obstacle: nil
        ),
        PinnedSetup(
            testDescription: "a key of a CA",
            pins: [.spki("root")],
            obstacle: "x compares no pins with certificates of CAs"
        ),
        PinnedSetup(
            testDescription: "a hash",
            pins: [.spki("leaf"), .sha256([UInt8](repeating: 0, count: 32))],
            obstacle: "x pins certificates, and a pinned key is in no certificate"
        ),
        PinnedSetup(
            testDescription: "a renewed certificate",
            pins: [.spki("leaf")],
            change: {
                $0.pki.entities["renewed"] = $0.pki.entities["leaf"]
                $0.pki.entities["renewed"]?.keyOf = "leaf"
                $0.serve[0] = "renewed"
            },
            obstacle: "x pins certificates, and the pinned key of leaf is also in renewed"
        ),
    ]

    @Test(arguments: pinnedSetups)
    func `a client that pins certificates gets key pins if both match the same servers`(
        pinned: PinnedSetup
    ) throws {
        var client = try ClientDefinition(command: ["x", "{url}", "{ca}", "{certificate-sha1}"])
        client.pin.scope = .endEntity
        var setup = Setup.standard
        pinned.change(&setup)
        setup.pins = pinned.pins
        func obstacle(to client: ClientDefinition) -> String? {
            setup.obstacle { client.lack(of: $0, by: .hosts, hasNetwork: true) }
        }
        #expect(obstacle(to: client) == pinned.obstacle)
        let keys = try ClientDefinition(command: ["x", "{url}", "{ca}", "{pin}"])
        let isOfKeys = pinned.pins != [.certificate("leaf")]
        #expect(obstacle(to: keys) == (isOfKeys ? nil : "x does not pin certificates"))
    }

    @Test(.blocking)
    func `a program gets the pin of a served certificate first`() async throws {
        let script = "exec 3<>/dev/tcp/127.0.0.1/$2; echo \"$4 $(grep -c BEGIN $5)\" >&2; exit 1"
        let client = try ClientDefinition(
            command: Self.shell(script) + ["{certificate-sha256}", "{pinned-certificates}"]
        )
        var setup = Setup.standard
        setup.pins = [.spki("root"), .spki("leaf")]
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let leaf = try #require(challenge.presentation.credential.chain.first)
        let hash = try Digest.sha256.hash(leaf).hex
        #expect(try await answer(of: client, in: setup) == "refused: [] \(hash) 2")
    }

    @Test(arguments: [
        ("{pin}", "x has the same pins for all hosts", "ROOT"),
        ("{pinned-host}={pin}", nil, "other.example.test=ROOT,www.example.test=LEAF"),
    ])
    func `a client with pins by host gets the pins of each step's host`(
        notation: String,
        obstacle: String?,
        pins: String
    ) throws {
        let definition = """
            client: x
            about: a client.
            command: x {options} {url} {ca}
            options: { pins: "{pins}" }
            pin: { each: "\(notation)" }
            can: [redirects]
            """
        let folder = try TemporaryFolder(["x.yaml": definition])
        let client = try ClientLibrary(folders: [folder.path]).client("x")
        var setup = Setup.standard
        setup.pins = [.spki("leaf")]
        setup.earlier = [setup]
        (setup.connect, setup.pins) = (.dns("Other.example.test."), [.spki("root")])
        #expect(
            setup.obstacle { client.lack(of: $0, by: .hosts, hasNetwork: true) } == obstacle
        )
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        func hash(of name: String) throws -> String {
            let certificate = try #require(challenge.pki.members[name]?.certificate)
            return try #require(Pin.certificate(certificate).hashes[.pin])
        }
        let files = try CaseFiles(challenge, for: client, in: folder.path)
        let expected = pins.replacing("ROOT", with: try hash(of: "root"))
        #expect(files.values[.pins] == expected.replacing("LEAF", with: try hash(of: "leaf")))
    }

    /// A server with a certificate for another host, and a client that verifies nothing.
    @Test(
        .blocking,
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")),
        arguments: [
            (true, "leaf", "bash does not validate a certificate that is pinned"),
            (true, "intermediate", nil), (false, "leaf", nil),
        ]
    )
    func `accepting the pinned certificate is no fault of a client whose pins replace validation`(
        isAlone: Bool,
        pinned: String,
        undelivered: String?
    ) throws {
        let script = "curl -sk \"$1\""
        var client = try ClientDefinition(
            command: ["bash", "-c", script, "client", "{url}", "{certificate-sha256}"],
            abilities: [.addresses]
        )
        client.pin.isAlone = isAlone
        var setup = Setup.standard
        (setup.connect, setup.pins) = (.ip([127, 0, 0, 1]), [.spki(pinned)])
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        #expect(try party.decide(challenge, on: network).permission == undelivered)
    }

    @Test(.blocking)
    func `a program gets the files of the setup's client certificate and key`() async throws {
        let script =
            "exec 3<>/dev/tcp/127.0.0.1/$2; grep -hc BEGIN \"$4\" \"$5\" | tr '\\n' ' ' >&2; exit 1"
        let words = Self.shell(script) + ["{client-certificate}", "{client-key}"]
        let client = try ClientDefinition(command: words)
        var setup = Setup.standard
        setup.pki.entities["customer"] = Entity(role: .endEntity, issuer: .entity("intermediate"))
        setup.identity = ["customer", "intermediate"]
        #expect(try await answer(of: client, in: setup) == "refused: [] 2 1 ")
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let bare = try ClientParty(
            ClientDefinition(command: Self.shell("exit 1")),
            by: .command,
            on: site
        )
        #expect(bare.obstacle(in: setup) == "bash does not send a client certificate")
        #expect(bare.obstacle(in: .standard) == nil)
    }

    @Test(.blocking)
    func `a program's output cannot control the terminal`() async throws {
        let client = try ClientDefinition(
            command: Self.shell("printf '\\033[31mred' >&2; exit 1")
        )
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let failure = #expect(throws: Failure.self) {
            try SetUp(of: client, by: [.command], on: site, workers: 1, now: Environment.now)
        }
        let text = try #require(failure).text
        #expect(text.contains("red") && !text.contains("\u{1b}"), "\(text)")
        #expect(text.contains("never connected (exit 1)"))
    }

    @Test(.blocking)
    func `a program gets only the environment variables of its definition`() async throws {
        let script =
            "exec 3<>/dev/tcp/127.0.0.1/$2; env | sort | cut -d= -f1 | tr '\\n' ' '; exit 1"
        let client = try ClientDefinition(command: Self.shell(script))
        let text = try await answer(of: client, in: .standard)
        // The shell adds its own: PWD, SHLVL and _.
        #expect(text == "refused: [] HOME LC_ALL PATH PWD SHLVL TMPDIR _ ", "\(text)")
    }

    /// Setups whose attack only reaches a client that offers or requests something, and whether the
    /// attack reached it.
    private static let deliveries: [(name: String, options: String, setup: Setup, isSeen: Bool)] = {
        var stapled = Setup.standard
        stapled.staples = [.bytes([1, 2, 3])]
        var recent = Setup.standard
        recent.versions = .v1_3 ... .v1_3
        var old = Setup.standard
        old.versions = .v1_0 ... .v1_1
        return [
            ("no staple", "", .standard, true),
            ("a requested staple", "-status", stapled, true),
            ("a staple that is not requested", "", stapled, false),
            ("a version that the client offers", "-tls1_3", recent, true),
            ("a version that the client does not offer", "-tls1_2", recent, false),
            ("an old version, correctly rejected", "-tls1_2", old, true),
        ]
    }()

    @Test(.blocking, arguments: deliveries)
    func `distinguishes a rejection from an attack that did not reach the client`(
        name: String,
        options: String,
        setup: Setup,
        isSeen: Bool
    ) throws {
        let command = "openssl s_client -connect {address}:{port} -CAfile {ca} \(options)"
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let client = try ClientDefinition(command: command.split(separator: " ").map(String.init))
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        let answer = try party.decide(challenge, on: network)
        #expect((answer.undelivered == nil) == isSeen, "\(name): \(answer)")
    }

    /// Suites that a client offers, and whether it accepts an anonymous one.
    private static let anonymousOffers: [(suites: String, outcome: String)] = [
        ("ALL:COMPLEMENTOFALL:@SECLEVEL=0", "accept"), ("aNULL:@SECLEVEL=0", "accept"),
        ("DEFAULT", "refused: "),
    ]

    @Test(.blocking, arguments: anonymousOffers)
    func `a server that selects an anonymous suite detects a client that offers such a suite`(
        suites: String,
        outcome: String
    ) async throws {
        let command =
            "printf 'GET /%s HTTP/1.0\\r\\n\\r\\n' \"${{1##*/}}\" | openssl s_client -quiet -tls1_2"
            + " -cipher \"$4\" -connect \"$2\" -CAfile \"$3\""
        let client = try ClientDefinition(
            command: ["bash", "-c", command, "client", "{url}", "{address}:{port}", "{ca}", suites]
        )
        var setup = Setup.standard
        setup.versions = .v1_2 ... .v1_2
        setup.handshake = ["anonymous-suite"]
        let text = try await answer(of: client, in: setup)
        #expect(text.hasPrefix(outcome), "\(text)")
    }

    /// The same setups after STARTTLS; the client sends its secret over TLS, or before TLS.
    private static let upgradedDeliveries:
        [(name: String, command: String, setup: Setup, isSeen: Bool)] = {
            func overTLS(_ options: String) -> String {
                "printf 'NOOP %s\\r\\nQUIT\\r\\n' \"$1\" | openssl s_client -quiet -starttls smtp"
                    + " -connect \"$2\" -CAfile \"$3\" \(options)"
            }
            let inPlaintext =
                "exec 3<>/dev/tcp/${{2/://}}; printf 'NOOP %s\\r\\nQUIT\\r\\n' \"$1\" >&3; cat <&3"
            let leaving = "exec 3<>/dev/tcp/${{2/://}}; printf 'QUIT\\r\\n' >&3; head -n 2 <&3"
            var sound = Setup.standard
            sound.startTLS = .smtp
            var stapled = sound
            stapled.staples = [.bytes([1, 2, 3])]
            var deviating = sound
            deviating.handshake = ["short-explicit-curve"]
            var refusing = sound
            refusing.serverFaults = ["refuse-upgrade"]
            return [
                ("no staple", overTLS(""), sound, true),
                ("a requested staple", overTLS("-status"), stapled, true),
                ("a staple that is not requested", overTLS(""), stapled, false),
                ("a violation that is possible", overTLS("-tls1_2"), deviating, true),
                ("a violation that is not possible", overTLS("-tls1_3"), deviating, false),
                ("a secret in plaintext", inPlaintext, deviating, true),
                (
                    "the secret is said in plaintext, and no staple is asked for", inPlaintext,
                    stapled, true
                ),
                ("a client that quits before TLS", leaving, deviating, false),
                ("a server that refuses STARTTLS", leaving, refusing, true),
            ]
        }()

    @Test(.blocking, arguments: upgradedDeliveries)
    func `distinguishes a rejection from an attack after STARTTLS that did not reach the client`(
        name: String,
        command: String,
        setup: Setup,
        isSeen: Bool
    ) throws {
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let client = try ClientDefinition(
            command: ["bash", "-c", command, "client", "{token}", "{address}:{port}", "{ca}"]
        )
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        let answer = try party.decide(challenge, on: network)
        #expect((answer.undelivered == nil) == isSeen, "\(name): \(answer)")
    }

    /// A story (a sequence of connections), and its outcome for a correct client.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let setup: Setup
        let outcome: String

        /// Creates a story of two connections, each to a changed baseline setup.
        init(
            _ description: String,
            first: (inout Setup) -> Void = { _ in },
            second: (inout Setup) -> Void = { _ in },
            _ outcome: String
        ) {
            (testDescription, self.outcome) = (description, outcome)
            var (before, setup) = (Setup.standard, Setup.standard)
            first(&before)
            second(&setup)
            setup.earlier = [before]
            self.setup = setup
        }
    }

    private static let stories: [Story] = {
        let other = { (setup: inout Setup) in
            setup.connect = .dns("other.example.test")
            setup.tickets = .resumed
        }
        let resumes = { (setup: inout Setup) in setup.tickets = .resumed }
        let guesses = { (setup: inout Setup) in
            (setup.tickets, setup.versions) = (.resumed, .v1_3 ... .v1_3)
            setup.handshake = ["guessed-psk"]
        }
        let late = { (setup: inout Setup) in
            setup.versions = .v1_3 ... .v1_3
            setup.handshake = ["late-server-hello-done"]
        }
        return [
            Story("reaches a second step", "accept"),
            Story("resumes its session", first: resumes, second: resumes, "accept"),
            Story(
                "receives another host's certificate, and does not resume the first session",
                first: resumes,
                second: other,
                "refused: [PathValidation.Rejection.Code.nameMismatch"
            ),
            Story(
                "meets a server without the key of its session",
                first: resumes,
                second: guesses,
                "refused: [PathValidation.Rejection.Code.brokenHandshake"
            ),
            Story(
                "aborts at a message after the handshake, and reaches no later step",
                first: late,
                second: late,
                // The client's alert arrives when the connection is closed.
                "refused: [] "
            ),
            Story(
                "refuses the first step",
                first: { $0.connect = .dns("other.example.test") },
                "not delivered: the client ended at step 1 of 2"
            ),
            Story(
                "has no session of the version before",
                first: { $0.versions = .v1_2 ... .v1_2 },
                second: guesses,
                "not delivered: no guessed-psk: the client does not resume a session"
            ),
        ]
    }()

    @Test(.blocking, arguments: stories)
    func `redirects lead a client from step to step`(story: Story) async throws {
        let driver = try Driver()
        let text = try await answer(of: driver.client, in: story.setup)
        #expect(text.hasPrefix(story.outcome), "\(text)")
    }

    /// A session of one host is resumed at another host, whose identity only a certificate would
    /// have proved.
    @Test(.blocking)
    func `a client that resumes a session at another host has accepted the attack`() async throws {
        let careless = try Driver { source in
            source.replacing("!strcmp(kept[i].host, host)", with: "1")
        }
        let story = try #require(Self.stories.first { $0.testDescription.contains("another") })
        #expect(try await answer(of: careless.client, in: story.setup) == "accept")
    }

    @Test(.blocking)
    func `a client that does not follow redirects ends at the first step`() async throws {
        let client = try ClientDefinition(
            command: "openssl s_client -connect {address}:{port} -CAfile {ca}"
                .split(separator: " ").map(String.init)
        )
        let story = Story("", "").setup
        let text = try await answer(of: client, in: story)
        #expect(text == "not delivered: the client ended at step 1 of 2")
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        #expect(party.obstacle(in: story) == "openssl does not follow redirects")
        var changed = story
        changed.pins = [.spki("leaf")]
        let driver = try Driver()
        let follower = try ClientParty(driver.client, by: .command, on: site)
        #expect(follower.obstacle(in: story) == nil)
        #expect(follower.obstacle(in: changed) == "its configuration differs from step to step")
    }

    /// Returns a client's answer, with its name in its own command, as text.
    private func answer(of client: ClientDefinition, in setup: Setup) async throws -> String {
        let identities = (setup.earlier + [setup]).map(\.connect)
        let site = try ProgramSite(facing: Set(identities), search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        let challenge = try Challenge(setup, seed: 1, now: Environment.now)
        let network = Network(loopback: try Loopback(), deadline: .seconds(5))
        do throws(HarnessError) {
            let answer = try party.decide(challenge, on: network)
            if !setup.earlier.isEmpty, let undelivered = answer.undelivered {
                return "not delivered: \(undelivered)"
            }
            switch answer.decision.verdict {
            case .accept: return "accept"
            case .reject(.reported(let reasons, let words)): return "refused: \(reasons) \(words)"
            case .reject(let rejection): return "\(rejection)"
            }
        } catch .timeout(_, let words) {
            return words.map { "timeout: \($0)" } ?? "timeout"
        } catch .undelivered(let reason) {
            return "not delivered: \(reason)"
        } catch {
            let text = "\(error)"
            return text.contains("there is no") || text.contains("is a folder")
                ? "not started: \(text)"
                : text.contains("more output than is read") ? "flood" : text
        }
    }
}

extension ClientDefinition {
    /// Returns the same client with a shorter deadline, for programs that never exit.
    fileprivate var hurried: ClientDefinition {
        var client = self
        client.deadline = .seconds(2)
        return client
    }
}

/// The driver of `client/libssl`, built in its own folder.
private struct Driver {
    let client: ClientDefinition
    private let folder: TemporaryFolder

    /// - Parameter change: The change to the driver's source.
    /// - Throws: `Files.Failure` or `ProgramError` if the driver cannot be built.
    init(_ change: (String) -> String = { $0 }) throws {
        folder = try TemporaryFolder([:])
        let root = try #require(Self.root)
        let source = try Files.read("\(root)/Clients/Programs/libssl.c")
        try folder.write(change(String(decoding: source, as: UTF8.self)).utf8, to: "libssl.c")
        let build = try ProgramInvocation(
            [
                "clang", "-O1", "-o", "\(folder.path)/client",
                "\(folder.path)/libssl.c", "-I\(root)/Clients/Programs", "-lssl", "-lcrypto",
            ],
            environment: ["PATH": Environment.variable("PATH") ?? "", "TMPDIR": folder.path],
            workingDirectory: folder.path
        ).run(until: .now + .seconds(120))
        #expect(
            build.cause == .exited(0),
            "\(String(decoding: build.standardError, as: UTF8.self))"
        )
        var client = try ClientLibrary(folders: ["\(root)/Clients"]).client("libssl")
        client.built = folder.path
        self.client = client
    }

    /// The root of this checkout.
    private static var root: Substring? {
        #filePath.firstRange(of: "/Tests/").map { #filePath[..<$0.lowerBound] }
    }
}
