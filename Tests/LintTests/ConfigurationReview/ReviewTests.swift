import ScenarioFormat
import Testing
import X509

@testable import Lint

/// The basics of reviews: places, fixes and allow comments.
struct ReviewTests {
    static let now = Instant(rfc3339: "2026-11-23") ?? Instant(seconds: 0)

    @Test func `a finding has its place and its fix`() throws {
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
        #expect(finding.problem == "the pins for api.example.com expired 326 days ago")
        let words =
            "set expiration to a date after 2027-11-23 once you have checked that the pins match the "
            + "server's keys"
        #expect(finding.fix == Fix(words))
    }

    private func review(_ text: String, named name: String = "a.xml") -> Review {
        Review.file(Array(text.utf8), named: name, context: ReviewContext(now: Self.now))
    }

    private let cleartext = """
        <domain-config cleartextTrafficPermitted="true"><domain>a.example.com</domain></domain-config>
        """

    private func config(_ body: String) -> String {
        "<network-security-config>\n\(body)\n</network-security-config>"
    }

    @Test func `a comment with a reason allows findings on its line and on the next line`() {
        for body in [
            "<!-- hatpin:allow NSC-004 a printer -->\n\(cleartext)",
            "\(cleartext) <!-- hatpin:allow NSC-004 a printer -->",
        ] {
            let review = review(config(body))
            #expect(review.findings.map(\.rule) == [])
            #expect(review.allowed.map(\.rule) == ["NSC-004"])
        }
    }

    @Test(arguments: [
        "<!-- hatpin:allow NSC-004 -->\n", "<!-- hatpin:allow NSC-001 a printer -->\n",
        "<!-- hatpin:allow NSC-004 a printer -->\n\n",
    ])
    func `a comment without the exact form allows no finding`(comment: String) {
        #expect(review(config(comment + cleartext)).findings.map(\.rule) == ["NSC-004"])
    }

    @Test func `a finding in a debug variant is only a note`() {
        let text = config(cleartext)
        #expect(review(text).findings.map(\.severity) == [.high])
        let name = "app/src/debug/res/xml/network_security_config.xml"
        #expect(review(text, named: name).findings.map(\.severity) == [.note])
    }

    @Test(arguments: [
        ("AppTests/Api.swift", Severity.note), ("src/__tests__/api.ts", .note),
        ("src/testDebug/Api.kt", .note), ("test/api.sh", .note),
        ("test_api.py", .note), ("src/api.spec.ts", .note), ("src/api.test.js", .note),
        ("src/ApiTest.java", .note), ("latest/api.sh", .critical), ("src/contest.sh", .critical),
        ("testing/api.sh", .critical), ("src/protest/Testament.sh", .critical),
        ("spec/api.sh", .note), ("lib/api_spec.sh", .note), ("special/api.sh", .critical),
        ("src/aspect.sh", .critical),
    ])
    func `a finding in a test file is only a note`(name: String, severity: Severity) throws {
        let texts = [
            "swift": "let e = DisabledTrustEvaluator()",
            "ts": "new https.Agent({ rejectUnauthorized: false })",
            "js": "new https.Agent({ rejectUnauthorized: false })",
            "kt": "val c = ManagedChannelBuilder.forTarget(t).usePlaintext()",
            "java": "class A { Object c = ManagedChannelBuilder.forTarget(t).usePlaintext(); }",
            "py": "import requests\nrequests.get(u, verify=False)",
            "sh": "curl -k https://api.example.com/",
        ]
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        let text = try #require(texts[ending])
        var context = ReviewContext(now: Self.now)
        context.search = SourceSearch(.builtIn)
        let review = Review.file(Array(text.utf8), named: name, context: context)
        #expect(review.findings.map(\.severity) == [severity])
    }

    @Test(
        arguments: [
            ("shop/examples/api.sh", "shop", .note), ("./samples/api.sh", ".", .note),
            ("ShopDemo/api.sh", ".", .note), ("shop/democracy/api.sh", "shop", .critical),
            ("shop/examples.sh", "shop", .critical),
            // The user named the example.
            ("examples/shop/api.sh", "examples/shop", .critical),
            ("/home/a/examples/shop/api.sh", "/home/a/examples/shop", .critical),
            ("examples/shop/api.sh", nil, .critical),
        ] as [(String, String?, Severity)]
    )
    func `a finding in an example of the folder is only a note`(
        name: String,
        folder: String?,
        severity: Severity
    ) {
        var context = ReviewContext(now: Self.now)
        context.search = SourceSearch(.builtIn)
        context.folder = folder
        let text = "curl -k https://api.example.com/"
        let review = Review.file(Array(text.utf8), named: name, context: context)
        #expect(review.findings.map(\.severity) == [severity])
    }

    @Test func `reports unreadable XML only if the XML is meant as a configuration`() throws {
        let reason = "it is not XML: it ends too early, or has content after its end, at line 2"
        let meant = review("<network-security-config>\n  <base-config>")
        #expect(meant.findings.map(\.rule) == ["CNF-001"])
        let finding = try #require(meant.findings.first)
        #expect(finding.problem == "Hatpin cannot read this configuration: " + reason)
        #expect(finding.place?.mark == Mark(line: 2, column: 3))
        #expect(meant.unread == [])
        let other = review("<project>\n  <name>")
        #expect(other.kinds == [])
        #expect(other.findings == [])
        #expect(other.unread == [Unread(at: nil, reason)])
        #expect(!other.isRead)
    }

    @Test func `columns ignore a byte order mark and count characters`() throws {
        let text = "\u{feff}" + config("<!-- ü --> \(cleartext)")
        let finding = try #require(review(text).findings.first)
        #expect(finding.place?.mark == Mark(line: 2, column: 27))
        #expect(finding.place?.length == 32)
    }

    @Test func `a binary property list has findings without places`() {
        // { NSAppTransportSecurity: { NSAllowsArbitraryLoads: true } }
        let text = """
            <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>
            <key>NSAllowsArbitraryLoads</key><true/></dict></dict></plist>
            """
        #expect(review(text, named: "Info.plist").findings.map(\.rule) == ["ATS-001"])
        let review = Review.file(
            Self.binary,
            named: "Info.plist",
            context: ReviewContext(now: Self.now)
        )
        #expect(review.findings.map(\.rule) == ["ATS-001"])
        #expect(review.findings.map(\.place) == [nil])
        #expect(review.findings.first?.fix?.edits == [])
    }

    private static let binary: [UInt8] = [
        0x62, 0x70, 0x6c, 0x69, 0x73, 0x74, 0x30, 0x30, 0xd1, 0x01, 0x02, 0x5f, 0x10, 0x16,
        0x4e, 0x53, 0x41, 0x70, 0x70, 0x54, 0x72, 0x61, 0x6e, 0x73, 0x70, 0x6f, 0x72, 0x74,
        0x53, 0x65, 0x63, 0x75, 0x72, 0x69, 0x74, 0x79, 0xd1, 0x03, 0x04, 0x5f, 0x10, 0x16,
        0x4e, 0x53, 0x41, 0x6c, 0x6c, 0x6f, 0x77, 0x73, 0x41, 0x72, 0x62, 0x69, 0x74, 0x72,
        0x61, 0x72, 0x79, 0x4c, 0x6f, 0x61, 0x64, 0x73, 0x09, 0x08, 0x0b, 0x24, 0x27, 0x40,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x41,
    ]
}
