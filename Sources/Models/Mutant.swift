import ApplePlatform
import Policies
import Trust

/// A policy without one of its checks.
///
/// A suite notices the loss, or has a hole there.
package struct Mutant: Hashable, Sendable {
    /// Where the check is asked.
    package enum Layer: Hashable, Sendable {
        /// By path validation, under these profiles.
        case path(profiles: [String])
        /// Of what says whether a certificate was revoked.
        case revocation
        /// By the platform below the models of Apple's clients.
        case platform
        /// By these models.
        case models([String])

        /// What it is selected by: `path`, `revocation`, `platform`, or each model's name.
        package var names: [String] {
            switch self {
            case .path: ["path"]
            case .revocation: ["revocation"]
            case .platform: ["platform"]
            case .models(let names): names
            }
        }
    }

    /// The check's.
    package let name: String
    package let about: String
    /// The check's place.
    package let source: String
    package let layer: Layer

    /// The checks that it makes: all but its own.
    package var checks: CheckSet {
        switch layer {
        case .path: .all(except: .path(name))
        case .revocation: .all(except: .revocation(name))
        case .platform, .models: .all(except: .model(name))
        }
    }

    /// Whether this party might ask the check.
    package func concerns(_ party: ConfiguredModel) -> Bool {
        switch layer {
        case .models(let names):
            names.contains(party.model.name)
        case .path(let profiles) where party.model.name == PolicyModel.reference.name:
            profiles.contains(party.settings["profile"])
        case .path, .revocation:
            true
        case .platform:
            party.model.platform != nil
        }
    }
}

extension Mutant {
    /// One for every check that there is: path validation's under any profile, those on revocation,
    /// the platform's, and the models'.
    package static let catalogue: [Mutant] =
        pathChecks
        + RevocationCheck.catalogue.map {
            Mutant(name: $0.name, about: $0.about, source: $0.source, layer: .revocation)
        }
        + ModelCheck.platform.map {
            Mutant(name: $0.name, about: $0.about, source: $0.source, layer: .platform)
        }
        + modelChecks

    /// Checks of one name are one rule, which a profile may word as it likes.
    private static let pathChecks: [Mutant] = {
        let profiles =
            PathProfile.catalogue.map { ($0.name, $0.checks()) }
            + [(PathProfile.apple.name, PathProfile.appleBasic)]
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

/// A mutant that decides as the policy does in every world: its check asks what others have asked.
package struct EquivalentMutant: Hashable, Sendable {
    /// The mutant's.
    package let name: String
    /// The proof.
    package let because: String
}

extension EquivalentMutant {
    /// Those that no scenario can kill.
    ///
    /// An entry fails `hatpin mutants` as soon as a scenario kills its mutant.
    package static let catalogue: [EquivalentMutant] = [
        EquivalentMutant(
            name: PathCheck.baselineVersion.name,
            because: "a certificate of another version has no extensions, so that it lacks, as an "
                + "end entity, the purposes that baseline-purposes asks for and, as an issuer, the "
                + "keyUsage that authority-key-usage asks for; both are asked wherever this is, "
                + "nothing between them refuses for another reason, and the reason is the same"
        )
    ]
}
