import Basics
import Lint
import Runner
import ScenarioFormat

/// The results of an audit, for its reports.
package struct AuditResults: Sendable {
    package let audits: [Audit]
    /// The files that were audited.
    package let files: [AuditJSON.File]
    /// The findings in files.
    package let reviews: [Review]
    /// The files that were read, and those that were not.
    package let scope: ReviewScope
    /// The options of the command that decide what the audit sees.
    package let options: [String]
    /// The options of hatpin.yaml that can make the audit succeed although it finds weaknesses.
    package let inForce: [StatedOption]
    /// The most severe weakness that is tolerated; nil if none is.
    package let allowed: Severity
    /// The shard of the audit; nil for a whole audit.
    package var shard: AuditShardRecord?

    /// Each parameter sets the property of its name.
    package init(
        audits: [Audit],
        files: [AuditJSON.File],
        reviews: [Review],
        scope: ReviewScope,
        options: [String],
        inForce: [StatedOption] = [],
        allowed: Severity = .note,
        shard: AuditShardRecord? = nil
    ) {
        (self.audits, self.files) = (audits, files)
        (self.reviews, self.scope) = (reviews, scope)
        (self.options, self.inForce, self.allowed) = (options, inForce, allowed)
        self.shard = shard
    }
}

extension AuditResults {
    /// The notes, one line each: the options of hatpin.yaml that apply, and what was not read
    /// (excluded files, source files by kind, and files with the reason).
    package var notes: [Untrusted] {
        let excluded =
            scope.excluded > 0 ? ["excluded " + ReviewText.exclusion(scope.excluded)] : []
        let sources = scope.unread.isEmpty ? [] : ["not read: " + scope.unread.words]
        return (inForce.map(\.words) + excluded + sources + ReviewText.unreadLines(of: reviews))
            .map { Untrusted($0) }
    }
}

/// A format of audit reports, as `--report` names it.
package struct AuditFormat: Sendable {
    /// The name on the command line, and a sentence on what the format contains.
    package let name, about: String
    /// Makes the whole report.
    package let text: @Sendable (AuditResults) -> String

    /// Each parameter sets the property of its name.
    package init(
        name: String,
        about: String,
        text: @escaping @Sendable (AuditResults) -> String
    ) {
        (self.name, self.about, self.text) = (name, about, text)
    }

    /// All formats.
    package static let catalogue = [json, sarif, gitlab, markdown, junit]

    /// The report for code scanning services: findings in files, and weaknesses.
    package static let sarif = AuditFormat(
        name: "sarif",
        about: "SARIF 2.1.0, one result for each finding in a file and each weakness."
    ) { SARIFDocument(Issue.all(in: $0), notes: $0.notes).text }

    /// The same issues, for merge requests of GitLab.
    package static let gitlab = AuditFormat(
        name: "gitlab",
        about: "GitLab Code Quality, one issue for each of these."
    ) { CodeQualityDocument(Issue.all(in: $0) + $0.inForce.map(Issue.init)).text }

    /// The same issues for the summary pages of CI services.
    package static let markdown = AuditFormat(
        name: "markdown",
        about: "A table of these in Markdown, for GITHUB_STEP_SUMMARY."
    ) { IssueTable(Issue.all(in: $0), notes: $0.notes).text }

    /// The same issues for CI services that show test cases.
    package static let junit = AuditFormat(
        name: "junit",
        about: "JUnit XML, one test case for each of these."
    ) { AuditJUnit($0).text }

    /// The report for programs, as `--format json` prints it.
    package static let json = AuditFormat(
        name: "json",
        about: "The JSON document of --format json."
    ) { AuditJSON($0).text }
}
