/// A model of a client's policy, as scenario files and `--party` name it.
package struct PolicyModel: Sendable {
    /// A setting of the original, under its own name hyphenated.
    package struct Setting: Hashable, Sendable {
        package let name: String
        package let about: String
        /// The words it takes; `["false", "true"]` for a flag.
        package let values: [String]
        package let fallback: String

        package init(_ name: String, _ values: [String], fallback: String, about: String) {
            self.name = name
            self.values = values
            self.fallback = fallback
            self.about = about
        }

        /// A setting that is on or off.
        package static func flag(_ name: String, fallback: Bool, about: String) -> Setting {
            Setting(name, ["false", "true"], fallback: fallback ? "true" : "false", about: about)
        }
    }

    /// What of a world a model cannot express; it is not applicable there.
    package enum Capability: String, CaseIterable, Hashable, Sendable {
        /// `client.pins` are honoured.
        case pins
        /// `sha256/…` pins, which come without a certificate, are honoured.
        case hashPins = "hash-pins"
        /// A world without `client.pins` is judged. A configuration that demands a pin refuses
        /// whatever such a world serves, which says nothing of what it serves.
        case unpinned
    }

    package let name: String
    package let about: String
    /// Project, version and file that it transcribes.
    package let source: String
    package let settings: [Setting]
    /// What it can express under these settings (all settings present).
    package let capabilities: @Sendable ([String: String]) -> Set<Capability>
    /// The policy under these settings (all settings present, each one of its values).
    package let policy: @Sendable ([String: String]) -> any TrustPolicy

    package init(
        name: String,
        about: String,
        source: String,
        settings: [Setting],
        capabilities: @escaping @Sendable ([String: String]) -> Set<Capability>,
        policy: @escaping @Sendable ([String: String]) -> any TrustPolicy
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.settings = settings
        self.capabilities = capabilities
        self.policy = policy
    }
}

extension PolicyModel {
    /// Every model, the strict one first; a file in `Policies/` holds each.
    package static let catalogue: [PolicyModel] = [
        .reference, .afnetworking, .alamofire, .urlsession,
    ]

    /// The model of this name with these settings, such as `mode: public-key`; those not stated
    /// fall back.
    ///
    /// - Throws: `PolicyModelError` for a name or a word that the catalogue does not know.
    package static func resolve(
        _ name: String,
        settings stated: [String: String] = [:]
    ) throws(PolicyModelError) -> ConfiguredModel {
        guard let model = catalogue.first(where: { $0.name == name }) else {
            throw .unknownModel(name, known: catalogue.map(\.name))
        }
        return try model.configured(stated)
    }

    /// This model with these settings; those not stated fall back.
    ///
    /// - Throws: `PolicyModelError` for the first word, settings in alphabetical order, that it
    ///   does not know.
    package func configured(
        _ stated: [String: String]
    ) throws(PolicyModelError) -> ConfiguredModel {
        var words: [String: String] = [:]
        for setting in settings { words[setting.name] = setting.fallback }
        for (name, value) in stated.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings.first(where: { $0.name == name }) else {
                throw .unknownSetting(name, model: self.name, known: settings.map(\.name))
            }
            guard setting.values.contains(value) else {
                throw .unknownValue(
                    value,
                    setting: name,
                    model: self.name,
                    known: setting.values
                )
            }
            words[name] = value
        }
        return ConfiguredModel(model: self, settings: words)
    }
}

/// A model with every setting present and known; only `PolicyModel` makes one.
package struct ConfiguredModel: Sendable {
    package let model: PolicyModel
    /// Every setting of the model, each one of its values.
    package let settings: [String: String]

    fileprivate init(model: PolicyModel, settings: [String: String]) {
        self.model = model
        self.settings = settings
    }

    /// The one way to write it: settings that differ from their fallback, in the order they are
    /// declared, such as `afnetworking:mode=public-key,allow-invalid=true`.
    package var name: String {
        let stated = model.settings.compactMap { setting in
            settings[setting.name].flatMap { word in
                word == setting.fallback ? nil : "\(setting.name)=\(word)"
            }
        }
        return stated.isEmpty
            ? model.name : "\(model.name):\(stated.joined(separator: ","))"
    }

    /// What it can express.
    package var capabilities: Set<PolicyModel.Capability> { model.capabilities(settings) }

    /// The rule that it applies.
    package var policy: any TrustPolicy { model.policy(settings) }
}

/// A model or a setting that is not in the catalogue, with the words that are.
package enum PolicyModelError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownModel(String, known: [String])
    case unknownSetting(String, model: String, known: [String])
    case unknownValue(String, setting: String, model: String, known: [String])

    package var description: String {
        switch self {
        case .unknownModel(let name, let known):
            "no model is named \(name); there are \(known.joined(separator: ", "))"
        case .unknownSetting(let name, let model, let known):
            "\(model) has no setting \(name); it has \(known.joined(separator: ", "))"
        case .unknownValue(let value, let setting, let model, let known):
            "\(setting) of \(model) is never \(value); it is one of "
                + known.joined(separator: ", ")
        }
    }
}
