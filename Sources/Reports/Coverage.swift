import PathValidation
import ScenarioFormat

/// The rows of the attack catalogue that scenarios cover.
package struct Coverage: Hashable, Sendable {
    /// A row and the scenarios that cover it.
    package struct Row: Hashable, Sendable {
        package let row: AttackGroup.Attack
        /// The ids, without coordinates, of the scenarios that cover it.
        package let scenarios: [String]

        /// The state of a row.
        package enum Standing: String, CaseIterable, Hashable, Sendable {
            case covered
            /// No scenario can have it.
            case explained
            case open
        }

        package var standing: Standing {
            if !scenarios.isEmpty { return .covered }
            return row.obstacle == nil ? .open : .explained
        }
    }

    /// The rows of a group.
    package struct Group: Hashable, Sendable {
        package let group: AttackGroup
        package let rows: [Row]

        /// The number of rows in a state.
        package func count(_ standing: Row.Standing) -> Int {
            rows.count { $0.standing == standing }
        }
    }

    /// In the order of the catalogue.
    package let groups: [Group]

    /// - Parameter scenarios: the cases that exist, a row's in their order; those of one group count
    ///   once.
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

    /// The row of this id; nil where the catalogue has none.
    package func row(_ id: String) -> Row? {
        groups.lazy.flatMap(\.rows).first { $0.row.id == id }
    }
}
