import CommandWorkshop
import Testing

/// The driver, with scripts instead of targets.
@Suite("Fuzzing of targets", .blocking)
struct FuzzRunTests {
    /// Two targets: A runs `script`; B keeps its property and was not linked to libFuzzer.
    private func workshop(_ script: String) throws -> Workshop {
        try Workshop([
            "Fuzz/Sources/A/EntryPoint.swift": "", "Fuzz/Sources/B/EntryPoint.swift": "",
            "Fuzz/Seeds/A/seed": "a", "Fuzz/Seeds/B/seed": "b", "input": "bytes",
            "built/A": "#!/bin/bash\n\(script)\n",
            "built/B": """
            #!/bin/bash
            echo 'INFO: Loaded 1 modules   (900 inline 8-bit counters): 900 [0x1, 0x2)' >&2

            """,
        ])
    }

    @Test func `fuzzes the other targets if one target cannot be fuzzed`() throws {
        let workshop = try workshop("exit 0")
        let result =
            workshop
            .hatpin("fuzz A B --built built --time 2 --libfuzzer=-runs=1 --report html=r.html")
        #expect(result.exit == 3)
        #expect(result.error.contains("hatpin: A has 0 coverage counters: it is not instrumented"))
        #expect(result.output.contains("A  0 executions"))
        #expect(result.output.contains("ended: fuzzing failed\nB  0 executions"))
        #expect(result.output.contains("ended: the requested number of runs was reached\nstat::"))
        #expect(workshop.read("r.html").contains("<h1>No finding in 2 targets</h1>"))
    }

    @Test func `reports the output of a target that fails before its inputs`() throws {
        let result = try workshop("echo 'ParseDictionaryFile: no such file' >&2; exit 1")
            .hatpin("fuzz A --built built --time 2")
        #expect(result.exit == 3)
        #expect(result.error.contains("A has failed without an input"))
        #expect(result.error.contains("ParseDictionaryFile: no such file"))
    }

    @Test(
        arguments: [
            ("exit 0", 0, ""), ("exit 7", 1, "exit code 7 without a report\n"),
            ("kill -KILL $$", 1, "signal 9 without a report\n"),
            ("echo 'SUMMARY: libFuzzer: timeout'; exit 70", 1, "SUMMARY: libFuzzer: timeout\n"),
        ]
    )
    func `reports that an input breaks a target, even if the target prints no report`(
        script: String,
        exit: Int32,
        output: String
    ) throws {
        let result = try workshop(script).hatpin("fuzz A --built built --replay input")
        #expect(result.exit == exit)
        #expect(result.output == output)
    }

    @Test func `keeps each input whose fault cannot be reproduced`() throws {
        let workshop = try workshop("exit 0")
        let artifacts = "Fuzz/corpus/.running/A/artifacts"
        try workshop.write("one", to: "\(artifacts)/timeout-1")
        try workshop.write("two", to: "\(artifacts)/timeout-2")
        let found = workshop.hatpin("fuzz A --built built --time 1 --report html=r.html")
        #expect(found.exit == 3)
        let page = workshop.read("r.html")
        #expect(page.contains("<h1>2 findings in 1 target, 2 new</h1>"))
        #expect(page.contains("script/fuzz A --replay findings/A-timeout-which-could-"))
        let inputs = workshop.shell("cat findings/A-timeout-which-could-*/input")
        #expect(["onetwo", "twoone"].contains(inputs.output))
    }

