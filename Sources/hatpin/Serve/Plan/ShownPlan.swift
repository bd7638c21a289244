import Reports
import ScenarioFormat

extension VisitPlan {
    /// Returns the plan, as reports show it.
    ///
    /// - Parameter ports: the ports of the setups, in order.
    /// - Returns: the plan's cases and setups.
    func shown(ports: [UInt16]) -> ServePlan {
        ServePlan(
            cases: cases.map { served in
                ServePlan.Case(
                    id: served.scenario.id,
                    about: served.scenario.about,
                    expected: ExpectationRecord(served.expected),
                    place: served.setup,
                    control: served.control
                )
            },
            places: zip(setups, ports).map { setup, port in
                ServePlan.Place(
                    host: setup.host,
                    port: port,
                    isShared: setup.isShared,
                    path: setup.path,
                    url: "https://" + setup.authority(port: port) + setup.path,
                    pins: setup.pins
                )
            },
            excluded: excluded.map { ($0.scenario.id, $0.reason) }
        )
    }
}
