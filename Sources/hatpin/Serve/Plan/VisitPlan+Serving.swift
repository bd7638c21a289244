import Basics
import ScenarioFormat
import TLS
import X509

extension VisitPlan {
    /// Returns the addresses to listen on: the named addresses, or the available loopback
    /// addresses.
    package static func addresses(named names: [String]) -> [[UInt8]] {
        var named: [[UInt8]] = []
        for bytes in names.compactMap({ IPAddress.bytes($0) }) where !named.contains(bytes) {
            named.append(bytes)
        }
        guard named.isEmpty else { return named }
        return ["127.0.0.1", "::1"].compactMap { IPAddress.bytes($0) }
            .filter(Reception.isAvailable)
    }

    /// Requires that some case can be served.
    ///
    /// - Throws: a `nothingSelected` failure with the reason, if no case can be served.
    package func requireCases() throws(Failure) {
        guard cases.isEmpty else { return }
        let reason = excluded.first.map { "; \($0.scenario.id): \($0.reason)" } ?? ""
        throw Failure(
            .nothingSelected,
            "none of the selected cases can be served\(Shown.escaped(reason))",
            help:
                "cases that name a party cannot be served; hatpin list shows all cases"
        )
    }
}
