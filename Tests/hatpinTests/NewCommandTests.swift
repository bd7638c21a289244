import CommandWorkshop
import Testing

@Suite("Files from templates and chains", .blocking)
struct NewCommandTests {
    @Test(arguments: [
        ("expired", "✓ 1 as expected   controls 1/1"), ("mitm", "✓ 2 as expected   controls 1/1"),
        ("pin", "✓ 3 as expected   controls 1/1"), ("matrix", "✓ 4 as expected   controls 2/2"),
    ])
    func `a new scenario has no mistakes, and its cases pass`(
        template: String,
        summary: String
    ) throws {
        let workshop = try Workshop()
        let new = workshop.hatpin("new \(template) first/mine")
        #expect(new.exit == 0, "\(new.error)")
        #expect(
            new.output == """
                wrote Scenarios/first/mine.yaml
                wrote Scenarios/scenario-1.schema.json
                next: hatpin lint Scenarios/first/mine.yaml; hatpin run Scenarios/first/mine.yaml

                """
        )
        let lint = workshop.hatpin("lint Scenarios/first/mine.yaml")
        #expect(lint.exit == 0)
        #expect(lint.output == "")
        let run = workshop.hatpin("run Scenarios/first/mine.yaml -q")
        #expect(run.exit == 0)
        #expect(run.output.hasPrefix(summary), "\(run.output)")
        // The editors' comment leads to the schema.
        let line = "sed -n 's/.*[$]schema=//p' Scenarios/first/mine.yaml"
        #expect(
            workshop.shell("cd Scenarios/first && cat \"$(cd ../.. && \(line))\"").output
                == workshop.hatpin("schema").output
        )
    }

    @Test func `a new definition of a client has no mistakes and can be run`() throws {
        let workshop = try Workshop(Workshop.good)
        let new = workshop.hatpin("new client my-app")
        #expect(new.exit == 0, "\(new.error)")
        #expect(
            workshop.read("Clients/client-1.schema.json") == workshop.hatpin("schema client").output
        )
        let lint = workshop.hatpin("lint")
        #expect(lint.exit == 0)
        #expect(lint.output == "")
        let installed = workshop.shell("command -v curl").exit == 0
        let run = workshop.hatpin("run --clients . --party client/my-app names -q")
        #expect(run.exit == (installed ? 0 : 4), "\(run.output)\(run.error)")
    }

    @Test func `a scenario with a server's chain has no mistakes and passes`() throws {
        let workshop = try Workshop(Workshop.good)
        let forged = workshop.hatpin("forge time/expired-leaf --out forged")
        #expect(forged.exit == 0, "\(forged.error)")
        let new = workshop.hatpin("new --from-chain forged/chain.pem ours")
        #expect(new.exit == 0, "\(new.error)")
        #expect(workshop.hatpin("lint Scenarios/ours.yaml").output == "")
        #expect(workshop.hatpin("run ours -q").exit == 0)
    }

    @Test(arguments: [
        ("new expired", "give the name of the new file after the template"),
        ("new expired a --from-chain b", "--from-chain replaces the template"),
        ("new expired a --defect b", "--defect and --at need --from-chain"),
    ])
    func `refuses a chain together with a template`(words: String, message: String) throws {
        let result = try Workshop().hatpin(words)
        #expect(result.exit == 64)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func `never overwrites a file`() throws {
        let workshop = try Workshop(["Scenarios/mine.yaml": "mine"])
        let again = workshop.hatpin("new pin mine")
        #expect(again.exit == 3)
        #expect(
            again.error == """
                hatpin: Scenarios/mine.yaml exists already, and is not overwritten
                  help: choose another name

                """
        )
        #expect(workshop.read("Scenarios/mine.yaml") == "mine")
        try workshop.write("other", to: "Scenarios/scenario-1.schema.json")
        #expect(workshop.hatpin("new pin other").exit == 0)
        #expect(workshop.read("Scenarios/scenario-1.schema.json") == "other")
    }
}

@Suite("doctor and completions", .blocking)
struct DoctorCommandTests {
    @Test
    func `doctor lists all unmet conditions, and exits with 3 if no command can work`() throws {
        let workshop = try Workshop()
        let all = workshop.hatpin("doctor")
        #expect(all.exit == 0, "\(all.output)")
        #expect(all.output.contains("✓ libssl"))
        #expect(workshop.shell("test -e .hatpin").exit == 1)
        #expect(workshop.hatpin("doctor state --state /proc/none").exit == 3)
        #expect(
            workshop.hatpin("doctor libssl disk --format json").output.hasPrefix(
                "[{\"name\":\"libssl\""
            )
        )
        #expect(workshop.shell("PATH=/none; hatpin doctor toolchain").exit == 3)
        #expect(workshop.hatpin("doctor none").exit == 4)
        let few = workshop.shell("ulimit -n 200; hatpin doctor; hatpin doctor descriptors")
        #expect(few.exit == 3)
        #expect(few.output.contains("help: raise the limit, as in: ulimit -n 2048"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a shell completes options, ids and parties`(shell: String) throws {
        let workshop = try Workshop(Workshop.good)
        let script = workshop.hatpin("completions \(shell)")
        #expect(script.exit == 0)
        for words in ["hatpin list --ids", "hatpin clients --ids", "doctor", "merge", "balance"] {
            #expect(script.output.contains(words), "\(words)")
        }
        try workshop.write(script.output, to: "script")
        let check = workshop.shell("command -v \(shell) || exit 0; \(shell) -n script")
        #expect(check.exit == 0, "\(check.error)")
    }

    @Test func `bash completes the id of a case, and never expands it`() throws {
        let workshop = try Workshop(Workshop.good)
        for name in ["$(touch started)", "`touch started`"] {
            let scenario = try #require(Workshop.good["Scenarios/names/exact.yaml"])
            try workshop.write(scenario, to: "Scenarios/\(name)/exact.yaml")
        }
        #expect(workshop.hatpin("list --ids").output.contains("$(touch started)/exact\n"))
        try workshop.write(workshop.hatpin("completions bash").output, to: "script.bash")
        try workshop.write(
            """
            set -u
            hatpin() { "$HATPIN" "$@"; }
            . ./script.bash
            COMP_WORDS=(hatpin run tim) COMP_CWORD=2 COMP_LINE="hatpin run tim" COMP_POINT=14
            _hatpin hatpin tim run 2>/dev/null
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
            to: "complete.bash"
        )
        let result = workshop.shell("export HATPIN; bash complete.bash")
        #expect(result.output.contains("time/expired-leaf\n"), "\(result)")
        #expect(workshop.shell("test -e started").exit == 1, "\(result)")
    }
}
