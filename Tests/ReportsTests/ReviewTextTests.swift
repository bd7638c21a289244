import Lint
import Testing
import X509

@testable import Basics
@testable import Reports

/// Findings as text and JSON.
struct ReviewTextTests {
    private static let text = """
        <network-security-config>
            <domain-config>
                <domain>api.example.com</domain>
                <pin-set expiration="2026-01-01">
                    <pin digest="SHA-256">r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=</pin>
                    <pin digest="SHA-256">YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=</pin>
                </pin-set>
            </domain-config>
        </network-security-config>
        """

    private let review = Review.file(
        Array(text.utf8),
        named: "res/xml/a.xml",
        context: ReviewContext(now: Instant(seconds: 1_795_392_000))
    )

    private static func scope(_ review: Review) -> ReviewScope {
        var scope = ReviewScope()
        let isKnown = scope.add(review)
        #expect(isKnown)
        return scope
    }

    @Test func `a finding has its place, its impact and its fix`() {
        let text = ReviewText([review], Self.scope(review), hasColour: false).text
        #expect(
            text == """
                1 finding to fix

                high[NSC-006]: the pins for api.example.com expired 326 days ago
                 --> res/xml/a.xml:4:18
                  |
                4 |         <pin-set expiration="2026-01-01">
                  |                  ^^^^^^^^^^^^^^^^^^^^^^^ in the past
                  |
                  = impact  since 2026-01-01, Android ignores them and accepts a certificate from any trusted CA
                  = fix     set expiration to a date after 2027-11-23 once you have checked that the pins match
                            the server's keys

                1 high in 1 file
                res/xml/a.xml: read as a network security configuration

                """
        )
    }

    @Test func `JSON has the members of a finding`() throws {
        var json = JSONWriter(capacity: 1_024)
        FindingRecord.all(of: [review]).write(to: &json)
        let text = String(decoding: json.bytes, as: UTF8.self)
        for member in [
            #""line":4,"column":18,"length":23,"code":"\u003cpin-set expiration=\"2026-01-01\">","#,
            #""file":"res/xml/a.xml","line":4"#,
            #""rule":"NSC-006","problem":"the pins for api.example.com expired 326 days ago""#,
            #""severity":"high","isOutage":false,"#, #""edits":[],"lines":[]"#,
        ] {
            #expect(text.contains(member), "\(text)")
        }
    }

    @Test func `JSON marks an outage and states the edits of a fix`() {
        let outage = Review.file(
            Array(Self.text.replacing("SHA-256", with: "SHA256").utf8),
            named: "a.xml",
            context: ReviewContext(now: Instant(seconds: 1_760_000_000))
        )
        let text = ReviewText([outage], Self.scope(outage), hasColour: false).text
        #expect(text.contains("\n\nhigh (outage)[NSC-023]: "), "\(text)")
        var json = JSONWriter(capacity: 1_024)
        FindingRecord.all(of: [outage]).write(to: &json)
        let document = String(decoding: json.bytes, as: UTF8.self)
        for member in [
            #""severity":"high","isOutage":true,"rule":"NSC-023""#,
            #""replacement":"SHA-256""#, #""lines":[{"line":5,"text":"#,
        ] {
            #expect(document.contains(member), "\(document)")
        }
    }

    /// Hosts of one entry without pins.
    ///
    /// All findings have the same fix, which moves the entry.
    private static func siblings(_ count: Int) -> Review {
        let hosts = (0..<count).map { "<domain>h\($0).example.com</domain>\n" }.joined()
        let pinSet = text.split(separator: "\n").dropFirst(3).prefix(4).joined(separator: "\n")
            .replacing("2026-01-01", with: "2027-11-01")
        let file = """
            <network-security-config><domain-config>
            \(hosts)</domain-config>
            <domain-config><domain includeSubdomains="true">example.com</domain>
            \(pinSet)
            </domain-config></network-security-config>
            """
        return Review.file(
            Array(file.utf8),
            named: "a.xml",
            context: ReviewContext(now: Instant(seconds: 1_795_392_000))
        )
    }

    @Test func `a fix of several findings is written once`() {
        let review = Self.siblings(3)
        var json = JSONWriter(capacity: 1_024)
        FindingRecord.all(of: [self.review, review]).write(to: &json)
        let text = String(decoding: json.bytes, as: UTF8.self)
        let words = #""words":"move the entry into that of example.com, so that"#
        #expect(review.findings.prefix(3).allSatisfy { $0.rule == "NSC-019" }, "\(text)")
        #expect(text.split(separator: words).count == 4, "\(text)")
        // `sameAs` is the number of a finding among the findings of all files.
        #expect(text.split(separator: #","sameAs":1}"#).count == 3, "\(text)")
        #expect(text.split(separator: "h2.example.com\\u003c/domain>\\n").count == 2, "\(text)")
    }

    @Test func `the size of JSON grows in proportion to the file`() {
        let lengths = [500, 1_000].map { count in
            var json = JSONWriter(capacity: 1_024)
            FindingRecord.all(of: [Self.siblings(count)]).write(to: &json)
            return json.bytes.count
        }
        #expect(lengths[1] < 3 * lengths[0], "\(lengths)")
    }

    @Test func `names and texts of files are escaped`() {
        let hostile = Review.file(
            Array(Self.text.replacing("api.", with: "\u{202e}").utf8),
            named: "a\u{1b}[31m.xml",
            context: ReviewContext(now: Instant(seconds: 1_795_392_000))
        )
        let text = ReviewText([hostile], Self.scope(hostile), hasColour: false).text
        #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
        #expect(text.contains("^[[31m.xml"))
    }
}
