/// A model of a client's policy, as scenario files and `--party` name it.
package struct PolicyModel: Sendable {
    /// A setting of the original, under its own name hyphenated.
    package struct Setting: Hashable, Sendable {
        /// What a setting takes.
        package enum Kind: Hashable, Sendable {
            /// One of these; `["false", "true"]` for a flag.
            case word([String])
            /// Whatever is written, such as a domain.
            case text
            /// The path of a file that holds such a document.
            case document(PolicyDocument.Notation)
        }

        package let name: String
        package let about: String
        package let kind: Kind
        /// The value if none is stated; empty for texts and documents.
        package let fallback: String
        /// The releases that its values stand for, where it takes releases.
        package let releases: [ReleaseRange]

        private init(
            _ name: String,
            _ kind: Kind,
            fallback: String,
            releases: [ReleaseRange] = [],
            about: String
        ) {
            self.name = name
            self.kind = kind
            self.fallback = fallback
            self.releases = releases
            self.about = about
        }

        /// A setting that takes one of these words, of which `fallback` is one.
        package init(
            _ name: String,
            _ words: [String],
            fallback: String,
            releases: [ReleaseRange] = [],
            about: String
        ) {
            self.init(name, .word(words), fallback: fallback, releases: releases, about: about)
        }

        /// A setting that is on or off.
        package static func flag(_ name: String, fallback: Bool, about: String) -> Setting {
            Setting(name, ["false", "true"], fallback: fallback ? "true" : "false", about: about)
        }

        /// A setting that takes any text.
        package static func text(_ name: String, about: String) -> Setting {
            Setting(name, .text, fallback: "", about: about)
        }

        /// A setting that takes a file.
        package static func document(
            _ name: String,
            _ notation: PolicyDocument.Notation,
            about: String
        ) -> Setting {
            Setting(name, .document(notation), fallback: "", about: about)
        }

        /// The value that decides as a release does which is not among the values; nil for others.
        package func value(decidingAs release: String) -> String? {
            releases.first { $0.contains(release) }?.value
        }

        /// The words it takes; empty where it takes more than words.
        package var values: [String] {
            if case .word(let words) = kind { words } else { [] }
        }
    }

    /// Every setting of a model, stated or fallen back.
    package struct Settings: Hashable, Sendable {
        fileprivate var words: [String: String]
        fileprivate var documents: [String: PolicyDocument]
        /// Whether a configuration's entry stands for whatever host is connected to, because the
        /// party was chosen for a world that knows nothing of it.
        package fileprivate(set) var standsIn: Bool

        /// What was written, a path for a document; empty where the model has no such setting.
        package subscript(_ name: String) -> String { words[name] ?? "" }

        /// Whether a flag is on.
        package func isOn(_ name: String) -> Bool { words[name] == "true" }

        /// The document of a setting; nil where none is stated.
        package func document(_ name: String) -> PolicyDocument? { documents[name] }
    }

    /// What of a world a model cannot express; it is not applicable there.
    package enum Capability: String, CaseIterable, Hashable, Sendable {
        /// `client.pins` are honoured.
        case pins
        /// They are compared with the end entity alone, and one on an authority fits nothing.
        case endEntityPins = "end-entity-pins"
        /// All of a chain must be pinned, or its end entity and an authority each.
        case wholeChainPins = "whole-chain-pins"
        /// `sha256/…` pins, which come without a certificate, are honoured.
        case hashPins = "hash-pins"
        /// The connection is judged too: whatever a server chooses is put before the policy.
        case connection
        /// A world without `client.pins` is judged. A configuration that demands a pin refuses
        /// whatever such a world serves, which says nothing of what it serves.
        case unpinned
    }

    package let name: String
    package let about: String
    /// Project, version and file that it transcribes.
    package let source: String
    package let scope: ModelScope
    /// The platform that it stands on; nil for a client that brings its own validation.
    package let platform: ModelPlatform?
    package let settings: [Setting]
    /// The decisions that it takes, in the original's order.
    package let checks: [ModelCheck]
    /// The domains that a configuration of this system has entries for, each a word for the setting
    /// `domain`; nil where the document is no configuration of this system.
    package let entries: @Sendable (PolicyDocument) -> [String]?
    /// What it can express under these settings.
    package let capabilities: @Sendable (Settings) -> Set<Capability>
    /// The policy under these settings, which makes these checks.
    package let policy: @Sendable (Settings, CheckSet) -> any TrustPolicy

    /// A model for the catalogue; each parameter is the property of its name.
    package init(
        name: String,
        about: String,
        source: String,
        scope: ModelScope,
        platform: ModelPlatform? = nil,
        settings: [Setting],
        checks: [ModelCheck] = [],
        entries: @escaping @Sendable (PolicyDocument) -> [String]? = { _ in nil },
        capabilities: @escaping @Sendable (Settings) -> Set<Capability>,
        policy: @escaping @Sendable (Settings, CheckSet) -> any TrustPolicy
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.scope = scope
        self.platform = platform
        self.settings = settings
        self.checks = checks
        self.entries = entries
        self.capabilities = capabilities
        self.policy = policy
    }
}

