/// Writes nodes as text; a node that fits into one line is written in flow style.
package struct Layout {
    /// The length of a line, in characters.
    static let width = 100

    private(set) var lines: [String] = []
    private let isTall: @Sendable (Written.Entry) -> Bool

    /// - Parameter isTall: returns whether an entry is always written on several lines.
    package init(isTall: @escaping @Sendable (Written.Entry) -> Bool = { _ in false }) {
        self.isTall = isTall
    }

    /// Returns the text of a document, with a final line break.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    // MARK: Blocks

    /// Appends a key and its value.
    package mutating func add(_ entry: Written.Entry, indent: Int = 0) {
        let margin = String(repeating: " ", count: indent)
        let key = margin + Quoting.text(entry.key) + ":"
        let line = key + " " + Self.flow(entry.value)
        guard line.count > Self.width || isTall(entry) else { return lines.append(line) }
        switch entry.value {
        case .mapping(let entries):
            lines.append(key)
            for below in entries { add(below, indent: indent + 2) }
        case .list(let elements):
            lines.append(key)
            for element in elements { add(element, indent: indent + 2) }
        case .nothing, .word, .text: lines.append(line)
        }
    }

    /// Appends an element of a list.
    private mutating func add(_ element: Written, indent: Int) {
        let margin = String(repeating: " ", count: indent)
        let line = margin + "- " + Self.flow(element)
        guard line.count > Self.width, !element.entries.isEmpty else { return lines.append(line) }
        let first = lines.count
        for entry in element.entries { add(entry, indent: indent + 2) }
        lines[first] = margin + "- " + lines[first].dropFirst(indent + 2)
    }

    /// Appends a key and text for people: short text next to the key, long text in lines of its
    /// own.
    ///
    /// Long lines are broken at spaces; trailing line breaks are omitted.
    package mutating func addProse(_ key: String, _ prose: String) {
        var prose = prose[...]
        while prose.last == "\n" { prose.removeLast() }
        let paragraphs = prose.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.broken(String($0), at: Self.width - 2) }
        let isBlock =
            prose.first != " " && prose.first != "\n"
            && !prose.unicodeScalars.contains { $0.isHidden && $0 != "\n" }
        let isLine = key.count + 2 + prose.count <= Self.width && Quoting.isPlain(String(prose))
        guard isBlock, !isLine else {
            return lines.append("\(key): " + Quoting.text(String(prose)))
        }
        lines.append("\(key): |")
        lines += paragraphs.map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// Returns the parts of a long line; an indented line is not split.
    private static func broken(_ line: String, at width: Int) -> [String] {
        guard line.count > width, line.first != " " else { return [line] }
        var lines = [""]
        for word in line.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    // MARK: Flow

    private static func flow(_ node: Written) -> String {
        switch node {
        case .nothing: "~"
        case .word(let word): word
        case .text(let text): Quoting.text(text)
        case .list(let elements): "[" + elements.map(flow).joined(separator: ", ") + "]"
        case .mapping(let entries):
            entries.isEmpty
                ? "{}"
                : "{ " + entries.map(pair).joined(separator: ", ") + " }"
        }
    }

    private static func pair(_ entry: Written.Entry) -> String {
        Quoting.text(entry.key) + ": " + flow(entry.value)
    }
}
