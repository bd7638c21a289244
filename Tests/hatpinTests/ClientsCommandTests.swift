import CommandWorkshop
import Foundation
import Testing

/// `hatpin clients`, with programs of the test's own.
@Suite(.blocking)
struct ClientsCommandTests {
    private typealias Result = Workshop.Result

    private static func definition(_ name: String, _ lines: String) -> String {
        "client: \(name)\nabout: A client.\n\(lines)\n"
    }

    private static let files = [
        "mine/present.yaml": definition(
            "present",
            """
            command: sh -c x {ca} {url}
            can: [redirects, addresses]
            version: { command: "echo present 1.2.3", pattern: 'present (\\S+)' }
            """
        ),
        "mine/silent.yaml": definition("silent", "command: sh -c x {ca} {url}"),
        "mine/absent.yaml": definition(
            "absent",
            """
            command: no-such-program {ca} {url}
            install: { apt: [absent-tools], pip: "absent>=2" }
            """
        ),
        "mine/unbuilt.yaml": definition(
            "unbuilt",
            """
            command: "{built}/driver {ca} {url}"
            install: { builds: "cc -o {built}/driver {definition}/driver.c" }
            """
        ),
        "mine/broken.yaml": definition(
            "broken",
            """
            command: sh -c x {ca} {url}
            version: { command: "sh -c 'echo no module >&2; exit 1'", pattern: '\\S+' }
            """
        ),
    ]

    private func hatpin(_ arguments: String, in workshop: Workshop) -> Result {
        workshop.shell("export XDG_CACHE_HOME=$PWD/cache; hatpin \(arguments)")
    }

