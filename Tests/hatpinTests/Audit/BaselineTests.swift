import CommandWorkshop
import Testing

/// `audit --baseline` of source files.
@Suite("Baselines of findings", .blocking)
struct BaselineTests {
    private static let one = "import requests\nrequests.get(u, verify=False)\n"

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The files when the baseline is written, and the files that are audited afterwards.
        var before = ["app/a.py": one]
        let after: [String: String]
        var options = ""
        let exit: Int32
        /// The expected lines of standard error.
        var says: [String] = []
    }

    static let cases: [Case] = [
        Case(testDescription: "the same files", after: ["app/a.py": one], exit: 0),
        Case(
            testDescription: "a moved and indented finding",
            after: ["app/a.py": "import requests\nif x:\n\n    requests.get(u, verify=False)\n"],
            exit: 0
        ),
        Case(
            testDescription: "a second finding in other code",
            after: ["app/a.py": one + "requests.get(v, verify=False)\n"],
            exit: 1,
            says: ["hatpin: new: app/a.py:3: "]
        ),
        Case(
            testDescription: "a second finding in equal code",
            after: ["app/a.py": one + "requests.get(u, verify=False)\n"],
            exit: 1,
            says: ["hatpin: new: app/a.py:3: "]
        ),
        Case(
            testDescription: "a finding in another file",
            after: ["app/a.py": one, "app/b.py": one],
            exit: 1,
            says: ["hatpin: new: app/b.py:2: "]
        ),
        Case(
            testDescription: "two findings, one of which is fixed",
            before: ["app/a.py": one + "requests.get(u, verify=False)\n"],
            after: ["app/a.py": one],
            exit: 1,
            says: [
                "hatpin: no longer found: app/a.py:3: ",
                "renew it: hatpin audit --write-baseline base.json app\n",
            ]
        ),
        Case(
            testDescription: "another finding instead of the recorded one",
            after: ["app/a.py": "import requests\nrequests.post(v, verify=False)\n"],
            exit: 1,
            says: ["hatpin: new: app/a.py:2: ", "hatpin: no longer found: app/a.py:2: "]
        ),
        Case(
            testDescription: "a new finding that --allow permits",
            after: ["app/a.py": one + "requests.get(v, verify=False)\n"],
            options: "--allow critical",
            exit: 0
        ),
        Case(
            testDescription: "a new finding that is too severe",
            after: ["app/a.py": one + "requests.get(v, verify=False)\n"],
            options: "--allow high",
            exit: 1,
            says: ["hatpin: new: app/a.py:3: "]
        ),
    ]

    @Test(arguments: cases)
    func `a baseline identifies a finding by rule, file and code, and counts repetitions`(
        test: Case
    ) throws {
        let workshop = try Workshop(test.before)
        let audit = "audit app --baseline base.json \(test.options)"
        #expect(workshop.hatpin("audit app --write-baseline base.json").exit == 0)
        for (path, text) in test.after { try workshop.write(text, to: path) }
        let result = workshop.hatpin(audit)
        #expect(result.exit == test.exit, "\(result)")
        for words in test.says { #expect(result.error.contains(words), "\(result.error)") }
        #expect(test.exit == 1 || !result.error.contains("hatpin: new"), "\(result.error)")
    }

    @Test func `the suggested command renews the baseline`() throws {
        let workshop = try Workshop(["app/a.py": Self.one])
        _ = workshop.hatpin("audit app --write-baseline 'b c.json'")
        try workshop.write("x = 1\n", to: "app/a.py")
        let stale = workshop.hatpin("audit app --baseline 'b c.json' --allow low")
        #expect(stale.exit == 1)
        let command = stale.error.split(separator: "renew it: ").last.map(String.init) ?? ""
        #expect(workshop.shell(command).exit == 0, "\(command)")
        #expect(workshop.hatpin("audit app --baseline 'b c.json'").exit == 0)
    }

    @Test func `only --write-baseline writes a baseline`() throws {
        let workshop = try Workshop(["app/a.py": Self.one])
        let missing = workshop.hatpin("audit app --baseline base.json")
        #expect(missing.exit == 3)
        #expect(
            missing.error == """
                hatpin: the baseline base.json does not exist
                  help: create it: --write-baseline base.json

                """
        )
        #expect(missing.output == "")
        #expect(workshop.hatpin("audit app --write-baseline base.json").exit == 0)
        #expect(workshop.hatpin("audit app --baseline base.json").exit == 0)
        let both = workshop.hatpin("audit app --baseline base.json --write-baseline base.json")
        #expect(both.exit == 64)
    }

    @Test func `compare of two files also counts findings of the files`() throws {
        func file(_ hosts: String...) -> String {
            let entries = hosts.map {
                "<domain-config hsts=\"true\"><domain>\($0)</domain></domain-config>"
            }
            return "<network-security-config>\(entries.joined())</network-security-config>"
        }
        let workshop = try Workshop(["a.xml": file("a.test"), "b.xml": file("a.test", "b.test")])
        #expect(workshop.hatpin("compare a.xml a.xml --chain-only --filter id:time/*").exit == 0)
        let more = workshop.hatpin("compare a.xml b.xml --chain-only --filter id:time/*")
        #expect(more.exit == 1)
        #expect(more.output.contains("weaker"), "\(more)")
    }
}
