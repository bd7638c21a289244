import FileFormat
import PKIX
import Testing

@testable import ConfigurationReview

/// The core of reviews: places, mends and allowances.
struct ReviewTests {
    static let now = Instant(rfc3339: "2026-11-23") ?? Instant(seconds: 0)

    @Test func `a finding has its place and a mend that removes it`() throws {
        let text = """
            <network-security-config>
                <domain-config>
                    <domain>api.example.com</domain>
                    <pin-set expiration="2026-01-01">
                        <pin digest="SHA-256">r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=</pin>
                    </pin-set>
                </domain-config>
            </network-security-config>
            """
        let review = Review.file(
            Array(text.utf8),
            named: "a.xml",
            context: ReviewContext(now: Self.now)
        )
        let finding = try #require(review.findings.first { $0.rule == "NSC-006" })
        #expect(finding.place?.mark == Mark(line: 4, column: 18))
        #expect(finding.place?.length == 23)
        #expect(finding.problem == "the pins of api.example.com ended 326 days ago")
        #expect(
            finding.mend?.lines == [
                Mend.Line(number: 4, text: #"        <pin-set expiration="2027-11-23">"#)
            ]
        )
    }
}
