import Basics
import Runner

/// The lines of `hatpin serve` for programs: one JSON object each.
struct ServeLines: VisitReporter {
    private let plan: ServePlan

    init(_ plan: ServePlan) {
        self.plan = plan
    }

    /// Returns a line for each case and control, a line for each case that is left out, and a line
    /// that says that all servers are ready.
    func opening(_ opening: ServeOpening) -> String {
        var json = JSONWriter()
        for (number, served) in plan.cases.enumerated() {
            json.line("case") { line in
                line.member("case", served.id)
                write(plan.places[served.place], to: &line)
                line.key("expected")
                served.expected.write(to: &line)
                line.member("control", served.control.map(ServePlan.name))
                line.member("index", number)
            }
        }
        for (number, place) in plan.places.enumerated()
        where plan.servedCase(at: number) == nil {
            json.line("control") { line in
                line.member("control", ServePlan.name(ofControl: number))
                write(place, to: &line)
            }
        }
        for (id, reason) in plan.excluded {
            json.line("excluded") { line in
                line.member("case", id)
                line.member("reason", reason.description)
            }
        }
        json.line("ready") { line in
            line.member("addresses", opening.addresses)
            line.member("roots", opening.folder)
            line.member("page", opening.page)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func write(_ place: ServePlan.Place, to line: inout JSONWriter) {
        line.member("host", place.host)
        line.member("port", place.port)
        line.member("path", place.path)
        line.member("url", place.url)
        line.member("pins", place.pins)
    }

    func line(_ visit: VisitRecord) -> String {
        let served = plan.servedCase(at: visit.place)
        var json = JSONWriter()
        json.line("visit") { line in
            line.member("remote-client", visit.remoteClient)
            if let served {
                line.member("case", served.case.id)
            } else {
                line.member("control", ServePlan.name(ofControl: visit.place))
            }
            line.member("verdict", visit.verdict.rawValue)
            line.member("alert", visit.alert)
            line.member("agent", visit.agent)
            let outcome = served.flatMap { visit.outcome(ofCase: $0.number) }
            line.member("outcome", outcome?.rawValue)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    func line(_ stray: StrayRecord) -> String? {
        var json = JSONWriter()
        json.line("stray") { line in
            line.member("remote-client", stray.address)
            line.member("reason", stray.hint)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    func notice(_ stray: StrayRecord) -> String? { nil }

    func ending(of remoteClient: String, _ records: [RunRecord], runFile: String) -> String {
        guard case .summary(let summary)? = records.last else { return "" }
        var json = JSONWriter()
        json.line("summary") { line in
            line.member("remote-client", remoteClient)
            line.key("counts")
            line.object { counts in
                for outcome in Outcome.Kind.allCases where summary.tally[outcome] > 0 {
                    counts.key(outcome.rawValue)
                    counts.number(summary.tally[outcome])
                }
            }
            line.member("run-file", runFile)
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    /// Writes an object on one line; the member `type` names the kind of the object.
    fileprivate mutating func line(_ type: String, _ body: (inout JSONWriter) -> Void) {
        object { line in
            line.member("type", type)
            body(&line)
        }
        newLine()
    }
}
