import Basics
import Lint
import Reports
import Runner
import ScenarioFormat

/// A file with the findings of earlier audits, so that later audits report only new findings.
///
/// The file has the format of `--format json`.
package struct Baseline: Sendable {
    /// The differences between audits and the recorded findings.
    struct Difference {
        let changes: [AuditChange]
        /// The configurations of the baseline that were not audited.
        let gone: [AuditRecord.Subject]
        /// The new findings in files, and the findings of the baseline that no longer occur.
        let newFindings, goneFindings: [KnownFinding]
        /// The highest severity that does not fail the audit.
        let allowed: Severity

        var isWorse: Bool {
            changes.contains { $0.isWorse(allowing: allowed) } || !newFindings.isEmpty
        }

        /// Whether the baseline contains findings that no longer occur.
        var isOutOfDate: Bool {
            !gone.isEmpty || !goneFindings.isEmpty || changes.contains(where: \.isBetter)
        }
    }

    private let records: [AuditRecord]
    private let findings: [KnownFinding]

    /// Reads the findings of a file.
    ///
    /// - Throws: an `invalidScenario` failure for a file that is not the JSON of an audit; an
    ///   `environment` failure if the file cannot be read.
    init(at path: String) throws(Failure) {
        guard Files.exists(path) else {
            // If a missing baseline were written automatically, every fresh checkout would pass.
            throw Failure(
                .environment,
                "the baseline \(Shown.escaped(path)) does not exist",
                help: "create it: --write-baseline " + Shown.escaped(Prose.shellQuoted(path))
            )
        }
        let bytes = try Files.read(path)
        guard let document = AuditDocument(bytes) else {
            throw Failure(
                .invalidScenario,
                "\(Shown.escaped(path)) is not a baseline of this version",
                help: "create it again: --write-baseline " + Shown.escaped(Prose.shellQuoted(path))
            )
        }
        records = document.records
        findings = document.findings.filter { $0.severity != .note }.map(KnownFinding.init)
    }

    /// Compares audits with the baseline.
    ///
    /// - Parameters:
    ///   - audits: all audits of the command.
    ///   - reviews: the reviews of files.
    ///   - countsSystems: whether weaknesses of the platform fail the audit, too.
    ///   - allowed: the highest severity that does not fail the audit.
    /// - Returns: the changes, and the findings that no longer occur.
    func difference(
        from audits: [Audit],
        _ reviews: [Review],
        countsSystems: Bool,
        allowing allowed: Severity
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
            newFindings: present.beyond(findings).filter { $0.isMoreSevere(than: allowed) },
            goneFindings: findings.beyond(present),
            allowed: allowed
        )
    }
}

/// A finding in a file, identified by the code at its position and not by its line number.
struct KnownFinding: Sendable {
    /// The identity of a finding, which is equal for findings of one rule in equal code of one
    /// file.
    fileprivate struct Identity: Hashable, Sendable {
        let file, rule: String
        /// The source code of the finding.
        ///
        /// For a finding without a position, this is the problem, without numbers of days, which
        /// change daily.
        let code: String
    }

    fileprivate let identity: Identity
    private let severity: Severity
    private let line: Int?
    private let problem: String

    fileprivate init(
        file: String,
        line: Int?,
        rule: String,
        severity: Severity,
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

    /// The text for people: `app/a.py:12: requests accept any certificate (PYT-001)`.
    var words: String {
        "\(identity.file)\(line.map { ":\($0)" } ?? ""): \(problem) (\(identity.rule))"
    }

    fileprivate func isMoreSevere(than allowed: Severity) -> Bool { severity > allowed }

    /// Returns the findings of a file, without notes.
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

    fileprivate init(_ record: FindingRecord) {
        self.init(
            file: record.file,
            line: record.line,
            rule: record.rule,
            severity: record.severity,
            code: record.code,
            problem: record.problem
        )
    }
}

extension [KnownFinding] {
    /// Returns the findings that exceed `others`; of several equal findings, the last are returned.
    fileprivate func beyond(_ others: [KnownFinding]) -> [KnownFinding] {
        var left: [KnownFinding.Identity: Int] = [:]
        for other in others { left[other.identity, default: 0] += 1 }
        return filter { finding in
            left[finding.identity, default: 0] -= 1
            return left[finding.identity, default: 0] < 0
        }
    }
}
