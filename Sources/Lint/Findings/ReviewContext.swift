import PathValidation
import X509

/// The circumstances of a review.
package struct ReviewContext: Sendable {
    package var now: Instant
    /// Hosts that the owner asks for, in lower case; empty for the hosts that the file itself names.
    package var hosts: [String]
    /// Values for names that a file does not say.
    package var defines: [String: String]
    /// Whether the file belongs to tests or a debug build, where findings weigh less.
    package var isTest: Bool
    /// The folder that is searched; nil for a file by itself.
    package var folder: String?
    /// The project around the file; nothing for a file by itself.
    package var surroundings = ProjectFiles()

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

/// The answer of one system about a file.
package struct Reading: Sendable {
    package var findings: [Finding]
    package var unread: [Unread]
    /// Comments of the file, in which findings can be allowed.
    package var comments: [Range<Int>]

    /// Each parameter is the property of its name.
    package init(
        findings: [Finding] = [],
        unread: [Unread] = [],
        comments: [Range<Int>] = []
    ) {
        (self.findings, self.unread, self.comments) = (findings, unread, comments)
    }
}

/// A system whose files are reviewed.
package struct ReviewedSystem: Sendable {
    package let table: RuleTable
    /// The noun for the file, such as `a network security configuration`, for reports.
    package let noun: String
    /// The findings in a file; nil for a file that is not this system's.
    package let review: @Sendable (ReviewedFile, ReviewContext) -> Reading?

    /// Each parameter is the property of its name.
    package init(
        table: RuleTable,
        noun: String,
        review: @escaping @Sendable (ReviewedFile, ReviewContext) -> Reading?
    ) {
        (self.table, self.noun, self.review) = (table, noun, review)
    }
}
