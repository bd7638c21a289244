import X509

/// A configuration file as a tree, in the notation of the system that it configures.
///
/// The tree has no meaning yet. A model reads the tree as its client reads the file, and rejects
/// what the client rejects.
///
/// ```swift
/// guard case .text(let lines) = document else { return nil }
/// ```
package enum PolicyDocument: Hashable, Sendable {
    /// The notation of a file.
    package enum Notation: String, CaseIterable, Hashable, Sendable {
        /// An `Info.plist`, or a part of one.
        case propertyList = "property list"
        /// XML.
        case markup = "XML file"
        /// UTF-8 text.
        case text = "text file"
        /// A file of any bytes, such as a `.cer` file.
        case file

        /// The noun for such a file, with its article.
        package var noun: String { (self == .markup ? "an " : "a ") + rawValue }
    }

    case propertyList(PropertyListValue)
    case markup(MarkupElement)
    case text(String)
    case file([UInt8])
}

/// A value of a property list.
package indirect enum PropertyListValue: Hashable, Sendable {
    case dictionary([String: PropertyListValue])
    case array([PropertyListValue])
    case string(String)
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case date(Instant)
    case data([UInt8])

    /// The value under `key` in a dictionary; nil for other values.
    package subscript(_ key: String) -> PropertyListValue? {
        if case .dictionary(let entries) = self { entries[key] } else { nil }
    }
}

/// An element of an XML file.
package struct MarkupElement: Hashable, Sendable {
    /// The name of the element, with its prefix.
    package var name: String
    /// The values of the attributes by name, with prefixes.
    package var attributes: [String: String]
    /// The direct child elements, in document order.
    package var children: [MarkupElement]
    /// The text directly inside the element, with its whitespace.
    package var text: String
    /// The line of the file where the element's start tag ends, from 1.
    package var line: Int

    /// Creates an element; each parameter is the property with its name.
    package init(
        _ name: String,
        attributes: [String: String] = [:],
        children: [MarkupElement] = [],
        text: String = "",
        line: Int = 1
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.text = text
        self.line = line
    }
}

extension StringProtocol {
    /// The text as a message quotes it from a configuration: at most 40 characters, with escapes
    /// for non-printing characters.
    ///
    /// Messages appear in terminals, run files and CI logs, where a secret next to the error must
    /// not appear.
    package var configurationExcerpt: String {
        let limit = 40
        var excerpt = ""
        for scalar in unicodeScalars {
            excerpt += scalar.printed
            if excerpt.count > limit { return excerpt.prefix(limit - 1) + "…" }
        }
        return excerpt
    }
}

extension Unicode.Scalar {
    /// The scalar, or its escape if readers would not see it as it is.
    fileprivate var printed: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
            "\\u{\(String(value, radix: 16))}"
        default: String(self)
        }
    }
}
