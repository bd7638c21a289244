/// Markdown that grows, as GitHub and GitLab show it.
///
/// All ASCII of a text but letters, digits, spaces and four harmless marks becomes a character reference, which cannot stand for
/// a delimiter (CommonMark 0.31 §2.5), so that no text begins a link, a table, a heading or markup.
package struct MarkdownText: Sink, Sendable {
    /// GitHub drops a summary of more than 1 MiB as a whole, so reports end before, in bytes.
    static let largestSummary = 900_000

    package private(set) var text = ""

    package init() {}

    /// Writes what stands in the source code.
    package mutating func literal(_ literal: StaticString) {
        text += literal.description
    }

    /// Writes a text as code, in which the services link no names of their users.
    package mutating func code(_ value: String) {
        text += "<code>"
        escape(value)
        text += "</code>"
    }

    /// Writes finished Markdown of another piece.
    package mutating func append(_ other: MarkdownText) {
        text += other.text
    }

    /// Writes items as long as the report has room, and the number of the others.
    ///
    /// - Parameters:
    ///   - items: the most severe first.
    ///   - word: an item in the singular.
    ///   - write: writes one.
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
            // None of them delimits anything; a hyphen does at the start of a line only.
            let isPlain =
                ",;/".unicodeScalars.contains(scalar) || scalar == "-" && isInWord
            isInWord = false
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9":
                text.unicodeScalars.append(scalar)
                isInWord = true
            case _ where isPlain, " ": text.unicodeScalars.append(scalar)
            // Each text stands on one line.
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
