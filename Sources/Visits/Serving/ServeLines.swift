import JSON
import PKIX
import Reports
import Runner
import Scenarios
import Wire

/// The lines of a service for programs: one JSON object each.
package struct ServeLines {
    private let service: VisitService

    package init(_ service: VisitService) {
        self.service = service
    }

    private var plan: VisitPlan { service.plan }

    /// A line for each case and each control, one for each that is left out, and one that says that
    /// all are ready.
    ///
    /// - Parameters:
    ///   - folder: where the roots were written.
    ///   - page: the URL of the page.
    /// - Returns: the lines.
    package func opening(roots folder: String, page: String) -> String {
        var json = JSONWriter()
        for (place, served) in plan.cases.enumerated() {
            json.object { line in
                line.member("type", "case")
                line.member("case", served.scenario.id)
                write(served.stand, to: &line)
                line.key("expected")
                line.object { ExpectationRecord(served.expected).write(to: &$0) }
                line.member("control", served.control.map { plan.name(of: $0) })
                line.member("index", place)
            }
            json.newLine()
        }
        for stand in plan.stands.indices where plan.isControl(stand) {
            json.object { line in
                line.member("type", "control")
                line.member("control", plan.name(of: stand))
                write(stand, to: &line)
            }
            json.newLine()
        }
        for (scenario, reason) in plan.excluded {
            json.object { line in
                line.member("type", "excluded")
                line.member("case", scenario.id)
                line.member("reason", reason)
            }
            json.newLine()
        }
        json.object { line in
            line.member("type", "ready")
            line.member("addresses", service.addresses.map(IPAddress.text))
            line.member("roots", folder)
            line.member("page", page)
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func write(_ stand: Int, to line: inout JSONWriter) {
        line.member("host", plan.stands[stand].host)
        line.member("port", service.ports[stand])
        line.member("path", plan.stands[stand].path)
        line.member("url", service.url(of: stand))
        line.member("pins", plan.stands[stand].pins)
    }

    /// The line of a verdict that is new.
    package func line(_ visitor: Visitor, at stand: Int) -> String {
        let sighting = service.ledger.sighting(of: visitor, at: stand)
        let served = plan.cases.firstIndex { $0.stand == stand }
        var json = JSONWriter()
        json.object { line in
            line.member("type", "visit")
            line.member("visitor", visitor.address)
            if let served {
                line.member("case", plan.cases[served].scenario.id)
            } else {
                line.member("control", plan.name(of: stand))
            }
            line.member("verdict", sighting?.verdict.rawValue)
            line.member("alert", sighting?.alert?.name)
            line.member("agent", service.ledger.agents[visitor.number])
            let outcome = served.flatMap { service.ledger.outcome(of: visitor, in: $0) }
            line.member("outcome", outcome?.kind.rawValue)
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The line of a connection that belongs to no case.
    package func line(_ peer: SocketAddress, _ end: Reception.End) -> String {
        var json = JSONWriter()
        json.object { line in
            line.member("type", "stray")
            line.member("visitor", IPAddress.text(peer.octets))
            line.member("reason", ServeText(service, hasColour: false).hint(peer, end))
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension ServeLines {
    /// The line of a visitor at the end.
    package func summary(
        of visitor: Visitor,
        _ summary: SummaryRecord,
        runFile: String
    ) -> String {
        var json = JSONWriter()
        json.object { line in
            line.member("type", "summary")
            line.member("visitor", visitor.address)
            line.key("counts")
            line.object { counts in
                for outcome in Outcome.Kind.allCases where summary.tally[outcome] > 0 {
                    counts.key(outcome.rawValue)
                    counts.number(summary.tally[outcome])
                }
            }
            line.member("run-file", runFile)
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension VisitPlan {
    /// Whether the stand is no case's own.
    func isControl(_ stand: Int) -> Bool { !cases.contains { $0.stand == stand } }

    /// The name of a control in lines for programs.
    func name(of stand: Int) -> String { "control-\(stand)" }
}
