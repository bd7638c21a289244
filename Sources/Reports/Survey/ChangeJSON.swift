import Basics
import Lint
import Runner
import ScenarioFormat

/// The changes of configurations as one JSON document (version 1).
///
/// ```
/// { version, tool,
///   changes: [{ party, hosts, stopsWorking, weaker: [{ severity, attackerNeeds, scenarios }],
///               stronger: [{ severity, attackerNeeds, scenarios }], refused, admitted }],
///   new: [{ severity, rule, problem }], gone: [{ severity, rule, problem }] }
/// ```
package struct ChangeJSON {
    private let changes: [AuditChange]
    private let mistakes: FindingChange

    /// - Parameters:
    ///   - changes: the changes of configurations.
    ///   - mistakes: the changes in the findings of files.
    package init(_ changes: [AuditChange], _ mistakes: FindingChange) {
        (self.changes, self.mistakes) = (changes, mistakes)
    }

    /// The document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 4_096)
        json.object { json in
            json.member("version", 1)
            json.member("tool", Tool.name)
            json.key("changes")
            json.array { list in
                for change in changes { list.object { Self.write(change, to: &$0) } }
            }
            json.key("new")
            Self.write(mistakes.new, to: &json)
            json.key("gone")
            Self.write(mistakes.gone, to: &json)
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ findings: [Finding], to json: inout JSONWriter) {
        json.array { list in
            for finding in findings {
                list.object { json in
                    json.member("severity", finding.severity.rawValue)
                    json.member("rule", finding.rule)
                    json.member("problem", Untrusted(finding.problem))
                }
            }
        }
    }

    private static func write(_ change: AuditChange, to json: inout JSONWriter) {
        json.member("party", change.party)
        json.member("hosts", change.hosts)
        json.member("stopsWorking", change.stopsWorking)
        json.key("weaker")
        write(change.weaker, to: &json)
        json.key("stronger")
        write(change.stronger, to: &json)
        json.member("refused", change.refused)
        json.member("admitted", change.admitted)
    }

    private static func write(_ cases: AuditChange.Cases, to json: inout JSONWriter) {
        json.array { list in
            for (harm, scenarios) in cases.sorted(by: { $0.key > $1.key }) {
                list.object { json in
                    json.member("severity", harm.severity.rawValue)
                    json.member("attackerNeeds", harm.attackerNeeds)
                    json.member("scenarios", scenarios)
                }
            }
        }
    }
}
