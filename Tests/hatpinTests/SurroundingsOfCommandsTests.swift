import CommandWorkshop
import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Commands in folders without scenarios or programs, and in processes with few resources.
@Suite("Commands in poor surroundings", .blocking)
struct SurroundingsOfCommandsTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let command: String
        var exit: Int32 = 0
        /// The expected part of standard output, or of standard error if the exit code is not 0.
        let text: String

        var testDescription: String { command }
    }

    @Test(arguments: [
        Example(command: "explain pin-mismatch", text: "reason pin-mismatch\n"),
        Example(command: "explain leaf.valid", text: "key leaf.valid\n"),
        Example(command: "explain VAL-001", text: "attack VAL-001\n"),
        Example(command: "explain policies-never-set", text: "value policies-never-set\n"),
        Example(
            command: "explain pin-mismach",
            exit: 4,
            text: "'pin-mismach' selects nothing\n  help: did you mean 'pin-mismatch'?\n"
        ),
        Example(command: "list --ids time", text: "time/expired-leaf\n"),
        Example(command: "run --chain-only time/expired-leaf", text: "✓ 1 as expected"),
        Example(command: "schema", text: "json-schema.org/draft-07"),
        Example(
            command: "lint .",
            exit: 4,
            text: "there is no scenario, definition or rule in .\n"
        ),
        Example(
            command: "fuzz DecodePEM",
            exit: 3,
            text: "DecodePEM is not built: no Fuzz/.build/release/DecodePEM"
        ),
        Example(
            command: "fuzz DecodePM",
            exit: 64,
            text: "there is no fuzz target 'DecodePM'\n  help: did you mean 'DecodePEM'?\n"
        ),
    ])
    func emptyFolder(_ example: Example) throws {
        let result = try Workshop().hatpin(example.command)
        #expect(result.exit == example.exit)
        #expect((example.exit == 0 ? result.output : result.error).contains(example.text))
    }

    /// If the streams stayed closed, the run file and sockets would get the streams' descriptors.
    @Test func `closed standard streams do not corrupt the run file`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell("hatpin run >&- 2>&-; grep -c '^{' .hatpin/last.ndjson")
        let whole = workshop.shell("hatpin run >/dev/null 2>&1; grep -c '' .hatpin/last.ndjson")
        #expect(result.output == whole.output)
        #expect(workshop.shell("hatpin show | head -1").output != "")
    }

    @Test func `run reports the use of the built-in scenarios`() throws {
        let folder = try Workshop()
        let command = "run -q --chain-only time/expired-leaf"
        let notice = "hatpin: these are the built-in scenarios, in "
        #expect(folder.hatpin(command).error.hasPrefix(notice))
        #expect(folder.hatpin("\(command) --builtin").error == "")
        #expect(try Workshop.small().hatpin(command).error == "")
    }

    @Test func `list reports which folder of scenarios is used`() throws {
        let folder = try Workshop.small()
        let notice = "hatpin: these are the built-in scenarios, in "
        #expect(folder.hatpin("list").error == "hatpin: these are the scenarios of Scenarios\n")
        #expect(folder.hatpin("list --builtin --ids time").error.hasPrefix(notice))
        #expect(try Workshop().hatpin("list --ids time").error.hasPrefix(notice))
    }

    @Test(arguments: [
        "unset HOME XDG_CACHE_HOME", "unset XDG_CACHE_HOME; HOME=/proc",
    ])
    func `without a cache, writes the built-in scenarios into a private folder`(
        variables: String
    ) throws {
        let workshop = try Workshop()
        let command = "export XDG_CACHE_HOME HOME TMPDIR=$PWD; \(variables); hatpin list --ids time"
        #expect(workshop.shell(command).output.contains("\ntime/far-ends"))
        let mode = workshop.shell("stat -c %a hatpin-$(id -u)")
        #expect(mode.output == "700\n")
        // Temporary folders are shared: the definitions in another user's folder, or in one that
        // others can write to, could start programs.
        let open = workshop.shell("chmod 777 hatpin-$(id -u); \(command)")
        #expect(open.exit == 3)
        #expect(open.error.contains("is open to other users"))
        let link = workshop.shell(
            "mkdir -m 700 x; rm -r hatpin-*; ln -s x hatpin-$(id -u); \(command)"
        )
        #expect(link.exit == 3)
    }

    @Test(arguments: [
        ("a removed file", "rm $f"),
        ("a longer file", "echo '# more' >> $f"),
        ("a changed file of the same length", "sed -i 's/far-ends/ends-far/' $f"),
        ("an added file", "cp $f $(dirname $f)/more.yaml"),
        ("a file that others can write", "chmod 666 $f"),
        ("a folder that others can write", "chmod 777 $(dirname $f)"),
        ("a link instead of a file", "mv $f elsewhere; ln -s \"$PWD/elsewhere\" $f"),
    ])
    func `restores built-in scenarios that were changed`(
        name: String,
        change: String
    ) throws {
        let workshop = try Workshop()
        let command = "export XDG_CACHE_HOME=$PWD/cache; hatpin list --ids 'time/*'"
        let state = """
            cd cache/hatpin/*/Scenarios; find . -printf '%y %m %p\\n' | sort
            find . -type f | sort | xargs cksum
            """
        let whole = workshop.shell(command).output
        let files = workshop.shell(state).output
        #expect(!whole.isEmpty && !files.isEmpty)
        let changed = "f=$(echo cache/hatpin/*/Scenarios/time/far-ends.yaml); \(change)"
        #expect(workshop.shell("\(changed); (\(state))").output != files)
        #expect(workshop.shell(command).output == whole)
        #expect(workshop.shell(state).output == files)
    }

    @Test(.enabled(if: geteuid() == 0))
    func `ignores a cache of another user`() throws {
        let workshop = try Workshop()
        let result = workshop.shell(
            """
            export XDG_CACHE_HOME=$PWD/cache TMPDIR=$PWD
            hatpin list --ids 'time/*' >one; chown -R 65534 cache/hatpin
            f=$(echo cache/hatpin/*/Scenarios/time/far-ends.yaml); echo '# more' >>$f
            hatpin list --ids 'time/*' >two; cmp one two && tail -n 1 $f; ls -d hatpin-0
            """
        )
        #expect(result.output == "# more\nhatpin-0\n")
    }

    @Test func `refuses an endless device as run file`() throws {
        let result = try Workshop.small().hatpin("run --failed --from /dev/zero")
        #expect(result.exit == 3)
        #expect(result.error.contains("/dev/zero: it is larger than 536870912 bytes"))
    }

    @Test(arguments: [
        "inspect p", "lint p", "run p", "audit p", "audit okhttp --chain p", "audit p p",
        "audit okhttp --baseline=p", "show p", "diff p p", "merge p", "run --failed --from p",
        "run --since p", "run --party okhttp:file=p", "run --report junit=p", "compare p p",
        "audit okhttp --report sarif=p", "intercept --root-ca p", "new scenario --from-chain p",
    ])
    func `commands refuse a named pipe, and state its path`(arguments: String) throws {
        let result = try Workshop.small().shell("mkfifo p; hatpin \(arguments)")
        #expect(result.exit == 3, "\(result)")
        #expect(result.error.hasPrefix("hatpin: p is a named pipe, not a file"), "\(result)")
    }

    @Test func `a named pipe in a folder does not block a command`() throws {
        let workshop = try Workshop.small()
        let pipes = """
            rm hatpin.yaml; mkdir -p .hatpin/runs
            mkfifo .hatpin/runs/20261121-0942-7f3a.ndjson Scenarios/p.yaml hatpin.yaml
            """
        #expect(workshop.shell("\(pipes); hatpin history").exit == 3)
        let result = workshop.shell("rm hatpin.yaml; hatpin run --keep-runs 1; hatpin history")
        #expect(result.error.contains("Scenarios/p.yaml"), "\(result)")
    }

    @Test func `reads a run file from a pipe`() throws {
        let workshop = try Workshop.small()
        let again = "\"$HATPIN\" run --failed --from <(cat .hatpin/last.ndjson)"
        let result = workshop.shell("export HATPIN; hatpin run >/dev/null; bash -c '\(again)'")
        #expect(result.exit == 1, "\(result)")
        #expect(result.error.contains("--failed: 1 pair failed"), "\(result)")
    }

    @Test(arguments: [
        ("lint Scenarios/a.yaml", "Scenarios"), ("lint Scenarios", "Scenarios"),
        ("lint Clients/a.yaml", "Clients"), ("lint Clients", "Clients"),
        ("lint b.yaml", "."), ("run Scenarios/a.yaml", "Scenarios"),
    ])
    func `prints no text of a file outside the folder that a link leads to`(
        arguments: String,
        folder: String
    ) throws {
        for text in ["secret: text", "client: secret", "library: secret", "scenario: [secret"] {
            let workshop = try Workshop(["other/secret.yaml": text + "\n"])
            let result = workshop.shell(
                """
                mkdir -p work/Clients work/Scenarios; cd work; ln -s ../other/secret.yaml b.yaml
                ln -s ../../other/secret.yaml \(folder == "." ? "Scenarios" : folder)/a.yaml
                hatpin \(arguments)
                """
            )
            #expect(!(result.output + result.error).contains("secret"), "\(result)")
            #expect(result.exit == 2 || result.exit == 4, "\(result)")
        }
    }

    @Test func `explain never truncates a list of words`() throws {
        let result = try Workshop().hatpin("explain urlsession")
        #expect(result.exit == 0)
        #expect(!result.output.contains("…"))
        #expect(result.output.contains("policies-never-set"))
    }

    // With fewer descriptors, libdispatch ends the process before Hatpin's code runs.
    @Test(arguments: [8, 12])
    func `too few descriptors are not reported as a mistake in scenarios`(_ limit: Int) throws {
        let result = try Workshop.small().shell("ulimit -n \(limit); hatpin run")
        #expect(result.exit == 3)
        #expect(result.error.contains("files at once: Too many open files\n"))
    }

    // The command has started, and can create no thread, or only a few.
    @Test(arguments: [160_000, 200_000, 320_000])
    func `exits with a message if the address space is too small`(_ limit: Int) throws {
        let result = try Workshop.small().shell("ulimit -v \(limit); hatpin run")
        #expect(result.exit == 3)
        #expect(result.error.contains("of memory: Cannot allocate memory\n"))
    }

    // The command runs as another user, because root has no such limit. An earlier version waited
    // forever and ignored SIGTERM.
    @Test(.enabled(if: geteuid() == 0), arguments: [1, 4, 8])
    func `exits with a message if the system allows too few threads`(_ limit: Int) throws {
        let workshop = try Workshop.small()
        let command = """
            chmod 755 .; cp "$HATPIN" own; export XDG_CACHE_HOME=$PWD/cache; mkdir -m 777 cache state
            as() { timeout 60 setpriv --reuid 65533 --regid 65533 --clear-groups "$@"; }
            """
        let run = "./own run --state state time/expired-leaf"
        let few = workshop.shell("\(command)\nas prlimit --nproc=\(limit) \(run)")
        #expect(few.exit == 3)
        #expect(few.error.contains("threads: Resource temporarily unavailable\n"))
        #expect(few.error.contains("help: raise the limit"))
        #expect(workshop.shell("\(command)\nas prlimit --nproc=64 \(run)").exit == 0)
    }

    /// Whether the system lets a program be the first process of a namespace.
    private static let canBeFirst =
        (try? Workshop([:]).shell("unshare -Ur --pid --fork true"))?.exit == 0

    /// The system ignores signals to process 1, which a container's command is, unless it handles them.
    @Test(.enabled(if: Self.canBeFirst), arguments: [("INT", 130), ("TERM", 143)])
    func `a signal ends the command of a container`(signal: String, code: Int32) throws {
        let result = try Workshop([:]).shell(
            """
            mkfifo input && exec 3<>input
            unshare -Ur --pid --fork --kill-child "$HATPIN" inspect - <input & run=$!
            for try in $(seq 200); do
                process=$(pgrep -P $run) && kill -\(signal) $process
                kill -0 $run 2>/dev/null || break
                sleep 0.1
            done
            kill $run 2>/dev/null && echo 'it runs'
            wait $run
            """
        )
        #expect(result.exit == code, "\(result)")
        #expect(!result.output.contains("it runs"), "\(result)")
    }
}
