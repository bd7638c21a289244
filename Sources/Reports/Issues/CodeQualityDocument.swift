import Basics
import Lint
import ScenarioFormat

/// Issues for GitLab's code quality widget: an array with the members that GitLab documents.
package struct CodeQualityDocument {
    private let issues: [Issue]

    package init(_ issues: [Issue]) {
        self.issues = issues
    }

    /// The document and a newline.
    package var text: String {
        // The number of issues so far with each fingerprint; GitLab merges issues with equal
        // fingerprints.
        var counts: [String: Int] = [:]
        var json = JSONWriter(capacity: 4_096)
        json.array { list in
            for issue in issues {
                let identity = "\(issue.file) \(issue.identity)"
                counts[identity, default: 0] += 1
                let place = counts[identity] ?? 1
                let fingerprint = place > 1 ? "\(identity) \(place)" : identity
                list.object { Self.write(issue, fingerprint, to: &$0) }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write(_ issue: Issue, _ fingerprint: String, to json: inout JSONWriter) {
        json.member("description", issue.message)
        json.member("check_name", Untrusted(issue.rule))
        json.member("fingerprint", Untrusted(fingerprint))
        json.member("severity", issue.severity.severity)
        json.key("location")
        json.object { json in
            json.member("path", Untrusted(issue.file))
            json.key("lines")
            json.object { $0.member("begin", issue.mark?.line ?? 1) }
        }
    }
}

extension Severity {
    /// GitLab's word for the severity.
    fileprivate var severity: String {
        switch self {
        case .critical: "blocker"
        case .high: "critical"
        case .medium: "major"
        case .low: "minor"
        case .note: "info"
        }
    }
}
