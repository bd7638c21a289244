extension PolicyModel {
    /// Every setting of a model, stated or by default.
    package struct Settings: Hashable, Sendable {
        fileprivate var words: [String: String]
        fileprivate var documents: [String: PolicyDocument]
        /// Whether one entry of a configuration applies to every host.
        ///
        /// It does if no scenario fixes the party, so that a configuration can be judged in test
        /// cases that were not written for it.
        package fileprivate(set) var standsIn: Bool

        /// The value as written, a path for a document; empty if the model has no such setting.
        package subscript(_ name: String) -> String { words[name] ?? "" }

        /// Whether a flag is on.
        package func isOn(_ name: String) -> Bool { words[name] == "true" }

        /// The document of a setting; nil where none is stated.
        package func document(_ name: String) -> PolicyDocument? { documents[name] }
    }
}

/// A model with every setting present and known; only `PolicyModel` makes one.
package struct ConfiguredModel: Sendable {
    /// The model that is configured.
    package let model: PolicyModel
    /// Every setting that the model has.
    package let settings: PolicyModel.Settings

    fileprivate init(model: PolicyModel, settings: PolicyModel.Settings) {
        self.model = model
        self.settings = settings
    }

    /// The canonical name: the settings that differ from their defaults, in the order of their
    /// declaration, such as `afnetworking:mode=public-key,allow-invalid=true`.
    package var name: String {
        let stated = model.settings.compactMap { setting in
            let word = settings[setting.name]
            return word == setting.fallback ? nil : "\(setting.name)=\(word)"
        }
        return stated.isEmpty
            ? model.name : "\(model.name):\(stated.joined(separator: ","))"
    }

    /// This configuration with another value for a setting; nil if the model has no such setting or
    /// value.
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

    /// The features that it supports.
    package var capabilities: Set<PolicyModel.Capability> { model.capabilities(settings) }

    /// The rule that it applies.
    package var policy: any TrustPolicy { policy(.all) }

    /// The rule that it applies if it makes these checks alone.
    package func policy(_ checks: CheckSet) -> any TrustPolicy { model.policy(settings, checks) }
}

extension PolicyModel {
    /// This model with these settings, the others by default.
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
