import Basics
import Lint
import ScenarioFormat

/// Issues in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS Standard).
package struct SARIFDocument {
    /// The largest number of results of a run that GitHub reads; GitHub silently drops further
    /// results.
    static let most = 5_000

    private let issues: [Issue]
    private let notes: [Untrusted]

    /// - Parameters:
    ///   - issues: the issues; the document has the most severe first and otherwise keeps their
    ///     order.
    ///   - notes: the unread files and the options in force, one line each.
    package init(_ issues: [Issue], notes: [Untrusted] = []) {
        self.notes = notes
        self.issues = issues.enumerated().sorted { left, right in
            left.element.severity != right.element.severity
                ? left.element.severity > right.element.severity : left.offset < right.offset
        }
        .prefix(Self.most).map(\.element)
    }

    /// The document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 16_384)
        json.object { json in
            json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            json.member("version", "2.1.0")
            json.key("runs")
            json.array { $0.object(run) }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func run(_ json: inout JSONWriter) {
        json.key("tool")
        json.object { json in
            json.key("driver")
            json.object { json in
                json.member("name", "hatpin")
                json.member("semanticVersion", Tool.version)
                json.key("rules")
                json.array { list in
                    for rule in rules { list.object { Self.write(rule, to: &$0) } }
                }
            }
        }
        if !notes.isEmpty { invocations(&json) }
        // Columns are counted in characters.
        json.member("columnKind", "unicodeCodePoints")
        json.key("results")
        json.array { list in
            for issue in issues { list.object { Self.write(result: issue, to: &$0) } }
        }
    }

    /// Writes warnings about unread files and about the options of hatpin.yaml that apply (SARIF
    /// 2.1.0 §3.20.21).
    private func invocations(_ json: inout JSONWriter) {
        json.key("invocations")
        json.array { list in
            list.object { json in
                json.member("executionSuccessful", true)
                json.key("toolExecutionNotifications")
                json.array { list in
                    for words in notes.prefix(Self.most) {
                        list.object { json in
                            json.member("level", "warning")
                            json.key("message")
                            json.object { $0.member("text", words) }
                        }
                    }
                }
            }
        }
    }

    /// The most severe issue of each rule.
    private var rules: [Issue] {
        var seen: Set<String> = []
        return issues.filter { seen.insert($0.rule).inserted }
    }

    private static func write(_ rule: Issue, to json: inout JSONWriter) {
        json.member("id", Untrusted(rule.rule))
        json.key("shortDescription")
        json.object { $0.member("text", Untrusted(rule.about)) }
        json.key("defaultConfiguration")
        json.object { $0.member("level", rule.severity.level) }
        json.key("properties")
        json.object { json in
            json.member("tags", ["security"])
            json.member("security-severity", rule.severity.score)
        }
    }

    private static func write(result issue: Issue, to json: inout JSONWriter) {
        json.member("ruleId", Untrusted(issue.rule))
        json.member("level", issue.severity.level)
        json.key("message")
        json.object { $0.member("text", issue.message) }
        json.key("locations")
        json.array { list in
            list.object { json in
                json.key("physicalLocation")
                json.object { write(place: issue, to: &$0) }
            }
        }
        json.key("partialFingerprints")
        json.object { $0.member("hatpin/v1", Untrusted(issue.identity)) }
    }

    private static func write(place issue: Issue, to json: inout JSONWriter) {
        json.key("artifactLocation")
        json.object { $0.member("uri", reference(issue.file)) }
        guard let mark = issue.mark else { return }
        json.key("region")
        json.object { json in
            json.member("startLine", mark.line)
            json.member("startColumn", mark.column)
            if let length = issue.length { json.member("endColumn", mark.column + max(1, length)) }
        }
    }

    /// Returns a path as a URI reference (RFC 3986 §4.2).
    ///
    /// All characters except unreserved characters and slashes are percent-encoded, so a colon
    /// cannot end a scheme.
    private static func reference(_ path: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        return path.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return plain.contains(byte)
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }
        .joined()
    }
}

extension Severity {
    /// The level of a result (SARIF 2.1.0 §3.27.10).
    fileprivate var level: String {
        switch self {
        case .critical, .high: "error"
        case .medium: "warning"
        case .low, .note: "note"
        }
    }

    /// The score of the severity: the middle of the range of numbers that GitHub assigns to it.
    fileprivate var score: String {
        switch self {
        case .critical: "9.5"
        case .high: "8.0"
        case .medium: "5.5"
        case .low: "2.0"
        case .note: "0.0"
        }
    }
}
