import CommandWorkshop
import Testing

/// The driver with scripts in the place of targets.
@Suite("Fuzzing of targets", .blocking)
struct FuzzRunTests {
    /// Two targets: A runs `script`, B holds its property and is no libFuzzer's.
    private func workshop(_ script: String) throws -> Workshop {
        try Workshop([
            "Fuzz/Sources/A/Shell.swift": "", "Fuzz/Sources/B/Shell.swift": "",
            "Fuzz/Seeds/A/seed": "a", "Fuzz/Seeds/B/seed": "b", "input": "bytes",
            "built/A": "#!/bin/bash\n\(script)\n",
            "built/B": """
            #!/bin/bash
            echo 'INFO: Loaded 1 modules   (900 inline 8-bit counters): 900 [0x1, 0x2)' >&2

            """,
        ])
    }

    @Test("a target that cannot be fuzzed leaves the others their turn")
    func goesOn() throws {
        let result = try workshop("exit 0")
            .hatpin("fuzz A B --built built --time 2 --libfuzzer=-runs=1")
        #expect(result.exit == 3)
        #expect(result.error.contains("hatpin: A has 0 coverage counters: it is not instrumented"))
        #expect(result.output.contains("A  0 executions"))
        #expect(result.output.contains("ended: it could not be fuzzed to the end\nB  0 executions"))
        #expect(result.output.contains("ended: as many runs as were asked for\nstat::"))
    }

    @Test("a target that fails before its inputs is told of in its own words")
    func failsAtItsStart() throws {
        let result = try workshop("echo 'ParseDictionaryFile: no such file' >&2; exit 1")
            .hatpin("fuzz A --built built --time 2")
        #expect(result.exit == 3)
        #expect(result.error.contains("A has failed without an input"))
        #expect(result.error.contains("ParseDictionaryFile: no such file"))
    }

    @Test(
        "an input breaks a target that fails, whether it reports or not",
        arguments: [
            ("exit 0", 0, ""), ("exit 7", 1, "exit code 7 without a report\n"),
            ("kill -KILL $$", 1, "signal 9 without a report\n"),
            ("echo 'SUMMARY: libFuzzer: timeout'; exit 70", 1, "SUMMARY: libFuzzer: timeout\n"),
        ]
    )
    func replays(script: String, exit: Int32, output: String) throws {
        let result = try workshop(script).hatpin("fuzz A --built built --replay input")
        #expect(result.exit == exit)
        #expect(result.output == output)
    }

    @Test("inputs whose fault does not happen again are kept, each by itself")
    func keepsAll() throws {
        let workshop = try workshop("exit 0")
        let artifacts = "Fuzz/corpus/.running/A/artifacts"
        try workshop.write("one", to: "\(artifacts)/timeout-1")
        try workshop.write("two", to: "\(artifacts)/timeout-2")
        #expect(workshop.hatpin("fuzz A --built built --time 1").exit == 3)
        let inputs = workshop.shell("cat findings/A-timeout-which-did-not-*/input")
        #expect(["onetwo", "twoone"].contains(inputs.output))
    }

    @Test("a run ends by itself where nobody is left to end it")
    func endsByItself() throws {
        let workshop = try workshop("")
        let script = """
            #!/bin/bash
            echo "$*" >> "$TMPDIR/../../../calls"
            echo 'INFO: Loaded 1 modules   (900 inline 8-bit counters): 900 [0x1, 0x2)' >&2
            """
        try workshop.write(script, to: "built/B")
        _ = workshop.hatpin("fuzz B --built built --time 2 --jobs 1 --libfuzzer=-runs=1")
        #expect(workshop.read("Fuzz/corpus/calls").contains(" -max_total_time=62 "))
    }

    @Test(
        "options of the other form are refused",
        arguments: [
            ("fuzz A --range 1..2", "--range is for --campaign, not for fuzzing targets"),
            ("fuzz --campaign 1 --time=8h", "--time is for fuzzing targets, not for --campaign"),
            ("fuzz --campaign 1 A", "--campaign takes no targets"),
        ]
    )
    func refusesOtherForm(arguments: String, message: String) throws {
        let result = try workshop("").hatpin(arguments)
        #expect(result.exit == 64)
        #expect(result.error.contains(message))
    }
}
