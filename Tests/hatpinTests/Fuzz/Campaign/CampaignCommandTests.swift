import CommandWorkshop
import Foundation
import Testing

@Suite("hatpin fuzz --campaign", .blocking)
struct CampaignCommandTests {
    @Test(
        arguments: [
            ("fuzz --campaign 1 --jobs 2", "--jobs is for fuzzing targets, not for campaigns"),
            ("fuzz --campaign 1 --time 8h", "--time is for fuzzing targets"),
            ("fuzz DecodePEM --range 1..2", "--range is for campaigns"),
            ("fuzz DecodePEM --peer p", "--peer is for campaigns"),
            ("fuzz --campaign 1 --peer p --party curl", "run them one after another"),
            ("fuzz --campaign 1 DecodePEM", "only works with the target Handshake"),
            ("fuzz Handshake --peer p", "--peer works with chains, not handshakes"),
            ("fuzz Handshake --jobs 2", "--jobs is for fuzzing targets"),
            ("fuzz Handshake DecodePEM --range 1..2", "--range is for campaigns"),
            ("fuzz --campaign 1 --counted", "--counted needs a --tally"),
            ("fuzz --campaign 1 --counted --tally t --party client/curl", "not work with programs"),
            ("fuzz DecodePEM --party client/curl", "--party is for campaigns"),
            ("fuzz DecodePEM -- curl {ca} {url}", "a command after -- is for campaigns"),
            ("fuzz --campaign 1 --counted --tally t --range 1..2", "--range has no effect with"),
            ("fuzz DecodePEM --report r.md", "--report takes html=FILE; for a campaign also"),
            ("fuzz --campaign 1 --report a --report b", "--report takes html=FILE"),
            ("fuzz --campaign 1 --report sarif=a", "--report takes html=FILE"),
        ]
    )
    func `rejects options of the other kind of fuzzing, and names the options`(
        arguments: String,
        message: String
    ) throws {
        let result = try Workshop().hatpin(arguments)
        #expect(result.exit == 64)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func `a report of an existing tally counts no case twice`() throws {
        let peer = "#!/bin/sh\necho fake 1\nwhile read -r line; do echo accept; done\n"
        let workshop = try Workshop(["peer": peer])
        let all = "hatpin fuzz --campaign 1 --peer ./peer --tally t"
        let first = workshop.shell("\(all) --range 1..12 --workers 1")
        let tally = workshop.read("t")
        let again = workshop.shell("\(all) --counted --report differences.md --report html=r.html")
        #expect(again.exit == 1 && again.output == first.output, "\(again.error)")
        #expect(workshop.read("t") == tally)
        #expect(workshop.read("differences.md").contains("12 chains of campaign 1"))
        let page = workshop.read("r.html")
        #expect(page.contains(" in 12 cases</h1>") && page.contains("reference and fake 1"))
        #expect(page.contains("hatpin fuzz --campaign 1 --range ") && !page.contains("<dt>Rate"))
        let empty = workshop.shell("hatpin fuzz --campaign 1 --tally none --counted")
        #expect(empty.exit == 4 && empty.error.contains("'none' has no cases"))
    }

    @Test func `writes no report after an interruption`() throws {
        let answers = "while read -r line; do if [ -e slow ]; then sleep 1; fi; echo accept; done"
        let workshop = try Workshop(["peer": "#!/bin/sh\necho fake 1\n\(answers)\n"])
        let all = "--campaign 1 --peer ./peer --tally t"
        _ = workshop.shell("hatpin fuzz \(all) --range 1..12; touch slow")
        let stopped = workshop.shell(
            "timeout --preserve-status -s INT 2 $HATPIN fuzz \(all) --counted --report r"
        )
        #expect(stopped.exit == 130 && stopped.output == "", "\(stopped.error)")
        #expect(workshop.shell("ls r").exit != 0)
    }

