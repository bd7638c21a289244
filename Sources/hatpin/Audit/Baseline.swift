import Basics
import Lint
import Reports
import Runner
import ScenarioFormat

/// A file that keeps the findings of audits, so that later audits report the new ones.
///
/// Its format is that of `--format json`.
package struct Baseline: Sendable {
    /// How audits compare with the kept findings.
    struct Difference {
        let changes: [AuditChange]
        /// Configurations that are kept and were not audited.
        let gone: [AuditRecord.Subject]
        /// Findings in files that are not kept, and kept ones that are no longer there.
        let newFindings, goneFindings: [KnownFinding]
        /// The most severe weakness that is tolerated; nil for none.
        let allowed: Scenario.Importance?

        var isWorse: Bool {
            changes.contains { $0.isWorse(allowing: allowed) } || !newFindings.isEmpty
        }

        /// Whether the file states findings that are gone.
        var isOutOfDate: Bool {
            !gone.isEmpty || !goneFindings.isEmpty || changes.contains(where: \.isBetter)
        }
    }

    private let records: [AuditRecord]
    private let findings: [KnownFinding]

    /// The findings that a file keeps.
    ///
    /// - Throws: invalid scenario, where it is no such file; environment, where it cannot be read.
    init(at path: String) throws(Failure) {
        guard Environment.exists(path) else {
            // Written unasked, it would make each fresh checkout succeed.
            throw Failure(
                .environment,
                "there is no baseline \(Shown.escaped(path))",
                help: "write it: --write-baseline " + Shown.escaped(Prose.shellQuoted(path))
            )
        }
        let bytes = try Files.read(path)
        guard let json = try? JSONValue(bytes), let records = AuditRecord.all(in: json),
            let findings = KnownFinding.all(in: json)
        else {
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(path)) is no baseline of this version",
                help: "write it anew: --write-baseline " + Shown.escaped(Prose.shellQuoted(path))
            )
        }
        (self.records, self.findings) = (records, findings)
    }

    /// The difference of audits from it.
    ///
    /// - Parameters:
    ///   - audits: all that were made.
    ///   - reviews: of files.
    ///   - countsSystems: whether the weaknesses of systems count too.
    ///   - allowed: the most severe weakness that is tolerated; nil for none.
    /// - Returns: the changes, and the findings that are gone.
    func difference(
        from audits: [Audit],
        _ reviews: [Review],
        countsSystems: Bool,
        allowing allowed: Scenario.Importance?
    ) -> Difference {
        let now =
            audits.flatMap(\.records) + (countsSystems ? audits.compactMap(\.system?.record) : [])
        var kept: [AuditRecord.Subject: AuditRecord] = [:]
        for record in records { kept[record.subject] = record }
        let subjects = Set(now.map(\.subject) + audits.compactMap(\.system?.record.subject))
        let present = reviews.flatMap(KnownFinding.all)
        return Difference(
            changes: AuditChange.joined(now.map { AuditChange(from: kept[$0.subject], to: $0) }),
            gone: records.map(\.subject).filter { !subjects.contains($0) },
            newFindings: present.beyond(findings).filter { $0.isGraver(than: allowed) },
            goneFindings: findings.beyond(present),
            allowed: allowed
        )
    }
}

/// A finding in a file, wherever its code is there.
struct KnownFinding: Sendable {
    /// Equal for findings of one rule in equal code of a file.
    fileprivate struct Identity: Hashable, Sendable {
        let file, rule: String
        /// The code; of a finding without a place the problem, without a number of days, which is
        /// another one tomorrow.
        let code: String
    }

    fileprivate let identity: Identity
    private let severity: Severity?
    private let line: Int?
    private let problem: String

    fileprivate init(
        file: String,
        line: Int?,
        rule: String,
        severity: Severity?,
        code: String?,
        problem: String
    ) {
        identity = Identity(
            file: file.hasPrefix("./") ? String(file.dropFirst(2)) : file,
            rule: rule,
            code: code ?? problem.replacing(/[0-9]+ days?/, with: "days")
        )
        (self.severity, self.line, self.problem) = (severity, line, problem)
    }

    /// For people: `app/a.py:12: requests accept any certificate (PYT-001)`.
    var words: String {
        "\(identity.file)\(line.map { ":\($0)" } ?? ""): \(problem) (\(identity.rule))"
    }

    fileprivate func isGraver(than allowed: Scenario.Importance?) -> Bool {
        let importance = severity.flatMap { Scenario.Importance(rawValue: $0.rawValue) }
        guard let allowed, let importance else { return true }
        return importance > allowed
    }

    /// Those of a file; a note is no fault.
    fileprivate static func all(in review: Review) -> [Self] {
        review.findings.filter { $0.severity != .note }.map { finding in
            Self(
                file: review.file,
                line: finding.place?.mark.line,
                rule: finding.rule,
                severity: finding.severity,
                code: review.code(of: finding),
                problem: finding.problem
            )
        }
    }

    /// Those of a document of `--format json`; nil for any other value.
    fileprivate static func all(in json: JSONValue) -> [Self]? {
        guard case .array(let findings)? = json["findings"] else { return nil }
        return findings.filter { $0["severity"]?.string != Severity.note.rawValue }
            .compactMap { finding -> Self? in
                guard let file = finding["file"]?.string, let rule = finding["rule"]?.string,
                    let problem = finding["problem"]?.string
                else { return nil }
                return Self(
                    file: file,
                    line: finding["line"]?.integer(Int.self),
                    rule: rule,
                    severity: finding["severity"]?.string.flatMap(Severity.init),
                    code: finding["code"]?.string,
                    problem: problem
                )
            }
    }
}

extension [KnownFinding] {
    /// Those that are more than others have; of equal ones the last.
    fileprivate func beyond(_ others: [KnownFinding]) -> [KnownFinding] {
        var left: [KnownFinding.Identity: Int] = [:]
        for other in others { left[other.identity, default: 0] += 1 }
        return filter { finding in
            left[finding.identity, default: 0] -= 1
            return left[finding.identity, default: 0] < 0
        }
    }
}
