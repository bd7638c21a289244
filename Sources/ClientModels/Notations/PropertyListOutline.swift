/// A property list as `PropertyListReader` reads it, with the byte ranges of its values.
///
/// The values of a binary property list have no ranges.
package struct PropertyListOutline: Sendable {
    package let root: PropertyListNode
    /// The byte ranges of XML comments, in order.
    package let comments: [Range<Int>]

    /// - Throws: the errors of `PolicyDocument`.
    package init(_ bytes: [UInt8]) throws(NotationError) {
        let (value, outline) = try PropertyListReader.read(bytes)
        let top = outline?.root.name == "plist" ? outline?.root.children.first : outline?.root
        root = PropertyListNode(value, top)
        comments = outline?.comments ?? []
    }
}

/// A value of a property list with its byte ranges.
package struct PropertyListNode: Sendable {
    /// A key of a dictionary with its value.
    package struct Entry: Sendable {
        package let key: String
        /// The range of the key, from `<key>` to `</key>`; nil in a binary file.
        package let keyRange: Range<Int>?
        /// The range of the key's text; nil in a binary file.
        package let keyTextRange: Range<Int>?
        package let value: PropertyListNode

        /// The range of the entry, from the key to the end of the value; nil in a binary file.
        package var range: Range<Int>? {
            guard let key = keyRange, let value = value.range else { return nil }
            return key.lowerBound..<value.upperBound
        }

        /// Creates an entry; each parameter is the property with its name.
        package init(
            key: String,
            keyRange: Range<Int>?,
            keyTextRange: Range<Int>?,
            value: PropertyListNode
        ) {
            (self.key, self.keyRange, self.keyTextRange) = (key, keyRange, keyTextRange)
            self.value = value
        }
    }

    package let value: PropertyListValue
    /// The range of the element; nil in a binary file.
    package let range: Range<Int>?
    /// The range of the content between the tags; nil in a binary file.
    package let content: Range<Int>?
    /// The entries of a dictionary in the order of the file, each key once; empty for other values.
    package let entries: [Entry]
    /// The elements of an array; empty for other values.
    package let items: [PropertyListNode]

    /// Creates a value of a file in another notation; each parameter is the property with its name.
    package init(
        _ value: PropertyListValue,
        range: Range<Int>,
        content: Range<Int>? = nil,
        entries: [Entry] = [],
        items: [PropertyListNode] = []
    ) {
        (self.value, self.range, self.content) = (value, range, content)
        (self.entries, self.items) = (entries, items)
    }

    /// The entry of this key in a dictionary; nil if the dictionary has no such key.
    package subscript(_ key: String) -> Entry? { entries.first { $0.key == key } }

    fileprivate init(_ value: PropertyListValue, _ node: MarkupNode?) {
        self.value = value
        (range, content) = (node?.range, node?.content)
        switch value {
        case .dictionary(let values):
            entries = Self.entries(values, node)
            items = []
        case .array(let values):
            let nodes = node?.children ?? []
            items = values.enumerated().map { index, value in
                PropertyListNode(value, index < nodes.count ? nodes[index] : nil)
            }
            entries = []
        default: (entries, items) = ([], [])
        }
    }

    private static func entries(
        _ values: [String: PropertyListValue],
        _ node: MarkupNode?
    ) -> [Entry] {
        guard let node else {
            return values.sorted { $0.key < $1.key }.map { key, value in
                Entry(
                    key: key,
                    keyRange: nil,
                    keyTextRange: nil,
                    value: PropertyListNode(value, nil)
                )
            }
        }
        var (entries, seen): ([Entry], Set<String>) = ([], [])
        for (key, node) in zip(node.children, node.children.dropFirst())
        where key.name == "key" {
            guard let value = values[key.text], seen.insert(key.text).inserted else { continue }
            entries.append(
                Entry(
                    key: key.text,
                    keyRange: key.range,
                    keyTextRange: key.content,
                    value: PropertyListNode(value, node)
                )
            )
        }
        return entries
    }
}
