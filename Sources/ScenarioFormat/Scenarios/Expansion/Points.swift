/// An axis of a matrix: the path of a field, and its values.
struct Axis: Sendable {
    /// The path as written.
    let name: String
    let path: [String]
    let values: [Value]
    let place: Place

    /// Whether the values only change setups.
    var isOfSetup: Bool { path.first.map(Shape.setupKeys.contains) ?? false }
    /// Whether the values only change the party.
    var isOfParty: Bool { path.first == "party" }
}

/// A point of a scenario: a case, one value for each axis, and the steps up to the tested step.
struct Point: Sendable {
    /// The name and overlay of the case.
    let overlay: Value.Entry?
    /// The values in the order of the axes.
    let values: [(axis: Axis, value: Value)]
    /// The overlays of the steps up to the tested step; empty for a scenario without steps.
    var steps: [Value] = []
    /// Whether several steps are cases, so that ids need the number of the step.
    var isOneStepOfSeveral = false

    /// The coordinates: the case, then the axes in the order of the file, then the step if several
    /// steps are cases.
    var coordinates: [(name: String, value: String)] {
        let first = overlay.map { [("case", $0.key)] } ?? []
        let last = isOneStepOfSeveral ? [("step", String(steps.count))] : []
        return first + values.map { ($0.axis.name, $0.value.text ?? "") } + last
    }

    /// The coordinates by name.
    var coordinateTable: [String: String] { Dictionary(uniqueKeysWithValues: coordinates) }

    /// The coordinates as in ids, `[case,axis=value,step=2]`; empty without coordinates.
    var suffix: String {
        let parts = coordinates.map { name, value in
            name == "case" ? value : "\(name)=\(value)"
        }
        return parts.isEmpty ? "" : "[" + parts.joined(separator: ",") + "]"
    }

    /// The layers of the point: its case, then one for each axis, then its step.
    var layers: [Value] { placeLayers + (steps.last.map { [$0] } ?? []) }

    /// Returns the steps of the point: each is the scenario under its case, then the axes, then the
    /// step's own layer.
    func steps(over scenario: Value) -> [Value] {
        let place = scenario.layered(under: placeLayers)
        return steps.isEmpty ? [place] : steps.map(place.layered)
    }

    /// The layers of the point, without the keys of the setup.
    var layersWithoutSetup: [Value] {
        let stated =
            [overlay?.value]
            + values.filter { !$0.axis.isOfSetup }.map { Self.layer($0.axis, $0.value) }
        return (stated + [steps.last]).compactMap { $0?.withoutSetup }
    }

    /// Returns the case, the step and the values of some axes.
    ///
    /// The result is equal for two points of a document that differ only in the values of other
    /// axes.
    func place(on isUsed: (Axis) -> Bool) -> [String] {
        [overlay?.key ?? "", String(steps.count)]
            + values.filter { isUsed($0.axis) }.map { $0.value.text ?? "" }
    }

    private var placeLayers: [Value] {
        let first = overlay.map { [$0.value.withEntitiesGathered()] } ?? []
        return first + values.map { Self.layer($0.axis, $0.value).withEntitiesGathered() }
    }

    private static func layer(_ axis: Axis, _ value: Value) -> Value {
        Value(content: .mapping([]), place: axis.place).setting(value, at: axis.path[...])
    }
}

/// Expands `cases`, `matrix` and `steps` into points.
struct PointReader {
    /// The limit on cases of one scenario; the suite's largest matrix has far fewer.
    static let maximumPoints = 4_096

    private let document: Value
    private var found = Diagnostics()
    var diagnostics: [Diagnostic] { found.all }
    private(set) var axes: [Axis] = []

    init(_ document: Value) {
        self.document = document
    }

    /// Returns all points that `skip` leaves, in the order of the file; steps change fastest, then
    /// the last axis.
    mutating func points() -> [Point] {
        readAxes()
        let cases = cases()
        let steps = steps()
        let count = axes.reduce(cases.count * steps.count) { count, axis in
            min(count * axis.values.count, Self.maximumPoints + 1)
        }
        guard count <= Self.maximumPoints else {
            let entry = document.entry("matrix") ?? document.entry("cases")
            let place = entry?.place ?? document.place
            report(.tooManyCases(limit: Self.maximumPoints), place, entry?.key)
            return []
        }
        var points = cases.map { Point(overlay: $0, values: []) }
        for axis in axes {
            points = points.flatMap { point in
                axis.values.map { value in
                    Point(overlay: point.overlay, values: point.values + [(axis, value)])
                }
            }
        }
        return skipping(points).flatMap { point in
            steps.map {
                Point(
                    overlay: point.overlay,
                    values: point.values,
                    steps: $0,
                    isOneStepOfSeveral: steps.count > 1
                )
            }
        }
    }

