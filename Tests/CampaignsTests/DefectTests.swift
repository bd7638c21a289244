import Campaigns
import Forge
import PathValidation
import ScenarioFormat
import Testing

struct DefectTests {
    @Test func `names are told apart`() {
        let names = Defect.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `the standard world is accepted`() throws {
        #expect(try verdict(on: []) == .accept)
    }

    @Test(arguments: Defect.catalogue.map(\.name))
    func `each defect alone changes the world and is decided as the catalogue says`(
        name: String
    ) throws {
        let defect = try #require(Defect.named(name))
        for place in defect.places {
            for variant in 0..<DrawnDefect.variants {
                let drawn = DrawnDefect(name, at: place, variant: variant)
                let world = GeneratedWorld([drawn])
                let verdict = try verdict(on: [drawn])
                let isAccepted = defect.accepted.contains(place)
                #expect(verdict.isAccepted == isAccepted, "\(drawn.label) \(variant): \(verdict)")
                #expect(world.world != .standard)
                #expect(world.without(drawn).world == .standard)
            }
        }
    }

    private func verdict(on defects: [DrawnDefect]) throws -> ChainVerdict {
        let world = try ForgedWorld(GeneratedWorld(defects).world)
        return ProfileJudge(.reference).verdict(on: world.question)
    }
}
