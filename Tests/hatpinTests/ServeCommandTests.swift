import CommandWorkshop
import Foundation
import Reports
import Testing

/// `hatpin serve` as a process: its streams, its files and its exit codes.
@Suite("serve", .blocking)
struct ServeCommandTests {
    private static let ports = "--port 0 --page-port 0"

    /// Starts the service in the background, and waits until it is ready.
    ///
    /// In the script that follows, `$PAGE` is the page's URL, and `url CASE` prints the URL of a
    /// case. `visit CASE` is a visit by curl with further options.
    private static func serving(_ options: String = "", then script: String) -> String {
        """
        "$HATPIN" serve --format ndjson \(ports) \(options) >lines 2>errors & SERVER=$!
        await 'grep -q \\"ready\\" lines'
        PAGE=$(sed -n 's/.*"page":"\\([^"]*\\)".*/\\1/p' lines)
        url() { sed -n "s|.*\\"$1\\".*\\"url\\":\\"\\([^\\"]*\\)\\".*|\\1|p" lines | head -n 1; }
        port() { sed -n "s|.*\\"$1\\".*\\"port\\":\\([0-9]*\\).*|\\1|p" lines | head -n 1; }
        visit() {
            name=$1; shift
            curl -s -o /dev/null --noproxy '*' --connect-to "::127.0.0.1:$(port "$name")" "$@" \\
                "$(url "$name")"
        }
        \(script)
        kill -INT $SERVER; wait $SERVER; echo "exit $?"
        """
    }

    private static let hasCurl = system("command -v curl >/dev/null") == 0

