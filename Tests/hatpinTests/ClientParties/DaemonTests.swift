import CommandWorkshop
import Foundation
import Testing

/// Programs that connect only when something asks them to, and programs that need a terminal.
@Suite(
    .blocking,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"))
)
struct DaemonTests {
    struct Daemon: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Perl statements before the daemon listens.
        var before = ""
        /// Perl statements for each connection.
        var work = "system @ARGV;"
        let isAccepted: Bool
        var says = ""
    }

    private static let daemons = [
        Daemon(testDescription: "a daemon", isAccepted: true),
        Daemon(testDescription: "is ready late", before: "sleep 1;", isAccepted: true),
        Daemon(
            testDescription: "dials twice",
            work: "system @ARGV; system @ARGV;",
            isAccepted: true
        ),
        Daemon(
            testDescription: "ignores SIGTERM",
            before: "$SIG{TERM} = 'IGNORE';",
            isAccepted: true
        ),
        Daemon(
            testDescription: "forks and ends",
            before: "exit 0 if fork;",
            isAccepted: false,
            says: "never connected (exit 0)"
        ),
        Daemon(
            testDescription: "never dials",
            work: "",
            isAccepted: false,
            says: "no verdict within 2.0 s: ours never connected"
        ),
        Daemon(
            testDescription: "never listens",
            before: "sleep 60;",
            isAccepted: false,
            says: "the poke '"
        ),
    ]

    private func workshop(_ daemon: Daemon, _ keys: String) throws -> Workshop {
        let program = """
            use IO::Socket::INET;
            my $port = shift @ARGV;
            \(daemon.before)
            my $listener = IO::Socket::INET->new(
                LocalAddr => "127.0.0.1", LocalPort => $port, Listen => 5, ReuseAddr => 1) or die $!;
            while (my $peer = $listener->accept) { \(daemon.work) }
            """
        let definition = """
            client: ours
            about: A daemon that fetches a page when something connects to it.
            command: perl {definition}/daemon.pl {own-port} curl -sS -K {home}/etc/curl.conf
            \(keys)
            """
        let files = ["mine/ours.yaml": definition, "mine/daemon.pl": program]
        return try Workshop(Workshop.validAndExpired.merging(files) { $1 })
    }

    private static let keys = #"""
        files:
          etc/curl.conf: |
            url = "{url}"
            cacert = "{ca}"
        poke: bash -c '> /dev/tcp/127.0.0.1/{own-port}'
        ends: when-quiet
        """#

    @Test(arguments: daemons)
    func `a daemon is poked until it connects, and ends with its case`(daemon: Daemon) throws {
        let workshop = try workshop(daemon, Self.keys)
        let limit = daemon.isAccepted ? "" : "--timeout 2"
        let run = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin run --clients mine --party client/ours \(limit)
            code=$?
            pgrep -f "$PWD/mine/daemon.pl" >&2 && echo "a daemon is left" >&2
            exit $code
            """
        )
        #expect(run.exit == (daemon.isAccepted ? 0 : 3), "\(run)")
        #expect(run.output.contains("✓ 2 as expected") == daemon.isAccepted, "\(run)")
        #expect(daemon.says.isEmpty || run.error.contains(daemon.says), "\(run)")
        #expect(!run.error.contains("a daemon is left"), "\(run)")
    }

    @Test(arguments: [
        (
            Self.keys.replacing("{url}", with: "{ulr}"), "C002",
            "unknown placeholder '{ulr}'"
        ),
        (Self.keys.replacing("etc/curl", with: "../curl"), "C001", "is not a path below the home"),
        (
            Self.keys.replacing("etc/curl", with: "/etc/curl"), "C001",
            "is not a path below the home"
        ),
        (
            Self.keys.replacing("ends: when-quiet", with: ""), "C001",
            "a program that waits for poke does not end by itself"
        ),
    ])
    func `lint reports a mistake in a daemon's definition`(
        keys: String,
        code: String,
        problem: String
    ) throws {
        let daemon = Daemon(testDescription: "", isAccepted: true)
        let lint = try workshop(daemon, keys).hatpin("lint mine")
        #expect(lint.exit == 2)
        #expect((lint.output + lint.error).contains("error[\(code)]"), "\(lint)")
        #expect((lint.output + lint.error).contains(problem), "\(lint)")
        let sound = try workshop(daemon, Self.keys).hatpin("lint mine")
        #expect(sound.exit == 0, "\(sound)")
    }

    @Test func `explain shows the command of a daemon`() throws {
        let workshop = try workshop(Daemon(testDescription: "", isAccepted: true), Self.keys)
        let result = workshop.hatpin("explain good --party client/ours --clients mine")
        #expect(result.output.contains("‹own port› curl"), "\(result)")
        #expect(result.output.contains("poked by          bash -c > /dev/tcp/127"), "\(result)")
        let file = """
            file              ‹home›/etc/curl.conf
                                url = "https://www.example.test:‹port›/‹token›"
                                cacert = "‹PEM of the anchors›"
            """
        #expect(result.output.contains(file), "\(result)")
    }

    @Test(arguments: [(true, 0), (false, 3)])
    func `a program that needs a terminal gets a terminal`(hasTerminal: Bool, exit: Int32) throws {
        let definition = """
            client: ours
            about: A program that refuses to start without a terminal.
            command: sh -c 'test -t 0 && test -t 1 && exec curl -sS --cacert {ca} {url}'
            terminal: \(hasTerminal)
            """
        let files = Workshop.validAndExpired.merging(["mine/ours.yaml": definition]) { $1 }
        let workshop = try Workshop(files)
        let run = workshop.shell(
            "export XDG_CACHE_HOME=$PWD/cache; hatpin run --clients mine --party client/ours"
        )
        #expect(run.exit == exit, "\(run)")
    }
}
