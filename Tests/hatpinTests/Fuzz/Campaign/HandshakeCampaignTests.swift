import CommandWorkshop
import Foundation
import Testing

@Suite("hatpin fuzz Handshake", .blocking)
struct HandshakeCampaignTests {
    private static let hasCurl = system("command -v curl >/dev/null") == 0
    private static let cache = "export XDG_CACHE_HOME=$PWD/cache; "

    @Test func `finds no violation that libssl accepts, in several shards`() throws {
        let workshop = try Workshop()
        let result = workshop.shell(
            """
            for part in 1/2 2/2; do
                hatpin fuzz Handshake --range 1..600 --shard $part --tally t || exit
            done
            hatpin fuzz Handshake --tally t --counted --report differences.md
            """
        )
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("600 cases of campaign 1"))
        #expect(result.error.contains("300/300 cases (100%)"))
        #expect(workshop.read("differences.md").contains("600 handshakes of campaign 1"))
        let other = workshop.shell("hatpin fuzz --campaign 1 --tally t --counted")
        #expect(other.exit != 0 && other.error.contains("not a line of a tally of --campaign 1"))
    }

    /// A violation that libssl ignores is a finding for a program with an unknown library.
    @Test(
        .enabled(if: hasCurl)
    )
    func `finds a client that continues after a violation, and writes a scenario that fails`()
        throws
    {
        let workshop = try Workshop()
        let result = workshop.shell(
            Self.cache
                + "hatpin fuzz Handshake --range 76..76 -- curl -sS --cacert '{ca}' '{url}'"
        )
        #expect(result.exit == 1, "\(result)")
        let names = workshop.shell("ls findings").output.split(separator: "\n")
        #expect(names.count == 1, "\(names)")
        for name in names {
            let scenario = workshop.read("findings/\(name)/scenario.yaml")
            #expect(
                scenario.contains("{ insert: hello-request, before: certificate }"),
                "\(scenario)"
            )
            #expect(!workshop.read("findings/\(name)/report.txt").contains("not the smallest"))
            let run = workshop.shell("cd findings/\(name) && hatpin run scenario.yaml")
            #expect(run.exit == 1 && run.output.contains("accept"), "\(run)")
        }
    }

    @Test(.enabled(if: hasCurl))
    func `applies the known differences of a program's library`() throws {
        let workshop = try Workshop()
        let result = workshop.shell(
            Self.cache + "hatpin fuzz Handshake --range 70..80 --party client/curl"
        )
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("HelloRequest in TLS 1.3"), "\(result)")
    }

    @Test(.enabled(if: hasCurl))
    func `finds a program that crashes`() throws {
        // A client that crashes unless the server has the control setup.
        let client = """
            #!/bin/sh
            if [ ! -e "$1" ]; then touch "$1"; exec curl -sS --cacert "$2" "$3"; fi
            kill -s SEGV $$
            """
        let workshop = try Workshop(["client": client])
        let result = workshop.shell(
            Self.cache
                + "hatpin fuzz Handshake --range 1..1 -- $PWD/client $PWD/used '{ca}' '{url}'"
        )
        #expect(result.exit == 1, "\(result)")
        #expect(result.output.contains("signal 11"), "\(result)")
    }
}
