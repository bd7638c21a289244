import FileFormat

/// The mistakes of a file.
package struct Review: Sendable {
    /// As it was named on the command line or found below it.
    package let file: String
    /// The systems that know such a file, such as `a network security configuration`; empty for a
    /// file that no system knows.
    package let kinds: [String]
    /// The gravest first.
    package let findings: [Finding]
    /// Findings that a comment `hatpin:allow ID reason` takes out.
    package let allowed: [Finding]
    package let unread: [Unread]

    /// Every system, in the order of the manual.
    private static let systems: [ReviewedSystem] = [.networkSecurityConfig, .infoPlist, .trustKit]

    /// The mistakes that reviews know, by system.
    package static var tables: [RuleTable] { systems.map(\.table) }

    /// Reviews one file.
    ///
    /// - Parameters:
    ///   - bytes: of the file.
    ///   - name: as it was named on the command line or found below it.
    ///   - context: the circumstances.
    /// - Returns: its findings; without kinds for a file that no system knows.
    package static func file(
        _ bytes: [UInt8],
        named name: String,
        context: ReviewContext
    ) -> Review {
        let file = ReviewedFile(bytes, named: name)
        let isTest = context.isTest || isTestPath(name)
        var (kinds, findings, allowed, unread) = ([String](), [Finding](), [Finding](), [Unread]())
        for system in systems {
            guard let reading = system.review(file, context) else { continue }
            let allowances = Allowances(reading.comments, in: file)
            kinds.append(system.noun)
            for var finding in reading.findings {
                if isTest { finding.gravity = .note }
                if allowances.contain(finding) {
                    allowed.append(finding)
                } else {
                    findings.append(finding)
                }
            }
            unread += reading.unread
        }
        return Review(
            file: name,
            kinds: kinds,
            findings: findings.sorted(),
            allowed: allowed.sorted(),
            unread: unread
        )
    }

    /// Whether a path belongs to tests or to a variant for debugging.
    private static func isTestPath(_ path: String) -> Bool {
        let folders = path.split(separator: "/").dropLast().map { $0.lowercased() }
        return folders.contains { ["test", "tests", "androidtest", "debug"].contains($0) }
    }
}
