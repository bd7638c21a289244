import ClientModels

/// The result of reviewing one file.
package struct Review: Sendable {
    /// The path of the file, as named on the command line or found in a named folder.
    package let file: String
    /// The content as read, for the edits; empty if the file could not be read.
    package let bytes: [UInt8]
    /// The nouns of the systems that the file belongs to, such as `a network security
    /// configuration`; empty if it belongs to no system.
    package let kinds: [String]
    /// The findings, the most severe first.
    package internal(set) var findings: [Finding]
    /// The findings that a comment `hatpin:allow ID reason` suppresses.
    package let allowed: [Finding]
    package let unread: [Unread]
    /// The name in reports for a source file that was not read, such as `.rb`; nil for other files.
    package var unreadKind: String?
    /// The reason why files of this kind cannot be read; nil if Hatpin has no rules for the kind.
    package var obstacle: String?
    /// The number of places in source code that do not parse.
    var syntaxErrors = 0
    /// Whether any rules were applied to the file.
    package var isRead = false
    /// The language of the file; nil if it is not source code.
    package var language: String?
    /// Findings whose edits were removed because they would cause harm, with the harm.
    package internal(set) var leftOut: [FixSearch.LeftOut] = []
    /// The context of the review; nil if only a part of a file was reviewed.
    var context: ReviewContext?
    /// The bytes to which offsets refer: in UTF-8 without a byte order mark; nil if they equal
    /// `bytes`.
    var text: [UInt8]?

    /// The systems that Hatpin recognizes by the format of their files, in the order of the manual.
    private static let systems: [ReviewedSystem] = [
        .networkSecurityConfig, .androidManifest, .infoPlist, .trustKit, .curlPins,
        .bundledCertificate, .unreadableConfiguration,
    ]

    /// All rules, by system.
    package static var tables: [RuleTable] {
        ownTables + SourceRules.builtIn.tables + [ChainRules.table]
    }

    /// The rules that do not come from rule files, by system.
    static var ownTables: [RuleTable] {
        systems.map(\.table).compactMap { table in
            let rules = table.rules.filter { !SourceRules.isFile($0.id) }
            return rules.isEmpty ? nil : RuleTable(table.system, rules)
        }
    }

    /// Returns the rule with the given id, and the name of its system.
    package static func rule(named id: String) -> (system: String, rule: Rule)? {
        for table in ownTables + [ChainRules.table]
            + [SourceRules.table(ofRule: id)].compactMap(\.self)
        {
            if let rule = table.rules.first(where: { $0.id == id }) { return (table.system, rule) }
        }
        return nil
    }

    /// The kinds of configurations.
    ///
    /// Hatpin recognizes a kind of source code by its mistakes, so a file without them may be of no
    /// kind.
    static let configurationKinds = Set(systems.map(\.noun) + [GradleLevels.noun])

    /// Returns the code at a finding: the first lines of its place, without surrounding white
    /// space.
    ///
    /// In a long line of generated code, the returned code begins at the place of the finding.
    ///
    /// - Returns: the code; nil for a finding about the whole file.
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

    /// The most lines of code for a finding, because code further inside a body changes more often
    /// than the finding.
    private static let codeLines = 5
    /// The most characters of code for a finding, more than a hand-written line has.
    private static let codeLength = 500
    /// The most bytes of a line to search; lines of generated code can have megabytes and thousands
    /// of findings.
    private static let longestLine = 4_096

    /// Returns the review with further findings.
    package func adding(_ more: [Finding]) -> Review {
        Review(
            file: file,
            bytes: bytes,
            kinds: kinds,
            findings: (findings + more).sorted(),
            allowed: allowed,
            unread: unread,
            unreadKind: unreadKind,
            obstacle: obstacle,
            syntaxErrors: syntaxErrors,
            isRead: isRead,
            language: language,
            leftOut: leftOut,
            context: context,
            text: text
        )
    }

    /// Returns the review of other content for the same file.
    package func again(_ bytes: [UInt8]) -> Review {
        context.map { Review.read(bytes, named: file, context: $0) } ?? self
    }

    /// Reviews one file.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: the path of the file, as named on the command line or found in a named folder.
    ///   - context: the context of the review.
    /// - Returns: the review; its `kinds` are empty if the file belongs to no system.
    package static func file(
        _ bytes: [UInt8],
        named name: String,
        context: ReviewContext
    ) -> Review {
        read(bytes, named: name, context: context).proposingSoundFixes()
    }

    /// Reviews one file with the given matches in its source code, and does not search for others.
    package static func file(
        _ bytes: [UInt8],
        named name: String,
        context: ReviewContext,
        matches: [SyntaxMatch]
    ) -> Review {
        read(bytes, named: name, context: context, found: .matches(matches, errors: 0))
    }

    /// Reviews several files.
    ///
    /// One search reads the source code of all files; a second search reads the files with their
    /// fixes.
    ///
    /// - Parameters:
    ///   - files: the paths and contents.
    ///   - context: the context of the review.
    /// - Returns: the reviews, in the order of the files.
    package static func files(
        _ files: [(path: String, bytes: [UInt8])],
        context: ReviewContext
    ) -> [Review] {
        let reviews = readAll(files, context: context)
        let fixed = reviews.enumerated().compactMap { index, review in
            review.withAllFixes.map { (index, (path: review.file, bytes: $0)) }
        }
        let again = readAll(fixed.map(\.1), context: context)
        let byIndex = Dictionary(uniqueKeysWithValues: zip(fixed.map(\.0), again))
        return reviews.enumerated().map { $1.proposingSoundFixes(byIndex[$0]) }
    }

    private static func readAll(
        _ files: [(path: String, bytes: [UInt8])],
        context: ReviewContext
    ) -> [Review] {
        let found = context.search?.results(for: files)
        return zip(files.indices, files).map { index, file in
            read(file.bytes, named: file.path, context: context, found: found?[index])
        }
    }

    /// Reviews one file and keeps the edits of every fix, whether or not they cause harm.
    static func read(_ bytes: [UInt8], named name: String, context: ReviewContext) -> Review {
        let found = context.search?.results(for: [(name, bytes)]).first ?? nil
        return read(bytes, named: name, context: context, found: found)
    }

    /// Reviews one file with the given matches in its source code.
    private static func read(
        _ bytes: [UInt8],
        named name: String,
        context: ReviewContext,
        found: SyntaxResult?
    ) -> Review {
        let file = ReviewedFile(bytes, named: name)
        let auxiliary =
            context.isTest ? AuxiliaryPath.tests : AuxiliaryPath(name, below: context.folder)
        var (kinds, findings, allowed, unread) = ([String](), [Finding](), [Finding](), [Unread]())
        let readings =
            systems.compactMap { system in
                system.review(file, context).map { (system.noun, $0) }
            } + (context.search?.readings(of: found, in: file, context) ?? [])
        for (noun, reading) in readings {
            let allowances = Allowances(reading.comments, in: file)
            if !kinds.contains(noun) { kinds.append(noun) }
            for finding in reading.findings.map({ auxiliary?.lowered($0) ?? $0 }) {
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
        let isSearched = if case .matches? = found { true } else { false }
        // A source file that was named has the kind of its language, even if it has no findings.
        if isSearched, kinds.isEmpty, context.folder == nil,
            let language = context.search?.language(of: name, file.bytes)
        {
            kinds.append(language.name)
        }
        var unreadKind = kinds.isEmpty && !isSearched ? UnreadSources.kind(of: file) : nil
        var obstacle: String?
        var syntaxErrors = 0
        switch found {
        case .unreadable(let reason):
            unreadKind = unreadKind ?? UnreadSources.name(of: file)
            obstacle = reason
        case .matches(_, let errors, _): syntaxErrors = errors
        case .unread, nil: break
        }
        return Review(
            file: name,
            bytes: bytes,
            kinds: kinds,
            findings: findings.sorted(),
            allowed: allowed.sorted(),
            unread: unread,
            unreadKind: unreadKind,
            obstacle: obstacle,
            syntaxErrors: syntaxErrors,
            // A JSON file without findings may be anything, such as data.
            isRead: !kinds.isEmpty || isSearched && !name.hasSuffix(".json"),
            language: context.search?.language(of: name, file.bytes)?.name,
            context: context,
            text: file.bytes
        )
    }

    /// Returns the review of a file or folder that could not be read, with the reason.
    static func unreadable(_ path: String, _ reason: String) -> Review {
        let isConfiguration = UnreadableConfiguration.isMeant(byName: path)
        let finding = UnreadableConfiguration.finding(reason, at: nil)
        return Review(
            file: path,
            bytes: [],
            kinds: isConfiguration ? [ReviewedSystem.unreadableConfiguration.noun] : [],
            findings: isConfiguration
                ? [AuxiliaryPath(path, below: nil)?.lowered(finding) ?? finding] : [],
            allowed: [],
            unread: isConfiguration ? [] : [Unread(at: nil, reason)]
        )
    }

    /// Reviews the text of a setting, such as `pinned-public-key` of `curl`.
    ///
    /// - Parameters:
    ///   - text: the value of the setting.
    ///   - setting: the name of the setting.
    ///   - model: the name of the model that has the setting.
    /// - Returns: the review; nil for a setting without rules.
    package static func setting(_ text: String, named setting: String, of model: String) -> Review?
    {
        guard model == "curl", setting == "pinned-public-key" else { return nil }
        let file = ReviewedFile(Array(text.utf8), named: "\(model):\(setting)")
        let pin = CurlPin(file: file, range: 0..<file.bytes.count)
        let unread = pin.path.map {
            Unread(at: nil, "\($0) is not a hash, so curl reads it as a file name")
        }
        return of(file, "curl pins", pin.findings, [unread].compactMap(\.self))
    }

    /// Reviews a file that curl reads as a public key.
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
