import CommandWorkshop
import Testing

@testable import ScenarioFormat

@Suite("Options of hatpin.yaml on a command line", .blocking)
struct ConfigCommandTests {
    private static let text = """
        run:
          quiet: true
          state: kept
        profiles:
          ci: { run: { quiet: false, verbose: true } }
        """

    private func workshop(_ text: String = text) throws -> Workshop {
        var files = Workshop.good
        files["hatpin.yaml"] = text
        return try Workshop(files, isTrusted: true)
    }

    @Test func `a command uses the options of hatpin.yaml`() throws {
        let workshop = try workshop()
        let run = workshop.hatpin("run")
        #expect(run.exit == 0, "\(run.error)")
        #expect(!run.output.contains("time/expired-leaf"))
        #expect(workshop.shell("test -e kept/last.ndjson").exit == 0)
    }

    @Test func `a profile overrides hatpin.yaml, and the command line overrides both`() throws {
        let workshop = try workshop()
        #expect(workshop.hatpin("run --with ci").output.contains("time/expired-leaf @ reference"))
        #expect(workshop.hatpin("run --with=ci --state other").exit == 0)
        #expect(workshop.shell("test -e other/last.ndjson").exit == 0)
        let chosen = workshop.shell("HATPIN_PROFILE=ci hatpin run")
        #expect(chosen.output.contains("time/expired-leaf @ reference"))
    }

