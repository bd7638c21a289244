import CommandWorkshop
import Foundation
import Process
import Testing

/// Scenarios with a program as party.
@Suite(.blocking) struct ProgramPartyTests {
    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    private static func scenario(_ party: String) -> String {
        """
        scenario: it
        about: A program refuses a leaf that ran out.
        sources: RFC 5280 4.1.2.5
        party: \(party)
        leaf: { valid: -2d..-1d }
        expect: { reject: expired }
        """
    }

    private func workshop(_ party: String) throws -> Workshop {
        let files = [
            "Scenarios/it.yaml": Self.scenario(party),
            "Scenarios/other.yaml":
                "scenario: other\nabout: Another.\nsources: RFC 5280\nexpect: accept\n",
            "Clients/absent.yaml":
                "client: absent\nabout: A client.\ncommand: no-such-program {ca} {url}\n",
        ]
        return try Workshop(files, isTrusted: true)
    }

    private func hatpin(_ arguments: String, in workshop: Workshop) -> Workshop.Result {
        workshop.shell("export XDG_CACHE_HOME=$PWD/cache; hatpin \(arguments)")
    }

    @Test(.enabled(if: hasCurl))
    func `runs the program that a case names, without --party`() throws {
        let workshop = try workshop("client/curl")
        for arguments in ["run -v it", "run -v it --party client/curl", "run -v it@client/curl"] {
            let result = hatpin(arguments, in: workshop)
            #expect(result.exit == 0, "\(result)")
            #expect(result.output.contains("it @ client/curl"), "\(result)")
            #expect(result.output.contains("✓ 1 as expected   controls 1/1"), "\(result)")
            #expect(result.error.contains("client/curl accepts the control setup"), "\(result)")
        }
        #expect(hatpin("run it --party curl", in: workshop).exit == 4, "a model is another party")
    }

