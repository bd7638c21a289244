import Mutator
import Testing

@testable import Mutate

/// The list of mutants that no test can distinguish from the original.
struct EquivalentsTests {
    private static let file = MutatedFile(path: "A.swift", text: "func b() { c(d < e); c(d < e) }")

    private static let text = """
        # a comment

        file A.swift
        in   b
        was  d < e
        now  d <= e
        why  They are never the same,
             and that is why.

        file A.swift
        in b
        was d < e
        now d >= e
        place 2
        why It is dead.
        """

    @Test func `finds the mutants that entries name`() throws {
        let list = try Equivalents(Self.text)
        #expect(
            list.entries.map(\.reason) == [
                "They are never the same, and that is why.", "It is dead.",
            ]
        )
        #expect(Self.file.mutants.map(list.contains) == [true, false, false, true])
        #expect(list.stale(Self.file.mutants) == [])
    }

    @Test func `finds an entry that names no mutant`() throws {
        let list = try Equivalents(Self.text.replacing("d < e", with: "d < f"))
        #expect(list.stale(Self.file.mutants).count == 2)
    }

    @Test func `finds an entry that names several mutants`() throws {
        let list = try Equivalents(Self.text)
        #expect(list.unclear(Self.file.mutants).map(\.reason) == [list.entries[0].reason])
        let placed = Self.text.replacing("now  d <= e", with: "now  d <= e\nplace 1")
        #expect(try Equivalents(placed).unclear(Self.file.mutants).isEmpty)
        let single = MutatedFile(path: "A.swift", text: "func b() { c(d < e) }")
        #expect(list.unclear(single.mutants).isEmpty)
    }

    @Test(arguments: ["file", "in", "was", "now", "why"])
    func `rejects an entry that lacks a field`(field: String) {
        let text = Self.text.replacing("\n\(field)", with: "\nother")
        #expect(throws: Failure.self) { try Equivalents(text) }
    }
}