    @Test func `shows names, versions, abilities, and how to install missing clients`() throws {
        let workshop = try Workshop(Self.files)
        let result = hatpin("clients --clients mine present silent", in: workshop)
        #expect(result.exit == 0)
        #expect(
            result.output == """
                present  1.2.3
                  about     A client.
                  can       addresses, redirects
                  command   sh -c x {ca} {url}
                  file      mine/present.yaml
                silent   unknown version
                  about     A client.
                  command   sh -c x {ca} {url}
                  file      mine/silent.yaml

                """
        )
        let all = hatpin("clients --clients mine", in: workshop)
        #expect(all.exit == 0, "nothing was asked for by name")
        let folder = workshop.folder
        // The built-in clients determine the width of a column, so runs of spaces are joined.
        let output = all.output.singleSpaced
        for line in [
            "present  1.2.3               addresses redirects\n",
            "silent   unknown version",
            "absent   not installed  there is no program 'no-such-program' in ",
            "unbuilt  not installed  there is no file \(folder)/.clients/unbuilt/driver\n",
            "broken   not installed  sh -c echo no module >&2; exit 1: no module\n",
        ] {
            #expect(output.contains(line.singleSpaced), "\(line)")
        }
        #expect(output.contains("\nwget "), "the built-in ones are there")
        let lines = output.split(separator: "\n")
        let missing = try #require(lines.firstIndex { $0.contains(" not installed ") })
        let present = try #require(lines.lastIndex { $0.hasPrefix("silent ") })
        #expect(present < missing, "those that are installed come first")
        let advice = " installed; hatpin audit client/NAME tests a client"
        #expect(lines.first?.contains(advice) == true)
        let named = hatpin("clients --clients mine absent unbuilt broken", in: workshop)
        for text in [
            "  install   apt-get install absent-tools\n"
                + "  install   python3 -m venv \(folder)/.clients/absent\n"
                + "  install   \(folder)/.clients/absent/bin/pip install 'absent>=2'\n",
            "  install   mkdir -p \(folder)/.clients/unbuilt\n"
                + "  install   cc -o \(folder)/.clients/unbuilt/driver \(folder)/mine/driver.c\n",
            "  missing   sh -c echo no module >&2; exit 1: no module\n",
        ] {
            #expect(named.output.contains(text), "\(text)")
        }
    }

    @Test func `clients --format json writes an array with one object for each client`() throws {
        let workshop = try Workshop(Self.files)
        let result = hatpin("clients --clients mine present unbuilt --format json", in: workshop)
        #expect(result.exit == 3, "one that is named is missing")
        let objects = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        )
        #expect(objects.map { $0["name"] as? String } == ["present", "unbuilt"])
        #expect(objects[0]["version"] as? String == "1.2.3")
        #expect(objects[0]["can"] as? [String] == ["addresses", "redirects"])
        #expect(objects[0]["installed"] as? Bool == true)
        #expect(objects[1]["installed"] as? Bool == false)
        let install = objects[1]["install"] as? [String: Any]
        #expect((install?["builds"] as? [String])?.first?.hasPrefix("cc -o /") == true)
    }

    @Test func `clients terminates a program that never prints its version`() throws {
        let hanging = Self.definition(
            "hanging",
            "command: sh {ca} {url}\nversion: { command: sleep 60, pattern: x }"
        )
        let workshop = try Workshop(["Clients/hanging.yaml": hanging], isTrusted: true)
        let start = ContinuousClock.now
        let result = hatpin("clients hanging", in: workshop)
        #expect(result.exit == 3)
        #expect(result.output.contains("  missing   sleep 60: it did not exit within 5 s\n"))
        #expect(ContinuousClock.now - start < .seconds(40))
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        let arguments: String
        let exit: Int32
        let error: String
    }

    static let refusals = [
        Refusal(
            testDescription: "a mistyped name",
            arguments: "clients wgett",
            exit: 4,
            error: "hatpin: there is no client 'wgett'\n  help: did you mean 'wget'?\n"
        ),
        Refusal(
            testDescription: "an unknown name without a similar one",
            arguments: "clients internet-explorer",
            exit: 4,
            error: """
                hatpin: there is no client 'internet-explorer'
                  help: see hatpin clients; for a file, give its path

                """
        ),
        Refusal(
            testDescription: "a missing folder",
            arguments: "clients --clients nowhere",
            exit: 4,
            error: """
                hatpin: --clients: nowhere does not exist
                  help: name a folder of definitions, such as Clients

                """
        ),
        Refusal(
            testDescription: "a folder that is a file",
            arguments: "clients --clients Clients/x.yaml",
            exit: 3,
            error: "hatpin: cannot read the folder Clients/x.yaml: Not a directory\n"
        ),
        Refusal(
            testDescription: "a definition with two faults",
            arguments: "clients x",
            exit: 2,
            error: """
                error[S001]: unknown key 'libary' in a client
                 --> Clients/x.yaml:3:1
                  |
                3 | libary: gnutls
                  | ^^^^^^
                  = help: did you mean 'library'?

                error[C002]: unknown placeholder '{ulr}'
                 --> Clients/x.yaml:4:10
                  |
                4 | command: wget {ulr}
                  |          ^^^^^^^^^^
                  = help: did you mean 'url'?


                """
        ),
    ]

    @Test(arguments: refusals)
    func isRefused(refusal: Refusal) throws {
        let broken = Self.definition("x", "libary: gnutls\ncommand: wget {ulr}")
        let workshop = try Workshop(["Clients/x.yaml": broken])
        let result = hatpin(refusal.arguments, in: workshop)
        #expect(result.exit == refusal.exit)
        #expect(result.error == refusal.error)
    }

    @Test
    func `clients reports faulty definitions in addition to the list, and exits with 2`() throws {
        let workshop = try Workshop([
            "Clients/x.yaml": Self.definition("x", "command: wget {ulr}"),
            "Clients/y.yaml": Self.definition("y", "command: sh {ca} {url}"),
        ])
        let result = hatpin("clients", in: workshop)
        #expect(result.exit == 2)
        #expect(result.output.contains("\ny "))
        #expect(result.error.contains("Clients/x.yaml:3:10"))
    }

    @Test func `lint checks definitions of clients as well as scenarios`() throws {
        let workshop = try Workshop([
            "Clients/y.yaml": Self.definition("y", "command: sh {ca} {url}\ncan: addresses"),
            "Scenarios/s.yaml":
                "scenario: s\nabout: A scenario.\nsources: RFC 5280\nexpect: accept\n",
        ])
        #expect(hatpin("lint Clients", in: workshop).error == "1 file, all sound\n")
        #expect(hatpin("lint Clients/y.yaml", in: workshop).error == "1 file, all sound\n")
        #expect(hatpin("lint Scenarios", in: workshop).error == "1 case in 1 file, all sound\n")
        #expect(hatpin("lint", in: workshop).error == "1 case in 2 files, all sound\n")
        let missing = hatpin("lint nowhere/Clients", in: workshop)
        #expect(missing.exit == 4)
    }

    @Test(arguments: [
        ("", "1 note in 1 of 1 file\n"), ("can: addresses", "1 file, all sound\n"),
        ("cannot: { addresses: it resolves the host }", "1 file, all sound\n"),
    ])
    func `lint notes that a definition does not say whether the client connects to addresses`(
        line: String,
        verdict: String
    ) throws {
        let text = Self.definition("y", "command: sh {ca} {url}\n" + line)
        let workshop = try Workshop(["Clients/y.yaml": text])
        let result = hatpin("lint Clients", in: workshop)
        #expect(result.exit == 0 && result.error == verdict, "\(result)")
        #expect(result.output.contains("note[C014]") == line.isEmpty, "\(result)")
        // Other commands do not show notes.
        #expect(!hatpin("clients y --clients Clients", in: workshop).error.contains("C014"))
    }

    @Test func `the first key of a file determines the kind of the file, in any folder`() throws {
        let scenario = "scenario: s\nabout: A scenario.\nsources: RFC 5280\nexpect: accept\n"
        let words = "library: tls\nabout: TLS.\n"
        let workshop = try Workshop([
            "app/s.yaml": "# A comment.\n---\n" + scenario,
            "app/deep/clients/y.yaml": Self.definition(
                "y",
                "command: sh {ca} {url}\ncan: addresses"
            ),
            "app/tls.yaml": words + "reasons: [{ says: x, reason: expired }]\n",
            "app/docker-compose.yml": "services: {}\n",
            "app/chart/values.yaml": "replicas: 2\n", "app/hatpin.yaml": "run: { quiet: true }\n",
        ])
        let sound = hatpin("lint app", in: workshop)
        #expect(sound.exit == 0, "\(sound)")
        #expect(
            sound.error == """
                hatpin: did not check app/chart/values.yaml, app/docker-compose.yml: a scenario \
                begins with scenario:, a definition with client:, server: or library:, a rule with \
                rule:
                1 case in 3 files, all sound

                """
        )
        let faults = [
            ("app/s.yaml", scenario + "x: 1\n", "unknown key 'x'"),
            ("app/deep/clients/y.yaml", "client: y\nabout: A client.\n", "needs the key 'command'"),
            ("app/tls.yaml", words, "needs the key 'reasons'"), ("app/z.yml", scenario, ".yaml"),
            ("app/nameless.yaml", "expect: accept\n", "'scenario'"),
        ]
        for (path, text, problem) in faults {
            let before = workshop.read(path)
            try workshop.write(text, to: path)
            let result = hatpin("lint app", in: workshop)
            #expect(result.exit == 2, "\(path): \(result)")
            #expect(result.output.contains(problem), "\(path): \(result.output)")
            _ = workshop.shell("rm \(path)")
            if !before.isEmpty { try workshop.write(before, to: path) }
        }
    }

    @Test func `lint reports a misspelt first key in folders of scenarios and clients`() throws {
        let files = [("Scenarios/s.yaml", "scenaro: s\n"), ("Clients/y.yaml", "cleint: y\n")]
        for (path, text) in files {
            let workshop = try Workshop([path: text])
            #expect(hatpin("lint .", in: workshop).exit == 2, "\(path)")
            #expect(hatpin("lint \(path)", in: workshop).exit == 2, "\(path)")
        }
        let named = try Workshop(["app/s.yaml": "scenaro: s\n"])
        #expect(hatpin("lint app/s.yaml", in: named).exit == 2, "a named file is a scenario")
        #expect(hatpin("lint app", in: named).exit == 4, "nothing is there to check")
    }

    @Test func `lint reports known differences that match no case, with their place`() throws {
        let known = "[\"s\", \"names/*\", folder/s-*, ss]"
        let workshop = try Workshop([
            "Clients/y.yaml": Self.definition(
                "y",
                """
                command: sh -c 'exit 1' {ca} {url}
                known: [{ cases: \(known), accept: true, because: so }]
                """
            ),
            "Scenarios/s.yaml":
                "scenario: s\nabout: A scenario.\nsources: RFC 5280\nexpect: accept\n",
        ])
        for arguments in ["lint", "lint Clients/y.yaml", "lint Clients"] {
            let result = hatpin(arguments, in: workshop)
            #expect(result.exit == 0, "the suite may be another one")
            let problems = result.output.split(separator: "\n").filter { $0.hasPrefix("warning") }
            #expect(
                problems == [
                    "warning[C012]: 'names/*' matches no case",
                    "warning[C012]: 'folder/s-*' matches no case",
                    "warning[C012]: 'ss' matches no case",
                ]
            )
            #expect(result.output.contains(" --> Clients/y.yaml:4:24\n"), "\(result.output)")
            #expect(result.output.contains("= help: did you mean 's'?"))
        }
        let run = hatpin("run --clients . --party client/y", in: workshop)
        #expect(run.error.contains("warning[C012]: 'ss' matches no case"), "\(run)")
        let part = hatpin("run --clients . --party client/y ./Scenarios/s.yaml", in: workshop)
        #expect(part.error.contains("C012"))
    }

    @Test func `lint also checks messages of TLS libraries`() throws {
        let words = "library: tls\nabout: TLS.\nreasons: [{ says: x, reason: expired }]\n"
        let workshop = try Workshop([
            "Clients/y.yaml": Self.definition("y", "library: tls\ncommand: sh {ca} {host} {port}"),
            "Clients/z.yaml": Self.definition("z", "library: tls\ncommand: sh {ca} {host} {port}"),
            "Clients/Libraries/tls.yaml": words,
        ])
        #expect(hatpin("lint Clients", in: workshop).error == "3 files, all sound\n")
        try workshop.write(words + "reason: x\n", to: "Clients/Libraries/tls.yaml")
        let library = hatpin("lint Clients/Libraries/tls.yaml", in: workshop)
        #expect(library.exit == 2 && library.error.hasPrefix("1 problem in 1 of 1 file"))
        let all = hatpin("lint Clients", in: workshop)
        #expect(all.exit == 2 && all.error.hasPrefix("1 problem in 1 of 3 files"), "\(all.error)")
        #expect(hatpin("clients y", in: workshop).exit == 2)
    }

    @Test func `explain explains the codes of definitions`() throws {
        let result = try Workshop().hatpin("explain C002")
        #expect(result.exit == 0)
        #expect(result.output.hasPrefix("error C002\n"))
    }

    @Test func `the schema of a definition is JSON Schema draft-07`() throws {
        let result = try Workshop().hatpin("schema client")
        #expect(result.exit == 0)
        #expect(result.output.contains("\"title\": \"Hatpin client\""))
        #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        }
    }
}

extension String {
    /// The text with runs of spaces joined.
    fileprivate var singleSpaced: String {
        split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
}
