// Systems are the platforms and libraries that reviews know by name, such as Android and TrustKit.
// This folder has the interface of a system, and the facts outside a file that its review uses.

import PathValidation
import X509

/// The facts that a review uses in addition to the file: the date, the hosts and the project.
package struct ReviewContext: Sendable {
    package var now: Instant
    /// The hosts of `--host`, in lower case; if empty, the review uses the hosts in the file.
    package var hosts: [String]
    /// Values for names that the file does not define.
    package var defines: [String: String]
    /// Whether the file belongs to tests or a debug build, where findings are less severe.
    package var isTest: Bool
    /// The folder that is searched; nil for a single file.
    package var folder: String?
    /// The project around the file; empty for a single file.
    package var surroundings = ProjectFiles()
    /// The search of source code; nil reviews configurations only.
    package var search: SourceSearch?

    package init(
        now: Instant,
        hosts: [String] = [],
        defines: [String: String] = [:],
        isTest: Bool = false
    ) {
        (self.now, self.hosts) = (now, hosts.map { $0.lowercased() })
        (self.defines, self.isTest) = (defines, isTest)
    }
}

/// The result of one system's rules for a file.
package struct Reading: Sendable {
    package var findings: [Finding]
    package var unread: [Unread]
    /// The comments of the file that can allow findings.
    package var comments: [Range<Int>]

    package init(
        findings: [Finding] = [],
        unread: [Unread] = [],
        comments: [Range<Int>] = []
    ) {
        (self.findings, self.unread, self.comments) = (findings, unread, comments)
    }
}

/// A system whose files Lint can review, such as Android or TrustKit.
package struct ReviewedSystem: Sendable {
    package let table: RuleTable
    /// The noun for files of the system in reports, such as `a network security configuration`.
    package let noun: String
    /// Returns the findings in a file; nil if the file does not belong to this system.
    package let review: @Sendable (ReviewedFile, ReviewContext) -> Reading?

    package init(
        table: RuleTable,
        noun: String,
        review: @escaping @Sendable (ReviewedFile, ReviewContext) -> Reading?
    ) {
        (self.table, self.noun, self.review) = (table, noun, review)
    }
}
