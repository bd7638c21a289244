import CommandWorkshop
import Testing

@Suite("Earlier runs", .blocking)
struct HistoryCommandTests {
    @Test func `show prints a run as the run itself was printed`() throws {
        let workshop = try Workshop.small()
        let run = workshop.hatpin("run --report junit=run.xml")
        #expect(run.exit == 1)
        let shown = workshop.hatpin("show")
        #expect(shown.exit == 0)
        #expect(run.output.hasPrefix(shown.output))
        #expect(workshop.hatpin("show --format junit").output == workshop.read("run.xml"))
        #expect(workshop.hatpin("show .hatpin/last.ndjson").output == shown.output)
    }

    @Test func `show prints a case in full, with its chain`() throws {
        let workshop = try Workshop.small()
        _ = workshop.hatpin("run -q")
        let shown = workshop.hatpin("show time/wrong")
        #expect(shown.exit == 0)
        for words in [
            "✗ REJECTED", "expected   accept", "again      hatpin run 'time/wrong@reference'",
            "the client received", "  leaf   (signed by intermediate)", "    ≠ valid: -90d..-1d",
            "  root   (self-signed, ✓ trusted, not sent)", "connections  1",
        ] {
            #expect(shown.output.contains(words), "\(words)")
        }
        let lines = workshop.hatpin("show time/wrong@reference --format ndjson").output
        #expect(lines.split(separator: "\n").count == 3)
    }

    @Test(arguments: [
        ("show time/wrng", 4, "did you mean"), ("show none.ndjson", 4, "has no case"),
        ("diff none.ndjson", 3, "diff: open none.ndjson"), ("history time/none", 4, "no run has"),
        ("show --state ''", 64, "--state needs a folder"),
    ])
    func `show reports an unknown run or case`(
        command: String,
        exit: Int32,
        words: String
    ) throws {
        let workshop = try Workshop.small()
        _ = workshop.hatpin("run -q")
        let result = workshop.hatpin(command)
        #expect(result.exit == exit)
        #expect(result.error.contains(words), "\(result.error)")
    }

    @Test func `diff lists weaker and stronger verdicts`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.hatpin("run -q")
        _ = workshop.shell("cp .hatpin/last.ndjson old.ndjson")
        #expect(workshop.hatpin("diff old.ndjson").exit == 0)
        let scenario = workshop.read("Scenarios/time/expired-leaf.yaml")
        try workshop.write(
            scenario.replacing("expect: { reject: expired }", with: "expect: accept"),
            to: "Scenarios/time/expired-leaf.yaml"
        )
        _ = workshop.hatpin("run -q")
        let weaker = workshop.hatpin("diff old.ndjson")
        #expect(weaker.exit == 1)
        #expect(
            weaker.output == """
                weaker
                  time/expired-leaf@reference
                    ✓ (expired) → ✗ REJECTED (expired)
                1 weaker, 0 stronger, 0 other, 0 new, 0 gone

                """
        )
        let stronger = workshop.hatpin("diff .hatpin/last.ndjson old.ndjson --format json")
        #expect(stronger.exit == 0)
        #expect(stronger.output.hasPrefix("{\"version\":1,\"weaker\":[],\"stronger\":[{\"id\":"))
        let history = workshop.hatpin("history time/expired-leaf").output
        #expect(history.split(separator: "\n").map { String($0.prefix(1)) } == [" ", "≠"])
        #expect(workshop.hatpin("history").output.split(separator: "\n").count == 2)
    }

    @Test func `a run reports changes since another run, in its text and on its page`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.hatpin("run -q")
        _ = workshop.shell("cp .hatpin/last.ndjson old.ndjson")
        let same = workshop.hatpin("run -q --since old.ndjson")
        #expect(
            same.output.contains(
                "\nsince old.ndjson: 0 weaker, 0 stronger, 0 other, 0 new, 0 gone\n"
            )
        )
        let scenario = workshop.read("Scenarios/time/expired-leaf.yaml")
        try workshop.write(
            scenario.replacing("expect: { reject: expired }", with: "expect: accept"),
            to: "Scenarios/time/expired-leaf.yaml"
        )
        let changed = workshop.hatpin("run --since old.ndjson --report html=page.html")
        #expect(changed.exit == 1)
        #expect(
            changed.output.contains(
                """
                weaker
                  time/expired-leaf@reference
                    ✓ (expired) → ✗ REJECTED (expired)
                since old.ndjson: 1 weaker, 0 stronger, 0 other, 0 new, 0 gone

                """
            ),
            "\(changed.output)"
        )
        let page = workshop.read("page.html")
        #expect(
            page.contains("<p>Since old.ndjson: 1 weaker, 0 stronger, 0 other, 0 new, 0 gone.</p>")
        )
        #expect(page.contains("<small> ✓ (expired) → ✗ REJECTED (expired)</small>"))
        let shards = workshop.shell(
            """
            for i in 1 2; do hatpin run --shard $i/2 --state s$i -q; done >/dev/null
            hatpin merge s*/last.ndjson -q --since old.ndjson
            """
        )
        #expect(
            shards.output.contains(
                "\nsince old.ndjson: 1 weaker, 0 stronger, 0 other, 0 new, 0 gone\n"
            )
        )
        #expect(workshop.hatpin("run --since none.ndjson").exit == 3)
    }

    @Test func `history --since starts at the given run`() throws {
        let workshop = try Workshop(Workshop.good)
        for _ in 0..<3 { _ = workshop.hatpin("run -q") }
        let names = workshop.hatpin("history").output.split(separator: "\n")
            .map { String($0.prefix { $0 != " " }) }
        #expect(names.count == 3)
        let since = workshop.hatpin("history --since \(names[1])").output
        // Runs that start in the same second differ only by name.
        #expect(since.contains(names[1]) && since.contains(names[2]))
        #expect(workshop.hatpin("history --since none.ndjson").exit == 3)
    }

    @Test func `history reports a folder without runs`() throws {
        let workshop = try Workshop(Workshop.good)
        #expect(workshop.hatpin("history").exit == 4)
        #expect(workshop.hatpin("show").exit == 3)
    }
}