    @Test func `gives libFuzzer a time limit of its own, in case hatpin is killed`() throws {
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

    /// Returns a target that records how it was called, and runs until the test tells it to exit.
    private static func job(
        _ body: String,
        merging: String = "exit 1",
        minimising: String = "exit"
    ) -> String {
        """
        #!/bin/bash
        echo 'INFO: Loaded 1 modules   (900 inline 8-bit counters): 900 [0x1, 0x2)' >&2
        case "$*" in
            *-reload=1*) ;;
            *-runs=0*) exit ;;
            *-merge=1*) \(merging) ;;
            *-minimize_crash=1*) \(minimising) ;;
            *) exec cat "${@: -1}" ;;
        esac
        echo "$0" >> "$TMPDIR/../../../calls"
        trap 'echo "stat::number_of_executed_units: 50" >&2; exit' USR1
        \(body)
        while :; do sleep 0.05; done
        """
    }

    @Test(
        arguments: [("--jobs 3", "built fast fast"), ("--jobs 1", "built fast")]
    )
    func `runs one job with the sanitizer and the other jobs without; a single job alternates`(
        jobs: String,
        programs: String
    ) throws {
        let workshop = try workshop("")
        for folder in ["built", "fast"] {
            try workshop.write(Self.job(""), to: "\(folder)/A")
        }
        let result = workshop.hatpin("fuzz A --built built --fast fast --time 2 \(jobs)")
        #expect(result.exit == 0, "\(result.error)")
        let calls = workshop.read("Fuzz/corpus/calls").split(separator: "\n")
        let folders = calls.compactMap { $0.split(separator: "/").dropLast().last }.sorted()
        #expect(folders.joined(separator: " ") == programs)
        #expect(result.output.contains("  sanitized jobs  50 executions  "))
        let fast = 50 * folders.count { $0 == "fast" }
        #expect(result.output.contains("  fast jobs  \(fast) executions  "))
    }

    @Test
    func `runs only fast jobs if the program with the sanitizer is the same as the fast program`()
        throws
    {
        let workshop = try workshop("")
        let notes = #"echo "$*" >> "$TMPDIR/../../../arguments""#
        try workshop.write(Self.job(notes), to: "built/A")
        let result = workshop.hatpin("fuzz A --built built --fast built --time 2 --jobs 2")
        #expect(result.exit == 0, "\(result.error)")
        let jobs = workshop.read("Fuzz/corpus/arguments").split(separator: "\n")
        #expect(jobs.map { $0.contains("/artifacts/fast-") } == [true, true])
    }

    @Test
    func `replays an input that breaks a fast job with the sanitizer, and removes the input`()
        throws
    {
        let workshop = try workshop("")
        try workshop.write(Self.job(""), to: "built/A")
        // A target whose first process writes a file named by a digest of its contents, as
        // libFuzzer does; the second process continues.
        let breaks = """
            prefix=$(grep -o 'artifact_prefix=[^ ]*' <<<"$*" | cut -d= -f2)
            for argument; do case $argument in -*) ;; *) corpus=${corpus:-$argument} ;; esac; done
            if [ ! -e "$TMPDIR/../broken" ]; then
                touch "$TMPDIR/../broken"
                echo 'SUMMARY: AddressSanitizer: planted' > "$corpus/0beec7b5"
                cp "$corpus/0beec7b5" "${prefix}crash-0beec7b5"
                echo "Test unit written to ${prefix}crash-0beec7b5" >&2
                exit 77
            fi
            """
        try workshop.write(Self.job(breaks), to: "fast/A")
        let result = workshop.hatpin("fuzz A --built built --fast fast --time 3 --jobs 2")
        #expect(result.exit == 1, "\(result.error)")
        #expect(result.output.contains("  sanitized jobs  50 executions  "))
        #expect(result.output.contains("  findings 0\n  fast jobs  50 executions  "))
        let found = workshop.shell("cat findings/A-planted-*/input; ls Fuzz/corpus/A")
        #expect(found.output == "SUMMARY: AddressSanitizer: planted\n")
    }

    @Test func `keeps fuzzing when a seed breaks the target`() throws {
        let workshop = try workshop("")
        try workshop.write("SUMMARY: AddressSanitizer: planted", to: "Fuzz/forged/A/seed")
        let breaks = """
            case "$*" in *forged*)
                prefix=$(grep -o 'artifact_prefix=[^ ]*' <<<"$*" | cut -d= -f2)
                cp Fuzz/forged/A/seed "${prefix}crash-0beec7b5"
                echo "Test unit written to ${prefix}crash-0beec7b5" >&2
                exit 77 ;;
            esac
            """
        try workshop.write(Self.job(breaks), to: "built/A")
        let result = workshop.hatpin("fuzz A --built built --time 3 --jobs 1")
        #expect(result.exit == 1, "\(result.error)")
        #expect(result.output.contains("A  50 executions"))
        #expect(result.output.contains("  findings/A-planted-"))
    }

    @Test func `does not fuzz if findings cannot be stored`() throws {
        let workshop = try workshop("")
        try workshop.write("", to: "file")
        let result = workshop.hatpin("fuzz A --built built --time 60 --findings file/findings")
        #expect(result.exit == 3)
        #expect(result.error.hasPrefix("hatpin: cannot create file"))
        #expect(workshop.read("Fuzz/corpus/calls") == "")
    }

    @Test func `reports in the same run an input that breaks the final merge`() throws {
        let workshop = try workshop("")
        let job = Self.job(
            #"for argument; do case $argument in -*) ;; *) echo a > "$argument/a"; break ;; esac; done"#,
            merging: """
                prefix=$(grep -o 'artifact_prefix=[^ ]*' <<<"$*" | cut -d= -f2)
                echo 'SUMMARY: AddressSanitizer: planted' > "${prefix}crash-0beec7b5"
                exit 1
                """
        )
        try workshop.write(job, to: "built/A")
        let result = workshop.hatpin("fuzz A --built built --time 2 --jobs 1")
        #expect(result.exit == 1, "\(result.error)")
        let found = workshop.shell("cat findings/A-planted-*/input")
        #expect(found.output == "SUMMARY: AddressSanitizer: planted\n")
    }

    @Test func `after an interrupted minimisation, the next run reports the finding`() throws {
        let workshop = try workshop("")
        let planted = "SUMMARY: AddressSanitizer: planted\n"
        try workshop.write(planted, to: "Fuzz/corpus/.running/A/artifacts/crash-0beec7b5")
        // A terminal that closes may send the signal more than once.
        let attempts = [
            ("kill -INT $PPID; sleep 60", 130, ""),
            ("kill -HUP $PPID; kill -HUP $PPID; sleep 60", 130, ""), ("exit", 0, planted),
        ]
        for (minimising, exit, original) in attempts {
            try workshop.write(Self.job("", minimising: minimising), to: "built/A")
            let result = workshop.hatpin("fuzz A --built built --time 1 --jobs 1")
            #expect(result.exit == exit, "\(result.error)")
            #expect(workshop.shell("cat findings/A-planted-*/original").output == original)
        }
    }

    @Test func `keeps and reports findings made before a failure`() throws {
        let workshop = try workshop("")
        let fails = """
            prefix=$(grep -o 'artifact_prefix=[^ ]*' <<<"$*" | cut -d= -f2)
            for argument; do case $argument in -*) ;; *) echo a > "$argument/a"; break ;; esac; done
            echo 'SUMMARY: AddressSanitizer: planted' > "${prefix}crash-0beec7b5"
            exit 1
            """
        try workshop.write(Self.job(fails), to: "built/A")
        let result = workshop.hatpin("fuzz A --built built --time 60 --jobs 1")
        #expect(result.exit == 3)
        #expect(result.error.contains("libFuzzer exited early"))
        #expect(result.output.contains("  findings/A-planted-"))
        #expect(workshop.read("Fuzz/corpus/A/a") == "a\n")
        #expect(workshop.shell("ls Fuzz/corpus/.running/A").output.contains("memory") == false)
    }

    @Test(
        arguments: [
            ("fuzz A --range 1..2", "--range is for campaigns, not for fuzzing targets"),
            ("fuzz --campaign 1 --time=8h", "--time is for fuzzing targets, not for campaigns"),
            ("fuzz --campaign 1 A", "--campaign only works with the target Handshake"),
            (
                "fuzz A -- client --range 1..2",
                "a command after -- is for campaigns, not for fuzzing targets"
            ),
        ]
    )
    func `rejects options of the other form of fuzzing`(arguments: String, message: String) throws {
        let result = try workshop("").hatpin(arguments)
        #expect(result.exit == 64)
        #expect(result.error.contains(message))
    }
}
