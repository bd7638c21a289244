import ClientModels
import Forge
import PathValidation
import TLS

// Catalogues of other modules, as vocabularies of scenario files.

extension Vocabulary {
    static let serverFaults = Vocabulary(
        "server fault",
        NamedServerFault.catalogue.map { Word(name: $0.name, about: $0.about) }
    )

    static let violations = Vocabulary(
        "violation",
        Violation.catalogue.map { Word(name: $0.name, about: $0.about) }
    )

    static let mutations = Vocabulary(
        "mutation",
        definition: "mutation",
        Mutation.catalogue.map { Word(name: $0.name, about: $0.about) }
    )
}

extension Forms {
    /// The form of a party: a model with settings after a colon or in a mapping, or a program.
    static let party = Form<PartyReference>(
        .choice(
            text: .text(Syntax.party.shape),
            list: nil,
            mapping: .mapping(
                MappingShape("a party", definition: "party", PolicyModel.catalogue.map(field))
            )
        )
    ) { value, diagnostics in
        guard value.isMapping else {
            return Form<PartyReference>.text(.party).read(value, reporting: &diagnostics)
        }
        if value.entries.count > 1 {
            let (first, second) = (value.entries[0], value.entries[1])
            let help = "a scenario has one party"
            diagnostics.report(
                .exclusive(first.key, second.key, help: help),
                second.place,
                second.key
            )
        }
        return value.entries.first.map { entry in
            let settings = entry.value.entries.compactMap { setting in
                setting.value.text.map { (setting.key, $0) }
            }
            return PartyReference(
                name: entry.key,
                settings: Dictionary(settings) { first, _ in first }
            )
        }
    }

    private static func shape(of setting: PolicyModel.Setting) -> Shape {
        switch setting.kind {
        case .word(let words):
            .word(Vocabulary("value", names: words) { setting.value(decidingAs: $0) })
        case .text: .text(Syntax<SettingText>.setting.shape)
        case .document(let notation):
            .text(Syntax.prose("the path of \(notation.noun)").shape)
        }
    }

    private static func field(_ model: PolicyModel) -> Field {
        let settings = model.settings.map { setting in
            Field(setting.name, setting.about, shape(of: setting), isRead: true)
        }
        return Field(
            model.name,
            model.about,
            .mapping(MappingShape("the settings of \(model.name)", settings)),
            isRead: true
        )
    }
}

extension Syntax where Parsed == PartyReference {
    /// The syntax of a party: `NAME`, `NAME:SETTING=VALUE,…`, `client/NAME` or `server/NAME`.
    static var party: Syntax {
        Syntax(
            "a party",
            pattern: "^([a-z0-9-]+(:[^:]+)?|(client|server)/[a-z0-9-]+)$",
            write: { .text($0.writtenInline) }
        ) { text throws(Fault) in try PartyReference(written: text) }
    }
}

extension Syntax where Parsed == SettingText {
    /// The text of a setting, which may pin entities.
    static var setting: Syntax {
        let prose = Syntax<String>.prose("a text")
        return Syntax(
            prose.shape.noun,
            readings: prose.shape.readings,
            // Without known entities, each pin stays as it is written.
            write: { .text($0.filled(from: [:])) }
        ) { text throws(Fault) in
            let text = try prose.parse(text)
            do throws(PolicyModelError) {
                return try SettingText(text)
            } catch {
                throw Fault(error)
            }
        }
    }
}

extension Fault {
    fileprivate init(_ error: PolicyModelError) {
        switch error {
        case .unknownModel(let name, let known): self = .unknownParty(name, known: known)
        case .unknownSetting(let setting, let model, let known):
            self = .unknownSetting(setting, of: model, known: known)
        case .unknownValue(let value, let setting, _, let known, let alike):
            self = .unknownSettingValue(value, of: setting, known: known, alike: alike)
        case .unclosedPin(let text): self = .unclosedPin(text)
        case .unknownPin(let text): self = .unknownPin(text)
        }
    }
}

extension PartyReference {
    /// Reads `afnetworking:mode=public-key,allow-invalid=true`; a flag alone means true.
    ///
    /// `client/curl` is a program; the reader does not check whether the client exists.
    ///
    /// - Throws: if the text is not a party, or the model or a setting does not exist.
    package init(written text: String) throws(Fault) {
        if let program = PartyReference(name: text).program {
            guard (try? Syntax<String>.name.parse(program)) != nil else { throw .badParty(text) }
            self.init(name: text)
            return
        }
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

    /// Throws a fault if no model has this name and these settings.
    private func check() throws(Fault) {
        do {
            _ = try PolicyModel.resolve(name, settings: settings)
        } catch {
            throw Fault(error)
        }
    }

    /// Throws a fault if the names of all clients are known and the client is not among them.
    func requireClient(among clients: [String]?) throws(Fault) {
        guard let clients, let program, !clients.contains(program) else { return }
        throw .unknownClient(program, known: clients)
    }

    /// Returns parties with every combination of the settings in these references.
    ///
    /// If the references distinguish two parties, the result contains a party for each.
    static func representatives(of references: [PartyReference]) -> [PartyReference] {
        let byName = Dictionary(grouping: references, by: \.name)
        return byName.keys.sorted().flatMap { name in
            let stated = Set((byName[name] ?? []).flatMap(\.settings.keys))
            let settings = PolicyModel.catalogue.first { $0.name == name }?.settings ?? []
            var combinations: [[String: String]] = [[:]]
            for setting in settings where stated.contains(setting.name) {
                // A setting that takes any text gets the stated values and one value that no
                // reference states.
                let texts = Set((byName[name] ?? []).compactMap { $0.stated(setting) })
                let values = setting.values.isEmpty ? texts.sorted() + [""] : setting.values
                combinations = combinations.flatMap { combination in
                    values.map { combination.merging([setting.name: $0]) { $1 } }
                }
            }
            return combinations.map { PartyReference(name: name, settings: $0) }
        }
    }

    /// Whether a party has the name and the settings of this reference, stated or by default.
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
