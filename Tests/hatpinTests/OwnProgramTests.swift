import CommandWorkshop
import Foundation
import Testing

/// Programs in the folder of the scenarios, and the evidence of their runs.
@Suite(
    "Programs of the user's own",
    .blocking,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"))
)
struct OwnProgramTests {
    private static let careful = "#!/bin/sh\nexec curl -sS --cacert \"$2\" \"$1\"\n"
    /// Accepts everything, and writes terminal control sequences.
    private static let careless = """
        #!/bin/sh
        printf 'careless \\033[31mwords\\r\\nand\\tmore\\n' >&2
        exec curl -sSk "$1"

        """

    private func hatpin(_ arguments: String, in workshop: Workshop) -> Workshop.Result {
        workshop.shell("export XDG_CACHE_HOME=$PWD/cache; hatpin \(arguments)")
    }

    private func workshop(_ files: [String: String]) throws -> Workshop {
        try Workshop(Workshop.validAndExpired.merging(files) { $1 })
    }

    @Test(arguments: ["", "good --repeat 2 -- curl -sS {url}", "good"])
    func `--by-hand needs one case and one program`(words: String) throws {
        let program = words.isEmpty ? "-- curl -sS --cacert {ca} {url}" : words
        let run = hatpin("run --by-hand \(program)", in: try workshop([:]))
        #expect(run.exit == 64, "\(run)")
        #expect(run.error.contains("--by-hand serves one case to one program"), "\(run)")
    }

    @Test func `a program that repeats its request without TLS has accepted`() throws {
        let fallback = """
            #!/bin/sh
            curl -sS --cacert "$2" "$1" || exec curl -sS "http${1#https}"

            """
        let workshop = try workshop(["fallback": fallback])
        let run = hatpin("run -- sh fallback {url} {ca}", in: workshop)
        #expect(run.exit == 1, "\(run)")
        #expect(run.output.contains("it sent its request without TLS"), "\(run)")
        #expect(run.output.contains("✓ 1 as expected"), "\(run)")
    }

    @Test(arguments: [
        "./goclient {url} {ca}", "tools/goclient {url} {ca}", "sh ./goclient {url} {ca}",
        "sh tools/goclient {url} {ca}",
    ])
    func `paths after -- are relative to the working directory`(command: String) throws {
        let workshop = try workshop(["goclient": Self.careful, "tools/goclient": Self.careful])
        let run = hatpin("run -- \(command)", in: workshop)
        #expect(run.exit == 0, "\(run)")
        #expect(run.output.contains("✓ 2 as expected"), "\(run)")
        let audit = hatpin("audit --scenarios Scenarios -- \(command)", in: workshop)
        #expect(audit.exit == 0, "\(audit)")
    }

    @Test(arguments: [
        "./goclient {url} {ca}", "tools/goclient {url} {ca}", "sh ./goclient {url} {ca}",
        "sh goclient {url} {ca}", "sh tools/goclient {url} {ca}",
        "../other/goclient {url} {ca}",
        "[sh, goclient, '{url}', '{ca}']", "'{definition}/goclient {url} {ca}'",
    ])
    func `paths of a definition are relative to its folder`(
        command: String
    ) throws {
        let definition = "client: ours\nabout: Our client.\ncommand: \(command)\n"
        let workshop = try workshop([
            "mine/ours.yaml": definition, "mine/goclient": Self.careful,
            "mine/tools/goclient": Self.careful, "other/goclient": Self.careful,
        ])
        for party in ["mine/ours.yaml", "client/ours --clients mine"] {
            let run = hatpin("run --party \(party)", in: workshop)
            #expect(run.exit == 0, "\(run)")
            #expect(run.output.contains("✓ 2 as expected"), "\(run)")
        }
    }

    @Test(arguments: ["run -- ./nothing {url} {ca}", "run --party mine/ours.yaml"])
    func `run reports a missing path with the folder that was searched`(
        command: String
    ) throws {
        let definition = "client: ours\nabout: Our client.\ncommand: ./nothing {url} {ca}\n"
        let workshop = try workshop(["mine/ours.yaml": definition])
        let result = hatpin(command, in: workshop)
        #expect(result.exit == 3)
        #expect(result.error.contains("there is no file \(workshop.folder)"), "\(result.error)")
        #expect(result.error.contains("/nothing\n"), "\(result.error)")
    }

