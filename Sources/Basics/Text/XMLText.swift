/// Builds an XML 1.0 document.
///
/// A character that XML 1.0 forbids (§2.2) becomes U+FFFD, because no reference can represent it. A
/// deceptive scalar is spelled out, because CI services show such documents as web pages.
///
/// ```swift
/// var xml = XMLText()
/// xml.markup("<a")
/// xml.attribute("href", "?a&b")
/// xml.markup("/>")
/// xml.text  // <a href="?a&amp;b"/>
/// ```
package struct XMLText: Sink, Sendable {
    package private(set) var text = ""

    package init() {}

    /// Writes markup that is a literal of the source code.
    package mutating func markup(_ markup: StaticString) {
        text += markup.description
    }

    /// Appends finished markup.
    package mutating func markup(_ other: XMLText) {
        text += other.text
    }

    /// Writes ` name="value"`.
    package mutating func attribute(_ name: StaticString, _ value: String) {
        attribute(name) { $0.escape(value) }
    }

    /// Writes ` name="value"` with a value that a closure writes.
    package mutating func attribute(_ name: StaticString, _ value: (inout XMLText) -> Void) {
        text += " \(name)=\""
        value(&self)
        text += "\""
    }

    package mutating func escape(_ value: String) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            // Escape white space, because a parser normalizes it in attribute values (XML 1.0
            // §2.11, §3.3.3).
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            // Escape `##[…]`, because runners of CI services obey it in the log of a step that
            // prints a report.
            case "#" where text.utf8.last == UInt8(ascii: "#"): text += "&#35;"
            default: escapeOther(scalar)
            }
        }
    }

    private mutating func escapeOther(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x00...0x1f, 0xfffe, 0xffff: text.unicodeScalars.append("\u{fffd}")
        default:
            if scalar.isDeceptive {
                text += scalar.spelledOut
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}
