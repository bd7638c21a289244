import Campaigns
import PKIX
import Scenarios
import TestSupport
import Testing

/// The seeds of `ValidateChain` are the chains of generated worlds that keep the standard root.
struct ChainSeedTests {
    @Test func `the committed chains are what the forge writes`() throws {
        let standard = try ForgedWorld(World.standard).question
        var seeds = ["standard": input([], standard.chain)]
        var index: UInt64 = 0
        while seeds.count < 48 {
            index += 1
            let drawn = GeneratedWorld(GeneratedWorld(seed: 4, index: index).defects)
            let (world, forged) = try drawn.forged()
            guard forged.question.anchors == standard.anchors, !world.defects.isEmpty,
                forged.question.chain.joined().count < 8_192
            else { continue }
            let steering = [UInt8(index % 5), UInt8(index % 4), UInt8(index / 4 % 4)]
            seeds["world-\(index)"] = input(steering, forged.question.chain)
        }
        try expectSeeds(seeds, of: "ValidateChain")
    }

    private func input(_ steering: [UInt8], _ chain: [[UInt8]]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.primitive(.octetString, steering)
            for certificate in chain { writer.raw(certificate) }
        }
    }
}