    @Test func `a service without visits exits with 4, and writes roots and names`() throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin("serve \(Self.ports) --for 1s time/expired-leaf")
        #expect(result.exit == 4)
        #expect(result.output.contains("1 case on port "))
        #expect(result.error.contains("hatpin: no client visited a case\n"))
        #expect(workshop.read(".hatpin/serve/hosts").contains("127.0.0.1 www.caseaaa.test\n"))
        #expect(workshop.read(".hatpin/serve/root.pem").hasPrefix("-----BEGIN CERTIFICATE-----"))
        let modes = workshop.shell(
            "stat -c '%a %n' .hatpin .hatpin/serve .state/hatpin/serve .state/hatpin/serve/seed"
        )
        #expect(
            modes.output == """
                755 .hatpin
                700 .hatpin/serve
                700 .state/hatpin/serve
                600 .state/hatpin/serve/seed

                """
        )
        #expect(workshop.read(".hatpin/.gitignore") == "*\n")
    }

    @Test func `never uses a seed in the working directory`() throws {
        let workshop = try Workshop.small()
        let command = "serve \(Self.ports) --for 1s --now 2026-11-21T09:30:00Z time/expired-leaf"
        let roots = [".hatpin/serve/seed", "other"].map { path in
            try? workshop.write("7\n", to: path)
            _ = workshop.shell("chmod -R go-rwx .hatpin")
            _ = workshop.hatpin(command)
            return workshop.read(".hatpin/serve/root.pem")
        }
        let chosen = workshop.hatpin("\(command) --seed 7")
        #expect(chosen.exit == 4)
        #expect(roots[0] == roots[1])
        #expect(workshop.read(".hatpin/serve/root.pem") != roots[0])
    }

    @Test(arguments: [".hatpin", ".hatpin/serve"])
    func `never follows a link in place of the state folder`(path: String) throws {
        let workshop = try Workshop.small()
        _ = workshop.shell(
            "mkdir -p elsewhere \"$(dirname \(path))\"; ln -s \"$PWD/elsewhere\" \(path)"
        )
        let result = workshop.hatpin("serve \(Self.ports) --for 1s time/expired-leaf")
        #expect(result.exit == 3)
        #expect(result.error.contains("\(path) is a link"))
        #expect(workshop.shell("ls -A elsewhere").output == "")
    }

    @Test(.enabled(if: hasCurl))
    func `visits get verdicts and are stored as a run`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            Self.serving(
                then: """
                    visit control-3 --cacert .hatpin/serve/root.pem
                    visit time/expired-leaf --cacert .hatpin/serve/root.pem; echo "curl $?"
                    visit names/exact --cacert .hatpin/serve/root.pem; echo "curl $?"
                    await 'grep -c \\"visit\\" lines | grep -q 3'
                    """
            )
        )
        #expect(result.output == "curl 60\ncurl 0\nexit 0\n")
        let lines = workshop.read("lines")
        #expect(
            lines.contains(#""verdict":"reject","alert":"certificate-expired""#)
        )
        #expect(lines.contains(#""counts":{"pass":2}"#))
        let run = workshop.read(".hatpin/last.ndjson")
        #expect(run.contains(#""seed":0"#) && run.contains(#""parties":["remote-client"]"#))
        let plan = try RunHistory(Array(run.utf8), path: "").plan
        let date = try #require(plan?.suffixes)
        #expect(workshop.hatpin("--version -v").output.contains("Public Suffix List of \(date)"))
        #expect(run.contains(#""id":"time/expired-leaf@remote-client""#))
        #expect(run.contains(#""reason":"expired""#))
    }

    @Test(.enabled(if: hasCurl))
    func `writes a report for CI, with a file for each remote client`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            Self.serving(
                "--report junit=results.xml",
                then: """
                    visit control-3 --cacert .hatpin/serve/root.pem
                    visit time/expired-leaf --cacert .hatpin/serve/root.pem
                    visit time/wrong --insecure
                    await 'grep -c \\"visit\\" lines | grep -q 3'
                    """
            )
        )
        #expect(result.output.hasSuffix("exit 1\n") || result.output.hasSuffix("exit 0\n"))
        let report = workshop.read("results.xml")
        #expect(report.contains("<testsuites"), "\(report)")
        #expect(report.contains("time/expired-leaf"))
        #expect(report.hasSuffix("</testsuites>\n"), "whole, and once")
        let unwritable = workshop.hatpin("serve \(Self.ports) --for 1s --report junit=no/x.xml")
        #expect(unwritable.exit == 3)
        #expect(unwritable.output.isEmpty, "nothing is served before")
    }

    @Test(.enabled(if: hasCurl))
    func `a wrong verdict exits with 1, and can be repeated`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            Self.serving(
                then: """
                    visit names/exact --cacert .hatpin/serve/root.pem
                    visit time/expired-leaf --insecure
                    visit time/wrong
                    await 'grep -c \\"visit\\" lines | grep -q 3'
                    """
            )
        )
        #expect(result.output == "exit 1\n")
        #expect(workshop.read("lines").contains(#""outcome":"false-accept""#))
        let rerun = workshop.hatpin("run --failed")
        #expect(rerun.exit == 64)
        #expect(rerun.error.contains("help: to serve its cases again, use: hatpin serve --failed"))
        let again = workshop.hatpin("serve --failed \(Self.ports) --for 1s")
        #expect(again.output.hasPrefix("2 cases on port "))
    }

    @Test(.enabled(if: hasCurl))
    func `Ctrl-C ends a service with open streams and connections`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            Self.serving(
                then: """
                    curl -svN --noproxy '*' "${PAGE}events" >events 2>heads & STREAM=$!
                    await 'grep -q text/event-stream heads'
                    visit names/exact --cacert .hatpin/serve/root.pem
                    await 'grep -q ^data: events'
                    START=$(date +%s)
                    """
            ) + "\nwait $STREAM; test $(($(date +%s) - START)) -lt 20; echo $?"
        )
        #expect(result.output == "exit 0\n0\n")
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        let exit: Int32
        let error: String
    }

    @Test(arguments: [
        Refusal(
            testDescription: "--listen 192.0.2.1 --port 0 --page-port 0",
            exit: 3,
            error: "of 192.0.2.1: bind: Cannot assign requested address\n"
        ),
        Refusal(
            testDescription: "--listen example.test",
            exit: 64,
            error: "--listen needs an address"
        ),
        Refusal(testDescription: "--port 65536", exit: 64, error: "--port"),
        Refusal(testDescription: "--for 0s", exit: 64, error: "--for"),
        Refusal(testDescription: "--can fly", exit: 64, error: "--can"),
        Refusal(testDescription: "names/nothing", exit: 4, error: "selects nothing"),
        Refusal(testDescription: "'curl/*'", exit: 4, error: "cases that name a party"),
        Refusal(testDescription: "--failed", exit: 3, error: "run files are in"),
    ])
    func `refuses an invalid command line`(_ refusal: Refusal) throws {
        let workshop = try Workshop.small()
        try workshop.write(
            """
            scenario: pinned
            about: A model of its own.
            sources: [RFC 7469]
            party: curl
            expect: accept
            """,
            to: "Scenarios/curl/pinned.yaml"
        )
        let result = workshop.hatpin("serve \(refusal.testDescription)")
        #expect(result.exit == refusal.exit)
        #expect(result.error.contains(refusal.error), "\(result.error)")
    }

    @Test func `reports a port in use, with a fix`() throws {
        let result = try Workshop.small().shell(
            Self.serving(
                then: """
                    hatpin serve --port 0 --page-port "$(echo "$PAGE" | tr -dc '0-9:' | cut -d: -f3)"
                    echo "second $?"
                    """
            )
        )
        #expect(result.output == "second 3\nexit 4\n")
        #expect(result.error.contains("set --page-port to another port"))
    }

    @Test func `warns about a listener that other machines can reach`() throws {
        let result = try Workshop.small().hatpin("serve --listen 0.0.0.0 \(Self.ports) --for 1s")
        #expect(result.error.contains("warning: others on the network can reach the servers"))
    }
}
