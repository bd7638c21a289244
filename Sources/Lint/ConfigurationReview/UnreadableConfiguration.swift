import Basics
import ClientModels
import ScenarioFormat

extension ReviewedSystem {
    /// A configuration that Hatpin cannot parse, so that no rules apply to it.
    static let unreadableConfiguration = ReviewedSystem(
        table: RuleTable("Configurations that cannot be read", [.unreadableConfiguration]),
        noun: "a configuration that cannot be read"
    ) { file, _ in
        guard UnreadableConfiguration.isMeant(by: file),
            let error = UnreadableConfiguration.error(in: file)
        else { return nil }
        return Reading(findings: [
            UnreadableConfiguration.finding(error.reason, at: error.line.map(file.lineSpan))
        ])
    }
}

extension Rule {
    static let unreadableConfiguration = Rule(
        "CNF-001",
        .medium,
        "a configuration that Hatpin cannot read"
    )
}

/// Files whose name or content shows that they are meant to be configurations.
enum UnreadableConfiguration {
    /// Returns whether a file's name shows that it is a configuration.
    static func isMeant(byName path: String) -> Bool {
        let parts = path.split(separator: "/").map { $0.lowercased() }
        let name = parts.last ?? ""
        if name.hasSuffix(".plist") { return true }
        let isResource =
            parts.dropLast().suffix(2).first == "res"
            && parts.dropLast().last?.hasPrefix("xml") == true
        return name.hasSuffix(".xml")
            && (isResource || name == "androidmanifest.xml"
                || name.contains("network_security") || name.contains("network-security"))
    }

    /// Returns whether a file's name or first bytes show that it is a configuration.
    static func isMeant(by file: ReviewedFile) -> Bool {
        let elements = ["<network-security-config", "<manifest"]
        return isMeant(byName: file.name)
            || file.lastName.hasSuffix(".xml") && elements.contains(where: file.bytes.holds)
    }

    /// Returns the reason why a file named as XML or a property list cannot be parsed; nil for a
    /// file that can be parsed, and for other files.
    static func error(in file: ReviewedFile) -> NotationError? {
        do throws(NotationError) {
            if file.lastName.hasSuffix(".xml") { _ = try MarkupOutline(file.bytes) }
            if file.lastName.hasSuffix(".plist") { _ = try PropertyListOutline(file.bytes) }
            return nil
        } catch {
            return error
        }
    }

    static func finding(_ reason: String, at place: Span?) -> Finding {
        Finding(
            .unreadableConfiguration,
            at: place,
            "Hatpin cannot read this configuration: \(reason)",
            impact: "Hatpin checked nothing in it, and its system may reject it",
            fix: Fix("correct the file, and run the audit again")
        )
    }
}

extension ReviewedFile {
    /// Returns the range of a line without surrounding white space.
    fileprivate func lineSpan(_ number: Int) -> Span {
        let line = lineRange(number)
        let isText = { (byte: UInt8) in byte > 0x20 }
        let first = bytes[line].firstIndex(where: isText) ?? line.lowerBound
        let last = bytes[line].lastIndex(where: isText) ?? first
        return span(first..<max(first, min(last + 1, line.upperBound)))
    }
}
