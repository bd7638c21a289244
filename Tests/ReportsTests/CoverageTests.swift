import CommandWorkshop
import PathValidation
import Reports
import RepositorySuite
import ScenarioFormat
import Testing

/// Rows of the attack catalogue that scenarios cover.
struct CoverageTests {
    @Test
    func `counts each attack once, even if several scenarios cover the attack`() async throws {
        let folder = try TemporaryFolder([
            "Scenarios/pins/one.yaml": """
            scenario: one
            about: Something.
            covers: [PIN-001, VAL-004]
            cases:
              a: { expect: accept }
              b: { leaf: { key: p384 }, expect: accept }
            """,
            "Scenarios/pins/two.yaml": """
            scenario: two
            about: Something.
            covers: [PIN-001]
            expect: accept
            """,
        ])
        let library = await ScenarioLibrary.load([folder.path + "/Scenarios"])
        try #require(library.diagnostics == [])
        let coverage = Coverage(of: library.scenarios)
        #expect(coverage.row("PIN-001")?.scenarios == ["pins/one", "pins/two"])
        #expect(coverage.row("PIN-001")?.standing == .covered)
        #expect(coverage.row("PIN-002")?.standing == .open)
        #expect(coverage.row("QUIC-001")?.standing == .explained)
        let all = coverage.groups.map { $0.count(.covered) }.reduce(0, +)
        #expect(all == 2)
    }

    @Test func `the built-in scenarios cover every attack on identity, trust and pins`() async {
        let coverage = Coverage(of: await RepositorySuite.library.scenarios)
        for group in coverage.groups {
            // An attack that a scenario covers cannot be called impossible.
            for row in group.rows where row.standing == .covered {
                #expect(row.row.obstacle == nil, "\(row.row.id)")
            }
            guard
                ["PIN", "MITM", "ID", "IP", "WC", "VAL", "TA", "BC", "KU"]
                    .contains(group.group.name)
            else { continue }
            #expect(group.rows.filter { $0.standing == .open }.map(\.row.id) == [])
        }
    }
}
