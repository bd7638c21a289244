import CommandWorkshop
import Reports
import Testing
import X509

@Suite("The command", .blocking)
struct CommandTests {
    typealias Result = Workshop.Result

    @Test func `a run with correct verdicts succeeds`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("run --now 2026-11-21T09:30:00Z")
        #expect(result.exit == 0)
        #expect(
            result.output.redacted == """
                2 scenarios, 2 pairs, seed 1, now 2026-11-21T09:30:00Z
                parties   reference

                \(String(repeating: "─", count: 88))
                ✓ 2 as expected   controls 1/1 TIME

                """
        )
        #expect(result.error == "")
    }

    @Test func `a run with a wrong verdict fails and shows the verdict`() throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin("run time --now 2026-11-21T09:30:00Z")
        #expect(result.exit == 1)
        #expect(
            result.output.redacted == """
                2 scenarios, 2 pairs, seed 1, now 2026-11-21T09:30:00Z
                parties   reference

                ✗ REJECTED   time/wrong @ reference TIME
                  about      What ran out is taken for good.
                  expected   accept                                          Scenarios/time/wrong.yaml:4
                  got        reject: expired   (the end entity expired on 2026-11-20T09:30:00Z, before
                             the verify date 2026-11-21T09:30:00Z)
                  because    the client received leaf ← intermediate and rejected it
                  evidence   .hatpin/runs/RUN/time/wrong@reference/
                  again      hatpin run 'time/wrong@reference'

                \(String(repeating: "─", count: 88))
                ✗ 1 rejected   ✓ 1 as expected   controls 1/1 TIME
                hatpin show CASE@PARTY shows one in full, hatpin run --failed runs them again
                exit 1 · run file .hatpin/runs/RUN.ndjson

                """
        )
    }

    @Test func `--version -v and run files state the date of the Public Suffix List`() throws {
        let workshop = try Workshop(Workshop.good)
        let version = workshop.hatpin("--version -v")
        #expect(version.exit == 0)
        let lines = version.output.split(separator: "\n")
        #expect(lines.first.map { "\($0)\n" } == workshop.hatpin("--version").output)
        let run = workshop.hatpin("run --format ndjson time")
        let history = try RunHistory(Array(run.output.utf8), path: "")
        let date = try #require(history.plan?.suffixes)
        #expect(lines.contains { $0.contains("Public Suffix List of \(date)") })
    }

    @Test func `a case from a report can be repeated by its id or with --failed`() throws {
        let workshop = try Workshop(Workshop.good)
        let party = "alamofire:policy=disable-evaluation"
        #expect(workshop.hatpin("run --party \(party)").exit == 1)
        let failed = workshop.hatpin("run --format ndjson --failed")
        #expect(failed.exit == 1)
        let named = workshop.hatpin("run --format ndjson 'time/expired-leaf@\(party)'")
        #expect(named.exit == 1)
        for run in [failed, named] {
            let history = try RunHistory(Array(run.output.utf8), path: "")
            #expect(history.judgements.map(\.id) == ["time/expired-leaf@\(party)"])
        }
        // Cases without a party run against the usual parties.
        let all = workshop.hatpin("run --format ndjson names 'time/expired-leaf@\(party)'")
        let history = try RunHistory(Array(all.output.utf8), path: "")
        #expect(
            history.judgements.map(\.id)
                == ["names/exact@reference", "time/expired-leaf@\(party)"]
        )
    }

    @Test(arguments: ["elsewhere/Scenarios", "./elsewhere/Scenarios/", "elsewhere/Scenarios/time"])
    func `ids of cases in another folder are relative to its Scenarios folder`(
        path: String
    ) throws {
        let files = Workshop.good.map { ("elsewhere/\($0.key)", $0.value) }
        let workshop = try Workshop(Dictionary(uniqueKeysWithValues: files))
        let run = workshop.hatpin("run --format ndjson \(path)")
        #expect(run.exit == 0)
        let history = try RunHistory(Array(run.output.utf8), path: "")
        #expect(history.plan?.root == "elsewhere/Scenarios")
        #expect(history.judgements.last?.id == "time/expired-leaf@reference")
        #expect(workshop.hatpin("lint \(path)").exit == 0)
    }

    @Test
    func `a second interrupt exits at once, and the run file lists the unfinished cases`() throws {
        let workshop = try Workshop([
            "Scenarios/hang.yaml": """
            scenario: hang
            about: The server never says a word.
            server: { fault: [hang] }
            expect: accept
            """
        ])
        // A running case has a listener and both ends of a connection, in addition to the
        // descriptors that the shell passes on. The first interrupt is sent only then, because
        // otherwise it would have nothing to wait for. Two pending signals of one kind are
        // delivered once.
        let result = workshop.shell(
            """
            sockets() { ls -l /proc/$1/fd | grep -c socket: ; }
            "$HATPIN" run --timeout 60 & run=$!
            await '[ $(sockets $run) -ge $(($(sockets $$) + 3)) ]'
            kill -INT $run
            await "! grep -q '^ShdPnd:.*2$' /proc/$run/status"
            kill -INT $run
            wait $run
            """
        )
        #expect(result.exit == 130, "\(result.error)")
        let history = try RunHistory(Array(workshop.read(".hatpin/last.ndjson").utf8), path: "")
        #expect(history.judgements.isEmpty && history.summary == nil)
    }

    @Test(arguments: ["", "--chain-only"])
    func `two runs write equal run files, apart from times`(mode: String) throws {
        let workshop = try Workshop.small()
        let arguments = "--repeat 20 --format ndjson --now 2026-11-21T09:30:00Z \(mode)"
        let first = workshop.hatpin("run --jobs 3 \(arguments)")
        let file = workshop.read(".hatpin/last.ndjson")
        let second = workshop.hatpin("run --jobs 2 \(arguments)")
        #expect(first.exit == 1)
        #expect(first.output == file)
        #expect(first.output.redacted == second.output.redacted)
        #expect(workshop.read(".hatpin/last.ndjson").redacted == file.redacted)
        let history = try RunHistory(Array(file.utf8), path: "")
        #expect(history.judgements.map(\.index) == Array(0..<60))
        #expect(history.summary?.tally.total == 60)
    }

    @Test func `--failed repeats only the failed cases`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run").exit == 1)
        let again = workshop.hatpin("run --failed --format ndjson")
        #expect(again.exit == 1)
        let history = try RunHistory(Array(again.output.utf8), path: "")
        #expect(history.judgements.map(\.id) == ["time/wrong@reference"])
        #expect(workshop.hatpin("run names").exit == 0)
        #expect(workshop.hatpin("run --failed").exit == 4)
    }

    @Test func `--failed repeats each case only with the parties that failed`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run --party alamofire --party urlsession").exit == 1)
        let again = workshop.hatpin("run --failed --format ndjson")
        let history = try RunHistory(Array(again.output.utf8), path: "")
        #expect(
            history.judgements.map(\.id) == ["time/wrong@alamofire", "time/wrong@urlsession"]
        )
    }

    @Test func `run keeps evidence of failures, with a key that only its owner can read`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run").exit == 1)
        let folder = ".hatpin/last/time/wrong@reference"
        let listing = workshop.shell("cd .hatpin/last && find . -type f -printf '%P %m\\n' | sort")
        #expect(
            listing.output == """
                time/wrong@reference/chain.pem 644
                time/wrong@reference/key.pem 600
                time/wrong@reference/repro.sh 755
                time/wrong@reference/setup.txt 644

                """
        )
        let chain = try PEM.certificates(in: Array(workshop.read("\(folder)/chain.pem").utf8))
        #expect(chain.count == 2)
        let text = workshop.read("\(folder)/key.pem").replacing("PRIVATE KEY", with: "CERTIFICATE")
        let key = try #require(PEM.certificates(in: Array(text.utf8)).first)
        // The point of the public key is in the certificate and in the private key's file.
        let point = key.suffix(64)
        #expect(chain[0].indices.contains { chain[0][$0...].starts(with: point) })
        let before = workshop.read("\(folder)/chain.pem")
        #expect(workshop.shell("sh \(folder)/repro.sh").exit == 1)
        #expect(workshop.read("\(folder)/chain.pem") == before)
        #expect(workshop.hatpin("run names --keep all").exit == 0)
        let kept = workshop.shell("cd .hatpin/last && find . -name chain.pem")
        #expect(kept.output == "./names/exact@reference/chain.pem\n")
    }

    @Test func `run keeps the revocation data that the client received`() throws {
        let workshop = try Workshop([
            "Scenarios/revoked.yaml": """
            scenario: revoked
            about: A certificate that was revoked is refused.
            leaf: { crl: revoked }
            server: { staple: leaf }
            client: { crls: [intermediate, root] }
            party: { reference: { revocation: off } }
            expect: accept
            """
        ])
        #expect(workshop.hatpin("run --keep all").exit == 0)
        let folder = ".hatpin/last/revoked@reference:revocation=off"
        // A SEQUENCE of less than 64 KB.
        let start = workshop.shell("od -An -tx1 -N2 \(folder)/staple.der").output
        #expect(start == " 30 82\n")
        let lists = workshop.read("\(folder)/crls.pem")
        #expect(lists.hasPrefix("intermediate\n-----BEGIN X509 CRL-----\n"))
        #expect(lists.contains("\nroot\n-----BEGIN X509 CRL-----\n"))
    }

    @Test func `an unwritable state folder ends the run before the first case`() throws {
        let workshop = try Workshop(Workshop.good.merging([".hatpin": "a file"]) { $1 })
        #expect(
            workshop.hatpin("run")
                == Result(
                    exit: 3,
                    error: """
                        hatpin: cannot create .hatpin: File exists
                          help: set --state to another folder, or keep no files: --keep never --format ndjson

                        """
                )
        )
    }

    @Test func `run reports an unwritable report before any case runs`() throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin("run -q --report junit=none/out.xml")
        #expect(result.exit == 3)
        #expect(
            result.error == "hatpin: cannot write none/out.xml: No such file or directory\n"
        )
        #expect(result.output == "")
    }

    @Test func `run writes JUnit to its file`() throws {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run -q --report junit=out.xml").exit == 1)
        let xml = workshop.read("out.xml")
        #expect(xml.contains("<testsuites name=\"hatpin\" tests=\"3\" failures=\"1\""))
        #expect(xml.hasSuffix("</testsuites>\n"))
    }

    @Test func `--fail-fast stops after the first failure`() throws {
        let workshop = try Workshop.small()
        let result = workshop.hatpin("run time/wrong --repeat 1000 --jobs 1 --fail-fast -q")
        #expect(result.exit == 1)
        #expect(result.output.hasPrefix("stopped after 1 of 1000 pairs\n✗ 1 rejected"))
    }

    @Test func `an interrupted run reports the interruption, keeps its results and exits with 130`()
        throws
    {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.shell(
            """
            "$HATPIN" run names --repeat 1000000 --keep never & pid=$!
            await '[ "$(wc -l <.hatpin/last.ndjson)" -ge 10 ]'
            kill -INT $pid
            wait $pid
            """
        )
        #expect(result.exit == 130)
        #expect(result.output.contains("\ninterrupted after "))
        let file = workshop.read(".hatpin/last.ndjson")
        let history = try RunHistory(Array(file.utf8), path: "")
        #expect(history.summary?.wasInterrupted == true)
        #expect(history.summary?.tally.total == history.judgements.count)
        #expect(history.judgements.count >= 9)
    }

    @Test func `text in certificates cannot control a terminal, a log or a document`() throws {
        let workshop = try Workshop([
            "Scenarios/names/hostile.yaml": """
            scenario: hostile
            about: A name that would like to be obeyed.
            sources: [RFC 9525 §6.3]
            leaf: { san: "dns-bytes:1b5b33316d0a3a3a6572726f723a3a610a23235b6572726f725d005d5d3e" }
            expect: accept
            """
        ])
        let result = workshop.hatpin("run --color always --report junit=out.xml")
        #expect(result.exit == 1)
        #expect(result.output.contains("^[[31m^J::error::a^J#\\u{23}[error]^@]]>"))
        let xml = workshop.read("out.xml")
        #expect(xml.contains("\u{fffd}[31m&#10;::error::a&#10;#&#35;[error]\u{fffd}]]&gt;"))
        let file = workshop.read(".hatpin/last.ndjson")
        #expect(file.contains(#"\u001b[31m\n::error::a\n#\u0023[error]\u0000]]>"#))
    }

    @Test func `a killed run keeps all its verdicts`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.shell(
            """
            "$HATPIN" run names --repeat 1000000 --keep never --chain-only & pid=$!
            await '[ "$(wc -l <.hatpin/last.ndjson)" -ge 10 ]'
            kill -KILL $pid
            wait $pid
            """
        )
        #expect(result.exit == 137)
        let file = workshop.read(".hatpin/last.ndjson")
        let history = try RunHistory(Array(file.utf8), path: "")
        #expect(history.summary == nil)
        #expect(history.judgements.count >= 9)
    }

    @Test func `a run continues after the reader of its output has exited`() throws {
        let workshop = try Workshop.small()
        let result = workshop.shell(
            "{ hatpin run --chain-only --repeat 200 --format ndjson -q; echo $? >code; } | head -n 1"
        )
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(workshop.read("code") == "1\n")
        #expect(result.error.redacted == "exit 1 · run file .hatpin/runs/RUN.ndjson\n")
    }

    @Test func `a run fails if no selected case applies`() throws {
        let workshop = try Workshop([
            "Scenarios/pins/none.yaml": """
            scenario: none
            about: A pin must hold.
            client: { pins: [spki(leaf)] }
            expect: accept
            """
        ])
        let result = workshop.hatpin("run --party alamofire -q")
        #expect(result.exit == 4)
        #expect(
            result.error == """
                hatpin: none of the selected cases applies to the parties, so nothing was tested
                  help: add --allow-empty to accept that

                """
        )
        #expect(workshop.hatpin("run --party alamofire -q --allow-empty").exit == 0)
        #expect(workshop.hatpin("run -q").exit == 0)
    }
}
