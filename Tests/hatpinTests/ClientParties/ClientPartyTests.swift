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

/// Programs before challenges, most of them small ones that behave badly.
@Suite struct ClientPartyTests {
    /// A program's command, and the outcome before the control setup.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: [String]
        let outcome: String

        init(_ description: String, _ command: [String], _ outcome: String) {
            (testDescription, self.command, self.outcome) = (description, command, outcome)
        }
    }

    /// The folder of definitions that ships.
    private static let definitions = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../Clients").standardized.path

    /// A shell script as a command, which gets the URL, the port and the anchors.
    private static func shell(_ script: String) -> [String] {
        ["bash", "-c", script, "client", "{url}", "{port}", "{ca}"]
    }

    private static let misbehaving: [Case] = [
        Case("a program that does not exist", ["no-such-client", "{url}", "{ca}"], "not started"),
        Case("a folder", ["/usr", "{url}", "{ca}"], "not started"),
        Case("exits before it dials", shell("echo no >&2; exit 7"), "never dialled (exit 7): no"),
        Case("says nothing and exits", shell("exit 0"), "never dialled (exit 0): it says nothing"),
        Case("dies of a signal", shell("kill -SEGV $$"), "signal 11"),
        Case("never ends", shell("sleep 60"), "timeout"),
        Case("ignores SIGTERM", shell("trap '' TERM; sleep 60 & wait; sleep 60"), "timeout"),
        Case("floods its output", shell("yes"), "flood"),
        Case("connects, says nothing and ends", shell("exec 3<>/dev/tcp/127.0.0.1/$2"), "refused"),
        Case(
            "connects twenty times",
            shell("for i in {{1..20}}; do exec 3<>/dev/tcp/127.0.0.1/$2; exec 3>&-; done; exit 1"),
            "refused"
        ),
        Case(
            "asks without TLS",
            shell("exec 3<>/dev/tcp/127.0.0.1/$2; echo \"GET $1 HTTP/1.0\" >&3; cat <&3; exit 1"),
            "refused"
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
    func `a program that misbehaves is no verdict, or a refusal`(test: Case) async throws {
        let client = try ClientDefinition(command: test.command)
        // A busy machine may take seconds for a program that ends by itself.
        let isEndless = test.outcome == "timeout"
        let text = try await answer(of: isEndless ? client.hurried : client, in: .standard)
        #expect(text.contains(test.outcome), "\(text)")
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
    func `a program's own time-out is no refusal`(words: String, isLate: Bool) async throws {
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
    func `the library of a program is told by what it has loaded`(
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
    func `what a command has loaded is seen while its connection stands`() throws {
        // The interpreter connects by a child of its own, whose environment is another.
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
    func `a program that is right accepts the control setup and refuses another host`()
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
    func `behind a proxy a program sees the proxy's certificate`() async throws {
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
    func `a command that always has a pin is put before setups that state some`() async throws {
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

    @Test(.blocking)
    func `a program has the certificate of its own that the setup states`() async throws {
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
        #expect(bare.obstacle(in: setup) == "bash shows no certificate of its own")
        #expect(bare.obstacle(in: .standard) == nil)
    }

    @Test(.blocking)
    func `words of a program cannot act on the terminal`() async throws {
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
        #expect(text.contains("never dialled (exit 1)"))
    }

    @Test(.blocking)
    func `only the environment of the definition reaches a program`() async throws {
        let script =
            "exec 3<>/dev/tcp/127.0.0.1/$2; env | sort | cut -d= -f1 | tr '\\n' ' '; exit 1"
        let client = try ClientDefinition(command: Self.shell(script))
        let text = try await answer(of: client, in: .standard)
        // The shell adds its own: PWD, SHLVL and _.
        #expect(text == "refused: [] HOME LC_ALL PATH PWD SHLVL TMPDIR _ ", "\(text)")
    }

    /// Setups whose attack reaches only a client that offers or asks for something, and whether it did.
    private static let deliveries: [(name: String, options: String, setup: Setup, isSeen: Bool)] = {
        var stapled = Setup.standard
        stapled.staples = [.bytes([1, 2, 3])]
        var recent = Setup.standard
        recent.versions = .v1_3 ... .v1_3
        var old = Setup.standard
        old.versions = .v1_0 ... .v1_1
        return [
            ("nothing is stapled", "", .standard, true),
            ("a staple is asked for", "-status", stapled, true),
            ("no staple is asked for", "", stapled, false),
            ("the version is had", "-tls1_3", recent, true),
            ("the version is not had", "-tls1_2", recent, false),
            ("an old version is refused, which is right", "-tls1_2", old, true),
        ]
    }()

    @Test(.blocking, arguments: deliveries)
    func `an attack that was not on the wire is told apart`(
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

    /// Suites that a client offers, and whether it takes up one that proves no server.
    private static let anonymousOffers: [(suites: String, outcome: String)] = [
        ("ALL:COMPLEMENTOFALL:@SECLEVEL=0", "accept"), ("aNULL:@SECLEVEL=0", "accept"),
        ("DEFAULT", "refused: "),
    ]

    @Test(.blocking, arguments: anonymousOffers)
    func `a client that offers anonymous suites is found by a server that takes one`(
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

    /// The same after STARTTLS, where the client says its secret over TLS, or before it.
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
                ("nothing is stapled", overTLS(""), sound, true),
                ("a staple is asked for", overTLS("-status"), stapled, true),
                ("no staple is asked for", overTLS(""), stapled, false),
                ("the occasion is given", overTLS("-tls1_2"), deviating, true),
                ("the occasion is missed", overTLS("-tls1_3"), deviating, false),
                ("the secret is said in plaintext", inPlaintext, deviating, true),
                (
                    "the secret is said in plaintext, and no staple is asked for", inPlaintext,
                    stapled, true
                ),
                ("the client leaves before TLS", leaving, deviating, false),
                ("the server refuses to go over", leaving, refusing, true),
            ]
        }()

    @Test(.blocking, arguments: upgradedDeliveries)
    func `an attack after STARTTLS that was not on the wire is told apart`(
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

    /// A story, and its outcome for a client that is right.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let setup: Setup
        let outcome: String

        /// A story of two connections, each to the baseline setup, changed.
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
            Story("comes to a second step", "accept"),
            Story("resumes its session", first: resumes, second: resumes, "accept"),
            Story(
                "is shown another host's certificate, and resumes no session of the first",
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
                "breaks off at a message after the handshake, and comes to no later step",
                first: late,
                second: late,
                // Its alert comes when the connection is closed.
                "refused: [] "
            ),
            Story(
                "refuses the first step",
                first: { $0.connect = .dns("other.example.test") },
                "not delivered: the client came no further than step 1 of 2"
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
    func `a client that follows redirects comes from step to step`(story: Story) async throws {
        let driver = try Driver()
        let text = try await answer(of: driver.client, in: story.setup)
        #expect(text.hasPrefix(story.outcome), "\(text)")
    }

    /// The session of one host at another: the only proof would have been the certificate.
    @Test(.blocking)
    func `a client that resumes its session anywhere has accepted`() async throws {
        let careless = try Driver { source in
            source.replacing("!strcmp(kept[i].host, host)", with: "1")
        }
        let story = try #require(Self.stories.first { $0.testDescription.contains("another") })
        #expect(try await answer(of: careless.client, in: story.setup) == "accept")
    }

    @Test(.blocking)
    func `a client that follows no redirect comes to one step`() async throws {
        let client = try ClientDefinition(
            command: "openssl s_client -connect {address}:{port} -CAfile {ca}"
                .split(separator: " ").map(String.init)
        )
        let story = Story("", "").setup
        let text = try await answer(of: client, in: story)
        #expect(text == "not delivered: the client came no further than step 1 of 2")
        let site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
        defer { site.close() }
        let party = try ClientParty(client, by: .command, on: site)
        #expect(party.obstacle(in: story) == "openssl follows no redirects")
        var changed = story
        changed.pins = [.spki("leaf")]
        let driver = try Driver()
        let follower = try ClientParty(driver.client, by: .command, on: site)
        #expect(follower.obstacle(in: story) == nil)
        #expect(follower.obstacle(in: changed) == "its client changes from step to step")
    }

    /// The answer of a client by its own command's way of names, in words.
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
        } catch .timeout {
            return "timeout"
        } catch {
            let text = "\(error)"
            return text.contains("there is no") || text.contains("is a folder")
                ? "not started: \(text)" : text.contains("more than is read") ? "flood" : text
        }
    }
}

extension ClientDefinition {
    /// The same with a shorter deadline, for programs that never end.
    fileprivate var hurried: ClientDefinition {
        var client = self
        client.deadline = .seconds(2)
        return client
    }
}

/// The driver of `client/libssl`, built in a folder of its own.
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

    /// The checkout, above this file.
    private static var root: Substring? {
        #filePath.firstRange(of: "/Tests/").map { #filePath[..<$0.lowerBound] }
    }
}
