import CommandWorkshop
import Foundation
import Process
import Testing

/// Audits of programs: their first lines, and what remains of an interrupted one.
@Suite(
    .blocking,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"))
)
struct ProgramAuditTests {
    private static let scenarios = [
        "Scenarios/names.yaml": """
        scenario: names
        about: A certificate names its host.
        sources: RFC 9525 6.3
        cases:
          right: { expect: accept }
          other: { leaf: { san: other.test }, expect: { reject: name-mismatch } }
          parent: { leaf: { san: example.test }, expect: { reject: name-mismatch } }
          sibling: { leaf: { san: api.example.test }, expect: { reject: name-mismatch } }
        """,
        "Scenarios/issuers.yaml": """
        scenario: issuers
        about: A path leads to a trust anchor.
        sources: [CVE-2014-1266, RFC 5280 6.1]
        pki: { stranger: {} }
        client: { trust: [stranger] }
        cases:
          plain: {}
          p384: { leaf: { key: p384 } }
          root-sent: { serve: [leaf, intermediate, root] }
        expect: { reject: unknown-issuer }
        """,
        "Scenarios/model.yaml": """
        scenario: model
        about: A model alone is asked this.
        sources: RFC 5280
        party: { curl: { insecure: true } }
        leaf: { valid: -2d..-1d }
        expect: accept
        """,
    ]

    private func hatpin(_ arguments: String, in workshop: Workshop) -> Workshop.Result {
        workshop.shell("export XDG_CACHE_HOME=$PWD/cache; hatpin \(arguments)")
    }

    @Test
    func `the printed command that repeats a fault also works in a folder with draft scenarios`()
        throws
    {
        let workshop = try Workshop(Self.scenarios)
        let result = hatpin(
            "audit --filter 'id:names/other-domain' -- curl -sSk --cacert {ca} {url}",
            in: workshop
        )
        let lines = result.output.split(separator: "\n")
        let line = try #require(lines.first { $0.contains("show it") }, "\(result)")
        let command = line.trimmingCharacters(in: .whitespaces).dropFirst("show it".count)
        let shown = workshop.shell("export XDG_CACHE_HOME=$PWD/cache; \(command)")
        #expect(shown.exit == 1, "\(command)\n\(shown)")
    }

    @Test func `the first lines show that a program verifies nothing`() throws {
        let workshop = try Workshop(Self.scenarios)
        let result = hatpin(
            "audit --scenarios Scenarios -- curl -sSk --cacert {ca} {url}",
            in: workshop
        )
        #expect(result.exit == 1, "\(result)")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "-- curl -sSk --cacert {ca} {url}")
        #expect(lines.dropFirst().first?.contains("verifies nothing") == true, "\(result)")
        #expect(result.output.contains("(RFC 5280 6.1)"), "\(result)")
        #expect(result.output.contains("hatpin run 'issuers"), "\(result)")
        #expect(lines.last?.hasPrefix("  7 test cases") == true, "\(result)")
    }

