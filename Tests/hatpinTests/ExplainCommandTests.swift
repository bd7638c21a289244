import CommandWorkshop
import Testing

@Suite("What explain shows", .blocking)
struct ExplainCommandTests {
    @Test(arguments: ["explain", "help"])
    func `explain and help print the meaning of a word`(command: String) throws {
        let workshop = try Workshop()
        #expect(
            workshop.hatpin("\(command) expired").output == """
                reason expired
                  The party rejected: a validity period has ended.
                  Rule: RFC 5280 §6.1.3 (a)(2)

                """
        )
        #expect(workshop.hatpin("\(command) S001").output.hasPrefix("error S001\n  "))
        #expect(
            workshop.hatpin("\(command) NSC-006").output == """
                mistake NSC-006
                  The mistake: an expired pin set.
                  Found in: Android: network_security_config.xml.
                  Severity: high.
                  A comment hatpin:allow NSC-006 REASON on its line, or on the line before, suppresses
                  the finding.

                """
        )
        #expect(workshop.hatpin("\(command) afnetworking").output.hasPrefix("party afnetworking\n"))
    }

    @Test(arguments: [
        ("webpky", "did you mean 'webpki'?"),
        ("revokd", "did you mean 'revoked'?"),
        ("leaf.crll", "did you mean 'leaf.crl'?"),
        (
            "must-staple",
            "keys with this name: root.must-staple, intermediate.must-staple, leaf.must-staple"
        ),
        ("nothing-like-it", "see hatpin list"),
    ])
    func `suggests the nearest word, or the full name of a key`(topic: String, help: String) throws
    {
        let workshop = try Workshop(Workshop.good)
        #expect(
            workshop.hatpin("explain \(topic)")
                == Workshop.Result(
                    exit: 4,
                    error: "hatpin: '\(topic)' selects nothing\n  help: \(help)\n"
                )
        )
    }

    @Test(arguments: [
        (" --scenarios Scenarios", "No scenario covers it."),
        ("", "Covered by afnetworking/"), (" --builtin", "Covered by afnetworking/"),
    ])
    func `explain shows an attack with all scenarios, including built-in scenarios`(
        option: String,
        coverage: String
    ) throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("explain\(option) PIN-018")
        #expect(result.exit == 0)
        #expect(result.output.contains(coverage))
    }

    @Test func `explain shows a case with its chain, expectation and control`() throws {
        let workshop = try Workshop([
            "Scenarios/pins/proxy.yaml": """
            scenario: proxy
            about: |
              leaf <- intermediate

              A proxy mints look-alikes.
            sources: [RFC 7469 §2.6]
            covers: [MITM-002]
            pki: { proxy-root: {} }
            network: { proxy: { mints-under: proxy-root } }
            client: { user-trust: [proxy-root], pins: [spki(leaf)] }
            expect: { reject: pin-mismatch }
            """
        ])
        let result = workshop.hatpin("explain pins/proxy")
        #expect(result.exit == 0)
        #expect(result.error == "")
        #expect(
            result.output.contains(
                """
                differs from the baseline setup in
                  pki.proxy-root             {}            Scenarios/pins/proxy.yaml:8
                  network.proxy.mints-under  proxy-root    Scenarios/pins/proxy.yaml:9
                  client.user-trust          [proxy-root]  Scenarios/pins/proxy.yaml:10
                  client.pins                [spki(leaf)]  Scenarios/pins/proxy.yaml:10

                """
            )
        )
        let chains = """
            the server has
              root  ✓ trusted  (not sent)
               └ intermediate
                  └ leaf  ★ pinned
            the client receives
              proxy-root  ✓ trusted by the user
               └ a copy of leaf

            """
        #expect(result.output.contains(chains))
        #expect(result.output.contains("\nexpected          reject: pin-mismatch"))
        #expect(result.output.contains("\ngains             authentication\n"))
        #expect(result.output.contains("\ncontrol           the same party must accept"))
        #expect(workshop.hatpin("explain pins/prox").exit == 4)
    }

    @Test func `explain marks the entities that the party of a case pins`() throws {
        let workshop = try Workshop([
            "Scenarios/pinned.yaml": """
            scenario: pinned
            about: A pin in curl's own notation.
            party: { curl: { pinned-public-key: sha256//$(spki(leaf)) } }
            expect: accept
            """
        ])
        let result = workshop.hatpin("explain pinned")
        #expect(result.output.contains("      └ leaf  ★ pinned\n"))
        #expect(
            result.output.contains(
                "\nparty             only curl:pinned-public-key=sha256//$(spki(leaf))\n"
            )
        )
    }

    @Test func `--trace shows every check of reference up to its verdict`() throws {
        let workshop = try Workshop([
            "Scenarios/old.yaml": """
            scenario: old
            about: The end entity has expired.
            sources: [RFC 5280 §4.1.2.5]
            leaf: { valid: 2020-01-01..2020-02-01 }
            expect: { reject: expired }
            """
        ])
        let plain = workshop.hatpin("explain old").output
        let traced = workshop.hatpin("explain --trace old")
        #expect(traced.exit == 0)
        #expect(traced.output.hasPrefix(plain + "\nchecks of reference\n  leaf\n    ✓ unique-"))
        #expect(
            traced.output.contains(
                "\n    ✗ validity: the end entity expired on 2020-0"
            )
        )
    }

    @Test
    func `explain and run name a CRL that reference ignores as expired`() throws {
        let workshop = try Workshop([
            "Scenarios/stale.yaml": """
            scenario: stale
            about: The list of the issuer is out of date.
            sources: [RFC 5280 §6.3.3 (a)]
            crls: { list: { issuer: intermediate, this-update: -9d, next-update: -1d } }
            client: { crls: [list] }
            expect: { reject: revoked }
            """
        ])
        let sentence =
            /the CRL for the end entity is out of date \([^)]*\), and was ignored/
        func hasSentence(_ result: Workshop.Result) -> Bool {
            result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains(sentence)
        }
        let traced = workshop.hatpin("explain --trace stale")
        #expect(hasSentence(traced), "\(traced.output)")
        let run = workshop.hatpin("run stale")
        #expect(run.exit == 1)
        #expect(hasSentence(run), "\(run.output)")
    }
}
