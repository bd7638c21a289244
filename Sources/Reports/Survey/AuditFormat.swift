import Basics
import Lint
import Runner
import ScenarioFormat

/// All that an audit found, for its reports.
package struct AuditResults: Sendable {
    package let audits: [Audit]
    /// The files that were audited.
    package let files: [AuditJSON.File]
    /// The mistakes of files.
    package let reviews: [Review]
    /// The files that were read, and those that were not.
    package let scope: ReviewScope
    /// The options that the command was given and that decide what it sees.
    package let options: [String]
    /// Options of hatpin.yaml that can make the audit succeed.
    package let inForce: [StatedOption]
    /// The most severe weakness that is tolerated; nil for none.
    package let allowed: Scenario.Importance?
    /// The part that it is of an audit; nil for the whole.
    package var shard: AuditShardRecord?

    /// Each parameter is the property of its name.
    package init(
        audits: [Audit],
        files: [AuditJSON.File],
        reviews: [Review],
        scope: ReviewScope,
        options: [String],
        inForce: [StatedOption] = [],
        allowed: Scenario.Importance? = nil,
        shard: AuditShardRecord? = nil
    ) {
        (self.audits, self.files) = (audits, files)
        (self.reviews, self.scope) = (reviews, scope)
        (self.options, self.inForce, self.allowed) = (options, inForce, allowed)
        self.shard = shard
    }
}

extension AuditResults {
    /// Options of hatpin.yaml in force, a line each, and what was not read: what patterns exclude, source
    /// files by their kinds, and files with the reason.
    package var notes: [Untrusted] {
        let excluded =
            scope.excluded > 0 ? ["excluded " + ReviewText.exclusion(scope.excluded)] : []
        let sources = scope.unread.isEmpty ? [] : ["not read: " + scope.unread.words]
        return (inForce.map(\.words) + excluded + sources + ReviewText.unreadLines(of: reviews))
            .map { Untrusted($0) }
    }
}

/// A kind of report on an audit, as `--report` names it.
package struct AuditFormat: Sendable {
    /// The word for the command line, and what it gives.
    package let name, about: String
    /// Makes the whole report.
    package let text: @Sendable (AuditResults) -> String

    /// Each parameter is the property of its name.
    package init(
        name: String,
        about: String,
        text: @escaping @Sendable (AuditResults) -> String
    ) {
        (self.name, self.about, self.text) = (name, about, text)
    }

    /// Those of this target.
    package static let catalogue = [json, sarif, gitlab, markdown, junit]

    /// For services that scan code: the mistakes of files, and the weaknesses that were seen.
    package static let sarif = AuditFormat(
        name: "sarif",
        about: "SARIF 2.1.0, a result for each mistake of a file and each weakness."
    ) { SARIFDocument(Issue.all(in: $0), notes: $0.notes).text }

    /// For merge requests of GitLab: the same.
    package static let gitlab = AuditFormat(
        name: "gitlab",
        about: "Code quality of GitLab, an issue for each of them."
    ) { CodeQualityDocument(Issue.all(in: $0) + $0.inForce.map(Issue.init)).text }

    /// For the pages of CI services: the same.
    package static let markdown = AuditFormat(
        name: "markdown",
        about: "A table of them, for GITHUB_STEP_SUMMARY."
    ) { IssueTable(Issue.all(in: $0), notes: $0.notes).text }

    /// For CI services that show test cases: the same.
    package static let junit = AuditFormat(
        name: "junit",
        about: "JUnit XML, a test case for each of them."
    ) { AuditJUnit($0).text }

    /// For programs, as `--format json` has it.
    package static let json = AuditFormat(
        name: "json",
        about: "The JSON document of --format json."
    ) { AuditJSON($0).text }
}
