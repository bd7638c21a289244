import Basics
import Campaigns
import Crypto
import Forge
import ScenarioFormat
import Testing

struct GeneratedSetupTests {
    @Test func `makes the same setup from the same seed and number`() {
        for index in 0..<200 as Range<UInt64> {
            #expect(GeneratedSetup(seed: 5, index: index) == GeneratedSetup(seed: 5, index: index))
        }
        let setups = Set((0..<200).map { GeneratedSetup(seed: 5, index: $0) })
        #expect(setups.count > 150)
        #expect(setups != Set((0..<200).map { GeneratedSetup(seed: 6, index: $0) }))
    }

    /// Findings and tallies name cases by seed and number, so each case must be the same in every
    /// version and on every machine.
    @Test(
        arguments: [
            (
                1, 1,
                [
                    "rsa2048", "rsa2048", "rsa2048", "leaf odd-string 10",
                    "intermediate truncate extensions.subjectKeyIdentifier.value 8",
                ]
            ),
            (1, 2, ["-", "rsa2048", "rsa2048", "root no-subject-key-identifier 4"]),
            (1, 3, ["rsa2048", "rsa2048", "rsa2048", "leaf duplicate validity 12"]),
            (7, 41, ["-", "rsa2048", "rsa2048"]),
            (
                1_000_000_007, 1 << 40,
                [
                    "rsa2048", "rsa2048", "rsa2048", "leaf drop extensions 7",
                    "leaf negative-serial 8",
                ]
            ),
        ] as [(UInt64, UInt64, [String])]
    )
    func `makes the same cases on every machine`(seed: UInt64, index: UInt64, expected: [String]) {
        let setup = GeneratedSetup(seed: seed, index: index)
        let keys = [setup.keys.leaf, setup.keys.intermediate, setup.keys.root]
        let words =
            keys.map { $0.map { "\($0)" } ?? "-" }
            + setup.defects.map { "\($0.label) \($0.variant)" }
        #expect(words == expected)
    }

    /// One more defect in a group changes which setups are drawn, and so every count and seed.
    @Test func `the number of drawn defects in each group is unchanged`() {
        #expect(
            Defect.drawn.map(\.count) == [10, 39, 9, 12, 33, 15, 9, 19, 18, 11, 67, 126],
            "a new defect or mutation states the number of the next count (drawnFrom:)"
        )
    }

    @Test func `applies any number of defects in any order`() {
        for index in 0..<20_000 as Range<UInt64> {
            let one = GeneratedSetup(seed: 8, index: index)
            let other = GeneratedSetup(seed: 9, index: index)
            let both = GeneratedSetup(one.defects + other.defects)
            #expect(both.setup.pki.entities["leaf"] != nil)
        }
    }

    @Test func `reuses certificates only for the same declaration`() throws {
        let cache = ForgeCache()
        for defect in Defect.catalogue {
            for place in defect.places {
                let setup = GeneratedSetup([DrawnDefect(defect.name, at: place)])
                let question = try setup.forged(cache: cache).forged.question
                #expect(try question == setup.forged().forged.question, "\(defect.name)")
            }
        }
    }

    @Test func `an empty byte sequence makes the baseline setup`() {
        var choices = Choices([])
        #expect(GeneratedSetup(&choices).setup == .standard)
    }

    @Test func `removes defects that cannot be applied to the setup`() throws {
        // An issuer has no alternative names.
        let setup = GeneratedSetup([
            DrawnDefect("expired", at: .leaf), DrawnDefect("nul-in-san", at: .intermediate),
        ])
        let (generated, forged) = try setup.forged()
        #expect(generated == GeneratedSetup([DrawnDefect("expired", at: .leaf)]))
        #expect(forged.setup == generated.setup)
    }
}
