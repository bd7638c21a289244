import Basics
import ClientModels
import ScenarioFormat

/// TrustKit's configuration as a dictionary in Swift or Objective-C, read from the matches of the
/// shared rule `trustkit`.
struct TrustKitSource {
    static let noun = "a TrustKit configuration in source code"

    private let review: SyntaxReview
    private let constants: SourceConstants
    private let literals: DictionaryLiterals
    /// The places of `kTSKPinnedDomains` as a key.
    private let roots: [SyntaxMatch]

    /// - Parameters:
    ///   - matches: the matches in the file, including those of the shared rules.
    ///   - review: the review of the file.
    init(_ matches: [SyntaxMatch], in review: SyntaxReview) {
        let own = matches.filter { $0.target == .shared(.trustKit) }
        self.review = review
        constants = SourceConstants(matches, in: review.file, defines: review.context.defines)
        literals = DictionaryLiterals(own, in: review.file)
        roots = own.filter { match in
            match.captures["KEY"].map(review.file.text) == "kTSKPinnedDomains"
        }
    }

    /// The findings and the values that the file does not contain; nil for a file without a
    /// configuration.
    var reading: Reading? {
        guard !roots.isEmpty else { return nil }
        let file = review.file
        var reading = Reading(comments: file.allowingComments)
        let isForMac = ["import AppKit", "import Cocoa", "<AppKit/", "<Cocoa/"]
            .contains(where: file.bytes.holds)
        for root in roots {
            var reader = DictionaryReader(file: file, constants: constants, literals: literals)
            guard let range = root.captures["LITERAL"],
                let configuration = reader.node(of: range, depth: 0)
            else { continue }
            let trustKit = TrustKitReview(
                list: PropertyListFile(
                    file,
                    root: configuration,
                    comments: file.allowingComments,
                    review.language == .swift ? .swift : .objectiveC
                ),
                context: review.context,
                configuration: configuration,
                isPartial: !reader.unread.isEmpty,
                isForMac: isForMac
            )
            let isDebug = review.isDebug(root)
            reading.findings += trustKit.findings.map { finding in
                var finding = finding
                if isDebug { finding.severity = .note }
                return finding
            }
            reading.unread += reader.unread
        }
        return reading
    }
}

/// The literals of dictionaries and arrays in a file.
private struct DictionaryLiterals {
    /// A part of a literal.
    struct Part {
        enum Role: String, CaseIterable { case key = "KEY", value = "VALUE", item = "ITEM" }

        let role: Role
        let range: Range<Int>
    }

    /// The parts of each literal, in the order of the file.
    private var parts: [Range<Int>: [Part]] = [:]
    /// The literals by the place at which they start.
    private var starts: [Int: Range<Int>] = [:]
    /// The literals that the file gives to names; a name with several literals is left out.
    private(set) var definitions: [String: Range<Int>] = [:]
    private let file: ReviewedFile

    init(_ matches: [SyntaxMatch], in file: ReviewedFile) {
        self.file = file
        var repeated: Set<String> = []
        for match in matches.sorted() {
            if let name = match.captures["NAME"].map(file.text),
                let literal = match.captures["DEFINITION"],
                definitions.updateValue(literal, forKey: name) != nil
            {
                repeated.insert(name)
            }
            guard let literal = match.captures["LITERAL"] else { continue }
            for role in Part.Role.allCases {
                guard let range = match.captures[role.rawValue] else { continue }
                parts[literal, default: []].append(Part(role: role, range: range))
            }
            starts[literal.lowerBound] = literal
        }
        for name in repeated { definitions[name] = nil }
    }

    /// Returns the parts of an expression that is a literal, which may have a type after it.
    ///
    /// - Returns: the parts; nil for another expression, and for a literal with an expression of an
    ///   unknown kind, because rules count the parts.
    func parts(of expression: Range<Int>) -> [Part]? {
        let text = file.text(expression).filter { !$0.isWhitespace }
        if ["[]", "[:]", "@[]", "@{}"].contains(text) { return [] }
        guard let literal = starts[expression.lowerBound], let parts = parts[literal],
            literal.upperBound <= expression.upperBound,
            file.text(literal.upperBound..<expression.upperBound).isTypeAnnotation
        else { return nil }
        var end = literal.lowerBound
        for next in parts.map(\.range) + [literal.upperBound..<literal.upperBound] {
            guard end <= next.lowerBound, file.text(end..<next.lowerBound).isBetweenParts else {
                return nil
            }
            end = next.upperBound
        }
        return parts
    }
}

