// Manual says what there is before anything runs: cases and clients, words of catalogues and keys of
// files, as lists, as explanations and as pages of the manual. It reads declarations only, so that no
// text departs from the program. What a run or an audit has found is worded in Reports.

/// A page of the manual that is made of declarations, so that it cannot depart from the program.
///
/// ```swift
/// static let formats = ManualPage(
///     name: "formats",
///     title: "Formats",
///     about: "Every format of reports."
/// ) { ReportFormat.catalogue.map { "- `\($0.name)`: \($0.about)\n" }.joined() }
/// ```
package struct ManualPage: Sendable {
    /// The word for the command line.
    package let name: String
    /// The file's name without its ending.
    package let file: String
    /// The heading, and what the page is about, in a sentence.
    package let title, about: String
    let body: @Sendable () -> String

    /// Every generated page, except those that the command's own declarations make.
    package static let catalogue: [ManualPage] = [
        .scenarioKeys, .parties, .rules, .words, .clients, .abilities, .mistakes,
    ]

    package init(
        name: String,
        file: String? = nil,
        title: String,
        about: String,
        body: @escaping @Sendable () -> String
    ) {
        (self.name, self.file) = (name, file ?? name)
        (self.title, self.about, self.body) = (title, about, body)
    }

    /// A Markdown table of plain texts, with a line for each row.
    package static func table(_ head: [String], _ rows: [[String]]) -> String {
        Markdown.table(head, rows)
    }

    /// Markdown.
    package var text: String {
        """
        <!-- Generated. To renew it: hatpin manual \(name) > docs/reference/\(file).md -->

        # \(title)

        \(about)

        \(body())
        """
    }
}

/// Small forms of Markdown.
enum Markdown {
    /// Text of a table's cell.
    static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
    }

    /// Text as it is typed, for a cell.
    static func code(_ text: String) -> String {
        "`\(text.replacing("|", with: "\\|"))`"
    }

    /// The fragment by which a page links to a heading: lower case, hyphens for spaces, and nothing
    /// but letters, digits and hyphens.
    static func anchor(_ heading: String) -> String {
        heading.lowercased().replacing(" ", with: "-").filter {
            $0.isLetter || $0.isNumber || $0 == "-"
        }
    }

    /// A table with a line for each row.
    static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
