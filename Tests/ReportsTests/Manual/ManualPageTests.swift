import Reports
import TestSupport
import Testing

@Suite("Generated pages of the manual")
struct ManualPageTests {
    @Test(arguments: ManualPage.catalogue.map(\.name))
    func `the committed pages equal the generated pages`(_ name: String) throws {
        let page = try #require(ManualPage.catalogue.first { $0.name == name })
        let path = "docs/reference/\(page.file).md"
        #expect(
            repositoryFile(path) == page.text,
            "\(path) is stale; to update it: hatpin manual \(name) > \(path)"
        )
    }

    @Test(arguments: ManualPage.catalogue.map(\.name))
    func `links lead to headings of the same page`(_ name: String) throws {
        let text = try #require(ManualPage.catalogue.first { $0.name == name }).text
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map {
            // GitHub derives anchors from headings in this way.
            $0.dropFirst(3).lowercased().replacing(" ", with: "-").filter { !":'".contains($0) }
        }
        for link in text.matches(of: #/\]\(#([^)]*)\)/#) {
            #expect(headings.contains(String(link.1)), "no heading for #\(link.1)")
        }
    }
}
