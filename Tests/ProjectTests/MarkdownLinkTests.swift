import Testing

/// Every relative link of the manual points to an existing file and heading.
struct MarkdownLinkTests {
    @Test func `finds no broken link`() throws {
        let root = Repository.names(in: "").filter { $0.hasSuffix(".md") }
        let folders = ["docs", "examples", "Fuzz", "Mutation"]
        let paths = root + folders.flatMap { Repository.files(below: $0, ".md") }
        var texts: [String: String] = [:]
        for path in paths { texts[path] = try Repository.text(path) }
        #expect(texts["README.md"] != nil)
        #expect(MarkdownPages(texts, exists: Repository.has).brokenLinks == [])
    }

    private static let pages = [
        "README.md": """
        # One thing
        ## Two: *things*, `three_x`
        ## One thing
        """,
        "docs/page.md": "# Page",
    ]

    private func isBroken(_ link: String) -> Bool {
        let text = "See [this](\(link)) and\n"
        let pages = Self.pages.merging(["docs/from.md": text]) { $1 }
        let exists = { ["Sources", "docs/image.png"].contains($0) }
        return MarkdownPages(pages, exists: exists).brokenLinks == ["docs/from.md: \(link)"]
    }

    @Test(arguments: [
        "none.md", "page.md#none", "#none", "../../README.md", "../README.md#one-thing-2",
        "/page.md",
    ])
    func `finds a broken link`(link: String) {
        #expect(isBroken(link))
    }

    @Test(arguments: [
        "page.md", "./page.md#page", "../README.md#two-things-three_x", "../README.md#one-thing-1",
        "image.png", "../Sources", "https://example.test/none.md", "mailto:a@example.test",
    ])
    func `accepts a valid link`(link: String) {
        #expect(!isBroken(link))
    }

    @Test func `reads links from definitions but not from code`() {
        let text = "[a]: none.md\n`[b](none.md)`\n```\n[c](none.md)\n```\n[d](none.md 'title')"
        let broken = MarkdownPages(["a.md": text], exists: { _ in false }).brokenLinks
        #expect(broken == ["a.md: none.md", "a.md: none.md"])
    }
}
