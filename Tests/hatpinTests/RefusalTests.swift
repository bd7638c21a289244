import CommandWorkshop
import TestSupport
import Testing

@Suite("What the command refuses", .blocking)
struct RefusalTests {
    typealias Result = Workshop.Result

    @Test func `if one of several named files has a mistake, no case runs`() throws {
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
        let verdict = "1 problem in 1 of 3 files"
        #expect(
            workshop.hatpin("lint") == Result(exit: 2, output: diagnostic, error: verdict + "\n")
        )
        let run = workshop.hatpin("run")
        #expect(run.exit == 2)
        #expect(run.error == diagnostic + verdict + "; continuing with the other scenarios\n")
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

    @Test func `a faulty file does not stop the cases of other folders`() throws {
        let workshop = try Workshop(
            Workshop.good.merging(["Scenarios/time/typo.yaml": "scenario: typo\n"]) { $1 }
        )
        #expect(workshop.hatpin("lint").exit == 2)
        #expect(workshop.hatpin("run --chain-only").exit == 2)
        #expect(workshop.hatpin("run --chain-only names/exact").exit == 0)
        #expect(workshop.hatpin("run --chain-only 'names/*'").exit == 0)
        #expect(workshop.hatpin("run --chain-only '*/exact'").exit == 2)
        // The attack is covered by a valid file.
        #expect(workshop.hatpin("explain VAL-001 --scenarios Scenarios").error == "")
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let arguments: String
        let result: Result
    }

    static let cases = [
        Case(
            testDescription: "an unknown id",
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
            testDescription: "an unknown id after a known one",
            arguments: "run names nmaes",
            result: Result(
                exit: 4,
                error: """
                    hatpin: 'nmaes' selects nothing
                      help: see hatpin list

                    """
            )
        ),
        Case(
            testDescription: "a filter that matches nothing",
            arguments: "run --filter tag:nmaes",
            result: Result(
                exit: 4,
                error: """
                    hatpin: nothing matches 'tag:nmaes'
                      help: did you mean 'names'?

                    """
            )
        ),
        Case(
            testDescription: "an invalid filter",
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
            testDescription: "a missing configuration",
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
            testDescription: "an unknown command without a similar one",
            arguments: "\"$(printf 'a\\033[31m')\"",
            result: Result(
                exit: 64,
                error: """
                    hatpin: there is no command 'a^[[31m'
                      help: choose from audit, run, compare, list, explain, clients, inspect, \
                    serve, intercept, doctor, lab, new, lint, show, diff, history, merge, config, \
                    trust, forge, mutants, fuzz, promote, limbo, pkits, schema, manual, \
                    completions, help

                    """
            )
        ),
        Case(
            testDescription: "no earlier run",
            arguments: "run --failed",
            result: Result(
                exit: 3,
                error: """
                    hatpin: --failed: open .hatpin/last.ndjson: No such file or directory
                      help: run files are in .hatpin/runs

                    """
            )
        ),
        Case(
            testDescription: "a missing folder",
            arguments: "run --scenarios none",
            result: Result(
                exit: 4,
                error: """
                    hatpin: none does not exist
                      help: name an existing file or folder, or change to the folder that has it

                    """
            )
        ),
    ]

    @Test(arguments: cases)
    func `commands print the expected messages and exit codes`(_ example: Case) throws {
        let workshop = try Workshop(Workshop.good)
        #expect(workshop.hatpin(example.arguments) == example.result)
    }

    @Test(arguments: [
        "run --sed 1", "run --jobs 0", "run --repeat 0", "run --timeout 0",
        "run --now yesterday", "run --now 2020-12-31T23:59:59Z", "run --now 2050-01-01",
        "run --now 0001-01-01", "run --now 9999-12-31", "mutants --now 2050-01-01",
        "run --from x", "run --keep some", "run --report out.xml",
        "run --report pdf=out.pdf", "run --seed -1", "lint --format xml", "--bogus",
    ])
    func `commands exit with 64 for usage errors`(arguments: String) throws {
        let result = try Workshop(Workshop.good).hatpin(arguments)
        #expect(result.exit == 64)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("Error: "))
    }

    @Test(arguments: ["2021-01-01", "2049-12-31T23:59:59Z"])
    func `a suite passes at every time that --now accepts`(now: String) throws {
        let cases = "time chain/forged-names platform/constraints-and-forms android profiles"
        let result = try Workshop().hatpin("run \(cases) --builtin --chain-only --now \(now)")
        #expect(result.exit == 0, "\(result.output)")
    }

