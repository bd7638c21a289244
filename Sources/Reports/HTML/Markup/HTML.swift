import Basics

// Reports/HTML makes one web page of a run or of an audit: it reads records and values and writes
// markup. The page asks no network and needs no script to be read. It judges nothing and writes no
// file.

/// Markup of a web page: names from the source code, and escaped text.
///
/// No member takes markup as a string, so that no text of a certificate or a program becomes any.
///
/// ```swift
/// var html = HTML()
/// html.element("p", text: "1 < 2")
/// html.text  // "<p>1 &lt; 2</p>\n"
/// ```
package struct HTML: Sink, Sendable {
    /// The longest value shown whole, in scalars; names in certificates have no limit of their own.
    private static let longestValue = 4_000

    /// The markup.
    package private(set) var text = ""

    package init() {}

    /// Writes an element.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - attributes: in their order.
    ///   - body: writes its content.
    package mutating func element(
        _ name: StaticString,
        _ attributes: Attribute...,
        body: (inout HTML) -> Void = { _ in }
    ) {
        open(name, attributes)
        body(&self)
        text += "</\(name)>\n"
    }

    /// Writes an element that has nothing but text.
    package mutating func element(
        _ name: StaticString,
        _ attributes: Attribute...,
        text value: String
    ) {
        open(name, attributes)
        escape(value)
        text += "</\(name)>\n"
    }

    /// Writes an element of nothing but text within a line: no line ends after it, where a `pre` would
    /// show that.
    mutating func inline(_ name: StaticString, text value: String) {
        open(name, [])
        escape(value)
        text += "</\(name)>"
    }

    /// Begins an element whose end HTML implies: `tr`, `td`, `th`, `li`.
    ///
    /// In a table of ten thousand rows the ends would be a tenth of the page.
    package mutating func begin(_ name: StaticString, _ attributes: Attribute...) {
        open(name, attributes)
    }

    /// Writes lines that a reader opens.
    mutating func folded(_ summary: StaticString, _ lines: String) {
        element("details") { html in
            html.element("summary") { $0.literal(summary) }
            html.element("pre", .fixed("tabindex", "0"), text: lines)
        }
    }

    /// Writes a row of a table.
    ///
    /// - Parameters:
    ///   - standing: the word that a filter finds it by.
    ///   - style: of the first cell.
    ///   - cells: their texts.
    mutating func row(_ standing: String, _ style: StaticString, _ cells: [String]) {
        begin("tr", .data(.outcome, standing))
        for (index, cell) in cells.enumerated() {
            if index == 0 { begin("td", .style(style)) } else { begin("td") }
            escape(cell)
        }
    }

    /// Writes what stands in the source code.
    package mutating func literal(_ literal: StaticString) {
        escape(literal.description)
    }

    /// Writes text.
    package mutating func escape(_ value: String) {
        var xml = XMLText()
        // In UTF-8 a text has no fewer bytes than scalars, and their count is at hand.
        if value.utf8.count <= Self.longestValue {
            xml.escape(value)
        } else {
            let scalars = value.unicodeScalars
            xml.escape(String(String.UnicodeScalarView(scalars.prefix(Self.longestValue))))
            if scalars.count > Self.longestValue { xml.escape("… (\(scalars.count) characters)") }
        }
        text += xml.text
    }

    /// Writes one of the two texts of ours that are no escaped text.
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

/// An attribute; none takes an address other than a place on the page.
package struct Attribute: Sendable {
    private let name: StaticString
    private let value: String?

    /// - Parameters:
    ///   - name: of an attribute whose value is a text: no address, no style, no script.
    ///   - value: escaped; nil for an attribute that stands alone.
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

    /// The policy of the page, of which no part comes from a report.
    static func policy(_ resources: [PageResource]) -> Attribute {
        Attribute("content", PageResource.policy(of: resources))
    }

    /// The attributes that the script reads.
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

/// A place on the page, in scalars that an address needs no escape for.
package struct Anchor: Hashable, Sendable {
    let text: String

    /// A place that the source code names.
    init(fixed name: StaticString) { text = name.description }

    /// The place of a result or of another value with this name.
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

    /// The results that a filter leaves, as the script reads it.
    init(filter: KeyValuePairs<StaticString, String>) {
        let parts = filter.map { key, value in "\(key)=\(Self.encoded(value))" }
        text = "?" + parts.joined(separator: "&")
    }

    /// Percent-encodes all but the unreserved characters (RFC 3986 §2.3).
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
