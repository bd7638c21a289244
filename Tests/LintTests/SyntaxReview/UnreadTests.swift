import ScenarioFormat
import Testing

@testable import Lint

/// Places that could contain a mistake, but whose value is not in the file.
struct UnreadTests {
    @Test(arguments: [
        (
            "build.gradle", "android { defaultConfig { minSdkVersion rootProject.ext.min } }",
            "rootProject.ext.min is not a number in this file"
        )
    ])
    func `reports a value that is not in the file`(file: String, text: String, why: String) {
        let review = SourceReviews.review(text, named: file)
        #expect(review.unread.map(\.why) == [why])
        #expect(review.findings == [])
    }

    @Test(arguments: [
        ("build.gradle", "def min = 26\nandroid { defaultConfig { minSdkVersion min } }"),
        ("build.gradle.kts", "/* minSdk = 21 /* nested */ minSdk = 19 */ val minSdk = load()"),
    ])
    func `does not report known values and declarations as unread`(file: String, text: String) {
        #expect(SourceReviews.review(text, named: file).unread == [])
    }

    @Test func `resolves API levels through constants`() {
        let text = "val oldest = 21\nandroid { defaultConfig { minSdk = oldest } }"
        let review = SourceReviews.review(text, named: "build.gradle.kts")
        #expect(review.findings.map(\.rule) == ["NSC-031"])
        #expect(review.findings.first?.place?.mark == Mark(line: 2, column: 36))
    }
}
