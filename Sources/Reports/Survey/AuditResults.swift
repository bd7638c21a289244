import Basics
import Lint
import Runner
import ScenarioFormat

/// The results of an audit, for its reports.
package struct AuditResults: Sendable {
    package let audits: [Audit]
    /// The files that were audited.
    package let files: [AuditedFile]
    /// The findings in files.
    package let reviews: [Review]
    /// The files that were read, and the files that were not read.
    package let scope: ReviewScope
    /// The given options that affect the results, quoted for a shell.
    package let options: [String]
    /// The options that select some of the cases; empty for an audit with all cases.
    package let selection: [String]
    /// The options of hatpin.yaml that can make the audit succeed although it finds weaknesses.
    package let inForce: [StatedOption]
    /// The highest severity that does not fail the audit.
    package let allowed: Severity
    /// The shard of the audit; nil for a whole audit.
    package var shard: AuditShardRecord?

    /// Each parameter sets the property of its name.
    package init(
        audits: [Audit],
        files: [AuditedFile],
        reviews: [Review],
        scope: ReviewScope,
        options: [String],
        selection: [String] = [],
        inForce: [StatedOption] = [],
        allowed: Severity = .note,
        shard: AuditShardRecord? = nil
    ) {
        (self.audits, self.files) = (audits, files)
        (self.reviews, self.scope) = (reviews, scope)
        (self.options, self.inForce, self.allowed) = (options, inForce, allowed)
        self.selection = selection
        self.shard = shard
    }
}

extension AuditResults {
    /// The notes, one line each: the selected part of the cases, the test cases without a verdict,
    /// the options of hatpin.yaml that apply, and what was not read (excluded files, source files
    /// by kind, and files with the reason).
    package var notes: [Untrusted] {
        let excluded =
            scope.excluded > 0 ? ["excluded " + ReviewText.exclusion(scope.excluded)] : []
        let sources = scope.unread.isEmpty ? [] : ["not read: " + scope.unread.words]
        let part = selection.partWords.map { [$0] } ?? []
        let gaps = audits.compactMap(\.gapWords)
        let unread = excluded + sources + ReviewText.unreadLines(of: reviews)
        return (part + gaps + inForce.map(\.words) + unread).map { Untrusted($0) }
    }
}
