import ScenarioFormat
import Testing
import X509

@testable import Lint

/// An app that crashes at launch or rejects every server is an outage of high severity.
struct OutageTests {
    private static let pin = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let spare = "nNxEb1vDbJ7BD4/Q5RZHYWcYt/UEnB8Lm7ae/fNiDFE="
    private static let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    private static let ones = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="

    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let what: String
        let file: String
        let text: String
        let isOutage: Bool

        init(_ rule: String, _ what: String, _ file: String, _ text: String, _ isOutage: Bool) {
            (self.rule, self.what, self.file) = (rule, what, file)
            (self.text, self.isOutage) = (text, isOutage)
        }

        var testDescription: String { "\(rule): \(what)" }
    }

    private static func android(
        _ pins: [String],
        _ attributes: String = "",
        host: String = "api.example.com"
    ) -> String {
        let elements = pins.map { "<pin digest=\"SHA-256\">\($0)</pin>" }.joined()
        return """
            <network-security-config><domain-config><domain>\(host)</domain>
            <pin-set\(attributes)>\(elements)</pin-set></domain-config></network-security-config>
            """
    }

    private static func apple(_ pins: [String], host: String = "api.example.com") -> String {
        let items = pins.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }
        return """
            <plist version="1.0"><dict><key>NSPinnedDomains</key><dict><key>\(host)</key><dict>
            <key>NSPinnedCAIdentities</key><array>\(items.joined())</array>
            </dict></dict></dict></plist>
            """
    }

    private static func trustKit(_ pins: [String], _ more: String = "") -> String {
        let items = pins.map { "<string>\($0)</string>" }.joined()
        return """
            <plist version="1.0"><dict><key>TSKPinnedDomains</key><dict><key>api.example.com</key>
            <dict>\(more)<key>TSKPublicKeyHashes</key><array>\(items)</array></dict>
            </dict></dict></plist>
            """
    }

    private static func okHttp(_ pins: String...) -> String {
        let list = pins.map { ", \"sha256/\($0)\"" }.joined()
        return """
            import okhttp3.*
            val p = CertificatePinner.Builder().add("api.example.com"\(list)).build()
            val c = OkHttpClient.Builder().certificatePinner(p).build()
            """
    }

    private static func alamofire(_ more: String = "") -> String {
        """
        import Alamofire
        let m = ServerTrustManager(\(more)evaluators: ["https://x.com": PublicKeysTrustEvaluator()])
        """
    }

    private static let pem = """
        let path = Bundle.main.path(forResource: "api", ofType: "pem")!
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let certificate = SecCertificateCreateWithData(nil, data as CFData)
        """

    static let cases: [Case] = [
        Case("NSC-010", "every pin is a placeholder", "a.xml", android([zeros, ones]), true),
        Case("NSC-010", "one of two pins is a placeholder", "a.xml", android([pin, zeros]), false),
        Case(
            "NSC-010",
            "expired pins reject no connection",
            "a.xml",
            android([zeros, ones], " expiration=\"2026-01-01\""),
            false
        ),
        Case(
            "NSC-010",
            "an entry that matches no host rejects no connection",
            "a.xml",
            android([zeros, ones], host: "*.example.com"),
            false
        ),
        Case("NSC-024", "a pin that is not base64", "a.xml", android([pin, "x"]), true),
        Case(
            "NSC-022",
            "an expiration that is not a date",
            "a.xml",
            android([pin, spare], " expiration=\"soon\""),
            true
        ),
        Case("NSC-008", "a single pin is only a future outage", "a.xml", android([pin]), false),
        Case(
            "NSC-027",
            "no CA is trusted",
            "a.xml",
            "<network-security-config><base-config><trust-anchors/></base-config>"
                + "</network-security-config>",
            true
        ),
        Case("ATS-024", "every identity is a placeholder", "I.plist", apple([zeros]), true),
        Case(
            "ATS-024",
            "one of two identities is a placeholder",
            "I.plist",
            apple([pin, zeros]),
            false
        ),
        Case(
            "ATS-024",
            "an entry that matches no host rejects no connection",
            "I.plist",
            apple([zeros], host: "*.example.com"),
            false
        ),
        Case("ATS-016", "an empty list of identities", "I.plist", apple([]), true),
        Case("ATS-020", "no identity is base64", "I.plist", apple(["x"]), true),
        Case(
            "ATS-020",
            "one of two identities is not base64",
            "I.plist",
            apple([pin, "x"]),
            false
        ),
        Case("TSK-009", "one pin", "T.plist", trustKit([pin]), true),
        Case("TSK-011", "a pin that is not base64", "T.plist", trustKit([pin, "x"]), true),
        Case("TSK-010", "every pin is a placeholder", "T.plist", trustKit([zeros, ones]), true),
        Case(
            "TSK-010",
            "one of two pins is a placeholder",
            "T.plist",
            trustKit([pin, zeros]),
            false
        ),
        Case(
            "TSK-010",
            "pins that are not enforced reject no connection",
            "T.plist",
            trustKit([zeros, ones], "<key>TSKEnforcePinning</key><false/>"),
            false
        ),
        Case("OKH-011", "every pin is a placeholder", "a.kt", okHttp(zeros, ones), true),
        Case("OKH-011", "one of two pins is a placeholder", "a.kt", okHttp(pin, zeros), false),
        Case("OKH-009", "every pin has another length", "a.kt", okHttp("AAEC"), true),
        Case("OKH-009", "one of two pins has another length", "a.kt", okHttp(pin, "AAEC"), false),
        Case("OKH-012", "a single pin is only a future outage", "a.kt", okHttp(pin), false),
        Case("ALA-002", "Alamofire 5 rejects other hosts", "a.swift", alamofire(), true),
        Case(
            "ALA-002",
            "Alamofire 5 accepts other hosts with allHostsMustBeEvaluated: false",
            "a.swift",
            alamofire("allHostsMustBeEvaluated: false, "),
            false
        ),
        Case("ALA-011", "no PEM certificate is loaded", "a.swift", pem, true),
    ]

    private static let context = {
        var context = ReviewContext(now: ReviewTests.now)
        context.search = SourceSearch(.builtIn)
        return context
    }()

    @Test(arguments: cases)
    func `marks a finding as an outage only if the mistake breaks connections`(test: Case) throws {
        let review = Review.file(
            Array(test.text.utf8),
            named: test.file,
            context: Self.context
        )
        let found = review.findings.filter { $0.rule == test.rule }
        let finding = try #require(found.first, "\(review.findings.map(\.rule))")
        #expect(found.allSatisfy { $0.isOutage == test.isOutage })
        #expect(finding.severityWords.hasSuffix(" (outage)") == test.isOutage)
        if test.isOutage { #expect(finding.severity == .high) }
    }

    @Test(arguments: [
        "curl:sha256/\(pin)", "curl:sha256//\(zeros)", "curl:sha256//\(pin); sha256//\(spare)",
    ])
    func `reports an outage if no curl pin can match`(setting: String) throws {
        let text = String(setting.dropFirst("curl:".count))
        let review = try #require(
            Review.setting(text, named: "pinned-public-key", of: "curl")
        )
        #expect(review.findings.map(\.isOutage) == [true])
        let mixed = "sha256//\(Self.pin);sha256//\(Self.zeros)"
        let idle = try #require(Review.setting(mixed, named: "pinned-public-key", of: "curl"))
        #expect(idle.findings.map(\.isOutage) == [false])
    }

    @Test func `reports a note, not an outage, in test files`() {
        let review = Review.file(
            Array(Self.android(["x"]).utf8),
            named: "app/src/debug/res/xml/a.xml",
            context: ReviewContext(now: ReviewTests.now)
        )
        #expect(review.findings.first?.severityWords == "note")
    }
}
