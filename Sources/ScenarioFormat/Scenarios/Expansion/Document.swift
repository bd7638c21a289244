/// A scenario as stated in its file, with a valid shape.
struct Document: Sendable {
    let source: Source
    /// The folder below the scenarios' root, a slash, and the name of the scenario.
    let id: String
    let name: String
    let value: Value
    /// The id of the scenario whose setup is the base.
    let base: Value?
    /// Whether the file is known to be valid if the files of its bases are valid.
    let isKnown: Bool

    /// Creates a document with a valid shape.
    init?(
        _ value: Value,
        source: Source,
        isKnown: Bool = false,
        id: (_ name: String) -> String
    ) {
        guard let name = value["scenario"]?.text else { return nil }
        self.source = source
        self.name = name
        self.value = value
        self.isKnown = isKnown
        self.id = id(name)
        base = value["base"].flatMap { $0.text == nil ? nil : $0 }
    }

    /// The overlay of the scenario itself, without cases and axes.
    var overlay: Value {
        value.keeping { !["version", "scenario", "base", "cases", "matrix", "steps"].contains($0) }
            .withEntitiesGathered()
    }

    /// The overlays of the scenario, its cases and steps.
    var overlays: [Value] {
        let parts = (value["cases"]?.entries.map(\.value) ?? []) + (value["steps"]?.elements ?? [])
        return [overlay] + parts.map { $0.withEntitiesGathered() }
    }

    /// The overlay for scenarios that have this one as their base: the setup without notes and
    /// verdicts.
    var setupOverlay: Value {
        value.keeping(Shape.setupKeys.contains).withEntitiesGathered()
    }
}

/// The setup that every scenario without another base starts from.
enum BaselineSetup {
    static let text = """
        root:         {}
        intermediate: { issuer: root }
        leaf:         { issuer: intermediate, san: www.example.test }
        serve:        [leaf, intermediate]
        connect:      www.example.test
        client:       { trust: [root] }
        server:       { tls: [1.2, 1.3] }
        """

    /// The entities, which may be at the top level of a file.
    static let entities = ["root", "intermediate", "leaf"]

    /// The entities that are CAs even if no entity names them as issuer.
    static let authorities: Set<String> = ["root", "intermediate"]

    static let value: Value = {
        let source = Source(path: "the baseline setup", bytes: Array(text.utf8))
        let empty = Value(
            content: .mapping([]),
            place: Place(source: source, mark: Mark(line: 1, column: 1))
        )
        guard case .success(let documents) = YAMLReader.documents(of: source) else { return empty }
        return (documents.first ?? empty).withEntitiesGathered()
    }()
}

extension Value {
    /// What a layer states besides its setup: notes, party and verdicts.
    var withoutSetup: Value { keeping { !Shape.setupKeys.contains($0) } }

    /// Returns the layer with its top-level entities moved into `pki`, where they are read.
    func withEntitiesGathered() -> Value {
        let short = BaselineSetup.entities
        let moved = entries.filter { short.contains($0.key) }
        guard !moved.isEmpty else { return self }
        let stated = entry("pki")
        let gathered = Value(
            content: .mapping(moved + (stated?.value.entries ?? [])),
            place: stated?.value.place ?? place
        )
        let pki = Entry(key: "pki", place: stated?.place ?? moved[0].place, value: gathered)
        let others = entries.filter { !short.contains($0.key) && $0.key != "pki" }
        return Value(content: .mapping([pki] + others), place: place)
    }

    /// Returns a layer of a scenario with another layer over it.
    ///
    /// The upper layer replaces expectations, known differences and `control` without merging them.
    /// A null in `control` stays, because it removes a key of the setup later. If the upper layer
    /// names another party, it also replaces the settings of the party.
    func layered(under upper: Value) -> Value {
        var merged = overlaid(by: upper).withNamesTakenAway(by: upper)
        for key in ["expect", "secure"] { merged = merged.replacing(key, by: upper.entry(key)) }
        let control = upper.entry("control") ?? entry("control")
        merged = merged.replacing("control", by: control)
        for difference in upper["known"]?.entries ?? [] where !difference.value.isNull {
            let known = merged["known"]?.replacing(difference.key, by: difference)
            merged = merged.replacing("known", with: known)
        }
        if let names = upper["party"]?.entries.map(\.key),
            names != self["party"]?.entries.map(\.key)
        {
            merged = merged.replacing("party", by: upper.entry("party"))
        }
        return merged
    }

    /// Returns a layer with several layers over it, in order.
    func layered(under layers: [Value]) -> Value {
        layers.reduce(self) { $0.layered(under: $1) }
    }

    /// Returns the layer with an empty `san` for each entity whose `san` the upper layer removes.
    ///
    /// Without `san`, an end entity would have the default name.
    private func withNamesTakenAway(by upper: Value) -> Value {
        (upper["pki"]?.entries ?? []).reduce(self) { merged, entity in
            guard let names = entity.value["san"], names.isNull else { return merged }
            let none = Value(content: .list([]), place: names.place)
            return merged.setting(none, at: ["pki", entity.key, "san"])
        }
    }

    private func replacing(_ key: String, by entry: Entry?) -> Value {
        guard let entry, !entry.value.isNull,
            let index = entries.firstIndex(where: { $0.key == key })
        else { return self }
        var entries = self.entries
        entries[index] = entry
        return Value(content: .mapping(entries), place: place)
    }

    private func replacing(_ key: String, with value: Value?) -> Value {
        guard let value, let entry = entry(key) else { return self }
        return replacing(key, by: Entry(key: key, place: entry.place, value: value))
    }
}
