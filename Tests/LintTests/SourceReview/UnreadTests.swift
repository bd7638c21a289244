import ScenarioFormat
import Testing

@testable import Lint

/// Places that could decide about a mistake, and whose value the file does not say.
struct UnreadTests {
    @Test(arguments: [
        (
            "agent.ts", "new https.Agent({ rejectUnauthorized: !options.insecure })",
            "whether certificates are checked: rejectUnauthorized is !options.insecure"
        ),
        (
            "main.go", "cfg := &tls.Config{InsecureSkipVerify: *insecure}",
            "whether certificates are checked: InsecureSkipVerify is *insecure"
        ),
        (
            "load.py", "import requests\nsession.verify = os.environ[\"CA\"]",
            "whether certificates are checked: verify is os.environ[\"CA\"]"
        ),
        (
            "build.gradle", "android { defaultConfig { minSdkVersion rootProject.ext.min } }",
            "rootProject.ext.min is not a number of this file"
        ),
    ])
    func `a value that the file does not say is named`(file: String, text: String, why: String) {
        let review = CodeCase("", file, text).review(text.utf8)
        #expect(review.unread.map(\.why) == [why])
        #expect(review.findings == [])
    }

    @Test(arguments: [
        ("agent.ts", "interface Options { rejectUnauthorized: boolean }"),
        ("load.py", "import requests\nsession.verify = '/etc/ca.pem'"),
        ("build.gradle", "def min = 26\nandroid { defaultConfig { minSdkVersion min } }"),
        ("build.gradle.kts", "/* minSdk = 21 /* nested */ minSdk = 19 */ val minSdk = load()"),
    ])
    func `a value that the file says, and a declaration, are not`(file: String, text: String) {
        #expect(CodeCase("", file, text).review(text.utf8).unread == [])
    }

    @Test func `levels of Android are followed through constants`() {
        let text = "val oldest = 21\nandroid { defaultConfig { minSdk = oldest } }"
        let review = CodeCase("", "build.gradle.kts", text).review(text.utf8)
        #expect(review.findings.map(\.rule) == ["NSC-031"])
        #expect(review.findings.first?.place?.mark == Mark(line: 2, column: 36))
    }
}
