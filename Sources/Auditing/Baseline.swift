import ConfigurationReview
import Findings
import JSON
import Reports
import Runner
import Scenarios
import Surroundings

/// A file that keeps the findings of audits, so that later audits tell the new ones.
///
/// Its format is that of `--format json`.
package struct Baseline: Sendable {
    /// How audits compare with the kept findings.
    struct Difference {
        let changes: [AuditChange]
        /// Configurations that are kept and were not audited.
        let gone: [AuditRecord.Subject]
        /// Mistakes of files that are not kept.
        let newFindings: [KnownFinding]
        /// Whether a mistake is kept that is no longer there.
        let hasMendedFindings: Bool

        var isWorse: Bool { changes.contains(where: \.isWorse) || !newFindings.isEmpty }

        /// Whether the file states findings that are gone.
        var isOutOfDate: Bool {
            !gone.isEmpty || hasMendedFindings || changes.contains(where: \.isBetter)
        }
    }

    /// A mistake of a file, wherever it stands there.
    struct KnownFinding: Hashable {
        let file, rule: String
        /// Without the number of days, which is another one tomorrow.
        let problem: String

        init(file: String, rule: String, problem: String) {
            (self.file, self.rule) = (file, rule)
            self.problem = problem.replacing(/[0-9]+ days?/, with: "days")
        }

        /// For people.
        var words: String { "\(file): \(problem) (\(rule))" }
    }

    private let records: [AuditRecord]
    private let findings: Set<KnownFinding>

    /// The findings that a file keeps; nil if there is no file.
    ///
    /// - Throws: invalid scenario, where it is no such file; environment, where it cannot be read.
    init?(at path: String) throws(Failure) {
        guard Environment.exists(path) else { return nil }
        let bytes = try Files.read(path)
        guard let json = try? JSONValue(bytes), let records = AuditRecord.all(in: json),
            let findings = KnownFinding.all(in: json)
        else {
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(path)) is no baseline of this version",
                help: "remove it, and the next audit writes it anew"
            )
        }
        (self.records, self.findings) = (records, Set(findings))
    }

    /// The difference of audits from it.
    ///
    /// - Parameters:
    ///   - audits: all that were made.
    ///   - reviews: the mistakes of files.
    ///   - isStrict: whether the weaknesses of systems count too.
    /// - Returns: the changes, and the findings that are gone.
    func difference(
        from audits: [Audit],
        _ reviews: [Review],
        isStrict: Bool
    ) -> Difference {
        let now = audits.flatMap(\.records) + (isStrict ? audits.compactMap(\.system?.record) : [])
        var kept: [AuditRecord.Subject: AuditRecord] = [:]
        for record in records { kept[record.subject] = record }
        let subjects = Set(now.map(\.subject) + audits.compactMap(\.system?.record.subject))
        let present = KnownFinding.all(in: reviews)
        return Difference(
            changes: AuditChange.joined(now.map { AuditChange(from: kept[$0.subject], to: $0) }),
            gone: records.map(\.subject).filter { !subjects.contains($0) },
            newFindings: present.filter { !findings.contains($0) },
            hasMendedFindings: !findings.isSubset(of: present)
        )
    }
}

extension Baseline.KnownFinding {
    fileprivate static func all(in reviews: [Review]) -> [Self] {
        reviews.flatMap { review in
            review.findings.filter { $0.gravity != .note }.map {
                Self(file: review.file, rule: $0.rule, problem: $0.problem)
            }
        }
    }

    fileprivate static func all(in json: JSONValue) -> [Self]? {
        guard case .array(let findings)? = json["findings"] else { return nil }
        let known = findings.filter { $0["gravity"]?.string != Gravity.note.rawValue }
            .compactMap { finding -> Self? in
                guard let file = finding["file"]?.string, let rule = finding["rule"]?.string,
                    let problem = finding["problem"]?.string
                else { return nil }
                return Self(file: file, rule: rule, problem: problem)
            }
        return known
    }
}

extension AuditRecord {
    /// The records of a document of `--format json`; nil for any other value.
    fileprivate static func all(in json: JSONValue) -> [AuditRecord]? {
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
            guard let word = weakness["gravity"]?.string,
                let gravity = Scenario.Importance(rawValue: word),
                let needs = weakness["attackerNeeds"]?.string,
                let scenarios = weakness["scenarios"]?.strings
            else { return nil }
            for scenario in scenarios { accepted[scenario] = Harm(gravity, attackerNeeds: needs) }
        }
        self.init(
            subject,
            accepted: accepted,
            refused: Set(refusals.compactMap { $0["scenario"]?.string }),
            acceptsNothing: json["acceptsNothing"]?.boolean ?? false
        )
    }
}
