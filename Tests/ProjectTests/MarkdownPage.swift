/// The links and headings of a Markdown page.
struct MarkdownPage {
    /// The targets of inline links and of link definitions, outside code.
    let links: [String]
    /// The fragments by which links refer to the headings, as GitHub makes them.
    let anchors: Set<String>

    init(_ text: String) {
        var links: [String] = []
        var anchors: Set<String> = []
        var isCode = false
        for line in text.split(separator: "\n") {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
            } else if !isCode {
                links += Self.links(in: line)
                if let heading = Self.heading(line) {
                    anchors.insert(Self.anchor(of: heading, after: anchors))
                }
            }
        }
        (self.links, self.anchors) = (links, anchors)
    }

    private static func links(in line: Substring) -> [String] {
        if let definition = line.firstMatch(of: /^ {0,3}\[[^\]]+\]:\s*(\S+)/) {
            return [String(definition.output.1)]
        }
        return line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^()\s]+)[^()]*\)/)
            .map { String($0.output.1) }
    }

    private static func heading(_ line: Substring) -> String? {
        guard let match = line.firstMatch(of: /^#{1,6} +(.*?)[ #]*$/) else { return nil }
        return String(match.output.1)
    }

    /// Lower case, without punctuation, hyphens for spaces; repeated fragments get a number.
    private static func anchor(of heading: String, after earlier: Set<String>) -> String {
        // A link in a heading counts as its text.
        let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
        let name = String(
            text.lowercased().compactMap { character -> Character? in
                if character == " " { return "-" }
                let isKept = character.isLetter || character.isNumber || "-_".contains(character)
                return isKept ? character : nil
            }
        )
        guard earlier.contains(name) else { return name }
        var number = 1
        while earlier.contains("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }
}

/// Pages that link to each other.
struct MarkdownPages {
    private let pages: [String: MarkdownPage]
    private let exists: (String) -> Bool

    /// - Parameters:
    ///   - texts: the pages by their paths from the root.
    ///   - exists: whether there is a file or a folder at a path.
    init(_ texts: [String: String], exists: @escaping (String) -> Bool) {
        pages = texts.mapValues(MarkdownPage.init)
        self.exists = exists
    }

    /// The relative links that are broken, as `page: link`.
    var brokenLinks: [String] {
        pages.sorted { $0.key < $1.key }.flatMap { path, page in
            page.links.filter { !leads($0, from: path) }.map { "\(path): \($0)" }
        }
    }

    private func leads(_ link: String, from path: String) -> Bool {
        guard !link.contains(/^[a-z][a-z0-9+.-]*:/) else { return true }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? path : Self.resolve(String(parts[0]), from: path)
        guard let target, exists(target) || pages[target] != nil else { return false }
        guard parts.count == 2, let page = pages[target] else { return true }
        return page.anchors.contains(String(parts[1]))
    }

    /// Returns the path from the root; nil if it leads out of the root.
    private static func resolve(_ link: String, from path: String) -> String? {
        var parts = link.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
        for part in link.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}
