import Campaigns
import Forge
import PathValidation
import ScenarioFormat
import Testing

struct DefectTests {
    @Test func `gives every defect a different name`() {
        let names = Defect.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `the party reference accepts the baseline setup`() throws {
        #expect(try verdict(on: []) == .accept)
    }

    @Test(arguments: Defect.catalogue.map(\.name))
    func `the party reference decides a setup with a single defect as the catalogue says`(
        name: String
    ) throws {
        let defect = try #require(Defect.named(name))
        for place in defect.places {
            for variant in 0..<DrawnDefect.variants {
                let drawn = DrawnDefect(name, at: place, variant: variant)
                let setup = GeneratedSetup([drawn])
                let verdict = try verdict(on: [drawn])
                let isAccepted = defect.accepted.contains(place)
                #expect(verdict.isAccepted == isAccepted, "\(drawn.label) \(variant): \(verdict)")
                #expect(setup.setup != .standard)
                #expect(setup.without(drawn).setup == .standard)
            }
        }
    }

    private func verdict(on defects: [DrawnDefect]) throws -> ChainVerdict {
        let setup = try ForgedSetup(GeneratedSetup(defects).setup)
        return ProfileOracle(.reference).verdict(on: setup.question)
    }
}
