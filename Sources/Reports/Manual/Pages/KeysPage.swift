import ScenarioFormat

/// A page about the keys of one kind of file; the type collects its sections.
struct KeysPage {
    /// The largest number of words that a table cell lists; longer lists follow at the end.
    private static let inlineWords = 12
    /// For each noun with its own table in the manual, the link that replaces a list of the words.
    private static let catalogues = [
        "mutation": "[a mutation](words.md#mutations)",
        "server fault": "[a server fault](words.md#server-faults)",
        "reason": "[a reason](words.md#reasons)",
        "ability": "[an ability](#abilities)",
        "ability of a server": "[an ability](#abilities)",
        "probe": "[a probe](#probes)",
        "way to the server": "[a way](#names)",
        "way to the anchors": "[a way](#anchors)",
        "end": "[an end](#ends)",
    ]

    /// For each kind of mapping with its own page, the link to that page.
    private static let pages = ["party": "[settings by party](parties.md)"]

    /// Returns the sections of a reference, and the words of long vocabularies.
    static func text(of reference: FormatReference) -> String {
        var page = KeysPage()
        let sections = reference.sections.map { page.section($0) }
        return (sections + page.wordLists).joined(separator: "\n")
    }

    private var shown: [FormatReference.Section] = []
    private var lists: [(noun: String, words: [FormatReference.Word])] = []

    private mutating func section(_ section: FormatReference.Section) -> String {
        defer { shown.append(section) }
        let heading = "## \(capitalised(section.title))\n\n"
        let keys = Set(section.keys.map(\.name))
        if let whole = shown.first(where: { keys.isSubset(of: $0.keys.map(\.name)) }) {
            let names = section.keys.map { Markdown.code($0.name) }.joined(separator: ", ")
            return heading + "Keys of \(link(to: whole.title)): \(names).\n"
        }
        let rows = section.keys.map { row($0) }
        return heading + Markdown.table(["key", "takes", "means"], rows)
    }

    /// The lists of the words that were too many for a table cell.
    private var wordLists: [String] {
        lists.map { list in
            let names = list.words.map { Markdown.code($0.name) }.joined(separator: ", ")
            return "## Words: \(list.noun)\n\n\(names)\n"
        }
    }

    private mutating func row(_ key: FormatReference.Key) -> [String] {
        let name = Markdown.code(key.name)
        guard key.isBuilt else { return [name, "", Markdown.cell(key.about) + " (not built yet)"] }
        let examples = key.examples.map(Markdown.code).joined(separator: ", ")
        return [
            name + (key.isRequired ? " (required)" : ""),
            takes(key.takes),
            Markdown.cell(key.about) + (examples.isEmpty ? "" : ", such as \(examples)"),
        ]
    }

    private mutating func takes(_ accepted: FormatReference.Accepted) -> String {
        switch accepted {
        case .text(let noun, let words):
            return words.isEmpty ? noun : "\(noun), or \(listed(words, noun))"
        case .word(let noun, let words):
            return listed(words, noun)
        case .list(let element, let orOne):
            let element = takes(element)
            return orOne ? "\(element), or a list of them" : "a list, each: \(element)"
        case .table(let key, let value):
            return "a mapping from \(key) to: \(takes(value))"
        case .section(let title):
            return link(to: title)
        case .mapping(let keys):
            let pairs = keys.map { "\(Markdown.code($0.key)): \(takes($0.takes))" }
            return "a mapping of " + pairs.joined(separator: ", ")
        case .page(let name):
            return Self.pages[name] ?? name
        case .oneOf(let alternatives):
            return alternatives.map { takes($0) }.joined(separator: "; or ")
        }
    }

    private mutating func listed(_ words: [FormatReference.Word], _ noun: String) -> String {
        if let table = Self.catalogues[noun] { return table }
        guard words.count > Self.inlineWords else {
            return words.map { Markdown.code($0.name) }.joined(separator: " or ")
        }
        if !lists.contains(where: { $0.noun == noun }) { lists.append((noun, words)) }
        return "[a word](#\(Markdown.anchor("Words: " + noun)))"
    }

    private func link(to title: String) -> String {
        "[\(title)](#\(Markdown.anchor(title)))"
    }

    private func capitalised(_ title: String) -> String {
        title.prefix(1).uppercased() + title.dropFirst()
    }
}
