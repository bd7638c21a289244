import Basics
import Runner
import ScenarioFormat

extension AuditRecord {
    /// Reads the records of a document of `--format json`; returns nil for any other value.
    package static func all(in json: JSONValue) -> [AuditRecord]? {
        guard json["version"]?.integer(Int.self) == AuditJSON.version,
            case .array(let audits)? = json["audits"], case .array(let systems)? = json["systems"]
        else { return nil }
        var records: [AuditRecord] = []
        for audit in audits {
            guard let party = audit["party"]?.string, let hosts = audit["hosts"]?.strings else {
                return nil
            }
            let subjects: [Subject] =
                hosts.isEmpty
                ? [Subject(party, host: nil)] : hosts.map { Subject(party, host: $0) }
            for subject in subjects {
                guard let record = AuditRecord(subject, audit) else { return nil }
                records.append(record)
            }
        }
        for system in systems {
            guard let name = system["system"]?.string,
                let record = AuditRecord(Subject(name, host: nil), system)
            else { return nil }
            records.append(record)
        }
        return records
    }

    private init?(_ subject: Subject, _ json: JSONValue) {
        guard case .array(let weaknesses)? = json["weaknesses"],
            case .array(let refusals)? = json["refusals"]
        else { return nil }
        var accepted: [String: Harm] = [:]
        for weakness in weaknesses {
            guard let word = weakness["severity"]?.string,
                let severity = Severity(rawValue: word), severity != .note,
                let needs = weakness["attackerNeeds"]?.string,
                let scenarios = weakness["scenarios"]?.strings
            else { return nil }
            for scenario in scenarios { accepted[scenario] = Harm(severity, attackerNeeds: needs) }
        }
        self.init(
            subject,
            accepted: accepted,
            refused: Set(refusals.compactMap { $0["scenario"]?.string }),
            acceptsNothing: json["acceptsNothing"]?.boolean ?? false
        )
    }
}