    @Test func `a correct program has no findings`() throws {
        let workshop = try Workshop(Self.scenarios)
        let result = hatpin(
            "audit --scenarios Scenarios -- curl -sS --cacert {ca} {url}",
            in: workshop
        )
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("no fault"), "\(result)")
    }

    @Test func `an unchecked host name is one fault with three cases`() throws {
        let workshop = try Workshop(Self.scenarios)
        try workshop.write(
            """
            #!/bin/sh
            # Takes any name of a trusted certificate.
            openssl s_client -connect "$1" -CAfile "$2" -verify_return_error -ign_eof -quiet <<END
            GET $3 HTTP/1.0

            END
            """,
            to: "client.sh"
        )
        let result = hatpin(
            "audit --scenarios Scenarios -- sh client.sh {host}:{port} {ca} {path}",
            in: workshop
        )
        #expect(result.exit == 1, "\(result)")
        #expect(result.output.contains("does not check host names"), "\(result)")
        #expect(result.output.contains("3 cases, such as names[other]"), "\(result)")
    }

    /// A program that verifies `www.example.test`, whatever the host.
    @Test(arguments: [
        ("--filter id:hosts", " (only the cases of --filter id:hosts)", " and 1 more; "),
        ("-v", "", "hosts[f]"),
    ])
    func `lists the rejected valid servers, and states the filter of the cases`(
        options: String,
        part: String,
        rest: String
    ) throws {
        let workshop = try Workshop([
            "Scenarios/hosts.yaml": """
            scenario: hosts
            about: Valid servers of other hosts.
            sources: RFC 9525 6.3
            cases:
              www: {}
              a: { connect: a.example.test, leaf: { san: a.example.test } }
              b: { connect: b.example.test, leaf: { san: b.example.test } }
              c: { connect: c.example.test, leaf: { san: c.example.test } }
              d: { connect: d.example.test, leaf: { san: d.example.test } }
              e: { connect: e.example.test, leaf: { san: e.example.test } }
              f: { connect: f.example.test, leaf: { san: f.example.test } }
            expect: accept
            """,
            "client.sh": """
            openssl s_client -connect "$1" -CAfile "$2" -verify_return_error \\
                -verify_hostname www.example.test -ign_eof -quiet <<END
            GET $3 HTTP/1.0

            END
            """,
        ])
        let result = hatpin(
            "audit --scenarios Scenarios \(options) -- sh client.sh {host}:{port} {ca} {path}",
            in: workshop
        )
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "-- sh client.sh {host}:{port} {ca} {path}\(part)", "\(result)")
        let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(text.contains("6 valid servers"), "\(result)")
        let named = "hosts[a], hosts[b], hosts[c], hosts[d], hosts[e]"
        #expect(text.contains("(6): \(named)"), "\(result)")
        #expect(text.contains(rest), "\(result)")
    }

    @Test(arguments: ["INT", "TERM"])
    func `an interrupted audit shows its findings, and continues later`(signal: String) throws {
        let workshop = try Workshop(Self.scenarios)
        let command =
            "--scenarios Scenarios -j 1 -- sh -c 'echo >>asked; [ ! -e slow ] || sleep 1; curl -sSk $1' sh {url} {ca}"
        let stopped = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache; touch slow
            "$HATPIN" audit \(command) >out 2>err &
            await '[ $(wc -l <asked) -ge 4 ]'
            kill -\(signal) $!; wait $!
            """
        )
        #expect(stopped.exit == 130, "\(workshop.read("err"))")
        #expect(workshop.read("out").contains("stopped before"), "\(workshop.read("out"))")
        #expect(workshop.read("err").contains("to continue: hatpin audit --resume"))
        let other = hatpin(
            "audit --resume --scenarios Scenarios -- curl -sS --cacert {ca} {url}",
            in: workshop
        )
        #expect(other.exit == 3 && other.error.contains("had other arguments"), "\(other)")
        // An audit that is stopped again before its first case keeps what it knew.
        let known = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            grep -c '"site"' .hatpin/last-audit.json
            hatpin audit --resume --time 1 \(command) >/dev/null
            grep -c '"site"' .hatpin/last-audit.json
            """
        )
        let counts = known.output.split(separator: "\n").compactMap { Int($0) }
        #expect(counts.count == 2 && counts[0] <= counts[1], "\(known)")
        let resumed = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache; rm slow
            hatpin audit --resume \(command)
            """
        )
        #expect(resumed.exit == 1, "\(resumed)")
        #expect(resumed.error.contains("known from the interrupted audit"), "\(resumed.error)")
        #expect(resumed.output.contains("verifies nothing"), "\(resumed)")
        let again = hatpin("audit --resume \(command)", in: workshop)
        #expect(again.exit == 4, "\(again)")
        #expect(again.error.contains("no interrupted audit"), "\(again)")
    }

    @Test func `an audit of configurations that is out of time replaces its reports`() throws {
        let workshop = try Workshop(["a.json": "old", "a.md": "old", "a.xml": "old"])
        let reports = "--report json=a.json --report markdown=a.md --report junit=a.xml"
        let result = workshop.hatpin("audit android urlsession --builtin -j 1 --time 1 \(reports)")
        #expect(result.exit == 3, "\(result)")
        #expect(result.error.contains("the time of --time is over"), "\(result)")
        let json = workshop.read("a.json")
        #expect(json.ranges(of: #""untried":"#).count == 2, "\(json)")
        #expect(workshop.read("a.md").ranges(of: "not tried").count == 2)
        #expect(workshop.read("a.xml").contains("not tried"))
        #expect(result.output.ranges(of: "stopped before").count == 2, "\(result)")
    }

    @Test func `reports a library that is not installed, with a fix`() throws {
        var files = Self.scenarios
        files["Clients/mine.yaml"] =
            "client: mine\nabout: Mine.\nlibrary: tls\ncommand: curl -sS --cacert {ca} {url}\n"
        files["Clients/plain.yaml"] =
            "client: plain\nabout: The library.\nlibrary: tls\ncommand: no-such-program {ca} {url}\n"
        files["Clients/Libraries/tls.yaml"] =
            "library: tls\nname: OurTLS\nabout: A library.\nplain: plain\n"
        let workshop = try Workshop(files, isTrusted: true)
        let result = hatpin("audit --scenarios Scenarios client/mine", in: workshop)
        #expect(result.exit == 0, "\(result)")
        #expect(result.error.contains("faults of OurTLS itself count as the program's"))
        let hint = "hatpin clients plain shows how to install it"
        #expect(result.error.contains(hint), "\(result.error)")
    }
}
