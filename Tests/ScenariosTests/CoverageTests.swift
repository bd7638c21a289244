import Foundation
import Scenarios
import Testing
import Trust

/// The attack catalogue, and what scenarios cover of it.
struct CoverageTests {
    private let rows = AttackGroup.catalogue.flatMap(\.rows)

    @Test func `every row is read`() {
        #expect(rows.count == 690)
        #expect(Set(rows.map(\.id)).count == 690)
        for row in rows { #expect(!row.verdict.isEmpty && !row.about.isEmpty, "\(row.id)") }
    }

    @Test func `rows are numbered from 1 without a gap`() {
        for group in AttackGroup.catalogue {
            let numbers = group.rows.map { Int($0.id.dropFirst(group.name.count + 1)) }
            #expect(numbers == (1...group.rows.count).map(Optional.some), "\(group.name)")
        }
    }

    @Test func `reasons say why a row cannot be had`() {
        for row in rows {
            #expect(row.obstacle?.hasPrefix("not expressible: ") ?? true, "\(row.id)")
        }
    }

    @Test func `a row is found by its id and by nothing else`() {
        #expect(AttackGroup.row("PIN-018")?.verdict == "reject")
        #expect(AttackGroup.row("PIN-051") == nil)
        #expect(AttackGroup.row("pin-018") == nil)
        #expect(AttackGroup.row("") == nil)
    }

    @Test func `what scenarios name is covered, each scenario once`() async throws {
        let fixture = try Fixture([
            "pins/one.yaml": """
            scenario: one
            about: Something.
            covers: [PIN-001, VAL-004]
            cases:
              a: { expect: accept }
              b: { leaf: { key: p384 }, expect: accept }
            """,
            "pins/two.yaml": """
            scenario: two
            about: Something.
            covers: [PIN-001]
            expect: accept
            """,
        ])
        let library = await fixture.load()
        try #require(library.diagnostics == [])
        let coverage = Coverage(of: library.scenarios)
        #expect(coverage.row("PIN-001")?.scenarios == ["pins/one", "pins/two"])
        #expect(coverage.row("PIN-001")?.standing == .covered)
        #expect(coverage.row("PIN-002")?.standing == .open)
        #expect(coverage.row("QUIC-001")?.standing == .explained)
        let all = coverage.groups.map { $0.count(.covered) }.reduce(0, +)
        #expect(all == 2)
    }

    @Test func `our own scenarios leave no row about identity, trust or pins open`() async {
        let root = URL(fileURLWithPath: testFolder + "/../../Scenarios").standardized.path
        let coverage = Coverage(of: await ScenarioLibrary.load([root]).scenarios)
        for group in coverage.groups {
            // What a scenario covers, no reason may call impossible.
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
