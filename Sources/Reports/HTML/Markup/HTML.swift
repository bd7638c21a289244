import Basics

// Reports/HTML writes a web page about a run or an audit from records and values. The page loads
// nothing and is readable without its script. Reports/HTML makes no verdicts and writes no file.

/// The markup of a web page, with names from the source code and escaped text.
///
/// No member takes markup as a string, so text of a certificate or a program never becomes markup.
///
/// ```swift
/// var html = HTML()
/// html.element("p", text: "1 < 2")
/// html.text  // "<p>1 &lt; 2</p>\n"
/// ```
package struct HTML: Sink, Sendable {
    /// The largest number of scalars of a value that is shown whole; a name in a certificate can
    /// have any length.
    private static let longestValue = 4_000

    /// The markup.
    package private(set) var text = ""

    package init() {}

    /// Writes an element.
    ///
    /// - Parameters:
    ///   - name: the name of the element.
    ///   - attributes: the attributes, in order.
    ///   - body: writes the content of the element.
    package mutating func element(
        _ name: StaticString,
        _ attributes: Attribute...,
        body: (inout HTML) -> Void = { _ in }
    ) {
        open(name, attributes)
        body(&self)
        text += "</\(name)>\n"
    }

    /// Writes an element that contains only text.
    package mutating func element(
        _ name: StaticString,
        _ attributes: Attribute...,
        text value: String
    ) {
        open(name, attributes)
        escape(value)
        text += "</\(name)>\n"
    }

    /// Writes an element that contains only text within a line: no newline follows, because a `pre`
    /// would show it.
    mutating func inline(_ name: StaticString, text value: String) {
        open(name, [])
        escape(value)
        text += "</\(name)>"
    }

    /// Begins an element whose end tag HTML implies: `tr`, `td`, `th`, `li`.
    ///
    /// In a table of ten thousand rows, the end tags would be a tenth of the page.
    package mutating func begin(_ name: StaticString, _ attributes: Attribute...) {
        open(name, attributes)
    }

    /// Writes lines that the reader can unfold.
    mutating func folded(_ summary: StaticString, _ lines: String) {
        element("details") { html in
            html.element("summary") { $0.literal(summary) }
            html.element("pre", .fixed("tabindex", "0"), text: lines)
        }
    }

    /// Writes a row of a table.
    ///
    /// - Parameters:
    ///   - standing: the status of the row, by which a filter finds it.
    ///   - style: the style of the first cell.
    ///   - cells: the texts of the cells.
    mutating func row(_ standing: String, _ style: StaticString, _ cells: [String]) {
        begin("tr", .data(.outcome, standing))
        for (index, cell) in cells.enumerated() {
            if index == 0 { begin("td", .style(style)) } else { begin("td") }
            escape(cell)
        }
    }

    /// Writes text from the source code.
    package mutating func literal(_ literal: StaticString) {
        escape(literal.description)
    }

    /// Writes text, escaped; a text of more than 4,000 scalars is cut.
    package mutating func escape(_ value: String) {
        var xml = XMLText()
        // A text has at least as many bytes in UTF-8 as scalars, and the number of bytes is known
        // without counting.
        if value.utf8.count <= Self.longestValue {
            xml.escape(value)
        } else {
            let scalars = value.unicodeScalars
            xml.escape(String(String.UnicodeScalarView(scalars.prefix(Self.longestValue))))
            if scalars.count > Self.longestValue { xml.escape("… (\(scalars.count) characters)") }
        }
        text += xml.text
    }

    /// Writes the style or the script, the only texts that are not escaped.
    mutating func raw(_ resource: PageResource) {
        text += "<\(resource.element)>\(resource.text)</\(resource.element)>\n"
    }

    /// Writes the declaration of the document type.
    mutating func doctype() { text += "<!doctype html>\n" }

    private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
        text += "<\(name)"
        for attribute in attributes { text += attribute.text }
        text += ">"
    }
}

/// An attribute of an element; a link can only lead to an anchor on the same page.
package struct Attribute: Sendable {
    private let name: StaticString
    private let value: String?

    /// Creates an attribute.
    ///
    /// - Parameters:
    ///   - name: the name of an attribute whose value is text, not an address, a style or a script.
    ///   - value: the value, which is escaped; nil for an attribute without a value.
    private init(_ name: StaticString, _ value: String?) {
        (self.name, self.value) = (name, value)
    }

    fileprivate var text: String {
        guard let value else { return " \(name)" }
        var xml = XMLText()
        xml.attribute(name, value)
        return xml.text
    }

    static func style(_ name: StaticString) -> Attribute { Attribute("class", name.description) }
    static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
    static func labelled(by id: StaticString) -> Attribute {
        Attribute("aria-labelledby", id.description)
    }
    static func described(_ text: String) -> Attribute { Attribute("title", text) }
    static func id(_ anchor: Anchor) -> Attribute { Attribute("id", anchor.text) }
    static func to(_ anchor: Anchor) -> Attribute { Attribute("href", "#" + anchor.text) }
    static func data(_ name: DataName, _ value: String) -> Attribute {
        Attribute(name.attribute, value)
    }
    static func value(_ text: String) -> Attribute { Attribute("value", text) }
    static func fixed(_ name: StaticString, _ value: StaticString) -> Attribute {
        Attribute(name, value.description)
    }
    static func alone(_ name: StaticString) -> Attribute { Attribute(name, nil) }
    static func columns(_ count: Int) -> Attribute { Attribute("colspan", String(count)) }

    /// Returns the Content Security Policy of the page; no part of it comes from a report.
    static func policy(_ resources: [PageResource]) -> Attribute {
        Attribute("content", PageResource.policy(of: resources))
    }

    /// The data attributes that the script reads.
    enum DataName {
        case id, outcome, party, group, tags, severity

        fileprivate var attribute: StaticString {
            switch self {
            case .id: "data-id"
            case .outcome: "data-o"
            case .party: "data-p"
            case .group: "data-g"
            case .tags: "data-t"
            case .severity: "data-v"
            }
        }
    }
}

/// An anchor on the page, in characters that need no escape in a URL.
package struct Anchor: Hashable, Sendable {
    let text: String

    /// Creates an anchor whose name is in the source code.
    init(fixed name: StaticString) { text = name.description }

    /// Creates the anchor of a result or another value with this name.
    package init(_ name: String) {
        var text = ""
        for scalar in name.unicodeScalars {
            let isPlain =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "/@=:,.+-[]#".unicodeScalars.contains(scalar) && scalar != "#")
            if isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                text += "_" + String(scalar.value, radix: 16) + "."
            }
        }
        self.text = text
    }

    /// Creates the link to the results that match a filter, in the syntax that the script reads.
    init(filter: KeyValuePairs<StaticString, String>) {
        let parts = filter.map { key, value in "\(key)=\(Self.encoded(value))" }
        text = "?" + parts.joined(separator: "&")
    }

    /// Returns the text with all characters percent-encoded except the unreserved characters (RFC
    /// 3986 §2.3).
    private static func encoded(_ value: String) -> String {
        value.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isUnreserved =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "-._~".unicodeScalars.contains(scalar))
            let digits = String(byte, radix: 16, uppercase: true)
            return isUnreserved ? String(scalar) : "%" + (byte < 16 ? "0" : "") + digits
        }
        .joined()
    }
}