extension String {
    /// Whether the text after a literal only states its type.
    fileprivate var isTypeAnnotation: Bool { wholeMatch(of: /\s*|\s+as\s.*/) != nil }

    /// Whether the text between parts of a literal has only brackets, separators and comments.
    fileprivate var isBetweenParts: Bool {
        wholeMatch(of: /([\s\[\]{}@:,]|\/\/[^\n]*\n|\/\*([^*]|\*[^\/])*\*\/)*/) != nil
    }
}

/// Reads a dictionary literal as a property list; names such as `kTSKEnforcePinning` become the
/// keys that they stand for.
private struct DictionaryReader {
    let file: ReviewedFile
    let constants: SourceConstants
    let literals: DictionaryLiterals
    /// The values that the file does not contain; entries with such a value are left out.
    private(set) var unread: [Unread] = []

    init(file: ReviewedFile, constants: SourceConstants, literals: DictionaryLiterals) {
        (self.file, self.constants, self.literals) = (file, constants, literals)
    }

    /// The limit on nested dictionaries, and on names that stand for other names.
    private static let depth = 8
    private static let truths = [
        "true": true, "YES": true, "@YES": true, "@(YES)": true, "@true": true,
        "false": false, "NO": false, "@NO": false, "@(NO)": false, "@false": false,
    ]

    /// Returns the value of an expression.
    ///
    /// - Returns: the value; nil for a null pointer and for values that the file does not contain.
    mutating func node(of range: Range<Int>, depth: Int) -> PropertyListNode? {
        guard depth < Self.depth else { return nil }
        let written = file.text(range)
        if let parts = literals.parts(of: range) {
            // An empty literal is a dictionary if it is `[:]` or `@{}`.
            let isArray =
                parts.first.map { $0.role == .item }
                ?? (!written.contains(":") && !written.contains("{"))
            return list(parts, isArray: isArray, range, depth)
        }
        if let text = constants.text(of: range) {
            return PropertyListNode(
                .string(text.text),
                range: range,
                content: text.range.flatMap { $0.isInside(range) ? $0 : nil }
            )
        }
        if let truth = Self.truths[written] {
            return PropertyListNode(.boolean(truth), range: range)
        }
        if let number = Int(written.hasPrefix("@") ? written.dropFirst() : written[...]) {
            return PropertyListNode(.integer(number), range: range)
        }
        if written == "nil" { return nil }
        if let name = written.trustKitKey { return PropertyListNode(.string(name), range: range) }
        if let definition = literals.definitions[written],
            let node = node(of: definition, depth: depth + 1)
        {
            return PropertyListNode(
                node.value,
                range: range,
                entries: node.entries,
                items: node.items
            )
        }
        addUnread(range)
        return nil
    }

    private mutating func list(
        _ parts: [DictionaryLiterals.Part],
        isArray: Bool,
        _ range: Range<Int>,
        _ depth: Int
    ) -> PropertyListNode? {
        if isArray {
            let items = parts.map { node(of: $0.range, depth: depth + 1) }
            // If a part of a list is unknown, the rules cannot say which elements are missing.
            guard items.allSatisfy({ $0 != nil }) else { return nil }
            let known = items.compactMap(\.self)
            return PropertyListNode(.array(known.map(\.value)), range: range, items: known)
        }
        var entries: [PropertyListNode.Entry] = []
        for (key, value) in zip(parts, parts.dropFirst()) where key.role == .key {
            guard value.role == .value, let entry = entry(key.range, value.range, depth) else {
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
        _ name: Range<Int>,
        _ value: Range<Int>,
        _ depth: Int
    ) -> PropertyListNode.Entry? {
        let stated = constants.text(of: name)
        guard let key = file.text(name).trustKitKey ?? stated?.text else {
            addUnread(name)
            return nil
        }
        guard let value = node(of: value, depth: depth + 1) else { return nil }
        return PropertyListNode.Entry(
            key: key,
            keyRange: name,
            keyTextRange: stated?.range.flatMap { $0.isInside(name) ? $0 : nil },
            value: value
        )
    }

    private mutating func addUnread(_ range: Range<Int>) {
        let text = file.text(range.prefix(60)).split { $0.isWhitespace }.joined(separator: " ")
        unread.append(Unread(at: file.span(range), "\(text) is not a literal"))
    }
}

extension String {
    /// The key for which a constant of TrustKit stands.
    fileprivate var trustKitKey: String? {
        let isName = allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return hasPrefix("kTSK") && isName ? String(dropFirst()) : nil
    }
}

extension Range<Int> {
    fileprivate func isInside(_ other: Range<Int>) -> Bool {
        other.lowerBound <= lowerBound && upperBound <= other.upperBound
    }
}
