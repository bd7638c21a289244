/// A field of a setup that is not as the baseline setup has it, and who set it.
package struct FieldOrigin: Hashable, Sendable {
    /// One of the layers that a setup is made of.
    package enum Layer: Hashable, Sendable {
        /// The scenario of this id, which the setup starts from.
        case base(String)
        case scenario
        /// The case of this name.
        case scenarioCase(String)
        /// The axis of this name.
        case axis(String)
    }

    /// Keys joined by dots, such as `pki.leaf.valid`.
    package let path: String
    /// As it would be written on one line; nil where the layer takes the field away.
    package let value: String?
    package let layer: Layer
    package let file: String
    /// 1-based.
    package let line: Int
}

extension ScenarioLibrary {
    /// The fields of a scenario's setup that differ from the baseline setup, each with the last
    /// layer that set it, in the order in which they were first set.
    ///
    /// The files are read afresh, so that a run need not keep what only an explanation needs; none
    /// for a scenario that is no longer as it was.
    package func origins(of scenario: Scenario) -> [FieldOrigin] {
        guard let document = document(scenario.group) else { return [] }
        var reader = PointReader(document.value)
        let suffix = scenario.id.dropFirst(scenario.group.count)
        guard let point = reader.points().first(where: { $0.suffix == suffix }) else { return [] }
        var origins = OriginList()
        for base in bases(of: document).reversed() {
            origins.lay(base.setupOverlay, as: .base(base.id))
        }
        origins.lay(document.overlay, as: .scenario)
        for (layer, value) in zip(point.layerNames, point.layers) {
            origins.lay(value, as: layer)
        }
        return origins.all
    }
}

extension ScenarioLibrary {
    private func document(_ id: String) -> Document? {
        sources[id].flatMap { file in
            ScenarioFile(reading: file).documents.first { $0.id == id }
        }
    }

    /// The scenarios that a document starts from, the nearest first.
    private func bases(of document: Document) -> [Document] {
        var bases: [Document] = []
        var current = document
        while let id = current.base?.text, !bases.contains(where: { $0.id == id }),
            let base = self.document(id)
        {
            bases.append(base)
            current = base
        }
        return bases
    }
}

extension Point {
    /// The kind of each of `layers`.
    fileprivate var layerNames: [FieldOrigin.Layer] {
        (overlay.map { [.scenarioCase($0.key)] } ?? []) + values.map { .axis($0.axis.name) }
    }
}

/// Fields as layer upon layer sets them.
private struct OriginList {
    private(set) var all: [FieldOrigin] = []

    mutating func lay(_ value: Value, as layer: FieldOrigin.Layer) {
        for entry in value.entries where Shape.setupKeys.contains(entry.key) {
            lay(entry, at: entry.key, as: layer)
        }
    }

    private mutating func lay(_ entry: Value.Entry, at path: String, as layer: FieldOrigin.Layer) {
        if entry.value.isMapping, !entry.value.entries.isEmpty {
            for below in entry.value.entries { lay(below, at: path + "." + below.key, as: layer) }
            return
        }
        let origin = FieldOrigin(
            path: path,
            value: entry.value.isNull ? nil : entry.value.inline,
            layer: layer,
            file: entry.place.source.path,
            line: entry.place.mark.line
        )
        if entry.value.isMapping, all.contains(where: { $0.path.hasPrefix(path + ".") }) { return }
        if entry.value.isNull { all.removeAll { $0.path.hasPrefix(path + ".") } }
        if let index = all.firstIndex(where: { $0.path == path }) {
            all[index] = origin
        } else {
            all.append(origin)
        }
    }
}
