import PKIX
import Trust

/// The circumstances of a review.
package struct ReviewContext: Sendable {
    package var now: Instant
    /// Hosts that the owner asks for, in lower case; empty for the hosts that the file itself names.
    package var hosts: [String]
    /// Values for names that a file does not say.
    package var defines: [String: String]
    /// Whether the file belongs to tests or a debug build, where findings weigh less.
    package var isTest: Bool
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
struct Reading: Sendable {
    var findings: [Finding] = []
    var unread: [Unread] = []
    /// Comments of the file, in which findings can be allowed.
    var comments: [Range<Int>] = []
}

/// A system whose files are reviewed.
struct ReviewedSystem: Sendable {
    let table: RuleTable
    /// The noun for the file, such as `a network security configuration`, for reports.
    let noun: String
    /// The findings in a file; nil for a file that is not this system's.
    let review: @Sendable (ReviewedFile, ReviewContext) -> Reading?
}
