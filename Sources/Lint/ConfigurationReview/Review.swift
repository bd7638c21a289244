import ClientModels

/// The mistakes of a file.
package struct Review: Sendable {
    /// As it was named on the command line or found below it.
    package let file: String
    /// As they were read, for the edits; none where the file could not be read.
    package let bytes: [UInt8]
    /// The systems that know such a file, such as `a network security configuration`; empty for a
    /// file that no system knows.
    package let kinds: [String]
    /// The most severe first.
    package internal(set) var findings: [Finding]
    /// Findings that a comment `hatpin:allow ID reason` takes out.
    package let allowed: [Finding]
    package let unread: [Unread]
    /// What reports call a source file that was not read, such as `.rb`; nil for other files.
    package var unreadKind: String?
    /// Whether systems looked for mistakes in it.
    package var isRead = false
    /// The language that it was read as; nil for a file that is not source code.
    package var language: String?
    /// Findings whose fix would do harm, with the harm; their way to fix it is in words alone.
    package internal(set) var leftOut: [FixSearch.LeftOut] = []
    /// The circumstances of the review; nil where the file is not reviewed as a whole.
    var context: ReviewContext?
    /// The bytes that places are counted in: in UTF-8 without a byte order mark; nil for all bytes.
    var text: [UInt8]?

    /// Every system, in the order of the manual.
    private static let systems: [ReviewedSystem] =
        [
            .networkSecurityConfig, .androidManifest, .gradle, .infoPlist, .trustKit,
            .trustKitSource,
            .curlPins, .bundledCertificate, .unreadableConfiguration,
        ] + ReviewedSystem.sources

    /// The mistakes that reviews know, by system.
    package static var tables: [RuleTable] {
        systems.map(\.table).filter { !$0.rules.isEmpty } + [ChainRules.table]
    }

    /// The kinds of source code, which is known by its words and not by its form.
    package static let sourceKinds = Set(ReviewedSystem.sources.map(\.noun))

    /// The code at a finding: the lines of its place, each without the blanks around it, of which a
    /// long place has the first; in a line of generated code it begins at the place.
    ///
    /// - Returns: nil for a finding about the whole file.
    package func code(of finding: Finding) -> String? {
        guard let place = finding.place?.range else { return nil }
        let text = text ?? bytes
        let isBreak = { (byte: UInt8) in byte == UInt8(ascii: "\n") }
        let first = text.index(text.startIndex, offsetBy: min(place.lowerBound, text.count))
        let last = text.index(
            text.startIndex,
            offsetBy: min(max(place.lowerBound, place.upperBound - 1), text.count)
        )
        let before = text[max(text.startIndex, first - Self.longestLine)..<first]
        let start =
            before.lastIndex(where: isBreak).map { $0 + 1 }
            ?? (before.startIndex == text.startIndex ? text.startIndex : first)
        let after = text[last...].prefix(Self.longestLine)
        let end = after.firstIndex(where: isBreak) ?? after.endIndex
        let lines = text[start..<end].prefix(Self.longestLine).split(whereSeparator: isBreak)
            .map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
            .filter { !$0.isEmpty }
        return String(lines.prefix(Self.codeLines).joined(separator: "\n").prefix(Self.codeLength))
    }

    /// The most of a place that its code has: what is further in a body changes more often than the
    /// finding does.
    private static let codeLines = 5
    /// In characters: more than a line that a person wrote has.
    private static let codeLength = 500
    /// In bytes; lines of generated code have megabytes, and thousands of findings.
    private static let longestLine = 4_096

    /// With further findings.
    package func adding(_ more: [Finding]) -> Review {
        Review(
            file: file,
            bytes: bytes,
            kinds: kinds,
            findings: (findings + more).sorted(),
            allowed: allowed,
            unread: unread,
            unreadKind: unreadKind,
            isRead: isRead,
            language: language,
            leftOut: leftOut,
            context: context,
            text: text
        )
    }

    /// The review of other bytes in the place of the file.
    package func again(_ bytes: [UInt8]) -> Review {
        context.map { Review.read(bytes, named: file, context: $0) } ?? self
    }

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
        read(bytes, named: name, context: context).proposingSoundFixes()
    }

    /// The same with every fix that a rule has, sound or not.
    static func read(_ bytes: [UInt8], named name: String, context: ReviewContext) -> Review {
        let file = ReviewedFile(bytes, named: name)
        let aside = context.isTest ? PathAside.tests : PathAside(name, below: context.folder)
        var (kinds, findings, allowed, unread) = ([String](), [Finding](), [Finding](), [Unread]())
        for system in systems {
            guard let reading = system.review(file, context) else { continue }
            let allowances = Allowances(reading.comments, in: file)
            kinds.append(system.noun)
            for finding in reading.findings.map({ aside?.lowered($0) ?? $0 }) {
                if allowances.contain(finding) {
                    allowed.append(finding)
                } else {
                    findings.append(finding)
                }
            }
            unread += reading.unread
        }
        if kinds.isEmpty, let error = UnreadableConfiguration.error(in: file) {
            unread.append(Unread(at: nil, error.reason))
        }
        let unreadKind = kinds.isEmpty ? UnreadSources.kind(of: file) : nil
        return Review(
            file: name,
            bytes: bytes,
            kinds: kinds,
            findings: findings.sorted(),
            allowed: allowed.sorted(),
            unread: unread,
            unreadKind: unreadKind,
            isRead: !kinds.isEmpty || file.source != nil && unreadKind == nil,
            language: file.source?.language.name,
            context: context,
            text: file.bytes
        )
    }

    /// A file or a folder that could not be read, for a reason in words.
    static func unreadable(_ path: String, _ reason: String) -> Review {
        let isConfiguration = UnreadableConfiguration.isMeant(byName: path)
        let finding = UnreadableConfiguration.finding(reason, at: nil)
        return Review(
            file: path,
            bytes: [],
            kinds: isConfiguration ? [ReviewedSystem.unreadableConfiguration.noun] : [],
            findings: isConfiguration
                ? [PathAside(path, below: nil)?.lowered(finding) ?? finding] : [],
            allowed: [],
            unread: isConfiguration ? [] : [Unread(at: nil, reason)]
        )
    }

    /// Reviews the text of a setting, such as `pinned-public-key` of `curl`.
    ///
    /// - Parameters:
    ///   - text: the value as it was stated.
    ///   - setting: the setting's name.
    ///   - model: the name of its model.
    /// - Returns: its findings; nil for a setting without rules.
    package static func setting(_ text: String, named setting: String, of model: String) -> Review?
    {
        guard model == "curl", setting == "pinned-public-key" else { return nil }
        let file = ReviewedFile(Array(text.utf8), named: "\(model):\(setting)")
        let pin = CurlPin(file: file, range: 0..<file.bytes.count)
        let unread = pin.path.map { Unread(at: nil, "\($0) is a file, if anything") }
        return of(file, "pins of curl", pin.findings, [unread].compactMap(\.self))
    }

    /// Reviews a file that curl takes for a public key.
    package static func curlPinFile(_ bytes: [UInt8], named name: String) -> Review {
        let file = ReviewedFile(bytes, named: name)
        return of(file, "a key for curl", [CurlPin.certificateFile(file)].compactMap(\.self))
    }

    private static func of(
        _ file: ReviewedFile,
        _ kind: String,
        _ findings: [Finding],
        _ unread: [Unread] = []
    ) -> Review {
        Review(
            file: file.name,
            bytes: file.bytes,
            kinds: [kind],
            findings: findings.sorted(),
            allowed: [],
            unread: unread,
            isRead: true
        )
    }
}
