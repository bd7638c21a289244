import CommandWorkshop
import Testing

@Suite("Shards of a run", .blocking)
struct ShardCommandTests {
    private static let now = "--now 2026-11-21T09:30:00Z"

    /// Returns the lines of a run file, without times and paths of evidence.
    private static func plain(_ text: String) -> String {
        text.replacing(/"(started|evidence)":"[^"]*",?/, with: "")
            .replacing(/"elapsed":[0-9]+/, with: "")
    }

    private static func shards(_ count: Int, _ arguments: String) -> String {
        "for i in $(seq \(count)); do hatpin run \(arguments) --shard $i/\(count) --state s$i -q; done"
    }

    @Test(arguments: ["", "--repeat 3", "--chain-only", "--party curl --party reference"])
    func `merged shards equal the single run, apart from times`(
        options: String
    ) throws {
        let workshop = try Workshop.small()
        _ = workshop.hatpin("run \(Self.now) \(options) --state whole -q")
        let result = workshop.shell(
            Self.shards(4, "\(Self.now) \(options)") + ">/dev/null; hatpin merge s*/last.ndjson"
        )
        #expect(result.exit == 1)
        let whole = workshop.read("whole/last.ndjson")
        #expect(whole.contains("\"type\":\"summary\""))
        #expect(Self.plain(workshop.read(".hatpin/last.ndjson")) == Self.plain(whole))
    }

    @Test
    func `merged shards give every report and exit code, and --failed repeats their failures`()
        throws
    {
        let workshop = try Workshop.small()
        let run = workshop.hatpin("run \(Self.now) --state whole --report junit=whole.xml")
        let merged = workshop.shell(
            Self.shards(3, Self.now) + """
                >/dev/null
                hatpin merge s*/last.ndjson --report junit=a.xml --report html=a.html
                """
        )
        #expect(merged.exit == run.exit)
        #expect(merged.output.contains("✗ REJECTED   time/wrong @ reference"))
        #expect(workshop.read("a.html").contains("time/wrong"))
        #expect(workshop.read("a.xml").contains("time/wrong"))
        let again = workshop.hatpin("run \(Self.now) --failed --format ndjson")
        #expect(again.output.split(separator: "\n").count == 3)
        #expect(again.error.contains("hatpin: --failed: 1 pair failed, 0 pairs have no verdict"))
    }

    @Test(arguments: [("", Int32(0)), ("bad: true", 2)])
    func `merging runs keeps the exit code of a file with mistakes`(
        file: String,
        exit: Int32
    ) throws {
        var files = Workshop.good
        if !file.isEmpty { files["Scenarios/bad.yaml"] = file + "\n" }
        let workshop = try Workshop(files)
        let merged = workshop.shell(
            Self.shards(2, Self.now) + " >/dev/null 2>&1; hatpin merge s*/last.ndjson"
        )
        #expect(merged.exit == exit, "\(merged)")
        #expect(merged.output.contains("✓ 2 as expected"), "\(merged)")
    }