    @Test func `writes a scenario that reproduces a planted difference`() throws {
        let peer = "#!/bin/sh\necho fake 1\nwhile read -r line; do echo accept; done\n"
        let workshop = try Workshop(["peer": peer])
        let result = workshop.shell(
            "hatpin fuzz --campaign 1 --range 1..12 --peer ./peer --tally t --workers 1"
        )
        #expect(result.exit == 1, "\(result.error)")
        #expect(result.output.contains("fake 1: Hatpin says "))
        #expect(result.error.contains("12/12 cases (100%)"))
        #expect(workshop.read("t").contains(#""next":13"#))
        let names = workshop.shell("ls findings").output.split(separator: "\n")
        #expect(!names.isEmpty)
        for name in names {
            #expect(name.hasPrefix("fake-") && name.contains("-accept-1-"))
            let report = workshop.read("findings/\(name)/report.txt")
            #expect(report.hasPrefix("hatpin fuzz --campaign 1 --range "))
            #expect(!report.contains("not the smallest"), "\(report)")
            let run = workshop.shell("cd findings/\(name) && hatpin run --chain-only scenario.yaml")
            #expect(run.exit == 0, "\(name): \(run.output) \(run.error)")
        }
    }

    private static let hasCurl = system("command -v curl >/dev/null") == 0
    private static let cache = "export XDG_CACHE_HOME=$PWD/cache; "

    @Test(
        .enabled(if: hasCurl)
    )
    func `a campaign finds a program without checks by the smallest setup`() throws {
        let workshop = try Workshop()
        let command = "-- curl -sk --cacert '{ca}' '{url}'"
        let result = workshop.shell(
            Self.cache + "hatpin fuzz --campaign 1 --range 8..12 \(command)"
        )
        #expect(result.exit == 1, "\(result)")
        #expect(result.error.contains("accepts the control setup"), "\(result.error)")
        #expect(result.error.contains("5/5 cases (100%)"), "\(result.error)")
        let names = workshop.shell("ls findings").output.split(separator: "\n")
        #expect(!names.isEmpty)
        for name in names {
            let report = workshop.read("findings/\(name)/report.txt")
            #expect(report.contains(" -- curl -sk --cacert {ca} {url}\n"), "\(report)")
            #expect(!report.contains("not the smallest"), "\(report)")
            let run = workshop.shell("cd findings/\(name) && hatpin run --chain-only scenario.yaml")
            #expect(run.exit == 0, "\(name): \(run.output) \(run.error)")
        }
    }

    @Test(
        .enabled(if: hasCurl)
    )
    func `reports no finding for a known difference of the library`() throws {
        let workshop = try Workshop()
        let result = workshop.shell(
            Self.cache + "hatpin fuzz --campaign 1 --range 1..12 --party client/curl"
        )
        #expect(result.exit == 0, "\(result)")
        #expect(result.error.contains("12/12 cases (100%)"), "\(result.error)")
    }

    @Test(.enabled(if: hasCurl))
    func `leaves no process after a program's campaign is interrupted`() throws {
        let workshop = try Workshop()
        let result = workshop.shell(
            Self.cache + """
                "$HATPIN" fuzz --campaign 1 -- sh -c 'sleep 0.3; exec curl -s --cacert "$1" "$2"' \
                    marker-$$ '{ca}' '{url}' 2>errors & FUZZ=$!
                await 'grep -q "control setup" errors'
                sleep 1; kill -INT $FUZZ; wait $FUZZ; echo "exit $?"
                pgrep -f "[m]arker-$$"
                """
        )
        #expect(result.output.hasSuffix("exit 130\n"), "\(result) \(workshop.read("errors"))")
        let errors = workshop.read("errors")
        #expect(errors.contains("interrupted; continue with\nhatpin fuzz --campaign 1 --range "))
    }

    @Test func `a campaign stops before the first case if the program does not exist`() throws {
        let result = try Workshop().shell(
            Self.cache + "hatpin fuzz --campaign 1 -- no-such-program '{ca}' '{url}'"
        )
        #expect(result.exit == 3, "\(result)")
        #expect(result.error.contains("there is no program 'no-such-program'"), "\(result.error)")
    }

    @Test func `a campaign stops before the first case if the peer does not start`() throws {
        let result = try Workshop().hatpin("fuzz --campaign 1 --peer ./none")
        #expect(result.exit == 3 && result.output == "")
        #expect(result.error.contains("'./none' does not start"))
    }
}