    struct Summary: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let command: String
        let exit: Int32
        let says: String
        let saysNot: String
    }

    private static let summaries = [
        Summary(
            testDescription: "verifies nothing",
            command: "curl -sSk --cacert {ca} {url}",
            exit: 1,
            says: "client/other accepted all 10 attacks\n  help: perhaps it verifies",
            saysNot: "without a known reason"
        ),
        Summary(
            testDescription: "gives no reason",
            command: "curl -s --cacert {ca} {url}",
            exit: 0,
            says: "✓ 14 as expected   controls 10/10   10 without a known reason",
            saysNot: "accepted all"
        ),
        Summary(
            testDescription: "gives its reasons",
            command: "curl -sS --cacert {ca} {url}",
            exit: 0,
            // curl cannot load an empty file of trust anchors.
            says: "✓ 14 as expected   controls 10/10   4 without a known reason",
            saysNot: "accepted all"
        ),
    ]

    @Test(.enabled(if: hasCurl), arguments: summaries)
    func `the summary says what is remarkable about a program's decisions`(test: Summary) throws {
        let workshop = try workshop("reference")
        let definition = "client: other\nabout: A client.\nlibrary: openssl\n"
        try workshop.write(definition + "command: \(test.command)\n", to: "Clients/other.yaml")
        let result = hatpin(
            "run --builtin anchors/unknown-root --clients Clients --party client/other",
            in: workshop
        )
        #expect(result.exit == test.exit, "\(result)")
        #expect(result.output.contains(test.says), "\(result)")
        #expect(!result.output.contains(test.saysNot), "\(result)")
    }

    @Test(
        .enabled(if: hasCurl),
        arguments: [("library: openssl\n", true), ("", false)]
    )
    func `exit code 1 of a program gets an explanation if its library may be the cause`(
        library: String,
        isExplained: Bool
    ) throws {
        let workshop = try workshop("reference")
        try workshop.write(
            """
            client: careless
            about: A client that compares nothing.
            \(library)command: curl -k -sS -o {home}/answer --cacert {ca} {url}
            reasons: [{ exit: 90, reason: unknown-issuer }]
            """,
            to: "careless.yaml"
        )
        let scenario = Self.scenario("~").replacing("party: ~\n", with: "")
        try workshop.write(scenario, to: "Scenarios/it.yaml")
        let result = hatpin("run it --party ./careless.yaml", in: workshop)
        #expect(result.exit == 1, "\(result)")
        let last = result.output.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("exit 1 · run file"), "\(result)")
        let words = "TLS library; to see which: hatpin audit ./careless.yaml"
        #expect(last.contains(words) == isExplained, "\(last)")
        // A model has no library.
        let model = "alamofire:policy=disable-evaluation"
        let both = hatpin("run it --party ./careless.yaml --party \(model)", in: workshop)
        #expect(!both.output.contains("TLS library"), "\(both)")
    }

    @Test(.enabled(if: hasCurl && RunNamespace.refusal == nil))
    func `a program reaches IPv4 and IPv6 addresses`() throws {
        let workshop = try Workshop([
            "Scenarios/it.yaml": """
            scenario: it
            about: A program compares addresses.
            sources: RFC 9525 6.4
            cases:
              ipv4: { leaf: { san: ip:192.0.2.7 }, connect: 192.0.2.7 }
              ipv6: { leaf: { san: "ip:2001:db8::7" }, connect: "2001:db8::7" }
              loopback: { leaf: { san: "ip:::1" }, connect: "::1" }
              ipv6-neighbour:
                leaf: { san: "ip:2001:db8::8" }
                connect: "2001:db8::7"
                expect: { reject: ip-mismatch }
            expect: accept
            """
        ])
        let result = hatpin("run -v --party client/curl", in: workshop)
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("✓ 4 as expected"), "\(result)")
    }

    /// The second host is at 127.0.0.2; the careless client sends its request to 127.0.0.1.
    @Test(.enabled(if: hasCurl && RunNamespace.refusal == nil))
    func `a program finds each host at the address of its step`() throws {
        let workshop = try Workshop([
            "Scenarios/it.yaml": """
            scenario: it
            about: A host has another address than the host before it.
            sources: RFC 9113 9.1.1
            leaf: { san: [www.example.test, elsewhere.example.test] }
            pki: { other-root: {}, other: { issuer: other-root, san: elsewhere.example.test } }
            steps:
              - {}
              - connect: elsewhere.example.test
                serve: other
                network: { address: 127.0.0.2 }
            expect: { reject: unknown-issuer }
            """,
            "Clients/careless.yaml": """
            client: careless
            about: A client that asks every host at one address.
            command: >-
              curl -sS -L --connect-to elsewhere.example.test::127.0.0.1: -o {home}/answer --cacert
              {ca} {url}
            can: [redirects]
            """,
        ])
        let correct = hatpin("run -v --party client/curl", in: workshop)
        #expect(correct.exit == 0, "\(correct)")
        #expect(correct.output.contains("✓ 1 as expected   controls 1/1"), "\(correct)")
        let careless = hatpin("run -v --clients Clients --party client/careless", in: workshop)
        #expect(careless.exit == 1, "\(careless)")
        let words = "the request to elsewhere.example.test came on the connection to"
        #expect(careless.output.contains(words), "\(careless)")
        let addressed =
            "scenario: more\nabout: A.\nleaf: { san: elsewhere.example.test }\n"
            + "connect: elsewhere.example.test\nexpect: accept\n"
        try workshop.write(addressed, to: "Scenarios/more.yaml")
        let both = hatpin("run -v --party client/curl", in: workshop)
        let reason = "other cases lead elsewhere.example.test to another address"
        #expect(both.output.contains(reason), "\(both)")
        #expect(both.output.contains("✓ 1 as expected"), "\(both)")
    }

    /// Definitions with a worker, by the program that each needs.
    private static let answeringManyCases = [
        "chromium": "chromium", "escript": "erlang", "firefox-esr": "firefox", "http": "httpie",
        "python3": "python-urllib", "racket": "racket",
    ]

    @Test(
        .enabled(if: RunNamespace.refusal == nil),
        arguments: answeringManyCases.keys.sorted().filter {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    )
    func `earlier cases do not affect an installed worker, and the worker states its reasons`(
        program: String
    ) throws {
        let client = try #require(Self.answeringManyCases[program])
        let workshop = try Workshop([
            "Scenarios/it.yaml": """
            scenario: it
            about: A client compares names and looks for an issuer.
            sources: RFC 9525 6.3
            pki: { other: {} }
            cases:
              name: { expect: accept }
              another-name: { leaf: { san: other.test }, expect: { reject: name-mismatch } }
              stranger: { client: { trust: [other] }, expect: { reject: unknown-issuer } }
              name-again: { leaf: { key: p384 }, expect: accept }
            """
        ])
        // One worker runs all cases. While other tests run, a browser takes a while to start.
        let command = "run -v --jobs 1 --party client/\(client) --timeout 120"
        let result = hatpin(command, in: workshop)
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("✓ 4 as expected"), "\(result)")
    }

    @Test(arguments: ["run other", "audit"])
    func `--timeout sets the time limit of a program`(command: String) throws {
        let workshop = try workshop("reference")
        let party = command == "run other" ? "--party client/slow" : "client/slow"
        let definition = "client: slow\nabout: A client.\ncommand: sh -c 'sleep 60' {url} {ca}\n"
        try workshop.write(definition, to: "Clients/slow.yaml")
        let result = hatpin("\(command) \(party) --timeout 0.25", in: workshop)
        #expect(result.exit == 3)
        #expect(result.error.contains("0.25 s"), "\(result.error)")
        #expect(result.error.contains("give it more time by --timeout"), "\(result.error)")
    }

    @Test(arguments: [
        ("audit -- no-such-program {url} {ca}", "install it, or give its path"),
        ("audit client/absent", "hatpin clients absent shows how to install it"),
        ("run other --party client/absent", "hatpin clients absent shows how to install it"),
    ])
    func `reports a missing program before any program starts`(
        command: String,
        help: String
    ) throws {
        let result = hatpin(command, in: try workshop("reference"))
        #expect(result.exit == 3)
        #expect(result.error.contains(": there is no program 'no-such-program' in "))
        #expect(result.error.hasSuffix("  help: \(help)\n"), "\(result.error)")
    }

    @Test(arguments: ["audit curl -sS {url}", "compare curl --cacert={ca} x", "audit curl {url}"])
    func `explains how to name a program if -- is missing`(command: String) throws {
        let result = hatpin(command, in: try workshop("reference"))
        #expect(result.exit == 64)
        #expect(result.error.contains("belongs to a program's command line"), "\(result.error)")
        let name = command.split(separator: " ")[0]
        #expect(result.error.hasSuffix("hatpin \(name) … -- curl --cacert {ca} {url}\n"))
    }

    @Test(arguments: [
        "audit --chain-only client/absent", "compare --chain-only curl client/absent",
    ])
    func `refuses programs with --chain-only`(command: String) throws {
        let result = hatpin(command, in: try workshop("reference"))
        #expect(result.exit == 64)
        #expect(result.error.contains("--chain-only makes no handshakes"), "\(result.error)")
    }

    @Test func `a case whose program is missing is not applicable, with the reason`() throws {
        let workshop = try workshop("client/absent")
        let result = hatpin("run -v", in: workshop)
        #expect(result.exit == 0)
        let reason = "client/absent is not installed: there is no program 'no-such-program'"
        #expect(result.error.hasPrefix("hatpin: " + reason))
        #expect(result.output.contains("○ N/A        it @ client/absent"), "\(result)")
        #expect(result.output.contains("because    " + reason), "\(result)")
        #expect(result.output.contains("○ 1 not applicable"))
        let failed = hatpin("run --failed --allow-empty", in: workshop)
        #expect(failed.exit == 0, "what did not apply is not repeated: \(failed)")
        #expect(hatpin("run --party client/absent", in: workshop).exit == 3, "it was asked for")
    }

    @Test
    func `programs run only at the real time, and only for commands that need programs`() throws {
        let workshop = try workshop("client/absent")
        let past = hatpin("run -v --now 2026-01-01T00:00:00Z", in: workshop)
        #expect(past.exit == 0)
        #expect(past.output.contains("programs use the real time"), "\(past)")
        let chains = hatpin("run -v --chain-only", in: workshop)
        #expect(chains.output.contains("client/absent needs a handshake"), "\(chains)")
        #expect(hatpin("list --ids", in: workshop).output == "it\nother\n")
        #expect(hatpin("lint", in: workshop).exit == 0)
    }

    @Test func `reports a client without a definition as a diagnostic with its place`() throws {
        let workshop = try workshop("client/absend")
        for command in ["run", "lint", "explain it"] {
            let result = hatpin(command, in: workshop)
            #expect(result.exit == 2, "\(command)")
            let text = result.error + result.output
            #expect(text.contains("error[E021]: there is no client 'absend'"), "\(text)")
            #expect(text.contains("--> Scenarios/it.yaml:4:8"), "\(text)")
            #expect(text.contains("did you mean 'absent'?"), "\(text)")
        }
    }

    @Test
    func `explain shows the command line of a program, and why the program cannot run`() throws {
        let workshop = try Workshop([
            "Scenarios/it.yaml": Self.scenario("client/absent"),
            "Scenarios/listed.yaml": """
            scenario: listed
            about: A revoked leaf.
            sources: RFC 5280 6.3
            leaf: { crl: revoked }
            client: { crls: [intermediate] }
            expect: { reject: revoked }
            """,
            "Clients/absent.yaml": """
            client: absent
            about: A client.
            command: no-such-program --ca={ca} {options} {url}
            environment: { CA_FILE: "{ca}" }
            names: proxy
            """,
        ])
        let own = hatpin("explain it", in: workshop)
        #expect(own.exit == 0, "\(own)")
        for line in [
            "party             only client/absent, a program; see hatpin clients absent\n",
            "\nclient/absent\n",
            "can be tested     not on this machine: there is no program 'no-such-program'",
            "command           no-such-program --ca=‹PEM of the anchors›\n"
                + "                  https://www.example.test:‹port›/‹token›\n",
            "environment       CA_FILE=‹PEM of the anchors›\n",
            "name              www.example.test by proxy: a CONNECT proxy",
            "anchor            root, by a file\n",
        ] {
            #expect(own.output.contains(line), "\(line)\n\(own.output)")
        }
        let other = hatpin("explain listed --party client/absent", in: workshop)
        #expect(
            other.output.contains("can be tested     no: absent does not read CRLs\n"),
            "\(other)"
        )
        let bare = hatpin("explain it -- curl --cacert {ca} {url}", in: workshop)
        #expect(bare.output.contains("no: the case is only about client/absent"), "\(bare)")
        #expect(hatpin("explain it --party curl", in: workshop).exit == 64)
    }
}
