import X509

extension PolicyModel {
    /// Every setting of a model, stated or by default.
    package struct Settings: Hashable, Sendable {
        fileprivate var words: [String: String]
        fileprivate var documents: [String: PolicyDocument]
        /// Texts that pin entities, by setting.
        fileprivate var unfilled: [String: SettingText]
        /// Whether one entry of a configuration applies to every host.
        ///
        /// This is true if a configuration is tested with cases that were not written for it, whose
        /// hosts are not in it. It is false, for example, if the scenario sets the party.
        package fileprivate(set) var standsIn: Bool

        /// The value of a setting of the model, stated or by default.
        package subscript<Key: AnySettingKey>(_ key: Key) -> Key.Value {
            let setting = key.setting
            assert(words[setting.name] != nil, "the model does not list \(setting.name)")
            return key.parse(words[setting.name] ?? setting.fallback, documents[setting.name])
        }

        /// Returns the value as written, which is a path for a document; empty if the model has no
        /// such setting.
        package func word(of setting: Setting) -> String { words[setting.name] ?? "" }

        /// Returns the document of a setting; nil if the setting has no document.
        package func document(of setting: Setting) -> PolicyDocument? { documents[setting.name] }

        /// Returns the bytes of a file that a configuration refers to, such as `@raw/my_ca`; nil if
        /// the file is missing.
        func file(named reference: String) -> [UInt8]? {
            if case .file(let bytes) = documents[reference] { bytes } else { nil }
        }

        /// Returns a copy without these settings.
        func leavingOut(_ settings: [Setting]) -> Settings {
            var left = self
            for setting in settings { left.words[setting.name] = nil }
            return left
        }

        /// Hashes the settings without their documents, because a file would be hashed for each of
        /// its hosts.
        ///
        /// Equality also compares the documents, which is fast if they share storage.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(words)
            hasher.combine(unfilled)
            hasher.combine(standsIn)
        }
    }
}

/// A model with every setting present and known; only `PolicyModel` creates configured models.
package struct ConfiguredModel: Sendable {
    /// The model that is configured.
    package let model: PolicyModel
    /// The value of every setting of the model.
    package let settings: PolicyModel.Settings
    /// The features that the configured model supports.
    package let capabilities: Set<PolicyModel.Capability>

    fileprivate init(model: PolicyModel, settings: PolicyModel.Settings) {
        self.model = model
        self.settings = settings
        // The capabilities are computed once, because a model reads its configuration to find them.
        capabilities = model.capabilities(settings)
    }

    /// The canonical name: the settings that differ from their defaults, in the order of their
    /// declaration, such as `afnetworking:mode=public-key,allow-invalid=true`.
    package var name: String { name(leavingOut: []) }

    /// Returns the canonical name without these settings.
    package func name(leavingOut hidden: Set<PolicyModel.Setting>) -> String {
        let stated = model.settings.compactMap { setting in
            let word = settings.word(of: setting)
            return word == setting.fallback || hidden.contains(setting)
                ? nil : "\(setting.name)=\(word)"
        }
        return stated.isEmpty
            ? model.name : "\(model.name):\(stated.joined(separator: ","))"
    }

    /// Returns a copy with another value for a setting; nil if the model has no such setting or
    /// value.
    package func changing(_ setting: String, to word: String) -> ConfiguredModel? {
        guard let known = model.settings.first(where: { $0.name == setting })?.values,
            known.contains(word)
        else { return nil }
        var changed = settings
        changed.words[setting] = word
        return ConfiguredModel(model: model, settings: changed)
    }

    /// Returns a copy with another document as its configuration; nil if the model has no file.
    package func replacing(document: PolicyDocument) -> ConfiguredModel? {
        guard let setting = model.configuration else { return nil }
        var changed = settings
        changed.documents[setting.name] = document
        return ConfiguredModel(model: model, settings: changed)
    }

    /// Returns this configuration for one host; nil for a system that ignores hosts.
    package func asking(_ host: String) -> ConfiguredModel? {
        guard model.asksHosts else { return nil }
        var changed = settings
        changed.words[EntrySetting.host.setting.name] = host
        return ConfiguredModel(model: model, settings: changed)
    }

    /// Every setting as written.
    package var words: [String: String] { settings.words }

    /// The policy of the configured model, with all checks.
    package var policy: any TrustPolicy { policy(.all) }

    /// Returns the policy of the configured model with only these checks.
    package func policy(_ checks: CheckSet) -> any TrustPolicy {
        entityPins.isEmpty
            ? model.policy(settings, checks) : PolicyOfEntities(configured: self, checks: checks)
    }

    /// The pins of entities in the texts of settings, which only a test case can fill in.
    package var entityPins: [EntityPin] {
        model.settings.flatMap { settings.unfilled[$0.name]?.pins ?? [] }
    }

    fileprivate func filled(from entities: [String: [UInt8]]) -> PolicyModel.Settings {
        var filled = settings
        for (name, text) in settings.unfilled { filled.words[name] = text.filled(from: entities) }
        return filled
    }
}

/// The policy of a configuration that pins entities, created again from the certificates of each
/// test case.
private struct PolicyOfEntities: TrustPolicy {
    let configured: ConfiguredModel
    let checks: CheckSet

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        configured.model.policy(configured.filled(from: presented.entities), checks)
            .evaluate(presented, for: identity)
    }
}

extension PolicyModel {
    /// Returns this model with these settings, and with defaults for the other settings.
    ///
    /// - Throws: `PolicyModelError` for the first unknown word or pin, with the settings in
    ///   alphabetical order.
    package func configured(
        _ stated: [String: String],
        documents: [String: PolicyDocument] = [:],
        standsIn: Bool = false
    ) throws(PolicyModelError) -> ConfiguredModel {
        var words: [String: String] = [:]
        var unfilled: [String: SettingText] = [:]
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
            if case .text = setting.kind {
                let text = try SettingText(value)
                unfilled[name] = text.pins.isEmpty ? nil : text
            }
            words[name] = value
        }
        let settings = Settings(
            words: words,
            documents: documents,
            unfilled: unfilled,
            standsIn: standsIn
        )
        return ConfiguredModel(model: self, settings: settings)
    }
}
