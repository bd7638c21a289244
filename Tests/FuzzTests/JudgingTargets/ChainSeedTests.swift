import ScenarioFormat
import TestSupport
import Testing
import X509

@testable import Campaigns

/// The seeds of `ValidateChain`: the chain of each defect that keeps the baseline root and decodes.
struct ChainSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let standard = try ForgedSetup(Setup.standard).question
        var seeds = ["standard": input([], standard.chain)]
        // Defects of encodings are left out, because the target's mutator already changes the DER.
        let surgery = Set(Defect.ofEncodings.map(\.name))
        let defects = Defect.catalogue.filter { !surgery.contains($0.name) }
        for (index, defect) in defects.enumerated() {
            let place = try #require(defect.places.first)
            let drawn = GeneratedSetup([DrawnDefect(defect.name, at: place)])
            let (setup, forged) = try drawn.forged()
            let chain = forged.question.chain
            // The seeds of `DecodeCertificate` have the encodings that do not reach a validator.
            guard forged.question.anchors == standard.anchors, !setup.defects.isEmpty,
                chain.joined().count < 8_192,
                chain.allSatisfy({ (try? Certificate(der: $0)) != nil })
            else { continue }
            // Each chain has another profile, with the baseline host and date.
            seeds[defect.name] = input([UInt8(index % 5)], chain)
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
