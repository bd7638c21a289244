import Basics
import Crypto
import Runner
import TestSupport
import Testing
import X509

@testable import Reports

@Suite("The page of a run")
struct RunPageTests {
    private static let all = PageFixture.page(
        Outcome.Kind.allCases.map { PageFixture.judgement("pins/\($0.rawValue)", $0) }
    )

    @Test(arguments: Outcome.Kind.allCases)
    func `the page has the label and the row of every outcome`(outcome: Outcome.Kind) {
        #expect(Self.all.contains(outcome.label.description))
        #expect(Self.all.contains("pins/\(outcome.rawValue)"))
        let article = "<article id=\"pins/\(outcome.rawValue)@reference\""
        #expect(Self.all.contains(article) == outcome.isFailure)
    }

    @Test(arguments: [
        "<h1>1 attack accepted that must be rejected</h1>", "<dt>Expected</dt>", "<dt>Because</dt>",
        "hatpin run &#39;pins/false-accept@reference&#39;", "↑ signed by root", "★ pinned",
        "valid: -90d..-1d", "The server has", "href=\"#?group=pins&amp;party=reference\"",
        "<main id=\"main\"", "lang=\"en\"",
    ])
    func `the page of a run contains`(words: String) {
        let hasWords = Self.all.contains(words)
        #expect(hasWords)
    }

    struct Verdict: CustomTestStringConvertible {
        let testDescription: String
        let outcomes: [Outcome.Kind]
        var planned: Int?
    }

    @Test(arguments: [
        Verdict(testDescription: "All 2 results as expected", outcomes: [.pass, .pass]),
        Verdict(testDescription: "1 of 2 results is not as expected", outcomes: [.pass, .closed]),
        Verdict(
            testDescription: "2 attacks accepted that must be rejected",
            outcomes: [.falseAccept, .falseAccept, .falseReject]
        ),
        Verdict(testDescription: "Stopped after 1 of 9 results", outcomes: [.pass], planned: 9),
    ])
    func `the heading states the most severe result`(verdict: Verdict) {
        let page = PageFixture.page(
            verdict.outcomes.enumerated().map {
                PageFixture.judgement("a/\($0.offset)", $0.element)
            },
            planned: verdict.planned
        )
        #expect(page.contains("<h1>\(verdict.testDescription)</h1>"))
    }

    @Test func `severe failures come first, and inconclusive results appear once for each cause`()
        throws
    {
        let page = PageFixture.page(
            [.inconclusive, .inconclusive, .falseReject, .falseAccept].enumerated().map {
                index,
                outcome in
                PageFixture.judgement("a/\(index)", outcome) { $0.control = Untrusted("expired") }
            }
        )
        let ids = page.split(separator: "<article id=\"").dropFirst().map {
            $0.prefix { $0 != "\"" }
        }
        #expect(ids == ["a/3@reference", "a/2@reference", "a/0@reference"])
        #expect(page.contains("; 1 more rejection has the same cause"))
    }

    @Test(arguments: HostileTexts.all)
    func `hostile text changes no markup`(hostile: String) {
        func page(_ text: String) -> [Substring] {
            let judgement = PageFixture.judgement("a/b", .falseAccept) {
                $0.about = text
                $0.presented = [text]
                $0.detail = Untrusted(text)
                $0.error = Untrusted(text)
                $0.configurationError = Untrusted(text)
                $0.serverFaults = [text]
                $0.alert = text
                $0.file = text
                $0.tags = [text]
                $0.covers = [text]
                $0.evidence = text
                $0.chain = ChainRecord(
                    received: [
                        .init(name: text, issuer: text, marks: [.sent], changes: [text])
                    ],
                    changes: [text]
                )
                $0.weakness = .init(
                    reasons: [text],
                    severity: text,
                    attackerNeeds: text,
                    advice: text
                )
            }
            let passed = PageFixture.judgement(text, .pass, party: text)
            var failed = passed
            failed.outcome = .falseReject
            failed.verdict = .reject(reason: text, sentence: Untrusted(text))
            let page = PageFixture.page(
                [judgement, passed],
                since: [EarlierJudgements(name: text, judgements: [failed])]
            )
            return page.split(separator: "<").map { $0.prefix { !" >\n".contains($0) } }
        }
        #expect(page(hostile).sorted() == page("harmless").sorted())
    }

    @Test
    func `the history of a pair that failed in any run has a mark for each run, oldest first`() {
        func run(_ outcomes: KeyValuePairs<String, Outcome.Kind>) -> [JudgementRecord] {
            outcomes.map { PageFixture.judgement($0.key, $0.value) }
        }
        let page = PageFixture.page(
            run(["a/fixed": .pass, "a/right": .pass, "a/new": .falseAccept]),
            since: [
                EarlierJudgements(
                    name: "monday",
                    judgements: run(["a/fixed": .falseAccept, "a/right": .pass])
                ),
                EarlierJudgements(
                    name: "tuesday",
                    judgements: run(["a/fixed": .wrongReason, "a/right": .pass])
                ),
            ]
        )
        let history =
            page.split(separator: "<section id=\"history\"").last?
            .split(separator: "</section>").first ?? ""
        #expect(history.contains("Oldest first: monday, tuesday, this run."))
        #expect(history.contains("aria-label=\"✗ ACCEPTED, ≠ REASON, ✓\""))
        #expect(history.contains("aria-label=\"not judged, not judged, ✗ ACCEPTED\""))
        #expect(history.contains("title=\"tuesday: ≠ REASON\">≠<"))
        #expect(!history.contains("a/right"))
    }

    @Test func `the content security policy allows only the style and script of the page`() throws {
        let policy = try #require(Self.all.firstMatch(of: /Policy" content="([^"]*)"/)).1
        #expect(policy.hasPrefix("default-src &#39;none&#39;; "))
        #expect(!policy.contains("unsafe"))
        for element in ["style", "script"] {
            let parts = Self.all.split(separator: "<\(element)>")
            #expect(parts.count == 2)
            let text = try #require(parts.last?.split(separator: "</\(element)>").first)
            let hash = Base64.text(try Digest.sha256.hash(Array(text.utf8)))
            #expect(policy.contains("\(element)-src &#39;sha256-\(hash)&#39;"))
        }
        #expect(!Self.all.contains("http://") && !Self.all.contains("https://"))
        #expect(!Self.all.contains(" style=\"") && !Self.all.contains(" onclick="))
    }

    @Test(arguments: [(Outcome.Kind.pass, 0), (.falseAccept, 300)])
    func `a page of ten thousand results has less than 3 MB`(outcome: Outcome.Kind, full: Int) {
        let page = PageFixture.page(
            (0..<10_000).map { number in
                let scenario = "group-\(number % 20)/a-scenario[a-case,leaf.key=p256-\(number)]"
                return PageFixture.judgement(
                    scenario,
                    outcome,
                    party: "afnetworking:mode=public-key"
                ) {
                    if outcome == .pass { $0.chain = nil }
                }
            }
        )
        #expect(page.utf8.count < 3_000_000)
        #expect(page.split(separator: "<article id=").count - 1 == full)
    }
}