    @Test(arguments: [
        ("run", "--scenarios Scenarios", "--builtin"), ("run", "-v", "-q"),
        ("run", "--failed", "--resume"), ("run", "--failed", "--shard 1/2"),
        ("run", "--resume", "--shard 1/2"), ("list", "--scenarios Scenarios", "--builtin"),
        ("list", "--ids", "--format json"), ("list", "--ids", "--coverage"),
        ("list", "--cases", "--ids"), ("list", "--cases", "--coverage"),
        ("compare a b", "--scenarios Scenarios", "--builtin"),
        ("audit curl", "--scenarios Scenarios", "--builtin"),
        ("serve", "--scenarios Scenarios", "--builtin"), ("serve", "--port 1", "--ports"),
        ("mutants", "--scenarios Scenarios", "--builtin"), ("mutants", "-v", "-q"),
        ("explain x", "--scenarios Scenarios", "--builtin"),
        ("clients", "--ids", "--format json"),
    ])
    func `refuses options that cannot be combined, and names these options`(
        command: String,
        first: String,
        second: String
    ) throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("\(command) \(first) \(second)")
        #expect(result.exit == 64, "\(result)")
        #expect(result.error.contains(" cannot be combined\n"), "\(result.error)")
        for option in [first, second] {
            let name = option.prefix { $0 != " " }
            #expect(result.error.contains("\(name) "), "\(result.error)")
        }
        #expect(result.output == "")
    }

    @Test(arguments: [
        "run --resume --strict", "run --resume --strict-reasons", "run --resume --repeat 2",
        "run --report junit=x --report html=x", "serve --report junit=x --report html=x",
        "list reasons --filter tag:x", "list reasons --builtin", "list parties --cases",
        "list mutations --coverage", "compare a.xml b.xml --reasons", "new expired x --at leaf",
    ])
    func `refuses an option that would have no effect`(arguments: String) throws {
        let files = ["a.xml": "", "b.xml": ""]
        let result = try Workshop(Workshop.good.merging(files) { $1 }).hatpin(arguments)
        #expect(result.exit == 64, "\(result)")
        #expect(result.output == "")
    }

    @Test func `suggests the nearest option for a mistyped option`() throws {
        let result = try Workshop(Workshop.good).hatpin("run --sed 1")
        #expect(result.error.contains("Did you mean '--seed'?"))
    }
}

@Suite("What the command shows", .blocking)
struct ShowTests {
    @Test func `lists cases as a table, as ids and as JSON`() throws {
        let workshop = try Workshop(Workshop.good)
        #expect(
            workshop.hatpin("list").output == """
                hatpin list GROUP lists the cases of a group, hatpin explain CASE explains a case

                names  1 scenario, 1 case
                time   1 scenario, 1 case

                2 scenarios, 2 cases

                """
        )
        #expect(
            workshop.hatpin("list --cases").output == """
                names/exact        accept           The name that was meant is accepted.
                time/expired-leaf  reject: expired  Clients must refuse a leaf that expired yesterday.

                """
        )
        #expect(
            workshop.hatpin("list time").output
                == "time/expired-leaf  reject: expired  Clients must refuse a leaf that expired yesterday.\n"
        )
        #expect(workshop.hatpin("list --ids time").output == "time/expired-leaf\n")
        #expect(
            workshop.hatpin("list --json time").output == """
                [
                {"id":"time/expired-leaf","file":"Scenarios/time/expired-leaf.yaml","line":6,\
                "about":"Clients must refuse a leaf that expired yesterday.","covers":["VAL-001"],\
                "tags":[],"importance":"medium","class":"practical",\
                "gains":"authentication","expect":[{"verdict":"reject","reasons":["expired"]}]}
                ]

                """
        )
    }

    @Test(arguments: ["mutations", "server-faults", "parties", "profiles", "reasons"])
    func `lists every catalogue`(name: String) throws {
        let workshop = try Workshop()
        let text = workshop.hatpin("list \(name)")
        let json = workshop.hatpin("list \(name) --json")
        #expect(text.exit == 0)
        #expect(json.output.hasPrefix("[\n{\"name\":\""))
        // Indented lines belong to the entry above.
        let entries = text.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(entries.count == json.output.split(separator: "\n").count - 2)
    }

    @Test func `the schema is JSON Schema draft-07`() throws {
        let result = try Workshop().hatpin("schema")
        #expect(result.exit == 0)
        #expect(result.output.contains("http://json-schema.org/draft-07/schema#"))
        #expect(result.output.hasSuffix("}\n"))
    }

    @Test(arguments: ["--help", "run --help", "help run"])
    func `the help of each command refers to the exit codes`(arguments: String) throws {
        let result = try Workshop().hatpin(arguments)
        #expect(result.exit == 0)
        #expect(result.output.contains("hatpin help exit-codes"))
        #expect(result.error == "")
    }

    @Test
    func `the help on exit codes fits 80 columns and agrees with the page of the manual`() throws {
        let workshop = try Workshop()
        let topic = workshop.hatpin("help exit-codes")
        #expect(topic.exit == 0)
        #expect(topic.output.contains("  130   interrupted\n"))
        #expect(topic.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let page = workshop.hatpin("manual exit-codes").output
        #expect(repositoryFile("docs/reference/exit-codes.md") == page)
    }

    /// A line that is too long continues at the margin, which breaks a list.
    @Test func `no item of a list in a help text is wrapped`() throws {
        let workshop = try Workshop()
        let names = workshop.hatpin("--help").output.split(separator: "\n")
            .drop { $0 != "SUBCOMMANDS:" }
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first }
        #expect(names.count > 25)
        for name in names {
            let lines = workshop.hatpin("help \(name)").output.split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            .prefix { !$0.hasPrefix("USAGE:") }
            let wrapped = zip(lines, lines.dropFirst()).filter { item, next in
                item.hasPrefix(" ") && !next.isEmpty && !next.hasPrefix(" ")
            }
            #expect(wrapped.isEmpty, "\(name): \(wrapped)")
        }
    }

    @Test func `the help lists the ten main commands before the other commands`() throws {
        let lines = try Workshop().hatpin("--help").output.split(separator: "\n")
        let daily = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst()
            .prefix { $0 != "MORE SUBCOMMANDS:" }
        #expect(daily.count { !$0.hasPrefix("   ") } == 10)
        #expect(lines.contains { $0.hasPrefix("  completions ") })
    }
}
