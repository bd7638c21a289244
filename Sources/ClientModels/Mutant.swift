import PathValidation

/// A policy without one of its checks.
///
/// A mutant that no scenario kills shows a gap in the suite.
package struct Mutant: Hashable, Sendable {
    /// The part of a decision that a check belongs to.
    package enum Layer: Hashable, Sendable {
        /// Path validation under these profiles.
        case path(profiles: [String])
        /// The evaluation of CRLs and OCSP responses.
        case revocation
        /// The platform below the models of Apple's clients.
        case platform
        /// The decisions of these models.
        case models([String])

        /// The words that select the layer: `path`, `revocation`, `platform`, or the name of each
        /// model.
        package var names: [String] {
            switch self {
            case .path: ["path"]
            case .revocation: ["revocation"]
            case .platform: ["platform"]
            case .models(let names): names
            }
        }
    }

    /// The name of the missing check.
    package let name: String
    /// The requirement of the check, in a sentence.
    package let about: String
    /// The source of the check.
    package let source: String
    /// The part of the decision that the check belongs to.
    package let layer: Layer

    /// The checks that remain: all except the missing check.
    package var checks: CheckSet {
        switch layer {
        case .path: .all(except: .path(name))
        case .revocation: .all(except: .revocation(name))
        case .platform, .models: .all(except: .model(name))
        }
    }

    /// Whether this party may make the check.
    package func concerns(_ party: ConfiguredModel) -> Bool {
        switch layer {
        case .models(let names):
            names.contains(party.model.name)
        case .path(let profiles) where party.model.name == PolicyModel.reference.name:
            profiles.contains(party.settings[ReferenceSetting.profile].name)
        case .path, .revocation:
            true
        case .platform:
            party.model.platform != nil
        }
    }
}

extension Mutant {
    /// A mutant for every check of path validation under any profile of `PathProfile.catalogue`, of
    /// revocation, of the platform and of the models.
    package static let catalogue: [Mutant] =
        pathChecks
        + RevocationCheck.catalogue.map {
            Mutant(name: $0.name, about: $0.about, source: $0.source, layer: .revocation)
        }
        + ModelCheck.platform.map {
            Mutant(name: $0.name, about: $0.about, source: $0.source, layer: .platform)
        }
        + modelChecks

    /// Checks with the same name are one rule, even if profiles describe it differently.
    private static let pathChecks: [Mutant] = {
        let profiles =
            PathProfile.catalogue.map { ($0.name, $0.checks()) }
            + [
                (PathProfile.apple.name, PathProfile.appleBasic),
                (PathProfile.reference.name, ReferencePolicy.addedChecks),
            ]
        return unique(profiles.flatMap(\.1), by: \.name).map { check in
            let names = profiles.filter { $0.1.contains { $0.name == check.name } }.map(\.0)
            return Mutant(
                name: check.name,
                about: check.about,
                source: check.source,
                layer: .path(profiles: unique(names, by: \.self))
            )
        }
    }()

    /// Models may share a check.
    private static let modelChecks: [Mutant] =
        unique(PolicyModel.catalogue.flatMap(\.checks), by: \.name).map { check in
            let models = PolicyModel.catalogue.filter { $0.checks.contains(check) }
            return Mutant(
                name: check.name,
                about: check.about,
                source: check.source,
                layer: .models(models.map(\.name))
            )
        }

    private static func unique<Element>(
        _ elements: [Element],
        by name: (Element) -> String
    ) -> [Element] {
        var seen: Set<String> = []
        return elements.filter { seen.insert(name($0)).inserted }
    }
}

/// A mutant that decides like the complete policy in every test case, because other checks imply
/// the missing check.
package struct EquivalentMutant: Hashable, Sendable {
    /// The name of the mutant.
    package let name: String
    /// The reason why other checks imply the missing check.
    package let because: String
}

extension EquivalentMutant {
    /// The mutants that no scenario can kill.
    ///
    /// An entry fails `hatpin mutants` as soon as a scenario kills its mutant.
    package static let catalogue: [EquivalentMutant] = [
        EquivalentMutant(
            name: PathCheck.baselineVersion.name,
            because: "a certificate of another version has no extensions: as an end entity it "
                + "lacks the purposes that baseline-purposes requires, and as an issuer the "
                + "keyUsage that baseline-issuer-key-usage requires; both apply wherever this "
                + "check does, nothing between them rejects for another reason, and the reason is "
                + "the same"
        )
    ]
}
