import Basics

/// An XML file as `MarkupReader` reads it, with the places of its parts.
///
/// Places are ranges of the file's bytes. The parser reports only lines, so a scan of the same
/// bytes finds the tags. The scan reads only files that the parser has accepted.
package struct MarkupOutline: Sendable {
    package let root: MarkupNode
    /// The comments, each from `<!--` to `-->`, in order.
    package let comments: [Range<Int>]
    /// The tree that models read.
    package let element: MarkupElement

    /// - Throws: the errors of `PolicyDocument`.
    package init(_ bytes: [UInt8]) throws(NotationError) {
        element = try MarkupReader.element(in: bytes)
        var scanner = MarkupScanner(bytes)
        scanner.scan()
        var tags = scanner.tags[...]
        guard let root = MarkupNode(element, &tags) else {
            throw .notWellFormed(number: 4, line: element.line)
        }
        self.root = root
        comments = scanner.comments
    }
}

/// An element of an XML file with its places.
package struct MarkupNode: Sendable {
    /// An attribute as written.
    package struct Attribute: Hashable, Sendable {
        /// The name, with its prefix.
        package let name: String
        /// The value without quotes, with entities resolved.
        package let value: String
        /// The place of the name, the equals sign and the quoted value.
        package let range: Range<Int>
        package let nameRange: Range<Int>
        /// The place of the value between the quotes.
        package let valueRange: Range<Int>
    }

    /// The name, with its prefix.
    package let name: String
    /// The attributes, in the order of the file.
    package let attributes: [Attribute]
    package let children: [MarkupNode]
    /// The text directly inside the element, with its whitespace.
    package let text: String
    /// The place of the element, from the start tag to the end of the end tag.
    package let range: Range<Int>
    package let startTag: Range<Int>
    /// The place of the content between the tags; empty for `<a/>`.
    package let content: Range<Int>
    /// The place of the name in the start tag.
    package let nameRange: Range<Int>
    /// The place of the name in the end tag; nil for `<a/>`.
    package let endNameRange: Range<Int>?

    /// The attribute of this name; nil if there is none.
    package subscript(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The direct child elements with this name.
    package func children(named name: String) -> [MarkupNode] {
        children.filter { $0.name == name }
    }

    /// Pairs an element with the next tags, which are sorted by their starts.
    fileprivate init?(_ element: MarkupElement, _ tags: inout ArraySlice<MarkupScanner.Tag>) {
        guard let tag = tags.popFirst() else { return nil }
        var children: [MarkupNode] = []
        for child in element.children {
            guard let node = MarkupNode(child, &tags) else { return nil }
            children.append(node)
        }
        name = element.name
        attributes = tag.attributes.compactMap { places in
            element.attributes[places.name].map { value in
                Attribute(
                    name: places.name,
                    value: value,
                    range: places.nameRange.lowerBound..<(places.valueRange.upperBound + 1),
                    nameRange: places.nameRange,
                    valueRange: places.valueRange
                )
            }
        }
        self.children = children
        text = element.text
        startTag = tag.start
        content = tag.start.upperBound..<(tag.end?.lowerBound ?? tag.start.upperBound)
        range = tag.start.lowerBound..<(tag.end?.upperBound ?? tag.start.upperBound)
        nameRange = tag.nameRange
        endNameRange = tag.end.map { end in
            (end.lowerBound + 2)..<(end.lowerBound + 2 + tag.nameRange.count)
        }
    }
}

/// Tags and comments of well-formed XML.
private struct MarkupScanner {
    struct Tag {
        var start: Range<Int>
        var end: Range<Int>?
        var nameRange: Range<Int>
        var attributes: [(name: String, nameRange: Range<Int>, valueRange: Range<Int>)] = []
    }

    private let bytes: [UInt8]
    private var index = 0
    private var open: [Int] = []
    private(set) var tags: [Tag] = []
    private(set) var comments: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func scan() {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start
            if skip("<!--", to: "-->") {
                comments.append(start..<index)
            } else if skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") || skip("<!", to: ">") {
                continue
            } else if skip("</", to: ">") {
                if let tag = open.popLast() { tags[tag].end = start..<index }
            } else {
                scanStartTag()
            }
        }
    }

    private mutating func scanStartTag() {
        let start = index
        index += 1
        let name = scanName()
        var tag = Tag(start: start..<index, nameRange: name)
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if bytes[index] == UInt8(ascii: "/") || isBlank(bytes[index]) {
                index += 1
                continue
            }
            let name = scanName()
            guard let quote = skipToQuote() else { break }
            let value = index..<(bytes[index...].firstIndex(of: quote) ?? bytes.count)
            index = min(value.upperBound + 1, bytes.count)
            tag.attributes.append((String(decoding: bytes[name], as: UTF8.self), name, value))
        }
        index = min(index + 1, bytes.count)
        tag.start = start..<index
        tags.append(tag)
        if index < start + 2 || bytes[index - 2] != UInt8(ascii: "/") {
            open.append(tags.count - 1)
        }
    }

    private mutating func scanName() -> Range<Int> {
        let start = index
        while index < bytes.count, !isBlank(bytes[index]), !"=/>".utf8.contains(bytes[index]) {
            index += 1
        }
        return start..<index
    }

    /// Moves past the equals sign and the opening quote of the value, and returns the quote.
    private mutating func skipToQuote() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return byte }
            guard isBlank(byte) || byte == UInt8(ascii: "=") else { return nil }
        }
        return nil
    }

    /// Moves past the end of the construct that begins here; false for anything else.
    private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
        guard bytes[index...].starts(with: start.description.utf8) else { return false }
        let rest = bytes[(index + start.utf8CodeUnitCount)...]
        index = rest.firstPlace(of: Array(end.description.utf8))?.upperBound ?? bytes.count
        return true
    }

    private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
}
