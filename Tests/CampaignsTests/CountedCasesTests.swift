import Basics
import Testing

@testable import Campaigns

struct CountedCasesTests {
    @Test
    func `the table of counts names every oracle and only known differences that exist`() throws {
        let counts = try CountedCases.read(EmbeddedTexts.counts.description)
        #expect(Set(counts.keys) == Set(KnownChainDifference.lists.keys))
        for (oracle, counted) in counts {
            let names = KnownChainDifference.list(of: oracle).map(\.name)
            #expect(Set(counted.keys).subtracting(names) == [], "\(oracle)")
        }
    }

    @Test(
        arguments: [
            ("[a]\none | 2\ntwo | 1\n[b]\none | 1", nil),
            ("[a]\none", .badEntry(line: 2)), ("[a]\none | many", .badEntry(line: 2)),
            ("[a]\none | 0", .badEntry(line: 2)), ("[a]\none | 1 | 2", .badEntry(line: 2)),
            ("[a]\none | 1\none | 2", .badEntry(line: 3)),
            ("one | 1", .form(.entryOutsideSection(line: 1))),
        ] as [(String, CountedCases.Fault?)]
    )
    func `the table of counts accepts each name once, and only with a number`(
        text: String,
        fault: CountedCases.Fault?
    ) {
        var found: CountedCases.Fault?
        do { _ = try CountedCases.read(text) } catch { found = error }
        #expect(found == fault)
    }
}