    @Test func `config shows options with their places`() throws {
        let workshop = try workshop()
        let shown = workshop.hatpin("config run --with ci --show-origin")
        #expect(shown.error == "")
        #expect(
            shown.output == """
                hatpin run --state=kept   hatpin.yaml:3:3
                hatpin run --verbose   hatpin.yaml:5:30, profile ci

                """
        )
        #expect(workshop.hatpin("config lint").output == "")
        #expect(try Workshop().hatpin("config").output == "")
    }

    @Test(arguments: [
        ("run --with prod", 64, "hatpin.yaml has no profile 'prod'"),
        ("run --with", 64, "--with needs the name of a profile"),
        ("config runn", 64, "there is no command 'runn'"),
    ])
    func `suggests the correct word for a wrong word in hatpin.yaml`(
        words: String,
        exit: Int32,
        message: String
    ) throws {
        let result = try workshop().hatpin(words)
        #expect(result.exit == exit)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func `a mistake in hatpin.yaml ends the command and is shown with its place`() throws {
        let result = try workshop("run: { timeut: 3 }\n").hatpin("run")
        #expect(result.exit == 2)
        #expect(result.error.contains("hatpin.yaml:1:8"), "\(result.error)")
        #expect(result.error.contains("did you mean 'timeout'?"))
    }

    @Test func `every option that hatpin.yaml may contain has an effect`() throws {
        let help = try Workshop().hatpin("--experimental-dump-help")
        let options = try ParserOptions.all(in: help.output).flatMap(\.options)
        #expect(options.count > 150)
        let unknown = Set(options.map(\.name)).subtracting(OptionEffect.byName.keys)
        #expect(unknown.isEmpty, "\(unknown.sorted())")
    }

    /// A hatpin.yaml that another party wrote.
    private static let others = """
        audit: { allow: critical, report: [html=out.html], connect: [localhost] }
        run: { quiet: true, state: kept, party: ./evil.yaml }
        profiles: { ci: { audit: { write: true } } }
        """

    private func others() throws -> Workshop {
        var files = Workshop.good
        files["hatpin.yaml"] = Self.others
        files["a.sh"] = "curl -k https://api.example.com/\n"
        return try Workshop(files)
    }

    private static let advice =
        "  help: read the file; then use it once by --with hatpin.yaml, or run hatpin trust to trust the "
        + "folder until it changes\n"

    @Test
    func `ignores options with side effects, and reports options that weaken the command`()
        throws
    {
        let workshop = try others()
        let audit = workshop.hatpin("audit a.sh")
        #expect(audit.exit == 0, "\(audit)")
        #expect(
            audit.error == """
                hatpin: applied: --allow=critical (hatpin.yaml:1:10)
                hatpin: ignored, because it writes files: --report=html=out.html (hatpin.yaml:1:27)
                hatpin: ignored, because it connects to other machines: \
                --connect=localhost (hatpin.yaml:1:52)
                \(Self.advice)
                """
        )
        let profile = workshop.hatpin("audit --with ci a.sh")
        #expect(profile.error.contains("because it writes files: --write (hatpin.yaml:3:"))
        let run = workshop.hatpin("run")
        #expect(run.exit == 0, "\(run)")
        #expect(run.error.contains("it starts programs: --party=./evil.yaml (hatpin.yaml:2:"))
        #expect(
            workshop.shell("ls a.sh out.html kept; cat a.sh").output == """
                a.sh
                curl -k https://api.example.com/

                """
        )
        let shown = workshop.hatpin("config")
        #expect(shown.output == "hatpin audit --allow=critical\nhatpin run --quiet\n")
        #expect(shown.error.hasSuffix(Self.advice))
    }

    @Test(arguments: [
        "hatpin audit --with hatpin.yaml a.sh", "hatpin audit a.sh --with=./hatpin.yaml",
        "HATPIN_CONFIG=hatpin.yaml hatpin audit a.sh", "hatpin trust >/dev/null; hatpin audit a.sh",
    ])
    func `applies options with side effects if the file is named or trusted`(command: String) throws
    {
        let workshop = try others()
        let text = workshop.read("hatpin.yaml").replacing(", connect: [localhost]", with: "")
        try workshop.write(text, to: "hatpin.yaml")
        let audit = workshop.shell(command)
        #expect(audit.exit == 0, "\(audit)")
        #expect(audit.error.hasPrefix("hatpin: applied: --allow=critical ("), "\(audit.error)")
        #expect(!audit.error.contains("ignored"))
        #expect(workshop.read("out.html").contains("in force: --allow=critical ("))
    }

    @Test func `--with can name a file and a profile of the file`() throws {
        let workshop = try others()
        let audit = workshop.hatpin(
            "audit --with ci --with hatpin.yaml a.sh --allow none --connect 127.0.0.1:1"
        )
        #expect(audit.error.contains("--write and --"), "\(audit)")
    }

    @Test func `--no-config ignores hatpin.yaml and its mistakes`() throws {
        let workshop = try others()
        let audit = workshop.hatpin("audit a.sh --no-config")
        #expect(audit.exit == 1)
        #expect(audit.error == "")
        try workshop.write("audit: { alow: x }\n", to: "hatpin.yaml")
        #expect(workshop.hatpin("audit a.sh").exit == 2)
        #expect(workshop.hatpin("audit --no-config a.sh").exit == 1)
        let both = workshop.hatpin("audit --no-config --with ci a.sh")
        #expect(both.exit == 64)
        #expect(both.error == "hatpin: --no-config and --with cannot be combined\n")
    }

    @Test(arguments: [
        ("serve: { seed: 7 }", "hatpin.yaml:1:10: seed"), ("run: { seed: 7 }", "seed"),
        ("profiles: { ci: { serve: { seed: 7 } } }", "hatpin.yaml:1:28, profile ci: seed"),
        ("audit: { write-baseline: b.json }", "write-baseline"),
    ])
    func `hatpin.yaml cannot set options that are only allowed on the command line`(
        text: String,
        words: String
    ) throws {
        let workshop = try Workshop(["hatpin.yaml": text + "\n"], isTrusted: true)
        for command in ["serve --for 1s", "list reasons", "config"] {
            let result = workshop.hatpin(command)
            #expect(result.exit == 2, "\(result)")
            #expect(result.error.hasPrefix("hatpin: hatpin.yaml:1:"))
            #expect(
                result.error.contains("\(words) is only allowed on the command line: anyone who")
            )
            #expect(result.error.contains("  help: delete it here and add it to the command"))
        }
    }

    @Test(arguments: [
        ("html", "in force: --allow=high (hatpin.yaml:1:10)"),
        ("json", #""inForce":["--allow=high (hatpin.yaml:1:10)"]"#),
        (
            "sarif",
            #""level":"warning","message":{"text":"in force: --allow=high (hatpin.yaml:1:10)"}"#
        ),
        ("markdown", "- in force&#58; "),
        ("junit", #"<skipped message="in force: --allow=high (hatpin.yaml:1:10)"/>"#),
        ("gitlab", #""description":"in force: --allow=high (hatpin.yaml:1:10)""#),
    ])
    func `every report of an audit lists the options that weaken it`(
        format: String,
        words: String
    ) throws {
        let workshop = try Workshop([
            "hatpin.yaml": "audit: { allow: high }\n", "a.sh": "curl https://example.com/\n",
        ])
        #expect(workshop.hatpin("audit a.sh --report \(format)=out").exit == 0)
        #expect(workshop.read("out").contains(words), "\(workshop.read("out"))")
        #expect(workshop.hatpin("audit a.sh --report \(format)=out --no-config").exit == 0)
        #expect(!workshop.read("out").contains("in force"))
    }

    @Test func `--with refuses a profile without a file`() throws {
        let result = try Workshop().hatpin("run --with ci")
        #expect(result.exit == 64)
        #expect(result.error.contains("there is no hatpin.yaml here"))
    }
}
