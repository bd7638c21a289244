/// The sections of one of the project's own data files, such as `attacks.txt`.
///
/// ```
/// # A comment.
/// [QUIC] attacks over QUIC
///
/// 001 | reject | QUIC code path skips the chain check for a bad cipher or curve | not
///     expressible: Hatpin's servers do not speak QUIC
/// ```
///
/// A section begins with its name in brackets and perhaps a title. Each line below it is an entry.
/// A line that starts with a space continues the entry before it.
package struct SectionedText: Hashable, Sendable {
    package struct Section: Hashable, Sendable {
        package let name, title: String
        package fileprivate(set) var entries: [Entry] = []
    }

    package struct Entry: Hashable, Sendable {
        /// The number of the entry's first line, from 1.
        package let line: Int
        /// The lines of the entry, joined with a space.
        package fileprivate(set) var text: String

        /// The fields between vertical bars, without the spaces around them.
        package var fields: [String] {
            text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
                .map { SectionedText.trimmed($0) }
        }
    }

    /// A line that breaks the rules, by its number from 1.
    package enum Fault: Error, Hashable, Sendable {
        /// The line has an opening bracket but no closing bracket, or no name between them.
        case badHeading(line: Int)
        case repeatedSection(line: Int)
        case entryOutsideSection(line: Int)
        case continuationWithoutEntry(line: Int)
    }

    package private(set) var sections: [Section] = []

    /// Reads the text of a file.
    package init(_ text: String) throws(Fault) {
        // Split bytes and not characters, for speed: `hatpin explain` reads the catalogue of
        // attacks in each run.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let number = index + 1
            switch line.first {
            case nil, UInt8(ascii: "#"): continue
            case UInt8(ascii: "["): try open(line.dropFirst(), at: number)
            case UInt8(ascii: " "): try extend(with: line, at: number)
            default:
                guard let last = sections.indices.last else {
                    throw .entryOutsideSection(line: number)
                }
                sections[last].entries.append(Entry(line: number, text: Self.trimmed(line)))
            }
        }
    }

    /// Returns the section of this name.
    package subscript(name: String) -> Section? { sections.first { $0.name == name } }

    private mutating func open(_ line: Substring.UTF8View, at number: Int) throws(Fault) {
        guard let end = line.firstIndex(of: UInt8(ascii: "]")), end > line.startIndex else {
            throw .badHeading(line: number)
        }
        let name = Self.trimmed(line[..<end])
        guard self[name] == nil else { throw .repeatedSection(line: number) }
        sections.append(Section(name: name, title: Self.trimmed(line[end...].dropFirst())))
    }

    private mutating func extend(with line: Substring.UTF8View, at number: Int) throws(Fault) {
        guard let section = sections.indices.last,
            let entry = sections[section].entries.indices.last
        else { throw .continuationWithoutEntry(line: number) }
        sections[section].entries[entry].text += " " + Self.trimmed(line)
    }

    fileprivate static func trimmed(_ text: Substring.UTF8View) -> String {
        let space = UInt8(ascii: " ")
        let start = text.drop { $0 == space }
        let spaces = start.reversed().prefix { $0 == space }.count
        return String(Substring(start.dropLast(spaces)))
    }
}