    /// A change after which the plan of a shard with two cases contradicts itself.
    @Test(arguments: [
        #"s/"pairs":2,"hash/"pairs":9000000000000000000,"hash/"#,
        #"s/"pairs":2,"hash/"pairs":4294967296,"hash/"#,
        #"s/"pairs":2,"hash/"pairs":0,"hash/"#,
        #"s/"pairs":2,"hash/"pairs":-5,"hash/"#,
        #"s/"pairs":2,"places/"pairs":-5,"places/"#,
        #"s/"pairs":2,"places/"pairs":1,"places/"#,
        #"s/"places":\[0,1\]/"places":[0,4294967295]/"#,
        #"s/"places":\[0,1\]/"places":[1,0]/"#,
        #"s/"number":1,"count":1/"number":1,"count":10000/"#,
        #"s/"number":1,"count":1/"number":0,"count":0/"#,
        #"s/"index":1/"index":-9223372036854775808/"#,
    ])
    func `refuses a plan that contradicts itself`(edit: String) throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.shell(
            """
            hatpin run \(Self.now) --shard 1/1 --state s -q || exit 9
            sed '\(edit)' s/last.ndjson >bad.ndjson
            cmp -s bad.ndjson s/last.ndjson && exit 8
            hatpin run --resume --from bad.ndjson -q; test $? -le 4 || exit 7
            hatpin merge bad.ndjson
            """
        )
        #expect(result.exit == 3, "\(result.error)")
    }

    @Test func `the output of a shard names the shard, and an empty shard succeeds`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.shell(
            "for i in $(seq 9); do hatpin run names --shard $i/9 --state s$i || exit 9; done"
        )
        #expect(result.exit == 0)
        #expect(result.output.contains("of 1 pair: 0 scenarios, 0 pairs, seed 1"))
        #expect(workshop.hatpin("merge s*/last.ndjson -q").exit == 0)
    }

    @Test func `refuses missing and repeated shards`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.shell(Self.shards(3, Self.now))
        let missing = workshop.hatpin("merge s1/last.ndjson s3/last.ndjson")
        #expect(missing.exit == 3)
        #expect(
            missing.error == """
                hatpin: shard 2 of 3 is missing; there are s1/last.ndjson (1/3), s3/last.ndjson (3/3)
                  help: run the missing shards; a job that did not run has no file

                """
        )
        let repeated = workshop.hatpin("merge s*/last.ndjson s2/last.ndjson")
        #expect(repeated.exit == 3)
        #expect(repeated.error.hasPrefix("hatpin: shard 2/3 is in s2/last.ndjson and in s2/last."))
        #expect(workshop.shell("test -e .hatpin").exit == 1)
        #expect(workshop.hatpin("merge s*/last.ndjson").exit == 0)
    }

    @Test func `an earlier run balances shards, and all shards must use the same run`() throws {
        let workshop = try Workshop.small()
        _ = workshop.hatpin("run \(Self.now) -q")
        _ = workshop.shell("cp .hatpin/last.ndjson old.ndjson")
        let merged = workshop.shell(
            Self.shards(2, "\(Self.now) --balance old.ndjson") + "; hatpin merge s*/last.ndjson -q"
        )
        #expect(merged.exit == 1, "\(merged.error)")
        #expect(
            workshop.shell("grep -c judgement s1/last.ndjson s2/last.ndjson").output.contains(":1")
        )
        #expect(workshop.hatpin("run --shard 1/2 --balance none.ndjson").exit == 3)
    }

    @Test(arguments: [
        "run --shard 0/3", "run --shard 4/3", "run --shard 1", "run --shard 1/20000",
        "run --balance x", "run --resume --failed", "run --resume --shard 1/2", "run --from x",
        "run --resume names", "run --resume --seed 2", "run --resume --party curl", "merge",
    ])
    func `refuses an invalid part of a run`(command: String) throws {
        #expect(try Workshop(Workshop.good).hatpin(command).exit == 64)
    }

    // MARK: Runs that are resumed

    /// Kills a run in the middle, and returns the number of complete lines.
    private static func killed(_ options: String) -> String {
        """
        "$HATPIN" run \(options) --jobs 1 >/dev/null 2>&1 & pid=$!
        await '[ "$(wc -l <.hatpin/last.ndjson)" -ge 20 ]'
        kill -KILL $pid
        wait $pid
        grep -c judgement .hatpin/last.ndjson >before
        cp .hatpin/last.ndjson before.ndjson

        """
    }

    @Test(arguments: ["", "--shard 1/1", "--chain-only --seed 7", "--party alamofire"])
    func `a killed run continues with the cases without a result`(options: String) throws {
        let workshop = try Workshop.small()
        // There are enough cases for the run to be active when the signal arrives. Without a
        // handshake, a case takes a tenth of the time.
        let times = options.contains("--chain-only") ? 300 : 150
        let arguments = "\(Self.now) --repeat \(times) --keep never \(options)"
        _ = workshop.shell(Self.killed(arguments))
        let went = workshop.hatpin("run --resume --keep never --report junit=all.xml")
        #expect(went.exit == 1, "\(went.error)")
        let words = "hatpin: --resume: \(3 * times) pairs, "
        #expect(went.error.hasPrefix(words), "\(went.error)")
        let before = Int(workshop.read("before").split(separator: "\n").first ?? "") ?? 0
        #expect(before > 10 && before < 3 * times)
        let file = workshop.read(".hatpin/last.ndjson")
        let kept = workshop.read("before.ndjson").split(separator: "\n").dropFirst().dropLast()
        let lines = Set(file.split(separator: "\n"))
        #expect(kept.allSatisfy(lines.contains), "a line was lost")
        #expect(workshop.shell("ls .hatpin/runs | wc -l").output == "1\n")
        _ = workshop.hatpin("run \(arguments) --state whole -q")
        #expect(Self.plain(file) == Self.plain(workshop.read("whole/last.ndjson")))
        #expect(workshop.read("all.xml").split(separator: "<testcase").count == 3 * times + 1)
    }

    @Test func `a run of another folder continues in that folder`() throws {
        let workshop = try Workshop.small()
        _ = workshop.shell("mv Scenarios other")
        _ = workshop.shell(Self.killed("--scenarios other --repeat 150 --keep never"))
        let went = workshop.hatpin("run --resume --scenarios other --keep never -q")
        #expect(went.exit == 1, "\(went.error)")
        #expect(workshop.read(".hatpin/last.ndjson").contains("\"type\":\"summary\""))
    }

    @Test func `--resume starts nothing for a run that is complete`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.hatpin("run -q")
        let result = workshop.hatpin("run --resume")
        #expect(result.exit == 4)
        #expect(
            result.error.redacted == """
                hatpin: --resume: every case has its verdict in .hatpin/runs/RUN.ndjson
                  help: add --allow-empty to accept that

                """
        )
        #expect(workshop.hatpin("run --resume --allow-empty").exit == 0)
    }

    @Test func `--resume refuses a run whose scenarios have changed`() throws {
        let workshop = try Workshop.small()
        _ = workshop.shell(Self.killed("--repeat 300 --keep never"))
        let text = workshop.read("Scenarios/time/expired-leaf.yaml")
        try workshop.write(
            text.replacing("-90d", with: "-80d"),
            to: "Scenarios/time/expired-leaf.yaml"
        )
        let changed = workshop.hatpin("run --resume")
        #expect(changed.exit == 3)
        #expect(changed.error.contains("the scenarios have changed since"))
        _ = workshop.shell("rm Scenarios/time/expired-leaf.yaml")
        let gone = workshop.hatpin("run --resume")
        #expect(gone.exit == 3)
        #expect(gone.error.contains("time/expired-leaf@reference is no longer there"))
        #expect(workshop.read(".hatpin/last.ndjson") == workshop.read("before.ndjson"))
    }

    @Test func `--resume refuses a run that is still in progress`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.shell(
            """
            "$HATPIN" run names --repeat 1000000 --keep never >one 2>&1 & pid=$!
            await '[ "$(wc -l <.hatpin/last.ndjson)" -ge 10 ]'
            hatpin run --resume; echo $?
            kill -INT $pid
            wait $pid
            """
        )
        #expect(result.output == "3\n")
        #expect(result.error.contains("is still in progress\n"), "\(result.error)")
    }
}
