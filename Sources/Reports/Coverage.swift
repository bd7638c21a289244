import PathValidation
import ScenarioFormat

/// The attacks of the catalogue, each with the scenarios that cover it.
package struct Coverage: Hashable, Sendable {
    /// An attack and the scenarios that cover it.
    package struct Row: Hashable, Sendable {
        package let row: AttackGroup.Attack
        /// The ids of the scenarios that cover the attack, without matrix coordinates.
        package let scenarios: [String]

        /// Whether scenarios cover an attack.
        package enum Standing: String, CaseIterable, Hashable, Sendable {
            case covered
            /// No scenario can cover the attack; the catalogue says why.
            case explained
            case open
        }

        package var standing: Standing {
            if !scenarios.isEmpty { return .covered }
            return row.obstacle == nil ? .open : .explained
        }
    }

    /// The attacks of one group.
    package struct Group: Hashable, Sendable {
        package let group: AttackGroup
        package let rows: [Row]

        /// Returns the number of attacks in a state.
        package func count(_ standing: Row.Standing) -> Int {
            rows.count { $0.standing == standing }
        }
    }

    /// The groups, in the order of the catalogue.
    package let groups: [Group]

    /// Finds the scenarios of each attack.
    ///
    /// - Parameter scenarios: all cases. An attack lists their scenarios in this order, each
    ///   scenario once.
    package init(of scenarios: [Scenario]) {
        var covering: [String: [String]] = [:]
        for scenario in scenarios {
            for id in scenario.covers where covering[id]?.contains(scenario.group) != true {
                covering[id, default: []].append(scenario.group)
            }
        }
        groups = AttackGroup.catalogue.map { group in
            Group(
                group: group,
                rows: group.attacks.map { Row(row: $0, scenarios: covering[$0.id] ?? []) }
            )
        }
    }

    /// Returns the attack with this id; nil if the catalogue has no such attack.
    package func row(_ id: String) -> Row? {
        groups.lazy.flatMap(\.rows).first { $0.row.id == id }
    }
}
