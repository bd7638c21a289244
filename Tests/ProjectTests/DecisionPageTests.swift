import Testing

/// docs/decisions has a page for each decision that newcomers question, short enough to be read.
struct DecisionPageTests {
    private static let folder = "docs/decisions"

    private static var pages: [String] {
        Repository.names(in: folder).filter { $0 != "README.md" }
    }

    @Test func `a page has ten to thirty lines`() throws {
        #expect(!Self.pages.isEmpty)
        for page in Self.pages {
            let lines = try Repository.text("\(Self.folder)/\(page)").split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            #expect((10...30).contains(lines.count - 1), "\(page)")
        }
    }

    @Test func `a page says the problem, the decision and its cost`() throws {
        for page in Self.pages {
            let text = try Repository.text("\(Self.folder)/\(page)")
            for part in ["\n**Problem.** ", "\n**Decision.** ", "\n**Cost.** "] {
                #expect(text.contains(part), "\(page): \(part)")
            }
        }
    }

    @Test func `the list of decisions has every page`() throws {
        let list = MarkdownPage(try Repository.text("\(Self.folder)/README.md"))
        #expect(list.links.sorted() == Self.pages)
    }
}
