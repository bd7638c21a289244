import Foundation
import Mutator
import Testing

@testable import Mutate

/// Verdicts that are kept between runs, and their summary.
struct LedgerTests {
    private static let mutants = MutatedFile(path: "A.swift", text: "func f() { c(a < b, d == e) }")
        .mutants

    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    }

    private static func verdict(
        _ mutant: Mutant,
        by killer: String? = nil,
        of fingerprint: String = "now"
    ) -> Verdict {
        Verdict(
            mutant: mutant.key,
            context: mutant.context,
            killer: killer,
            isReached: true,
            fingerprint: fingerprint
        )
    }

    @Test func `keeps a kill, and a survival as long as nothing changes`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var ledger = try Ledger(in: folder)
        try ledger.add(Self.verdict(Self.mutants[0], by: "scenarios", of: "before"))
        try ledger.add(Self.verdict(Self.mutants[1], of: "before"))
        let again = try Ledger(in: folder)
        #expect(again.standing(Self.mutants[0], "now")?.killer == "scenarios")
        #expect(again.standing(Self.mutants[1], "now") == nil)
        #expect(again.standing(Self.mutants[1], "before") != nil)
        #expect(again.standing(Self.mutants[1], "now", isListed: true) != nil)
        #expect(again.standing(Self.mutants[2], "now") == nil)
    }

    @Test func `does not apply a verdict to another mutant with the same text`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var ledger = try Ledger(in: folder)
        try ledger.add(Self.verdict(Self.mutants[0], by: "scenarios"))
        let other = MutatedFile(path: "A.swift", text: "func f() { c(a < b, d == e); c(a < b) }")
        #expect(other.mutants[0].key == Self.mutants[0].key)
        #expect(ledger.standing(other.mutants[0], "now") == nil)
        let moved = MutatedFile(path: "A.swift", text: "\n\nfunc f() { c(a < b, d == e) }\n")
        #expect(ledger.standing(moved.mutants[0], "now") != nil)
    }

    @Test func `deletes verdicts, and keeps other files of their folder`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var ledger = try Ledger(in: folder)
        try ledger.add(Self.verdict(Self.mutants[0], by: "scenarios"))
        let other = folder.appending(path: "notes")
        try Data("kept".utf8).write(to: other)
        #expect(try Ledger(in: folder, afresh: true).verdicts.isEmpty)
        #expect(try Ledger(in: folder).verdicts.isEmpty)
        #expect(try Data(contentsOf: other) == Data("kept".utf8))
    }

    @Test func `tests a mutant again if its line was cut off`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var ledger = try Ledger(in: folder)
        try ledger.add(Self.verdict(Self.mutants[0]))
        try ledger.add(Self.verdict(Self.mutants[1]))
        let file = folder.appending(path: "verdicts.jsonl")
        try Data(contentsOf: file).dropLast(20).write(to: file)
        var cut = try Ledger(in: folder)
        #expect(cut.verdicts.keys.sorted() == [Self.mutants[0].key])
        try cut.add(Self.verdict(Self.mutants[2]))
        #expect(try Ledger(in: folder).verdicts.count == 2)
    }

    @Test func `counts verdicts and names survivors in a summary`() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try Equivalents(
            "file A.swift\nin f\nwas a < b\nnow a <= b\nwhy They are never the same."
        )
        var ledger = try Ledger(in: folder)
        try ledger.add(Self.verdict(Self.mutants[0]))
        try ledger.add(Self.verdict(Self.mutants[1], by: "scenarios"))
        let clean = Summary(of: Self.mutants, ledger, list)
        #expect(clean.isClean)
        #expect(
            clean.text
                == "2 mutants: 1 killed (scenarios 1), 0 survived, 1 equivalent; 100.0 % killed"
        )
        try ledger.add(Self.verdict(Self.mutants[2]))
        let survived = Summary(of: Self.mutants, ledger, list)
        #expect(!survived.isClean)
        #expect(
            survived.text == """
                survived   A.swift:1: d == e → d != e in f
                3 mutants: 1 killed (scenarios 1), 1 survived, 1 equivalent; 50.0 % killed
                """
        )
        try ledger.add(Self.verdict(Self.mutants[0], by: "X509Tests"))
        let refuted = Summary(of: [Self.mutants[0]], ledger, list)
        #expect(!refuted.isClean)
        #expect(refuted.text.hasPrefix("refuted    A.swift:1: a < b → a <= b in f"))
    }
}
