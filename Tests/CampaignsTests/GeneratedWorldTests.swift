import Campaigns
import Forge
import OpenSSL
import Scenarios
import Testing

struct GeneratedWorldTests {
    @Test func `a world is a function of seed and number`() {
        for index in 0..<200 as Range<UInt64> {
            #expect(GeneratedWorld(seed: 5, index: index) == GeneratedWorld(seed: 5, index: index))
        }
        let worlds = Set((0..<200).map { GeneratedWorld(seed: 5, index: $0) })
        #expect(worlds.count > 150)
        #expect(worlds != Set((0..<200).map { GeneratedWorld(seed: 6, index: $0) }))
    }

    @Test func `defects get along in any number and order`() {
        for index in 0..<20_000 as Range<UInt64> {
            let one = GeneratedWorld(seed: 8, index: index)
            let other = GeneratedWorld(seed: 9, index: index)
            let both = GeneratedWorld(one.defects + other.defects)
            #expect(both.world.pki.entities["leaf"] != nil)
        }
    }

    @Test func `bytes that have run out make the standard world`() {
        var choices = Choices([])
        #expect(GeneratedWorld(&choices).world == .standard)
    }

    @Test func `what cannot be done is left out`() throws {
        // An issuer has no alternative names.
        let world = GeneratedWorld([
            DrawnDefect("expired", at: .leaf), DrawnDefect("nul-in-san", at: .intermediate),
        ])
        let (generated, forged) = try world.forged()
        #expect(generated == GeneratedWorld([DrawnDefect("expired", at: .leaf)]))
        #expect(forged.world == generated.world)
    }
}
