import ClientModels
import PathValidation
import Testing

struct CheckSetTests {
    private static let decision = ModelCheck.Origin("model", "a source")("decision", about: "It.")

    @Test func `contains every check in the set of all checks`() {
        #expect(CheckSet.all.contains(Self.decision))
        #expect(PathCheck.catalogue.intersection(.all).count == PathCheck.catalogue.count)
        #expect(
            RevocationCheck.catalogue.intersection(.all).count == RevocationCheck.catalogue.count
        )
    }

    @Test func `a set of all checks except one check lacks only that check`() {
        #expect(!CheckSet.all(except: .model("model/decision")).contains(Self.decision))
        #expect(CheckSet.all(except: .model("model/other")).contains(Self.decision))
    }

    @Test func `distinguishes checks of different kinds with the same name`() {
        #expect(CheckSet.all(except: .path("model/decision")).contains(Self.decision))
        let (path, revocation) = (PathCheck.validity.name, RevocationCheck.catalogue[0].name)
        let rules = PathCheck.catalogue, lists = RevocationCheck.catalogue
        #expect(rules.intersection(.all(except: .revocation(path))).count == rules.count)
        #expect(lists.intersection(.all(except: .path(revocation))).count == lists.count)
    }

    @Test func `omitting a rule keeps the order of the other rules`() {
        let left = PathCheck.catalogue.intersection(.all(except: .path(PathCheck.validity.name)))
        #expect(left.map(\.name) == PathCheck.catalogue.map(\.name).filter { $0 != "validity" })
        let name = RevocationCheck.catalogue[1].name
        let lists = RevocationCheck.catalogue.intersection(.all(except: .revocation(name)))
        #expect(lists.map(\.name) == RevocationCheck.catalogue.map(\.name).filter { $0 != name })
    }
}
