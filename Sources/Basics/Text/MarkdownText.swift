/// Builds Markdown for GitHub and GitLab.
///
/// Every printable ASCII character of a text becomes a character reference, except letters, digits,
/// spaces and four harmless marks. A reference cannot be a delimiter (CommonMark 0.31 §2.5), so no
/// text starts a link, a table, a heading or markup.
package struct MarkdownText: Sink, Sendable {
    /// The size in bytes at which reports end: GitHub drops a whole summary above 1 MiB.
    static let largestSummary = 900_000

    package private(set) var text = ""

    package init() {}

    /// Writes a literal of the source code.
    package mutating func literal(_ literal: StaticString) {
        text += literal.description
    }

    /// Writes a text as code; GitHub and GitLab do not link user names in code.
    package mutating func code(_ value: String) {
        text += "<code>"
        escape(value)
        text += "</code>"
    }

    /// Appends finished Markdown.
    package mutating func append(_ other: MarkdownText) {
        text += other.text
    }

    /// Writes items while the report has room, then the number of the omitted items.
    ///
    /// - Parameters:
    ///   - items: the most severe first.
    ///   - word: the noun for an item, in the singular.
    ///   - write: writes one item.
    package mutating func list<Item>(
        _ items: [Item],
        _ word: String,
        _ write: (Item, inout MarkdownText) -> Void
    ) {
        var shown = 0
        for item in items {
            guard text.utf8.count < Self.largestSummary else { break }
            write(item, &self)
            shown += 1
        }
        guard shown < items.count else { return }
        literal("\nand ")
        escape(Prose.count(items.count - shown, "more \(word)"))
        literal("\n")
    }

    package mutating func escape(_ value: String) {
        var isInWord = false
        for scalar in value.unicodeScalars {
            // None of these characters is a delimiter; a hyphen is a delimiter only at the start of
            // a line.
            let isPlain =
                ",;/".unicodeScalars.contains(scalar) || scalar == "-" && isInWord
            isInWord = false
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9":
                text.unicodeScalars.append(scalar)
                isInWord = true
            case _ where isPlain, " ": text.unicodeScalars.append(scalar)
            // Write each text on one line.
            case "\n", "\r", "\t": text += " "
            default: escapeOther(scalar)
            }
        }
    }

    private mutating func escapeOther(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x20 || scalar.value == 0x7f {
            text.unicodeScalars.append("\u{fffd}")
        } else if scalar.isASCII {
            text += "&#\(scalar.value);"
        } else if scalar.isDeceptive {
            escape(scalar.spelledOut)
        } else {
            text.unicodeScalars.append(scalar)
        }
    }
}
