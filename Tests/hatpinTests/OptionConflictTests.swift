import CommandWorkshop
import Testing

@Suite("Options that cannot be combined", .blocking)
struct OptionConflictTests {
    @Test(arguments: [
        ("audit a.sh --fix --report json=a.json", "--fix and --report cannot be combined"),
        ("audit a.sh --fix --format json", "--fix and --format cannot be combined"),
        ("audit a.sh --fix --write", "--fix and --write cannot be combined"),
        ("audit a.sh --write --baseline=base.json", "--write and --baseline cannot be combined"),
        ("audit a.sh --write -v", "--write and -v cannot be combined"),
        ("audit a.sh --fix --strict-unread", "--fix and --strict-unread cannot be combined"),
        ("audit reference --fix", "reference is not a file"),
        ("audit a.sh --fix -- curl {url}", "curl is not a file"),
        ("audit a.sh --like client/curl", "no program is named"),
        ("audit reference --define HOST=a.test", "no file is named"),
        ("audit reference --builtin --scenarios Scenarios", "--builtin and --scenarios cannot"),
        ("run --builtin --scenarios=Scenarios", "--builtin and --scenarios cannot"),
        ("mutants --builtin --scenarios Scenarios", "--builtin and --scenarios cannot"),
        ("run --failed --shard 1/2", "--failed and --shard cannot be combined"),
        ("serve --ports --port 0", "--ports and --port cannot be combined"),
        ("list --ids --format json", "--ids and --format cannot be combined"),
        ("list --coverage --ids", "--ids and --coverage cannot be combined"),
        ("list parties --filter tag:names", "--filter selects cases; it has no effect on"),
        ("clients --ids --format json", "--ids and --format cannot be combined"),
        ("compare a.xml a.xml --reasons", "--reasons compares parties; these are files"),
        ("explain revoked --trace", "work with cases; revoked is not a case"),
        ("inspect --show fields --at now x.pem", "--profile and --at need findings"),
        ("inspect --show fields --host a.test x.pem", "--host needs pins"),
        ("fuzz DecodePEM --replay a.sh --time 1", "--replay and --time cannot be combined"),
        (
            "audit a.sh --write-baseline b --allow low",
            "--write-baseline and --allow cannot be combined"
        ),
        (
            "audit reference --chain-only --timeout 3",
            "--chain-only and --timeout cannot be combined"
        ),
        (
            "run --chain-only --strict-reasons",
            "--chain-only and --strict-reasons cannot be combined"
        ),
        ("audit a.sh -v", "-v would have no effect"),
        ("audit a.sh --filter tag:names", "--filter would have no effect"),
        ("audit a.sh --seed=3", "--seed would have no effect"),
        ("audit a.sh -j 2", "-j would have no effect"),
        ("audit a.sh --quick", "--quick would have no effect"),
        ("audit a.sh --time 9", "--time would have no effect"),
        ("audit a.sh --count-system", "--count-system would have no effect"),
        ("audit a.sh --shard 1/2 --format json", "--shard would have no effect"),
        ("audit reference --strict", "--strict would have no effect"),
        ("audit reference --names hosts", "--names would have no effect"),
        ("audit reference --resume", "--resume would have no effect"),
        ("audit reference --host a.test", "--host would have no effect"),
        ("audit reference --strict-unread", "--strict-unread would have no effect"),
        ("audit reference --format json -v", "-v would have no effect"),
        ("compare reference curl --strict", "--strict would have no effect"),
        ("compare a.xml a.xml --names hosts", "--names would have no effect"),
        ("compare reference curl --format json --verbose", "--verbose would have no effect"),
        ("run --names hosts", "--names would have no effect"),
        ("run --strict", "--strict would have no effect"),
        ("run --strict-reasons", "--strict-reasons would have no effect"),
        ("inspect --full --format json x.pem", "--full would have no effect"),
        ("inspect --full --show pins x.pem", "--full would have no effect"),
    ])
    func `refuses an option without effect`(command: String, words: String) throws {
        let files = [
            "a.sh": "curl -k https://example.com/\n", "a.xml": "<network-security-config/>",
        ]
        let workshop = try Workshop(Workshop.good.merging(files) { $1 })
        let result = workshop.hatpin(command)
        #expect(result.exit == 64, "\(result)")
        #expect(result.error.contains(words), "\(result)")
        #expect(result.output == "")
        #expect(workshop.read("a.sh") == files["a.sh"])
    }

    @Test(arguments: [
        ("audit a.sh --fix", 1), ("audit a.sh --report json=a.json", 1),
        ("audit reference --builtin --chain-only --filter id:time/far-ends", 0),
        ("list --ids", 0), ("list parties --ids", 0), ("explain revoked", 0),
        ("compare a.xml a.xml --chain-only", 0),
        ("audit a.sh --host a.test --now 2027-01-01T00:00:00Z", 1),
        (
            "audit reference --builtin --chain-only --filter id:time/far-ends -v --jobs 2 --seed 3",
            0
        ),
        ("audit reference --builtin --chain-only --filter id:time/far-ends --format json", 0),
        ("compare reference curl -v --timeout 3", 0), ("compare reference curl --format json", 0),
    ])
    func `each conflicting option works alone`(command: String, exit: Int32) throws {
        let files = [
            "a.sh": "curl -k https://example.com/\n", "a.xml": "<network-security-config/>",
        ]
        let workshop = try Workshop(Workshop.good.merging(files) { $1 })
        let result = workshop.hatpin(command)
        #expect(result.exit == exit, "\(result)")
    }

    @Test func `an option overrides the excluded option of hatpin.yaml`() throws {
        let files = [
            "a.sh": "curl -k https://example.com/\n",
            "hatpin.yaml": "audit: { report: [json=a.json], scenarios: Scenarios }\n",
        ]
        let workshop = try Workshop(Workshop.good.merging(files) { $1 })
        #expect(workshop.hatpin("audit a.sh --fix --with hatpin.yaml").exit == 1)
        #expect(workshop.shell("test -e a.json").exit == 1)
        #expect(workshop.hatpin("audit reference --builtin --filter id:time/far-ends").exit == 0)
        #expect(workshop.hatpin("audit a.sh --with hatpin.yaml").exit == 1)
        #expect(workshop.shell("test -e a.json").exit == 0)
    }

    @Test func `accepts options of hatpin.yaml that have no effect on the command`() throws {
        let files = [
            "a.sh": "curl -k https://example.com/\n",
            "hatpin.yaml": """
            audit: { filter: tag:names, strict: true, verbose: true, jobs: 2, host: [a.test] }
            compare: { scenarios: Scenarios, strict: true, verbose: true }
            run: { strict: true, strict-reasons: true, names: [hosts] }
            """,
        ]
        let workshop = try Workshop(Workshop.good.merging(files) { $1 }, isTrusted: true)
        #expect(workshop.hatpin("audit a.sh").exit == 1)
        #expect(workshop.hatpin("audit a.sh --format json").exit == 1)
        #expect(workshop.hatpin("compare reference curl --format json").exit == 0)
        #expect(workshop.hatpin("run").exit == 0)
    }
}
