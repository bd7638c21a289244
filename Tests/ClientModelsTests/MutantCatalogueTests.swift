import ClientModels
import PathValidation
import Testing

/// The checks that mutants omit.
struct MutantCatalogueTests {
    private let names = Set(Mutant.catalogue.map(\.name))

    @Test func `a mutant concerns only parties that make the check that it omits`() throws {
        func concerns(
            _ name: String,
            _ model: String,
            _ settings: [String: String] = [:]
        ) throws
            -> Bool
        {
            let mutant = try #require(Mutant.catalogue.first { $0.name == name })
            return mutant.concerns(try PolicyModel.resolve(model, settings: settings))
        }
        // A rule of one profile concerns `reference` with that profile, and every model.
        #expect(try concerns("baseline-key", "reference", ["profile": "webpki"]))
        #expect(try !concerns("baseline-key", "reference", ["profile": "rfc5280"]))
        #expect(try concerns("baseline-key", "curl"))
        #expect(try concerns("validity", "reference", ["profile": "rfc5280"]))
        #expect(try concerns("must-staple", "reference"))
        #expect(try concerns("okhttp/pattern", "okhttp"))
        #expect(try !concerns("okhttp/pattern", "curl"))
        let platform = try #require(ModelCheck.platform.first)
        #expect(try concerns(platform.name, "urlsession"))
        #expect(try !concerns(platform.name, "reference"))
    }

    /// Checks that the settings of `reference` add.
    private static let ofSettings = ["certificate-transparency", "maximum-intermediates"]

    @Test(arguments: PathProfile.catalogue)
    func `a mutant lists exactly the profiles that have its check`(_ profile: PathProfile) {
        var checks = Set(profile.checks().map(\.name))
        if profile.name == PathProfile.reference.name { checks.formUnion(Self.ofSettings) }
        for mutant in Mutant.catalogue {
            guard case .path(let profiles) = mutant.layer, profile.name != PathProfile.apple.name
            else { continue }
            #expect(
                profiles.contains(profile.name) == checks.contains(mutant.name),
                "\(mutant.name)"
            )
        }
    }

    @Test(arguments: PathProfile.catalogue)
    func `the catalogue has a mutant for every check of a profile`(_ profile: PathProfile) {
        for check in profile.checks() {
            let mutant = Mutant.catalogue.first { $0.name == check.name }
            guard case .path(let profiles) = mutant?.layer else {
                Issue.record("\(check.name) is missing")
                continue
            }
            #expect(profiles.contains(profile.name), "\(check.name)")
        }
    }

    @Test func `the catalogue has a mutant for every revocation check and every model decision`() {
        #expect(names.isSuperset(of: RevocationCheck.catalogue.map(\.name)))
        #expect(names.isSuperset(of: ModelCheck.platform.map(\.name)))
        for model in PolicyModel.catalogue {
            #expect(names.isSuperset(of: model.checks.map(\.name)), "\(model.name)")
        }
    }

    @Test func `the name of a mutant begins with the layer of its check`() throws {
        for mutant in Mutant.catalogue {
            guard let slash = mutant.name.firstIndex(of: "/") else { continue }
            #expect(mutant.layer.names.contains(String(mutant.name[..<slash])), "\(mutant.name)")
        }
        for model in PolicyModel.catalogue {
            for check in model.checks { #expect(check.name.contains("/")) }
        }
    }

    @Test func `a mutant omits the check in its name`() throws {
        func checks(without name: String) throws -> CheckSet {
            try #require(Mutant.catalogue.first { $0.name == name }).checks
        }
        for check in PathProfile.catalogue.flatMap({ $0.checks() }) {
            #expect([check].intersection(try checks(without: check.name)).isEmpty)
        }
        for check in RevocationCheck.catalogue {
            #expect([check].intersection(try checks(without: check.name)).isEmpty)
        }
        for check in ModelCheck.platform + PolicyModel.catalogue.flatMap(\.checks) {
            #expect(try !checks(without: check.name).contains(check))
        }
    }

    @Test func `mutants have unique, non-empty names`() {
        #expect(names.count == Mutant.catalogue.count)
        for mutant in Mutant.catalogue {
            #expect(!mutant.name.isEmpty && !mutant.about.isEmpty && !mutant.source.isEmpty)
        }
    }

    @Test func `every equivalent mutant exists and has a stated reason`() {
        for proof in EquivalentMutant.catalogue {
            #expect(names.contains(proof.name))
            #expect(!proof.because.isEmpty)
        }
    }
}
