import CommandWorkshop
import Testing

/// `hatpin mutants`, and what scenarios cover.
@Suite("How good the suite is", .blocking)
struct MutantsTests {
    @Test("a hole is shown with the way to close it, and ends with 1")
    func hole() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin(
            "mutants --now 2026-11-21T09:30:00Z -v validity path-length"
        )
        #expect(result.exit == 1)
        #expect(
            result.output.redacted == """
                2 mutants, 2 pairs, seed 1, now 2026-11-21T09:30:00Z

                ✓            validity
                  by         time/expired-leaf@reference   (false-accept)
                ✗ SURVIVED   path-length
                  about      The path below an issuer has no more intermediates than its path length
                             constraint allows; self-issued ones do not count.
                  source     RFC 5280 §6.1.4 (l), (m)
                  fix        write a scenario that only this check rejects, and a control that differs
                             in nothing else: without a party, since every correct client makes it

                \(String(repeating: "─", count: 88))
                ✗ 1 survived   ✓ 1 killed TIME

                """
        )
        #expect(result.error == "")
    }

    @Test("where every mutant is killed, the exit code is 0 and the holes are none")
    func whole() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin(
            "mutants --now 2026-11-21T09:30:00Z --format json validity"
        )
        let source = "RFC 5280 §6.1.3 (a)(2)"
        let expected = """
            {"seed":1,"now":"2026-11-21T09:30:00Z","pairs":2,"unfit":[],"mutants":[\
            {"name":"validity","layer":["path"],\
            "profiles":["reference","rfc5280","webpki","apple","legacy"],\
            "about":"The verify date is inside every validity period, ends included.",\
            "source":"\(source)","standing":"killed",\
            "killer":{"pair":"time/expired-leaf@reference","outcome":"false-accept",\
            "handshake":false}}],"survivors":[]}

            """
        #expect(result == Workshop.Result(exit: 0, output: expected))
    }

    @Test("a pair that is not as expected is named, and proves nothing")
    func unfit() throws {
        let workshop = try Workshop(Workshop.wrong.merging(Workshop.alone) { $1 })
        let result = workshop.hatpin("mutants validity --format json --now 2026-11-21T09:30:00Z")
        #expect(result.exit == 1)
        #expect(result.output.contains(#""unfit":["time/wrong@reference"]"#))
        #expect(result.output.contains(#""survivors":["validity"]"#))
    }

    @Test(
        "who selects nothing is told so, and ends with 4",
        arguments: [
            ("validty", "'validty' is no check, and no layer of them", "did you mean 'validity'?"),
            ("zzz/*", "'zzz/*' is no check, and no layer of them", "hatpin mutants -v shows"),
            ("--filter id:none", "nothing is 'id:none'", ""),
        ]
    )
    func nothing(_ arguments: String, _ problem: String, _ help: String) throws {
        let result = try Workshop(Workshop.good).hatpin("mutants \(arguments)")
        #expect(result.exit == 4)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("hatpin: \(problem)\n"))
        #expect(result.error.contains(help))
    }

    @Test("a row is explained, and who covers it is named")
    func row() throws {
        let workshop = try Workshop(Workshop.good)
        let expected = """
            attack VAL-001
              Leaf expired long ago.
              A correct client: reject: expired.
              Covered by time/expired-leaf.

            """
        let own = workshop.hatpin("explain VAL-001 --scenarios Scenarios")
        #expect(own == Workshop.Result(exit: 0, output: expected))
        let both = workshop.hatpin("explain VAL-001")
        #expect(both.output.contains("Covered by "))
        #expect(both.output.count > expected.count, "the built-in scenarios cover it, too")
    }

    @Test("a row that no scenario can have is explained without any scenarios")
    func obstacle() throws {
        let expected = """
            row DTLS-001
              DTLS 1.0 and 1.2 variants of the version and cipher cases.
              A correct client: reject.
              not expressible: Hatpin's servers speak only TLS over TCP.
              No scenario covers it.

            """
        let result = try Workshop().hatpin("explain DTLS-001")
        #expect(result == Workshop.Result(exit: 0, output: expected))
    }

    @Test("coverage counts the attacks of each group, and lists those that are open")
    func coverage() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("list --coverage")
        #expect(result.exit == 0)
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.contains { $0.starts(with: ["VAL", "33", "attacks", "1", "covered,"]) })
        #expect(lines.contains { $0.starts(with: ["VAL-002", "Leaf", "expired"]) })
        #expect(!lines.contains { $0.first == "VAL-001" })
        #expect(lines.last?.starts(with: ["all", "911", "attacks", "1", "covered,"]) == true)
    }

    @Test("coverage for programs has every attack")
    func coverageForPrograms() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("list --coverage --format json")
        #expect(result.exit == 0)
        #expect(result.output.split(separator: #""id":""#).count - 1 == 911)
        #expect(
            result.output.contains(
                #"{"id":"VAL-001","about":"Leaf expired long ago","verdict":"reject: expired","#
                    + #""standing":"covered","scenarios":["time/expired-leaf"]}"#
            )
        )
        #expect(workshop.hatpin("list --coverage --json") == result)
    }
}
