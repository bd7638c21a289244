import Testing

@testable import ConfigurationReview

/// Files that begin or end amid their brackets: rules form ranges between tokens of these.
@Suite struct CutFileTests {
    static let cases = AppleCodeTests.cases + JavaTests.cases + WebTests.cases + CurlTests.cases

    @Test(arguments: cases)
    func `a cut file is reviewed to its end`(test: CodeCase) {
        for place in test.wrong.indices where "{(".contains(test.wrong[place]) {
            let end = test.wrong[place...] + " challenge"
            let start = test.wrong[...place] + " }"
            #expect(test.review(end.utf8).findings.count < 100)
            #expect(test.review(start.utf8).findings.count < 100)
        }
    }

    @Test(arguments: [
        ("Brace.swift", "{URLCredential(trust: t)} challenge"),
        ("Open.kt", "import okhttp3.*\nclass P { fun intercept(c: C) { c.proceed( } }"),
    ])
    func `a file that ended an audit is reviewed`(file: String, text: String) {
        let test = CodeCase("", file, text)
        #expect(test.review(text.utf8).findings.count < 100)
    }
}
