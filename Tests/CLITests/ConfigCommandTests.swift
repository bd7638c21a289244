import CommandWorkshop
import Testing

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
        return try Workshop(files)
    }

    @Test func `a command takes its options from the file`() throws {
        let workshop = try workshop()
        let run = workshop.hatpin("run")
        #expect(run.exit == 0, "\(run.error)")
        #expect(!run.output.contains("time/expired-leaf"))
        #expect(workshop.shell("test -e kept/last.ndjson").exit == 0)
    }

    @Test func `a profile replaces them, and the command line both`() throws {
        let workshop = try workshop()
        #expect(workshop.hatpin("run --with ci").output.contains("time/expired-leaf @ reference"))
        #expect(workshop.hatpin("run --with=ci --state other").exit == 0)
        #expect(workshop.shell("test -e other/last.ndjson").exit == 0)
        let chosen = workshop.shell("HATPIN_PROFILE=ci hatpin run")
        #expect(chosen.output.contains("time/expired-leaf @ reference"))
    }

    @Test func `they are shown with their places`() throws {
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
        ("run --with", 64, "--with takes the name of a profile"),
        ("config runn", 64, "there is no command 'runn'"),
    ])
    func `a wrong word says what to write`(words: String, exit: Int32, message: String) throws {
        let result = try workshop().hatpin(words)
        #expect(result.exit == exit)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func `a wrong file ends the command with its place`() throws {
        let result = try workshop("run: { timeut: 3 }\n").hatpin("run")
        #expect(result.exit == 2)
        #expect(result.error.contains("hatpin.yaml:1:8"), "\(result.error)")
        #expect(result.error.contains("did you mean 'timeout'?"))
    }

    @Test func `a profile without a file is no profile`() throws {
        let result = try Workshop().hatpin("run --with ci")
        #expect(result.exit == 64)
        #expect(result.error.contains("there is no hatpin.yaml here"))
    }
}
