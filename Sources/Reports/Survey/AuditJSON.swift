import Basics
import ClientModels
import Lint
import PathValidation
import Runner
import ScenarioFormat

/// Audits as one JSON document (version 2); `AuditSchema` describes it.
package struct AuditJSON {
    /// A file that was audited.
    package struct File: Sendable {
        package let path: String
        package let kinds, unpinned: [String]

        /// - Parameters:
        ///   - path: the path as on the command line.
        ///   - kinds: the kinds of configuration in the file.
        ///   - unpinned: the hosts that the file leaves without a pin.
        package init(path: String, kinds: [String], unpinned: [String]) {
            (self.path, self.kinds, self.unpinned) = (path, kinds, unpinned)
        }
    }

    /// The version of the document's format.
    package static let version = 2

    private let results: AuditResults

    package init(_ results: AuditResults) { self.results = results }

    /// Returns the document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 16_384)
        json.object { json in
            json.member("version", Self.version)
            json.member("tool", Tool.name)
            json.key("findings")
            ReviewJSON.writeFindings(of: results.reviews, to: &json)
            json.key("unread")
            ReviewJSON.writeUnread(of: results.reviews, to: &json)
            json.member("filesRead", results.scope.readFiles)
            json.key("filesNotRead")
            json.array { list in
                for kind in results.scope.unread.kinds {
                    list.object { json in
                        json.member("kind", Untrusted(kind.name))
                        json.member("files", kind.files)
                    }
                }
            }
            json.member("excluded", results.scope.excluded)
            json.member("inForce", results.inForce.map(\.line))
            json.key("files")
            json.array { list in
                for file in results.files {
                    list.object { json in
                        json.member("file", file.path)
                        json.member("kinds", file.kinds)
                        json.member("unpinned", file.unpinned)
                    }
                }
            }
            json.key("audits")
            json.array { list in
                for audit in results.audits { list.object { Self.write(audit, to: &$0) } }
            }
            json.key("systems")
            json.array { list in
                for system in results.audits.systems { list.object { Self.write(system, to: &$0) } }
            }
            results.shard?.write(to: &json)
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ audit: Audit, to json: inout JSONWriter) {
        json.member("party", audit.title)
        json.member("hosts", audit.hosts)
        json.member("judged", audit.judged)
        json.member("notApplicable", audit.notApplicable)
        json.member("failed", audit.obstructions.count)
        if audit.untried > 0 { json.member("untried", audit.untried) }
        json.member("acceptsNothing", audit.acceptsNothing)
        if let objection = audit.objection { json.member("objection", objection) }
        if let pinning = audit.pinning {
            json.key("pinning")
            json.object { json in
                json.member("pins", pinning.pins.rawValue)
                json.member("attacks", pinning.attacks)
                json.member("held", pinning.held)
            }
        }
        json.member("opened", audit.opened)
        if let system = audit.system { json.member("system", system.name) }
        write(audit.weaknesses, to: &json)
        write(audit.refusals, to: &json)
    }

    private static func write(_ system: Audit.System, to json: inout JSONWriter) {
        json.member("system", system.name)
        write(system.weaknesses, to: &json)
        write(system.refusals, to: &json)
    }

    private static func write(_ weaknesses: [Audit.Weakness], to json: inout JSONWriter) {
        json.key("weaknesses")
        json.array { list in
            for weakness in weaknesses { list.object { write(weakness, to: &$0) } }
        }
    }

    private static func write(_ refusals: [Audit.Refusal], to json: inout JSONWriter) {
        json.key("refusals")
        json.array { list in
            for refusal in refusals {
                list.object { json in
                    json.member("scenario", refusal.scenario.id)
                    json.member("reason", refusal.reason.rawValue)
                    if let words = refusal.words { json.member("words", words) }
                }
            }
        }
    }

    private static func write(_ weakness: Audit.Weakness, to json: inout JSONWriter) {
        json.member("severity", weakness.exposure.severity.rawValue)
        json.key("reasons")
        json.object { json in
            for (reason, setups) in weakness.reasons {
                json.key(reason.rawValue)
                json.number(setups)
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
                for case .setting(let name, let word) in remedy.changes {
                    json.key(name)
                    json.string(word)
                }
            }
            json.key("fixes")
            json.array { list in
                for case .file(_, let words) in remedy.changes { list.string(Untrusted(words)) }
            }
            json.member("fixed", remedy.fixed)
            json.member("setups", remedy.setups)
        }
    }
}
