import Basics
import CommandWorkshop
import Runner
import TestSupport
import Testing

@testable import Reports

private let browserIsThere =
    (try? Workshop())?.shell("command -v chromium && command -v node").exit == 0

/// Pages in a real browser; skipped if there is no browser.
@Suite(
    "A browser",
    .enabled(if: browserIsThere, "needs chromium and node"),
    .blocking,
    .serialized
)
struct BrowserTests {
    /// Opens the page; the result states the page's faults, which `Browser/report.mjs` lists.
    private static func opened(_ page: String, width: Int) throws -> Workshop.Result {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let workshop = try Workshop()
        try workshop.write(page, to: "page.html")
        return workshop.shell("node /\(folder)/Browser/report.mjs page.html '' \(width)")
    }

    @Test(arguments: [1_400, 900, 390])
    func `the browser shows and filters the page of a run without errors`(width: Int) throws {
        var judgements = Outcome.Kind.allCases.map {
            PageFixture.judgement("pins/\($0.rawValue)", $0)
        }
        judgements += HostileTexts.all.enumerated().map { index, text in
            PageFixture.judgement("names/\(index)", .falseAccept, party: text) {
                $0.about = text
                $0.detail = Untrusted(text)
            }
        }
        let result = try Self.opened(PageFixture.page(judgements), width: width)
        #expect(result.exit == 0, "\(result.error)")
    }

    @Test(arguments: ResultPages.all.map(\.name))
    func `the browser shows comparisons, mutants, coverage and fuzzing without errors`(
        name: String
    ) throws {
        let make = try #require(ResultPages.all.first { $0.name == name }).make
        let result = try Self.opened(make(nil), width: 900)
        #expect(result.exit == 0, "\(result.error)")
    }

    @Test func `the browser shows ten thousand results in three megabytes`() throws {
        let judgements = (0..<10_000).map { number in
            let outcome = number % 9 == 0 ? Outcome.Kind.closed : .pass
            return PageFixture.judgement("group-\(number % 20)/case-\(number)", outcome)
        }
        let result = try Self.opened(PageFixture.page(judgements), width: 1_200)
        #expect(result.exit == 0, "\(result.error)")
    }

    @Test
    func `the browser test fails for a page with a script that the page's policy forbids`() throws {
        let page = PageFixture.page([PageFixture.judgement("a/b", .pass)])
        let broken = page.replacing("</main>", with: "<script>alert(1)</script></main>")
        let result = try Self.opened(broken, width: 1_200)
        #expect(result.exit == 1)
        #expect(result.error.contains("Content Security Policy"))
    }
}
