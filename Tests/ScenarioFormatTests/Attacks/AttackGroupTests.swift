import ScenarioFormat
import Testing

/// The attack catalogue.
struct AttackGroupTests {
    private let rows = AttackGroup.catalogue.flatMap(\.rows)

    @Test func `every row is read`() {
        #expect(rows.count == 911)
        #expect(Set(rows.map(\.id)).count == 911)
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
        #expect(AttackGroup.row("PIN-050") == nil)
        #expect(AttackGroup.row("pin-018") == nil)
        #expect(AttackGroup.row("") == nil)
    }
}
