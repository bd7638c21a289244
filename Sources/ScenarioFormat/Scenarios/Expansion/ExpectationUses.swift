/// Records which points each `expect` of a document decides, to find rules that decide no point.
struct ExpectationUses {
    private struct Use {
        let value: Value
        let rules: [ExpectationRule]
        var points: [Point]
    }

    /// The uses by the place of the expectation.
    private var uses: [Mark: Use] = [:]

    mutating func record(_ value: Value, _ rules: [ExpectationRule], at point: Point) {
        uses[value.place.mark, default: Use(value: value, rules: rules, points: [])]
            .points.append(point)
    }

    /// Returns unused statements: the scenario's own `expect` (`stated`) if all cases replace it,
    /// rules that no case reaches, and values that no case has.
    func diagnostics(stated: Value.Entry?) -> [Diagnostic] {
        var found: [Diagnostic] = []
        if let stated, !uses.isEmpty, uses[stated.value.place.mark] == nil {
            found.append(Diagnostic(.neverUsed, at: stated.place, text: stated.key))
        }
        for use in uses.values where use.value.list != nil {
            let absent = absentValues(use)
            // A rule with a value that no point has is unreachable for that reason.
            found += absent.isEmpty ? unreachableRules(use) : absent
        }
        return found
    }

    /// Returns the values of `when` that no point has.
    private func absentValues(_ use: Use) -> [Diagnostic] {
        let names = use.points.first?.coordinates.map(\.name) ?? []
        return (use.value.list ?? []).flatMap { element in
            (element["when"]?.entries ?? []).flatMap { entry -> [Diagnostic] in
                guard case .success(let name) = Coordinate.resolve(entry.key, among: names) else {
                    return []
                }
                let known = use.points.compactMap { point in
                    point.coordinates.first { $0.name == name }?.value
                }
                return entry.value.elements.compactMap { value in
                    guard let text = value.text,
                        !known.contains(where: { Self.means(text, $0, of: name) })
                    else { return nil }
                    let words = known.reduce(into: [String]()) { words, word in
                        if !words.contains(word) { words.append(word) }
                    }
                    let fault = Fault.absentValue(text, of: name, known: words)
                    return Diagnostic(fault, at: value.place, text: text)
                }
            }
        }
    }

    /// Whether a value of `when` equals a value of a point.
    ///
    /// A party also matches a party of the same name with further settings.
    private static func means(_ text: String, _ known: String, of coordinate: String) -> Bool {
        if text == known { return true }
        guard coordinate == "party" else { return false }
        do throws(Fault) {
            return try PartyReference(written: text).covers(PartyReference(written: known))
        } catch {
            // An unknown party has its own diagnostic.
            return false
        }
    }

    /// Returns the rules that decide no pair of point and party, because earlier rules decide all
    /// pairs.
    private func unreachableRules(_ use: Use) -> [Diagnostic] {
        let named = use.rules.flatMap { $0.parties ?? [] }
        // The parties that rules name, and one party that no rule names.
        let parties = PartyReference.representatives(of: named) + [PartyReference(name: "")]
        let pairs = use.points.flatMap { point in
            let coordinates = point.coordinateTable
            return parties.map { (party: $0, coordinates: coordinates) }
        }
        var reached: Set<Int> = []
        for pair in pairs {
            let first = use.rules.firstIndex {
                $0.applies(to: pair.party, at: pair.coordinates)
            }
            if let first { reached.insert(first) }
        }
        return use.rules.indices.compactMap { index in
            let rule = use.rules[index]
            // A condition with an unknown name or without a value has its own diagnostic.
            let isMeant = !rule.when.values.contains { $0.isEmpty }
            let isFirst = index == 0 || !use.rules[index - 1].when.isEmpty
            guard !reached.contains(index), isMeant, isFirst, let element = use.value.list?[index]
            else { return nil }
            return Diagnostic(.unreachableRule, at: element.place)
        }
    }
}
