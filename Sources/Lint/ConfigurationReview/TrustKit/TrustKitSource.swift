import ClientModels
import ScenarioFormat

extension ReviewedSystem {
    /// TrustKit's configuration as a dictionary in Swift or Objective-C.
    static let trustKitSource = ReviewedSystem(
        table: RuleTable("", []),
        noun: "a TrustKit configuration in source code"
    ) { file, context in
        guard let source = file.source, source.language == .swift || source.language == .objectiveC
        else { return nil }
        var reading = Reading(comments: source.comments)
        for name in source.occurrences(of: "kTSKPinnedDomains") {
            var reader = DictionaryReader(file: file, source: source)
            guard let configuration = reader.dictionary(around: name) else { continue }
            let style: PropertyListFile.Style =
                source.language == .swift ? .swift : .objectiveC
            let review = TrustKitReview(
                list: PropertyListFile(
                    file,
                    root: configuration,
                    comments: source.comments,
                    style
                ),
                context: context,
                configuration: configuration,
                isPartial: !reader.unread.isEmpty,
                isForMac: ["AppKit", "Cocoa"].contains { !source.occurrences(of: $0).isEmpty }
            )
            let isDebug = source.isDebug(source.tokens[name].range.lowerBound)
            reading.findings += review.findings.map { finding in
                var finding = finding
                if isDebug { finding.severity = .note }
                return finding
            }
            reading.unread += reader.unread
        }
        return reading.findings.isEmpty && reading.unread.isEmpty
            && source.occurrences(of: "kTSKPinnedDomains").isEmpty ? nil : reading
    }
}

/// A dictionary literal in Swift or Objective-C, read as a property list; names such as
/// `kTSKEnforcePinning` become the keys that they stand for.
private struct DictionaryReader {
    let file: ReviewedFile
    let source: SourceFile
    /// The values that the file does not contain; entries with such a value are left out.
    private(set) var unread: [Unread] = []

    init(file: ReviewedFile, source: SourceFile) {
        (self.file, self.source) = (file, source)
    }

    /// Returns the innermost dictionary in which a token is a key; nil if there is none.
    mutating func dictionary(around token: Int) -> PropertyListNode? {
        guard source.isSign(source.next(token), ":"), let open = source.enclosing(token),
            source.isSign(open, "[") || source.isSign(open, "{"),
            let close = source.counterpart(open)
        else { return nil }
        return node(of: open..<close + 1, depth: 0)
    }

    /// The limit on nested dictionaries.
    private static let depth = 8

    private mutating func node(of tokens: Range<Int>, depth: Int) -> PropertyListNode? {
        let range = source.bytes(of: tokens)
        guard depth < Self.depth, !range.isEmpty else { return nil }
        switch source.value(of: tokens) {
        case .text(let text):
            return PropertyListNode(.string(text), range: range, content: content(of: tokens))
        case .truth(let truth): return PropertyListNode(.boolean(truth), range: range)
        case .number(let number): return PropertyListNode(.integer(number), range: range)
        case .list(let parts): return list(parts, range, depth)
        case .unknown(let name) where name.hasPrefix("kTSK"):
            return PropertyListNode(.string(String(name.dropFirst())), range: range)
        case .unknown(let text):
            unread.append(Unread(at: file.span(range), "\(text) is not a literal"))
            return nil
        case .nothing: return nil
        }
    }

    private mutating func list(
        _ parts: [Range<Int>],
        _ range: Range<Int>,
        _ depth: Int
    ) -> PropertyListNode? {
        let colons = parts.map { colon(in: $0) }
        guard colons.contains(where: { $0 != nil }) else {
            let items = parts.map { node(of: $0, depth: depth + 1) }
            // If a part of a list is unknown, the rules cannot say which elements are missing.
            guard items.allSatisfy({ $0 != nil }) else { return nil }
            let known = items.compactMap(\.self)
            return PropertyListNode(.array(known.map(\.value)), range: range, items: known)
        }
        var entries: [PropertyListNode.Entry] = []
        for (part, colon) in zip(parts, colons) {
            guard let colon, let entry = entry(part, colon, depth) else {
                // An unknown value in a domain's entry excludes the whole domain.
                if depth > 1 { return nil }
                continue
            }
            entries.append(entry)
        }
        let values = Dictionary(entries.map { ($0.key, $0.value.value) }) { first, _ in first }
        return PropertyListNode(.dictionary(values), range: range, entries: entries)
    }

    private mutating func entry(
        _ part: Range<Int>,
        _ colon: Int,
        _ depth: Int
    ) -> PropertyListNode.Entry? {
        let name = part.lowerBound..<colon
        let key: String
        switch source.value(of: name) {
        case .text(let text): key = text
        case .unknown(let text) where text.hasPrefix("kTSK"): key = String(text.dropFirst())
        case .unknown(let text):
            unread.append(Unread(at: file.span(source.bytes(of: name)), "\(text) is not a literal"))
            return nil
        default: return nil
        }
        guard let value = node(of: colon + 1..<part.upperBound, depth: depth + 1) else {
            return nil
        }
        return PropertyListNode.Entry(
            key: key,
            keyRange: source.bytes(of: name),
            keyTextRange: content(of: name),
            value: value
        )
    }

    /// Returns the sign between a key and its value.
    private func colon(in part: Range<Int>) -> Int? {
        let open = part.first.flatMap(source.enclosing)
        return part.first { source.isSign($0, ":") && source.enclosing($0) == open }
    }

    /// Returns the text between the quotes of a literal; nil for a name.
    private func content(of tokens: Range<Int>) -> Range<Int>? {
        let inner = source.trimmed(tokens)
        guard let token = source.token(inner.upperBound - 1), token.kind == .string,
            inner.count <= 2, token.range.count >= 2
        else { return nil }
        let text = file.bytes[token.range]
        guard let quote = text.firstIndex(of: UInt8(ascii: "\"")), text.last == UInt8(ascii: "\"")
        else { return nil }
        return quote + 1..<max(quote + 1, token.range.upperBound - 1)
    }
}
