import CommandWorkshop
import Testing

/// The scenarios that commands use in a folder with its own scenarios.
@Suite("The built-in scenarios and those of a folder", .blocking)
struct BuiltinScenariosTests {
    private static let draft = [
        "Scenarios/time/ours.yaml": """
        scenario: ours
        about: A leaf that expired yesterday must be refused.
        sources: [RFC 5280 §6.1.3 (a)(2)]
        leaf: { valid: -91d..-29h }
        expect: { reject: expired }
        """
    ]

    private static let commands = [
        "audit alamofire:policy=disable-evaluation --chain-only --filter id:time/*",
        "compare alamofire reference --chain-only --filter id:time/*",
        "mutants validity --chain-only --filter id:time/*",
    ]

    /// Returns the first number before these words in the text.
    private func count(_ words: String, in text: String) -> Int? {
        text.split(whereSeparator: \.isNewline).lazy.compactMap { line in
            line.firstRange(of: words).flatMap { range in
                Int(line[..<range.lowerBound].split(separator: " ").last ?? "")
            }
        }.first
    }

    @Test(arguments: commands)
    func `a folder of scenarios adds cases to an audit and removes no built-in case`(
        command: String
    ) throws {
        let workshop = try Workshop(Self.draft)
        let alone = workshop.hatpin("\(command) --builtin")
        let both = workshop.hatpin(command)
        #expect(alone.error == "")
        #expect(both.error == "hatpin: cases of Scenarios and built-in cases\n")
        #expect(both.exit == alone.exit)
        for words in ["test cases", "pairs"] {
            let count = count(words, in: alone.output)
            #expect(self.count(words, in: both.output) == count.map { $0 + 1 }, "\(words)")
        }
        let own = workshop.hatpin("\(command) --scenarios Scenarios")
        #expect(own.error == "")
        #expect(own.output != both.output)
    }

    @Test func `serve and explain also find built-in cases next to a folder`() throws {
        let workshop = try Workshop(Self.draft)
        for id in ["time/far-ends", "time/ours"] {
            let served = workshop.hatpin("serve --port 0 --page-port 0 --for 1s \(id)")
            #expect(served.exit == 4, "no client visited a case: \(served)")
            #expect(!served.error.contains("selects nothing"), "\(served)")
            #expect(workshop.hatpin("explain \(id)").exit == 0)
        }
    }

    @Test func `run, list and lint use only the scenarios of the folder`() throws {
        let workshop = try Workshop(Self.draft)
        #expect(workshop.hatpin("list --ids").output == "time/ours\n")
        #expect(workshop.hatpin("lint").error == "1 case in 1 file, all sound\n")
        #expect(workshop.hatpin("run --chain-only").output.contains("✓ 1 as expected"))
    }

    @Test
    func `a scenario of the folder replaces the built-in scenario with the same id, with a notice`()
        throws
    {
        let other = Self.draft.values.joined().replacing("ours", with: "far-ends")
        let workshop = try Workshop(["Scenarios/time/far-ends.yaml": other])
        let result = workshop.hatpin("audit reference --chain-only --filter id:time/far-ends")
        #expect(
            result.error.hasSuffix(
                "hatpin: time/far-ends of Scenarios replaces the built-in scenario "
                    + "with the same id\n"
            ),
            "\(result.error)"
        )
        #expect(result.error.hasPrefix("hatpin: cases of Scenarios and built-in cases\n"))
    }

    @Test func `in a checkout of the suite, no case counts twice`() throws {
        let workshop = try Workshop()
        let copy = "XDG_CACHE_HOME=$PWD/cache; export XDG_CACHE_HOME; hatpin list time 2>/dev/null"
        #expect(workshop.shell("\(copy); cp -r cache/hatpin/*/Scenarios .").exit == 0)
        let command = Self.commands[0]
        let here = workshop.hatpin(command)
        #expect(here.error == "")
        #expect(here.output == workshop.hatpin("\(command) --builtin").output)
        // Missing scenarios are added again, and unchanged ones are not reported.
        #expect(workshop.shell("rm Scenarios/time/far-ends.yaml").exit == 0)
        let part = workshop.hatpin(command)
        #expect(part.output == here.output)
        #expect(part.error.split(separator: "\n").count == 1, "\(part.error)")
    }

    private static let broken = [
        "Scenarios/time/typo.yaml":
            "scenario: typo\nabout: x\nleaf: { vlaid: -1d..+1d }\nexpect: accept\n"
    ]

    @Test(arguments: [
        ("run --chain-only", "✓ 1 as expected"), ("list --ids", "time/ours\n"),
        ("audit alamofire --scenarios Scenarios --chain-only", "1 test case"),
        ("compare alamofire reference --scenarios Scenarios --chain-only", "1 test case"),
        ("mutants validity --scenarios Scenarios --chain-only", "killed"),
        ("explain time/ours --scenarios Scenarios", "time/ours"),
    ])
    func `run reports a faulty draft, and runs the other scenarios`(
        command: String,
        text: String
    ) throws {
        let workshop = try Workshop(Self.draft.merging(Self.broken) { $1 })
        let result = workshop.hatpin(command)
        #expect(result.exit == 2, "\(result)")
        #expect(result.output.contains(text), "\(result)")
        #expect(result.error.contains("error[S001]: unknown key 'vlaid'"), "\(result)")
        #expect(
            result.error.contains(
                "1 problem in 1 of 2 files; continuing with the other scenarios\n"
            ),
            "\(result)"
        )
        try workshop.write("", to: "Scenarios/time/typo.yaml")
        #expect(workshop.shell("rm Scenarios/time/typo.yaml; hatpin \(command)").exit == 0)
    }

    @Test func `a faulty draft is an error if it is selected or is the only scenario`() throws {
        let workshop = try Workshop(Self.draft.merging(Self.broken) { $1 })
        #expect(workshop.hatpin("run time/typo").exit == 2)
        #expect(workshop.shell("rm Scenarios/time/ours.yaml").exit == 0)
        let result = workshop.hatpin("run")
        #expect(result.exit == 2)
        #expect(result.error.hasSuffix("1 problem in 1 of 1 file; nothing is left to run\n"))
    }
}
