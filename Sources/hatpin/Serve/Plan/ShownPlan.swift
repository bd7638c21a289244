import Reports
import ScenarioFormat

extension VisitPlan {
    /// The plan, as reports show it.
    ///
    /// - Parameter ports: the ports of the stands, in order.
    /// - Returns: the plan's cases and stands.
    func shown(ports: [UInt16]) -> ServePlan {
        ServePlan(
            cases: cases.map { served in
                ServePlan.Case(
                    id: served.scenario.id,
                    about: served.scenario.about,
                    expected: ExpectationRecord(served.expected),
                    place: served.stand,
                    control: served.control
                )
            },
            places: zip(stands, ports).map { stand, port in
                ServePlan.Place(
                    host: stand.host,
                    port: port,
                    isShared: stand.isShared,
                    path: stand.path,
                    url: "https://" + stand.authority(port: port) + stand.path,
                    pins: stand.pins
                )
            },
            excluded: excluded.map { ($0.scenario.id, $0.reason) }
        )
    }
}
