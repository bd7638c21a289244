import Testing

@testable import Lint

/// Files that begin or end inside brackets, because rules form ranges between bracket tokens.
@Suite struct CutFileTests {
    static let cases = WebTests.cases + CurlTests.cases

    @Test(arguments: cases)
    func `reviews a truncated file to its end`(test: CodeCase) {
        for place in test.wrong.indices where "{(".contains(test.wrong[place]) {
            let end = test.wrong[place...] + " challenge"
            let start = test.wrong[...place] + " }"
            #expect(test.review(end.utf8).findings.count < 100)
            #expect(test.review(start.utf8).findings.count < 100)
        }
    }

    /// Files that repeat one statement; rules that compare every pair would take minutes.
    @Test(arguments: [
        ("a.sh", "a=(-k)\nCURL=\"curl -k b\"\ncurl \"${a[@]}\"\n"),
        (
            "a.php",
            "curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, false);\n"
                + "curl_setopt($ch, CURLOPT_SSL_VERIFYHOST, 0);\n"
        ),
    ])
    func `reviews a file in time linear in its size`(file: String, statement: String) {
        let repeated = String(repeating: statement, count: 60_000 / statement.utf8.count)
        let text = (file.hasSuffix("php") ? "<?php\n" : "") + repeated
        let start = ContinuousClock.now
        #expect(!CodeCase("", file, text).review(text.utf8).kinds.isEmpty)
        // A few seconds in a debug build.
        #expect(ContinuousClock.now - start < .seconds(30))
    }
}
