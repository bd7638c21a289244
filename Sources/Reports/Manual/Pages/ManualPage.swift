// Reports/Manual prints what Hatpin declares: cases, clients, words of catalogues and keys of
// files, as lists, explanations and pages of the manual. It reads declarations only, so that its
// texts match the program. The other folders of Reports print the results of runs and audits.

/// A page of the manual that is generated from declarations, so that it matches the program.
///
/// ```swift
/// static let formats = ManualPage(
///     name: "formats",
///     title: "Formats",
///     about: "Every format of reports."
/// ) { ReportFormat.catalogue.map { "- `\($0.name)`\n" }.joined() }
/// ```
package struct ManualPage: Sendable {
    /// The name on the command line.
    package let name: String
    /// The name of the file without its extension.
    package let file: String
    /// The heading, and a paragraph on what the page is about.
    package let title, about: String
    let body: @Sendable () -> String

    /// Every generated page except the page of exit codes, which the command declares.
    package static let catalogue: [ManualPage] = [
        .scenarioKeys, .parties, .rules, .words, .clients, .servers, .abilities, .mistakes,
        .sourceRules,
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

    /// Returns a Markdown table of plain texts, one line for each row.
    package static func table(_ head: [String], _ rows: [[String]]) -> String {
        Markdown.table(head, rows)
    }

    /// The page in Markdown.
    package var text: String {
        """
        <!-- Generated; do not edit. To update it: hatpin manual \(name) > docs/reference/\(file).md -->

        # \(title)

        \(about)

        \(body())
        """
    }
}

/// Functions that write parts of Markdown.
enum Markdown {
    /// Returns the text of a table cell.
    static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("\n", with: " ")
    }

    /// Returns a word that a user types, in code style for a table cell.
    static func code(_ text: String) -> String {
        "`\(text.replacing("|", with: "\\|"))`"
    }

    /// Returns the link fragment of a heading: lower case, with hyphens for spaces and only
    /// letters, digits and hyphens.
    static func anchor(_ heading: String) -> String {
        heading.lowercased().replacing(" ", with: "-").filter {
            $0.isLetter || $0.isNumber || $0 == "-"
        }
    }

    /// Returns a table with one line for each row.
    static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head, head.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }
}
