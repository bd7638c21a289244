import JSON
import Policies
import Runner
import Scenarios
import Trust

/// Audits as one JSON document (version 1).
///
/// ```
/// { version, tool,
///   audits: [{ party, judged, notApplicable, failed, acceptsNothing,
///              weaknesses: [{ gravity, reasons: { reason: worlds }, attackerNeeds, advice,
///                             scenarios, covers,
///                             remedy?: { changes: { setting: word }, mended, worlds } }],
///              refusals: [{ scenario, reason }] }] }
/// ```
package struct AuditJSON {
    private let audits: [Audit]

    package init(_ audits: [Audit]) {
        self.audits = audits
    }

    /// The document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 16_384)
        json.object { json in
            json.member("version", 1)
            json.member("tool", Tool.name)
            json.key("audits")
            json.array { list in
                for audit in audits { list.object { Self.write(audit, to: &$0) } }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ audit: Audit, to json: inout JSONWriter) {
        json.member("party", audit.party.name)
        json.member("judged", audit.judged)
        json.member("notApplicable", audit.notApplicable)
        json.member("failed", audit.obstructions.count)
        json.member("acceptsNothing", audit.acceptsNothing)
        json.key("weaknesses")
        json.array { list in
            for weakness in audit.weaknesses { list.object { write(weakness, to: &$0) } }
        }
        json.key("refusals")
        json.array { list in
            for refusal in audit.refusals {
                list.object { json in
                    json.member("scenario", refusal.scenario.id)
                    json.member("reason", refusal.reason.rawValue)
                }
            }
        }
    }

    private static func write(_ weakness: Audit.Weakness, to json: inout JSONWriter) {
        json.member("gravity", weakness.exposure.gravity.rawValue)
        json.key("reasons")
        json.object { json in
            for (reason, worlds) in weakness.reasons {
                json.key(reason.rawValue)
                json.number(worlds)
            }
        }
        json.member("attackerNeeds", weakness.exposure.attackerNeeds)
        json.member("advice", weakness.exposure.advice)
        json.member("scenarios", weakness.scenarios.map(\.id))
        json.member("covers", Set(weakness.scenarios.flatMap(\.covers)).sorted())
        guard let remedy = weakness.remedy else { return }
        json.key("remedy")
        json.object { json in
            json.key("changes")
            json.object { json in
                for change in remedy.changes {
                    json.key(change.setting)
                    json.string(change.word)
                }
            }
            json.member("mended", remedy.mended)
            json.member("worlds", remedy.worlds)
        }
    }
}
