/// A field of a setup that differs from the baseline setup, and the layer that set it.
package struct FieldOrigin: Hashable, Sendable {
    /// A layer of a setup.
    package enum Layer: Hashable, Sendable {
        /// The scenario of this id, which is the base.
        case base(String)
        case scenario
        /// The case of this name.
        case scenarioCase(String)
        /// The axis of this name.
        case axis(String)
        /// The step of this number; the first is 1.
        case step(Int)
    }

    /// The keys joined by dots, such as `pki.leaf.valid`.
    package let path: String
    /// The value on one line; nil if the layer removes the field.
    package let value: String?
    package let layer: Layer
    package let file: String
    /// The 1-based line of the field in the layer's file.
    package let line: Int
}

extension ScenarioLibrary {
    /// Returns the fields of a scenario's setup that differ from the baseline setup, each with the
    /// last layer that set it.
    ///
    /// The fields have the order in which they were first set.
    ///
    /// The function reads the files again, so that runs need not keep the origins in memory. The
    /// result is empty if the files no longer have the case.
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

    /// Returns the bases of a document, nearest first.
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
    /// The names of `layers`: the case, then the axes, then the step.
    fileprivate var layerNames: [FieldOrigin.Layer] {
        (overlay.map { [.scenarioCase($0.key)] } ?? []) + values.map { .axis($0.axis.name) }
            + (steps.isEmpty ? [] : [.step(steps.count)])
    }
}

/// The fields that the layers set so far.
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
