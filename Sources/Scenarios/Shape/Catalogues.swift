import Trust

// What the lower floors offer, as scenario files name it.

extension Shape {
    /// A model's name (with settings after a colon), or the name and a mapping of settings.
    static let party = Shape.choice(
        text: .text(.party),
        list: nil,
        mapping: .mapping(
            MappingShape("a party", definition: "party", PolicyModel.catalogue.map(field))
        )
    )

    private static func field(_ model: PolicyModel) -> Field {
        let settings = model.settings.map { setting in
            Field(
                setting.name,
                setting.about,
                .word(Vocabulary("value", names: setting.values))
            )
        }
        return Field(
            model.name,
            model.about,
            .mapping(MappingShape("the settings of \(model.name)", settings))
        )
    }
}

extension TextSyntax {
    /// `NAME` or `NAME:SETTING=VALUE,…`.
    static let party = TextSyntax(
        "a party",
        pattern: "^[a-z0-9-]+(:[^:]+)?$"
    ) { text throws(Fault) in try PartyReference(written: text) }
}

extension PartyReference {
    /// Reads `afnetworking:mode=public-key,allow-invalid=true`; a flag alone means true.
    init(written text: String) throws(Fault) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var settings: [String: String] = [:]
        if parts.count == 2 {
            for setting in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
                let pair = setting.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard let name = pair.first, !name.isEmpty, settings[String(name)] == nil else {
                    throw .badParty(text)
                }
                settings[String(name)] = pair.count == 2 ? String(pair[1]) : "true"
            }
        }
        self.init(name: String(parts.first ?? ""), settings: settings)
        try check()
    }

    /// Whether a model of this name has these settings.
    private func check() throws(Fault) {
        guard let model = PolicyModel.catalogue.first(where: { $0.name == name }) else {
            throw .unknownParty(name, known: PolicyModel.catalogue.map(\.name))
        }
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
            guard let setting = model.settings.first(where: { $0.name == name }) else {
                throw .unknownSetting(name, of: model.name, known: model.settings.map(\.name))
            }
            guard setting.values.isEmpty || setting.values.contains(value) else {
                throw .unknownSettingValue(value, of: name, known: setting.values)
            }
        }
    }

    /// Whether a party is of this name and has these settings, stated or by default.
    package func covers(_ party: PartyReference) -> Bool {
        guard name == party.name else { return false }
        let model = PolicyModel.catalogue.first { $0.name == name }
        return settings.allSatisfy { name, value in
            let stated = party.settings[name]
            let fallback = model?.settings.first { $0.name == name }?.fallback
            return (stated ?? fallback) == value
        }
    }
}
