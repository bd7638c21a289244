import CommandWorkshop
import Reports
import Testing

@Suite("What runs leave behind", .blocking)
struct RunStateTests {
    /// Returns the ids of the cases in a run's `ndjson` output.
    private static func judged(_ result: Workshop.Result) throws -> [String] {
        try RunHistory(Array(result.output.utf8), path: "").judgements.map(\.id)
    }

    /// Removes the lines of these cases from the run file, as if the disk had been full.
    private static func remove(_ ids: String..., from workshop: Workshop) throws {
        let file = workshop.read(".hatpin/last.ndjson")
        let kept = file.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            !ids.contains { line.contains("\"id\":\"\($0)\"") }
        }
        try workshop.write(kept.joined(separator: "\n"), to: ".hatpin/last.ndjson")
    }

    // MARK: Runs that lost lines

    @Test func `--failed repeats failed and missing cases, and counts both`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run").exit == 1)
        try Self.remove("names/exact@reference", from: workshop)
        let again = workshop.hatpin("run --failed --format ndjson")
        #expect(try Self.judged(again) == ["names/exact@reference", "time/wrong@reference"])
        #expect(
            again.error.hasPrefix(
                "hatpin: --failed: 1 pair failed, 1 pair has no verdict in .hatpin/last.ndjson\n"
            )
        )
    }

    @Test
    func `--failed runs the cases that a killed run did not reach, with the same parties`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            """
            "$HATPIN" run time --party alamofire --repeat 300 --jobs 1 --keep never & pid=$!
            await '[ "$(wc -l <.hatpin/last.ndjson)" -ge 10 ]'
            kill -KILL $pid
            wait $pid
            """
        )
        #expect(result.exit == 137)
        let again = workshop.hatpin("run --failed --format ndjson")
        // The first case has some of its 300 lines, the second none.
        #expect(
            try Self.judged(again) == ["time/expired-leaf@alamofire", "time/wrong@alamofire"]
        )
        #expect(again.error.contains("0 pairs failed, 2 pairs have no verdict in"))
    }

    @Test func `--failed counts the cases that no longer exist`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run").exit == 1)
        try Self.remove("names/exact@reference", from: workshop)
        #expect(workshop.shell("rm Scenarios/names/exact.yaml").exit == 0)
        let again = workshop.hatpin("run --failed --format ndjson")
        #expect(try Self.judged(again) == ["time/wrong@reference"])
        #expect(again.error.contains("; 1 of these is no longer among the scenarios\n"))
    }

    @Test func `--failed with a party repeats the failures of that party only`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run --party reference --party curl").exit == 1)
        let curl = workshop.hatpin("run --failed --party curl --format ndjson")
        #expect(try Self.judged(curl) == ["time/wrong@curl"])
        let other = workshop.hatpin("run --failed --party okhttp")
        #expect(other.exit == 4)
        #expect(other.error.contains("none of the cases to run again"), "\(other.error)")
    }

    @Test func `--failed refuses a run file without a plan`() throws {
        let workshop = try Workshop(Workshop.good.merging(["cut.ndjson": "{\"type\":"]) { $1 })
        let result = workshop.hatpin("run --failed --from cut.ndjson")
        #expect(result.exit == 3)
        #expect(result.error.hasPrefix("hatpin: --failed: cut.ndjson does not begin with"))
    }

    @Test func `a run file on a full disk ends the run with 3, and --failed completes it`() throws {
        let workshop = try Workshop.small()
        // The shell counts blocks of 512 bytes.
        let cut = workshop.shell(
            "(ulimit -f 2; exec \"$HATPIN\" run --repeat 5 --jobs 1 --keep never -q) | cat"
                + "; grep -c judgement .hatpin/last.ndjson >lines"
        )
        #expect(cut.error.contains("hatpin: the run file is incomplete: write .hatpin/runs/"))
        #expect(cut.error.contains(": File too large\n"))
        #expect(workshop.read("lines") == "1\n")
        let again = workshop.hatpin("run --failed --format ndjson -q")
        #expect(try Self.judged(again).count == 3)
        let exit = workshop.shell(
            "(ulimit -f 3; exec \"$HATPIN\" run --repeat 5 --keep never -q) >/dev/null"
        )
        #expect(exit.exit == 3)
    }

    @Test func `a report on a full disk ends the run with 3 and is not listed as written`() throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin(
            "run -q --report junit=/dev/full --report junit=whole.xml --report ndjson=/dev/full"
        )
        #expect(result.exit == 3)
        #expect(result.error == "hatpin: cannot write /dev/full: No space left on device\n")
        #expect(
            result.output.redacted.hasSuffix(
                "\nexit 3 · report whole.xml · run file .hatpin/runs/RUN.ndjson\n"
            )
        )
    }

    // MARK: Runs side by side

    @Test func `two simultaneous runs both finish with their own evidence`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            """
            "$HATPIN" run time --repeat 50 --keep all --format ndjson >one.ndjson &
            hatpin run names --repeat 50 --keep all --format ndjson >two.ndjson
            await 'grep -q summary one.ndjson'
            for folder in $(grep -ho '"evidence":"[^"]*"' one.ndjson two.ndjson | cut -d'"' -f4)
            do ls $folder/chain.pem $folder/key.pem >/dev/null || echo "nothing in $folder"
            done
            grep -h '"evidence"' one.ndjson two.ndjson | wc -l
            grep -h summary one.ndjson two.ndjson | wc -l
            """
        )
        #expect(result.output == "150\n2\n")
        #expect(result.error.redacted == "exit 1 · run file .hatpin/runs/RUN.ndjson\n")
    }

    @Test func `evidence stays when the next run ends, and 'last' links to the newest run`() throws
    {
        let workshop = try Workshop.small()
        let runs = ["run time/wrong", "run names --keep all", "run names"].map { command in
            _ = workshop.hatpin(command)
            return workshop.shell("cd .hatpin/last 2>/dev/null && find . -name chain.pem").output
        }
        #expect(
            runs == [
                "./time/wrong@reference/chain.pem\n", "./names/exact@reference/chain.pem\n", "",
            ]
        )
        let kept = workshop.shell("find .hatpin/runs -name chain.pem | wc -l; ls -l .hatpin")
        #expect(kept.output.hasPrefix("2\n"))
        #expect(!kept.output.contains(" last ->"))
    }

    @Test func `replaces the evidence folder of an older version`() throws {
        let workshop = try Workshop.small()
        try workshop.write("old", to: ".hatpin/last/time/wrong@reference/setup.txt")
        #expect(workshop.hatpin("run").exit == 1)
        #expect(workshop.read(".hatpin/last/time/wrong@reference/setup.txt") != "old")
        #expect(workshop.shell("test -L .hatpin/last && ls .hatpin | wc -l").output == "3\n")
    }

    // MARK: How many are kept

    @Test func `keeps only the last runs, and deletes no other files`() throws {
        let workshop = try Workshop.small()
        for name in ["20200101-0000-abcd", "20200101-0001-abcd-2"] {
            try workshop.write("", to: ".hatpin/runs/\(name).ndjson")
            try workshop.write("", to: ".hatpin/runs/\(name)/time/setup.txt")
        }
        try workshop.write("", to: ".hatpin/runs/mine.ndjson")
        _ = workshop.shell("touch -d 2020-01-01 .hatpin/runs/20200101-0000-abcd.ndjson")
        let list = "ls .hatpin/runs | grep -c -v mine"
        #expect(workshop.shell("hatpin run -q --keep-runs 2 >/dev/null; \(list)").output == "4\n")
        #expect(workshop.read(".hatpin/runs/20200101-0000-abcd/time/setup.txt") == "")
        #expect(workshop.shell("ls .hatpin/runs/20200101-0000-abcd").exit != 0)
        #expect(workshop.shell("hatpin run -q --keep-runs 1 >/dev/null; \(list)").output == "2\n")
        #expect(workshop.shell("ls .hatpin/runs/mine.ndjson").exit == 0)
        _ = workshop.shell(
            """
            for n in $(seq 1000 1059); do touch .hatpin/runs/20200102-$n-abcd.ndjson; done
            hatpin run names -q --chain-only
            """
        )
        // The kept runs, and the file that does not belong to hatpin.
        #expect(workshop.shell("ls .hatpin/runs | grep -c ndjson").output == "51\n")
    }

    @Test func `never deletes an active run`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            """
            "$HATPIN" run names --repeat 1000000 --keep never >one & pid=$!
            await '[ "$(wc -l <.hatpin/last.ndjson)" -ge 10 ]'
            file=$(readlink .hatpin/last.ndjson)
            hatpin run names -q --keep-runs 1
            ls .hatpin/$file
            kill -INT $pid
            wait $pid
            """
        )
        #expect(result.exit == 130)
        #expect(result.output.contains("\n.hatpin/runs/"), "\(result.error)")
    }

    // MARK: The state folder

    @Test func `--state and HATPIN_STATE set the folder`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run -q --state kept/here/").exit == 1)
        #expect(workshop.shell("ls kept/here").output == "last\nlast.ndjson\nruns\n")
        #expect(workshop.shell("HATPIN_STATE=there hatpin run names -q").exit == 0)
        #expect(workshop.shell("ls there").output == "last.ndjson\nruns\n")
        #expect(workshop.shell("test -e .hatpin").exit == 1)
        let again = workshop.hatpin("run --failed --state kept/here --format ndjson")
        #expect(try Self.judged(again) == ["time/wrong@reference"])
        #expect(workshop.hatpin("run --state ''").exit == 64)
    }

    /// Runs a script in an unwritable folder; a superuser first gives up the right to ignore its
    /// permissions.
    private static func inReadOnlyFolder(_ script: String, _ workshop: Workshop) -> Workshop.Result
    {
        workshop.shell(
            """
            mkdir home && touch .out .err one two
            limit='setpriv --bounding-set=-dac_override,-dac_read_search'
            [ "$(id -u)" = 0 ] || limit=
            export HOME="$PWD/home" LIMIT="$limit"
            unset XDG_STATE_HOME
            chmod a-w . && ! $limit touch new 2>/dev/null || exit 98
            ro() { $LIMIT "$HATPIN" "$@"; }
            \(script)
            """
        )
    }

    @Test func `an unwritable checkout keeps its state in the user's folder`() throws {
        let workshop = try Workshop.small()
        let result = Self.inReadOnlyFolder(
            """
            ro run -q >one; echo $?
            ro run --failed --format ndjson >two; echo $?
            grep -c judgement two
            cd home/.local/state/hatpin/* && ls && basename "$PWD"
            """,
            workshop
        )
        let name = workshop.folder.replacing("/", with: "%")
        #expect(result.output == "1\n1\n1\nlast\nlast.ndjson\nruns\n\(name)\n", "\(result.error)")
        let folder = "\(workshop.folder)/home/.local/state/hatpin/\(name)"
        #expect(workshop.read("one").contains("run file \(folder)/runs/"))
    }

    @Test func `XDG_STATE_HOME sets the user's folder, unless it is relative`() throws {
        let workshop = try Workshop.small()
        let result = Self.inReadOnlyFolder(
            """
            XDG_STATE_HOME="$HOME/state" ro run -q >one
            XDG_STATE_HOME=state ro run -q >two
            cd home && ls -d state/hatpin/* .local/state/hatpin/* | wc -l
            """,
            workshop
        )
        #expect(result.output == "2\n", "\(result.error)")
    }

    @Test func `--keep never --format ndjson needs no state folder`() throws {
        let workshop = try Workshop.small()
        let result = Self.inReadOnlyFolder(
            """
            export HOME=/proc
            ro run --keep never --format ndjson >one; echo $?
            ro run --format ndjson >two; echo $?
            """,
            workshop
        )
        #expect(result.output == "1\n3\n")
        #expect(
            try Self.judged(Workshop.Result(exit: 0, output: workshop.read("one"))).count == 3
        )
        let lines = result.error.split(separator: "\n")
        #expect(lines.first == "exit 1")
        #expect(lines.dropFirst().first?.hasPrefix("hatpin: cannot create /proc/.local") == true)
        #expect(
            lines.last
                == "  help: set --state to another folder, or keep no files: --keep never --format ndjson"
        )
    }
}
