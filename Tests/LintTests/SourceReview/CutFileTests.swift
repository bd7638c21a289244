import Testing

@testable import Lint

/// Files that begin or end inside brackets, because rules form ranges between bracket tokens.
@Suite struct CutFileTests {
    static let cases = AppleCodeTests.cases + JavaTests.cases + WebTests.cases + CurlTests.cases

    @Test(arguments: cases)
    func `reviews a truncated file to its end`(test: CodeCase) {
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
    func `reviews a file that once crashed an audit`(file: String, text: String) {
        let test = CodeCase("", file, text)
        #expect(test.review(text.utf8).findings.count < 100)
    }

    /// Files that repeat one statement; rules that compare every pair would take minutes.
    @Test(arguments: [
        (
            "a.kt",
            "val p = CertificatePinner.Builder().build()\nval c = OkHttpClient.Builder().build()\n"
        ),
        (
            "a.swift",
            "func urlSession(_ s: URLSession, didReceive c: C, completionHandler: @escaping () -> Void)"
                + " { guard a else { return } }\n"
        ),
        (
            "b.swift",
            "func urlSession(_ s: URLSession, didReceive c: C, completionHandler: @escaping () -> Void)"
                + " { use(completionHandler); d(SecTrustCopyCertificateChain(t)); "
                + "d(.performDefaultHandling, .init(trust: t)) }\n"
        ),
        (
            "a.java",
            "HostnameVerifier v = (h, s) -> false; boolean verify(SSLSession s) { return false; } "
                + "c.setHostnameVerifier(v);\n"
        ),
        (
            "a.m",
            "p = [AFSecurityPolicy new]; p.allowInvalidCertificates = YES; p.validatesDomainName = NO;\n"
        ),
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
