import Basics
import Campaigns
import CommandWorkshop
import TestSupport
import Testing

/// The page Fuzz/Differences.md agrees with the lists of known differences and with its scenarios.
@Suite(.blocking)
struct DifferencesFileTests {
    private struct Section {
        let oracle, heading: String
        let text: Substring

        /// The sum of the third column in its table.
        var cases: Int {
            text.split(separator: "\n").compactMap { line in
                let cells = line.split(separator: " | ")
                return line.hasPrefix("| ") && cells.count > 2 ? Int(cells[2]) : nil
            }
            .reduce(0, +)
        }
    }

    /// Returns the part of the file about each class of differences.
    private func sections() throws -> [Section] {
        let file = try #require(repositoryFile("Fuzz/Differences.md"))
        return file.split(separator: "\n## ").dropFirst().flatMap { part in
            let classes = part.split(separator: "\n### ")
            let oracle = String(classes[0].prefix { $0 != "\n" })
            return classes.dropFirst().map { text in
                Section(oracle: oracle, heading: String(text.prefix { $0 != "\n" }), text: text)
            }
        }
    }

    @Test
    func `every class in the file is a known difference with the stated number of cases`() throws {
        let sections = try sections()
        #expect(!sections.isEmpty)
        for section in sections {
            let known = KnownChainDifference.list(of: section.oracle).filter { known in
                section.heading.hasPrefix("\(known.name) (\(known.direction), ")
                    && section.text.contains("\n\(known.about)\n")
            }
            #expect(known.count == 1, "\(section.oracle): \(section.heading)")
            #expect(known.first?.cases == section.cases, "\(section.oracle): \(section.heading)")
        }
    }

    @Test func `Hatpin decides the scenario of every class as the file states`() throws {
        var files: [String: String] = [:]
        for section in try sections() {
            let scenario = try #require(
                section.text.split(separator: "```yaml\n").dropFirst().first?
                    .split(separator: "```").first.map(String.init),
                "\(section.oracle): \(section.heading)"
            )
            let name = scenario.split(separator: "\n")[0].dropFirst("scenario: ".count)
            files["scenarios/\(name).yaml"] = scenario
        }
        let result = try Workshop(files).hatpin("run --chain-only --scenarios scenarios")
        #expect(result.exit == 0, "\(result.output)")
        #expect(result.output.contains("\(files.count) as expected"), "\(result.output)")
    }
}