extension PolicyModel {
    /// The setting that takes what `entries` reads: the first that takes a file; nil where none does.
    package var configuration: Setting? {
        settings.first { if case .document = $0.kind { true } else { false } }
    }

    /// This model with these settings; those not stated fall back.
    ///
    /// - Throws: `PolicyModelError` for the first word, settings in alphabetical order, that it
    ///   does not know.
    package func configured(
        _ stated: [String: String],
        documents: [String: PolicyDocument] = [:],
        standsIn: Bool = false
    ) throws(PolicyModelError) -> ConfiguredModel {
        var words: [String: String] = [:]
        for setting in settings { words[setting.name] = setting.fallback }
        for (name, value) in stated.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings.first(where: { $0.name == name }) else {
                throw .unknownSetting(name, model: self.name, known: settings.map(\.name))
            }
            if case .word(let known) = setting.kind, !known.contains(value) {
                throw .unknownValue(
                    value,
                    setting: name,
                    model: self.name,
                    known: known,
                    alike: setting.value(decidingAs: value)
                )
            }
            words[name] = value
        }
        let settings = Settings(words: words, documents: documents, standsIn: standsIn)
        return ConfiguredModel(model: self, settings: settings)
    }
}

/// A model with every setting present and known; only `PolicyModel` makes one.
package struct ConfiguredModel: Sendable {
    package let model: PolicyModel
    package let settings: PolicyModel.Settings

    fileprivate init(model: PolicyModel, settings: PolicyModel.Settings) {
        self.model = model
        self.settings = settings
    }

    /// The one way to write it: settings that differ from their fallback, in the order they are
    /// declared, such as `afnetworking:mode=public-key,allow-invalid=true`.
    package var name: String {
        let stated = model.settings.compactMap { setting in
            let word = settings[setting.name]
            return word == setting.fallback ? nil : "\(setting.name)=\(word)"
        }
        return stated.isEmpty
            ? model.name : "\(model.name):\(stated.joined(separator: ","))"
    }

    /// This configuration with another word for a setting; nil where the model has no such setting
    /// or no such word.
    package func changing(_ setting: String, to word: String) -> ConfiguredModel? {
        guard let known = model.settings.first(where: { $0.name == setting })?.values,
            known.contains(word)
        else { return nil }
        var changed = settings
        changed.words[setting] = word
        return ConfiguredModel(model: model, settings: changed)
    }

    /// Every setting as it is written.
    package var words: [String: String] { settings.words }

    /// What it can express.
    package var capabilities: Set<PolicyModel.Capability> { model.capabilities(settings) }

    /// The rule that it applies.
    package var policy: any TrustPolicy { policy(.all) }

    /// The rule that it applies if it makes these checks alone.
    package func policy(_ checks: CheckSet) -> any TrustPolicy { model.policy(settings, checks) }
}

/// A model or a setting that is not in the catalogue, with the words that are.
package enum PolicyModelError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownModel(String, known: [String])
    case unknownSetting(String, model: String, known: [String])
    /// `alike` is a value that decides the same; nil if none is known.
    case unknownValue(String, setting: String, model: String, known: [String], alike: String?)

    package var description: String {
        switch self {
        case .unknownModel(let name, let known):
            "no model is named \(name); there are \(known.joined(separator: ", "))"
        case .unknownSetting(let name, let model, let known):
            "\(model) has no setting \(name); it has \(known.joined(separator: ", "))"
        case .unknownValue(let value, let setting, let model, _, let alike?):
            "\(setting) of \(model) is never \(value); \(alike) decides the same"
        case .unknownValue(let value, let setting, let model, let known, nil):
            "\(setting) of \(model) is never \(value); it is one of "
                + known.joined(separator: ", ")
        }
    }
}