    @Test
    func `the printed command that repeats a failure has the same options, and the output is kept`()
        throws
    {
        let definition = "client: ours\nabout: Our client.\ncommand: ./goclient {url} {ca}\n"
        let workshop = try workshop(["mine/ours.yaml": definition, "mine/goclient": Self.careless])
        let options = "--clients mine --repeat 2"
        let result = hatpin("run --party client/ours \(options) expired", in: workshop)
        #expect(result.exit == 1, "\(result)")
        let again = "hatpin run \(options) 'expired@client/ours'"
        #expect(result.output.contains("again      \(again)\n"), "\(result.output)")
        let folder = ".hatpin/runs/*/expired@client/ours"
        #expect(workshop.shell("tail -1 \(folder)/repro.sh").output == "\(again)\n")
        #expect(hatpin(String(again.dropFirst(7)), in: workshop).exit == 1)
        let output = workshop.shell("cat $(ls -d \(folder) | head -1)/output.txt").output
        #expect(output.hasPrefix("the program "), "\(output)")
        let words = "standard error:\ncareless ^[[31mwords^M\nand\tmore\n"
        #expect(output.contains(words), "\(output)")
        #expect(!output.contains("\u{1B}"))
    }

    /// The client that `like` names may be missing; the client of `--like` must be installed.
    @Test(arguments: [
        ("", 0, "count as the program's, because client/absent cannot run: there is no file"),
        ("--like client/absent", 3, "hatpin clients absent shows how to install it"),
    ])
    func `reports that the client to compare with is not installed`(
        option: String,
        exit: Int32,
        words: String
    ) throws {
        let workshop = try workshop([
            "mine/ours.yaml":
                "client: ours\nabout: Ours.\ncommand: ./goclient {url} {ca}\nlike: absent\n",
            "mine/absent.yaml": "client: absent\nabout: Absent.\ncommand: ./nothing {url} {ca}\n",
            "mine/goclient": Self.careful,
        ])
        let audit = hatpin(
            "audit --scenarios Scenarios --clients mine client/ours \(option)",
            in: workshop
        )
        #expect(audit.exit == exit, "\(audit)")
        #expect(audit.error.contains(words), "\(audit)")
    }

    @Test func `the evidence has the beginning of a long output`() throws {
        let flood = "head -c 90000 /dev/zero | tr '\\0' x >&2\nexec"
        let long = Self.careless.replacing("exec", with: flood)
        let workshop = try workshop(["goclient": long])
        #expect(hatpin("run expired -- ./goclient {url} {ca}", in: workshop).exit == 1)
        let output = workshop.shell("find .hatpin/runs -name output.txt -exec cat {} +").output
        #expect(output.hasSuffix("\noutput after 64 KiB is omitted\n"))
        #expect((65_000...66_500).contains(output.utf8.count), "\(output.utf8.count)")
    }

    @Test func `repeats a case of the built-in suite by --builtin`() throws {
        let workshop = try Workshop()
        for options in ["", "--builtin "] {
            let party = "alamofire:policy=disable-evaluation"
            let result = hatpin(
                "run \(options)--chain-only --party \(party) time/expired-leaf",
                in: workshop
            )
            let again = "again      hatpin run --builtin --chain-only '"
            #expect(result.output.contains(again), "\(result)")
            #expect(!result.output.contains("--scenarios"), "\(result)")
        }
    }

    @Test func `a program on the command line replaces the parties of hatpin.yaml`() throws {
        let workshop = try workshop([
            "goclient": Self.careful, "hatpin.yaml": "run: { party: [reference, curl] }\n",
        ])
        #expect(hatpin("run", in: workshop).output.contains("✓ 4 as expected"))
        let result = hatpin("run -- ./goclient {url} {ca}", in: workshop)
        #expect(result.output.contains("✓ 2 as expected"), "\(result)")
    }
}
