import CommandWorkshop
import Testing

/// `hatpin mutants`, and the coverage of scenarios.
@Suite("How good the suite is", .blocking)
struct MutantsTests {
    @Test func `shows a surviving mutant with advice, and exits with 1`() throws {
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
                             constraint allows; self-issued intermediates do not count.
                  source     RFC 5280 §6.1.4 (l), (m)
                  fix        write a scenario that only this check rejects, and a control that differs
                             in nothing else; state no party: every correct client makes this check

                \(String(repeating: "─", count: 88))
                ✗ 1 survived   ✓ 1 killed TIME

                """
        )
        #expect(result.error == "")
    }

    @Test func `exits with 0 if every mutant is killed`() throws {
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

    @Test
    func `lists a case with an unexpected verdict, and does not use it to kill mutants`() throws {
        let workshop = try Workshop(Workshop.wrong.merging(Workshop.alone) { $1 })
        let result = workshop.hatpin("mutants validity --format json --now 2026-11-21T09:30:00Z")
        #expect(result.exit == 1)
        #expect(result.output.contains(#""unfit":["time/wrong@reference"]"#))
        #expect(result.output.contains(#""survivors":["validity"]"#))
    }

    @Test(arguments: [
        ("validty", "'validty' is neither a check nor a layer", "did you mean 'validity'?"),
        ("zzz/*", "'zzz/*' is neither a check nor a layer", "see hatpin mutants -v"),
        ("--filter id:none", "nothing matches 'id:none'", ""),
    ])
    func `mutants reports an empty selection, and exits with 4`(
        _ arguments: String,
        _ problem: String,
        _ help: String
    ) throws {
        let result = try Workshop(Workshop.good).hatpin("mutants \(arguments)")
        #expect(result.exit == 4)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("hatpin: \(problem)\n"))
        #expect(result.error.contains(help))
    }

    @Test func `explains an attack, and names the scenarios that cover the attack`() throws {
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

    @Test func `explains an attack that no scenario can cover, without scenarios`() throws {
        let expected = """
            attack DTLS-001
              DTLS 1.0 and 1.2 variants of the version and cipher cases.
              A correct client: reject.
              not expressible: Hatpin's servers do not speak DTLS.
              No scenario covers it.

            """
        let result = try Workshop().hatpin("explain DTLS-001")
        #expect(result == Workshop.Result(exit: 0, output: expected))
    }

    @Test func `coverage counts attacks by group and lists attacks without a scenario`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("list --coverage")
        #expect(result.exit == 0)
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.contains { $0.starts(with: ["VAL", "33", "attacks", "1", "covered,"]) })
        #expect(lines.contains { $0.starts(with: ["VAL-002", "Leaf", "expired"]) })
        #expect(!lines.contains { $0.first == "VAL-001" })
        #expect(lines.last?.starts(with: ["all", "948", "attacks", "1", "covered,"]) == true)
    }

    @Test func `the JSON output of coverage lists every attack`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("list --coverage --format json")
        #expect(result.exit == 0)
        #expect(result.output.split(separator: #""id":""#).count - 1 == 948)
        #expect(
            result.output.contains(
                #"{"id":"VAL-001","about":"Leaf expired long ago","verdict":"reject: expired","#
                    + #""standing":"covered","scenarios":["time/expired-leaf"]}"#
            )
        )
        #expect(workshop.hatpin("list --coverage --json") == result)
    }
}
