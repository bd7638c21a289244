import CommandWorkshop
import Testing

@Suite("What the command refuses", .blocking)
struct RefusalTests {
    typealias Result = Workshop.Result

    @Test("a faulty file among good ones: nothing runs")
    func faultyFile() throws {
        let workshop = try Workshop(
            Workshop.good.merging([
                "Scenarios/time/typo.yaml": """
                scenario: typo
                about: A key that means nothing.
                leaf: { vlaid: -90d..-1d }
                expect: accept
                """
            ]) { $1 }
        )
        let diagnostic = """
            error[S001]: unknown key 'vlaid' in an entity
             --> Scenarios/time/typo.yaml:3:9
              |
            3 | leaf: { vlaid: -90d..-1d }
              |         ^^^^^
              = help: did you mean 'valid'?


            """
        let verdict = "1 problem in 1 of 3 files; nothing was run\n"
        #expect(workshop.hatpin("lint") == Result(exit: 2, output: diagnostic, error: verdict))
        #expect(workshop.hatpin("run") == Result(exit: 2, error: diagnostic + verdict))
        #expect(workshop.hatpin("list") == Result(exit: 2, error: diagnostic + verdict))
        #expect(workshop.shell("test -e .hatpin").exit == 1)
        #expect(
            workshop.hatpin("lint --format github").output
                == "::error file=Scenarios/time/typo.yaml,line=3,col=9,title=S001"
                + "::unknown key 'vlaid' in an entity; did you mean 'valid'?\n"
        )
        #expect(
            workshop.hatpin("lint Scenarios/names")
                == Result(exit: 0, error: "1 case in 1 file, all sound\n")
        )
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let arguments: String
        let result: Result
    }

    static let cases = [
        Case(
            testDescription: "a selection that means nothing",
            arguments: "run names/exect",
            result: Result(
                exit: 4,
                error: """
                    hatpin: 'names/exect' selects nothing
                      help: closest: names/exact

                    """
            )
        ),
        Case(
            testDescription: "one of two that means nothing",
            arguments: "run names nmaes",
            result: Result(
                exit: 4,
                error: """
                    hatpin: 'nmaes' selects nothing
                      help: hatpin list shows what there is

                    """
            )
        ),
        Case(
            testDescription: "a filter that nothing passes",
            arguments: "run --filter tag:nmaes",
            result: Result(
                exit: 4,
                error: """
                    hatpin: nothing is 'tag:nmaes'
                      help: did you mean 'names'?

                    """
            )
        ),
        Case(
            testDescription: "a filter that is none",
            arguments: "run --filter 'names and (party:x or'",
            result: Result(
                exit: 64,
                error: """
                    hatpin: --filter: a term is missing here, such as tag:pinning
                      names and (party:x or
                                           ^

                    """
            )
        ),
        Case(
            testDescription: "a party that does not exist",
            arguments: "run --party afnetwork",
            result: Result(
                exit: 64,
                error: """
                    hatpin: --party: no party is named 'afnetwork'
                      help: did you mean 'afnetworking'?

                    """
            )
        ),
        Case(
            testDescription: "a configuration that is not there",
            arguments: "run --party android:config=res/xml/nowhere.xml",
            result: Result(
                exit: 2,
                error: """
                    hatpin: --party: cannot read the file 'res/xml/nowhere.xml': No such file or directory
                      help: its path is relative to the working directory

                    """
            )
        ),
        Case(
            testDescription: "a mistyped command",
            arguments: "lnt",
            result: Result(
                exit: 64,
                error: """
                    hatpin: there is no command 'lnt'
                      help: did you mean 'lint'?

                    """
            )
        ),
        Case(
            testDescription: "a command unlike any",
            arguments: "\"$(printf 'a\\033[31m')\"",
            result: Result(
                exit: 64,
                error: """
                    hatpin: there is no command 'a^[[31m'
                      help: there are run, list, explain, lint, audit, compare, serve, \
                    intercept, clients, mutants, inspect, forge, merge, show, diff, \
                    history, fuzz, promote, schema, manual, limbo, pkits, \
                    new, doctor, completions, config, help

                    """
            )
        ),
        Case(
            testDescription: "no run to run again",
            arguments: "run --failed",
            result: Result(
                exit: 3,
                error: """
                    hatpin: --failed: open .hatpin/last.ndjson: No such file or directory
                      help: a run leaves its file in .hatpin/runs

                    """
            )
        ),
        Case(
            testDescription: "a folder that is not there",
            arguments: "run --scenarios none",
            result: Result(
                exit: 4,
                error: """
                    hatpin: there is nothing named none here
                      help: go to the folder that has one, or name one with --scenarios

                    """
            )
        ),
    ]

    @Test("exact words and exit codes", arguments: cases)
    func refuse(_ example: Case) throws {
        let workshop = try Workshop(Workshop.good)
        #expect(workshop.hatpin(example.arguments) == example.result)
    }

    @Test(
        "usage errors end with 64",
        arguments: [
            "run --sed 1", "run --jobs 0", "run --repeat 0", "run --timeout 0", "run -v -q",
            "run --now yesterday", "run --from x", "run --keep some", "run --report out.xml",
            "run --report pdf=out.pdf", "run --seed -1", "lint --format xml", "--bogus",
        ]
    )
    func usage(arguments: String) throws {
        let result = try Workshop(Workshop.good).hatpin(arguments)
        #expect(result.exit == 64)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("Error: "))
    }

    @Test("a mistyped option is told what was meant")
    func typo() throws {
        let result = try Workshop(Workshop.good).hatpin("run --sed 1")
        #expect(result.error.contains("Did you mean '--seed'?"))
    }
}

