/// An XML file as a tree, with the byte ranges of its parts.
///
/// Ranges count the bytes of the file from 0.
package struct MarkupOutline: Sendable {
    package let root: MarkupNode
    /// The comments, each from `<!--` to `-->`, in order.
    package let comments: [Range<Int>]

    /// - Throws: the errors of `PolicyDocument`.
    package init(_ bytes: [UInt8]) throws(NotationError) {
        self = try MarkupReader(bytes).outline
    }

    init(root: MarkupNode, comments: [Range<Int>]) {
        (self.root, self.comments) = (root, comments)
    }

    /// The tree that models read.
    package var element: MarkupElement { MarkupElement(root) }
}

/// An element of an XML file with its byte ranges.
package struct MarkupNode: Sendable {
    /// An attribute as written.
    package struct Attribute: Hashable, Sendable {
        /// The name, with its prefix.
        package let name: String
        /// The value without quotes, with entities resolved.
        package let value: String
        package let nameRange: Range<Int>
        /// The range of the value between the quotes.
        package let valueRange: Range<Int>

        /// The range of the name, the equals sign and the quoted value.
        package var range: Range<Int> { nameRange.lowerBound..<(valueRange.upperBound + 1) }
    }

    /// The name, with its prefix.
    package let name: String
    /// The attributes, in the order of the file.
    package let attributes: [Attribute]
    package internal(set) var children: [MarkupNode] = []
    /// The text directly inside the element, with its whitespace.
    package internal(set) var text = ""
    /// The line where the start tag ends, from 1.
    package let line: Int
    package let startTag: Range<Int>
    /// The range of the name in the start tag.
    package let nameRange: Range<Int>
    /// The range of the end tag; empty for `<a/>`.
    package internal(set) var endTag: Range<Int>

    /// The range of the element, from the start tag to the end of the end tag.
    package var range: Range<Int> { startTag.lowerBound..<endTag.upperBound }
    /// The range of the content between the tags; empty for `<a/>`.
    package var content: Range<Int> { startTag.upperBound..<endTag.lowerBound }
    /// The range of the name in the end tag; nil for `<a/>`.
    package var endNameRange: Range<Int>? {
        let start = endTag.lowerBound + "</".utf8.count
        return endTag.isEmpty ? nil : start..<(start + nameRange.count)
    }

    /// The attribute of this name; nil if the element has no such attribute.
    package subscript(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// Returns the direct child elements with this name.
    package func children(named name: String) -> [MarkupNode] {
        children.filter { $0.name == name }
    }
}

extension MarkupElement {
    /// Makes an element without ranges from a node.
    fileprivate init(_ node: MarkupNode) {
        self.init(
            node.name,
            attributes: Dictionary(
                node.attributes.map { ($0.name, $0.value) },
                uniquingKeysWith: { first, _ in first }
            ),
            children: node.children.map { MarkupElement($0) },
            text: node.text,
            line: node.line
        )
    }
}
