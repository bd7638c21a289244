import Basics
import ScenarioFormat
import TLS
import X509

extension VisitPlan {
    /// The addresses to listen on: those that are named, or else those of loopback that there are.
    package static func addresses(named names: [String]) -> [[UInt8]] {
        var named: [[UInt8]] = []
        for octets in names.compactMap({ IPAddress.octets($0) }) where !named.contains(octets) {
            named.append(octets)
        }
        guard named.isEmpty else { return named }
        return ["127.0.0.1", "::1"].compactMap { IPAddress.octets($0) }
            .filter(Reception.isAvailable)
    }

    /// - Throws: nothing selected, where visitors can be put before no case, with the reason.
    package func requireCases() throws(Failure) {
        guard cases.isEmpty else { return }
        let reason = excluded.first.map { "; \($0.scenario.id): \($0.reason)" } ?? ""
        throw Failure(
            .nothingSelected,
            "visitors can be put before none of what is selected\(Shown.escaped(reason))",
            help: "cases that fix a party are not for visitors; hatpin list shows what there is"
        )
    }
}