@Suite("What the command shows", .blocking)
struct ShowTests {
    @Test("cases as a table, as ids and as JSON")
    func list() throws {
        let workshop = try Workshop(Workshop.good)
        #expect(
            workshop.hatpin("list").output == """
                names/exact        accept           The name that was meant is accepted.
                time/expired-leaf  reject: expired  A leaf that ran out yesterday must be refused.

                """
        )
        #expect(workshop.hatpin("list --ids time").output == "time/expired-leaf\n")
        #expect(
            workshop.hatpin("list --json time").output == """
                [
                {"id":"time/expired-leaf","file":"Scenarios/time/expired-leaf.yaml","line":6,\
                "about":"A leaf that ran out yesterday must be refused.","covers":["VAL-001"],\
                "tags":[],"importance":"medium","class":"practical","expect":[{"verdict":"reject",\
                "reasons":["expired"]}]}
                ]

                """
        )
    }

    @Test(
        "every catalogue has its list",
        arguments: ["mutations", "behaviours", "parties", "profiles", "reasons"]
    )
    func catalogues(name: String) throws {
        let workshop = try Workshop()
        let text = workshop.hatpin("list \(name)")
        let json = workshop.hatpin("list \(name) --json")
        #expect(text.exit == 0)
        #expect(json.output.hasPrefix("[\n{\"name\":\""))
        // Indented lines belong to the entry above.
        let entries = text.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(entries.count == json.output.split(separator: "\n").count - 2)
    }

    @Test("words are explained, also by help", arguments: ["explain", "help"])
    func words(command: String) throws {
        let workshop = try Workshop()
        #expect(
            workshop.hatpin("\(command) expired").output == """
                reason expired
                  The party refused: a validity period has ended.
                  Rule: RFC 5280 §6.1.3 (a)(2)

                """
        )
        #expect(workshop.hatpin("\(command) S001").output.hasPrefix("error S001\n  "))
        #expect(workshop.hatpin("\(command) afnetworking").output.hasPrefix("party afnetworking\n"))
    }

    @Test(
        "a word that is mistyped, or a key without those above it, is told from what it may mean",
        arguments: [
            ("webpky", "did you mean 'webpki'?"),
            ("revokd", "did you mean 'revoked'?"),
            ("leaf.crll", "did you mean 'leaf.crl'?"),
            (
                "must-staple",
                "as a key: root.must-staple, intermediate.must-staple, leaf.must-staple"
            ),
            ("nothing-like-it", "hatpin list shows what there is"),
        ]
    )
    func mistyped(topic: String, help: String) throws {
        let workshop = try Workshop(Workshop.good)
        #expect(
            workshop.hatpin("explain \(topic)")
                == Workshop.Result(
                    exit: 4,
                    error: "hatpin: '\(topic)' selects nothing\n  help: \(help)\n"
                )
        )
    }

    @Test("a case is explained with its chain, expectation and control")
    func explainCase() throws {
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
                differs from the standard world in
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
               └ a look-alike of leaf

            """
        #expect(result.output.contains(chains))
        #expect(result.output.contains("\nexpected          reject: pin-mismatch"))
        #expect(result.output.contains("\ncontrol           the same party must accept"))
        #expect(workshop.hatpin("explain pins/prox").exit == 4)
    }

    @Test("a case shows the entities that its party pins")
    func explainPinnedEntities() throws {
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

    @Test("what reference asks on the way to its verdict is shown on demand")
    func trace() throws {
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
        #expect(traced.output.hasPrefix(plain + "\nwhat reference asks\n  leaf\n    ✓ unique-"))
        #expect(
            traced.output.contains(
                "\n    ✗ validity: the end entity ended on 2020-0"
            )
        )
    }

    @Test("the schema is JSON of draft-07")
    func schema() throws {
        let result = try Workshop().hatpin("schema")
        #expect(result.exit == 0)
        #expect(result.output.contains("http://json-schema.org/draft-07/schema#"))
        #expect(result.output.hasSuffix("}\n"))
    }

    @Test("exit codes stand in the help", arguments: ["--help", "run --help", "help run"])
    func help(arguments: String) throws {
        let result = try Workshop().hatpin(arguments)
        #expect(result.exit == 0)
        #expect(result.output.contains("  130   interrupted\n"))
        #expect(result.error == "")
    }
}