    /// Returns, for each step that is a case, the overlays of the steps up to that step; one empty
    /// list if there are no steps.
    private func steps() -> [[Value]] {
        let stated = document["steps"]?.elements.map { $0.withEntitiesGathered() } ?? []
        guard !stated.isEmpty else { return [[]] }
        return stated.indices.filter { index in
            index == stated.count - 1 || stated[index]["expect"] != nil
        }.map { Array(stated[...$0]) }
    }

    /// Returns the cases, or one case without a name if the scenario states none.
    private mutating func cases() -> [Value.Entry?] {
        guard let stated = document.entry("cases"), !stated.value.isNull else { return [nil] }
        let cases = stated.value.entries.filter { !$0.value.isNull }
        if cases.isEmpty { report(.emptyList(["cases"]), stated.place, stated.key) }
        return cases
    }

    private mutating func readAxes() {
        for entry in document["matrix"]?.entries ?? []
        where entry.key != "skip" && !entry.value.isNull {
            let path = entry.key.split(separator: ".", omittingEmptySubsequences: false)
                .map(String.init)
            let shape: Shape
            switch Shape.overlay.descend(path[...]) {
            case .success(let found): shape = found
            case .failure(let stray):
                let fault = Fault.unknownAxis(entry.key, at: stray.key, known: stray.known)
                report(fault, entry.place, entry.key)
                continue
            }
            let stated = entry.value.elements.flatMap { Self.values($0, of: shape) }
            let values = stated.filter { check($0, against: shape, at: path) }
            checkRepetitions(values)
            if stated.count == 1 {
                report(.singleValue(entry.key), entry.place, entry.key)
            }
            axes.append(Axis(name: entry.key, path: path, values: values, place: entry.place))
        }
    }

    /// Returns the values that a value of an axis stands for: several for a word such as
    /// `every-message`, otherwise only itself.
    private static func values(_ value: Value, of shape: Shape) -> [Value] {
        guard case .word(let vocabulary) = shape, let every = vocabulary.every,
            value.text == every.word
        else { return [value] }
        return every.names.map { Value(content: .text($0), place: value.place) }
    }

    /// Reports equal values, because they would give two cases the same id.
    private mutating func checkRepetitions(_ values: [Value]) {
        var seen: Set<String> = []
        for value in values {
            guard let text = value.text, !seen.insert(text).inserted else { continue }
            report(.repeatedAxisValue(text), value.place, text)
        }
    }

    /// Checks that a value is possible in ids and in the field that the axis sets.
    private mutating func check(_ value: Value, against shape: Shape, at path: [String]) -> Bool {
        guard let text = value.text, !text.isEmpty, text.unicodeScalars.allSatisfy(Self.isPlain)
        else {
            report(.badAxisValue(value.text), value.place, value.text)
            return false
        }
        var reader = ShapeReader()
        reader.check(value, against: shape, at: path)
        found.add(reader.diagnostics)
        return reader.diagnostics.isEmpty
    }

    /// Whether a character cannot be confused with the punctuation of ids.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x21...0x7e).contains(scalar.value) && !",[]@'\"\\".unicodeScalars.contains(scalar)
    }

    // MARK: Skip

    private mutating func skipping(_ points: [Point]) -> [Point] {
        var kept = points
        for entry in document[["matrix", "skip"]]?.elements ?? [] {
            guard let conditions = conditions(entry) else { continue }
            let remaining = kept.filter { point in
                let coordinates = point.coordinateTable
                return !conditions.allSatisfy { name, values in
                    coordinates[name].map(values.contains) ?? false
                }
            }
            if remaining.count == kept.count { report(.skipMatchesNothing, entry.place) }
            if remaining.isEmpty, !kept.isEmpty { report(.skipTakesAll, entry.place) }
            kept = remaining
        }
        return kept
    }

    /// The coordinates that `skip` can compare.
    private var coordinates: [String] {
        (document["cases"] == nil ? [] : ["case"]) + axes.map(\.name)
    }

    private mutating func conditions(_ value: Value) -> [String: [String]]? {
        guard value.isMapping, !value.entries.isEmpty else {
            let found = NodeKind(value.content) ?? .text
            let fault = Fault.wrongKind(["matrix", "skip"], expected: [.mapping], found: found)
            report(fault, value.place, value.text)
            return nil
        }
        var conditions: [String: [String]] = [:]
        for entry in value.entries {
            switch Coordinate.resolve(entry.key, among: coordinates) {
            case .success(let name): conditions[name] = entry.value.elements.compactMap(\.text)
            case .failure(let fault):
                report(fault, entry.place, entry.key)
                return nil
            }
        }
        return conditions
    }

    private mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        found.report(fault, place, text)
    }
}
