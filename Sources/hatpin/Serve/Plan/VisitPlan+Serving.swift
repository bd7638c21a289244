import Basics
import ScenarioFormat
import TLS
import X509

extension VisitPlan {
    /// The addresses to listen on: those that are named, or else those of loopback that there are.
    package static func addresses(named names: [String]) -> [[UInt8]] {
        var named: [[UInt8]] = []
        for bytes in names.compactMap({ IPAddress.bytes($0) }) where !named.contains(bytes) {
            named.append(bytes)
        }
        guard named.isEmpty else { return named }
        return ["127.0.0.1", "::1"].compactMap { IPAddress.bytes($0) }
            .filter(Reception.isAvailable)
    }

    /// - Throws: nothing selected, where remote clients can be put before no case, with the reason.
    package func requireCases() throws(Failure) {
        guard cases.isEmpty else { return }
        let reason = excluded.first.map { "; \($0.scenario.id): \($0.reason)" } ?? ""
        throw Failure(
            .nothingSelected,
            "remote clients can be put before none of what is selected\(Shown.escaped(reason))",
            help:
                "cases that fix a party are not for remote clients; hatpin list shows what there is"
        )
    }
}
