import ScenarioFormat
import Testing
import X509

@testable import Lint

/// Findings of the OkHttp checks: places, labels, edits and unread values.
///
/// The samples of the rules test which code has a mistake.
struct OkHttpCheckTests {
    private static let pin = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let spare = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The arguments of `add`.
        let arguments: String
        var hosts: [String] = []
        var defines: [String: String] = [:]
        /// The findings as `rule column: problem (label)`.
        var findings: [String] = []
        /// The arguments after the edits of all findings; nil without edits.
        var fixed: String?
        var unread: [String] = []
    }

    static let cases: [Case] = [
        Case(
            testDescription: "two pins",
            arguments: #""api.example.com", "sha256/\#(pin)", "sha256/\#(spare)""#
        ),
        Case(
            testDescription: "names that the caller defines",
            arguments: "HOST, PIN, SPARE",
            defines: [
                "HOST": "api.example.com:443", "PIN": "sha256/\(pin)", "SPARE": "sha256/\(spare)",
            ],
            findings: ["OKH-004 1: this pattern is a URL or has a port (not a host name)"],
            fixed: #""api.example.com", PIN, SPARE"#
        ),
        Case(
            testDescription: "names without a value",
            arguments: "HOST, Keys.current, *pins(a)",
            unread: [
                "HOST is not a literal of this file; set it with --define",
                "Keys.current is not a literal of this file; set it with --define",
                "*pins(a) is not a literal of this file",
            ]
        ),
        Case(
            testDescription: "a text with a variable inside",
            arguments: #""api.$DOMAIN", "sha256/" + KEY, "sha256/\#(pin)""#,
            unread: [
                #""api.$DOMAIN" is not a literal of this file"#,
                #""sha256/" + KEY is not a literal of this file"#,
            ]
        ),
        Case(
            testDescription: "a star inside the pattern",
            arguments: #""api.*.com", "sha256/\#(pin)", "sha256/\#(spare)""#,
            findings: [
                "OKH-010 1: OkHttp rejects this pattern (a star must be the whole first label)"
            ]
        ),
        Case(
            testDescription: "a pin that is not base64",
            arguments: #""api.example.com", "sha256/a!b", "sha256/\#(spare)""#,
            findings: ["OKH-010 20: OkHttp rejects this pin (not base64)"]
        ),
        Case(
            testDescription: "a pin without its algorithm",
            arguments: #""api.example.com", "\#(pin)", "sha256/\#(spare)""#,
            findings: [
                "OKH-010 20: OkHttp rejects this pin (`sha256/` is missing before the hash)"
            ],
            fixed: #""api.example.com", "sha256/\#(pin)", "sha256/\#(spare)""#
        ),
        Case(
            testDescription: "hexadecimal digits as the only pin",
            arguments:
                #""api.example.com", "sha256/60b87575447dcba2a36b7d11ac09fb24a9db406fee12d2cc90180517616e8a18""#,
            findings: [
                "OKH-009 20: this pin is not a SHA-256 hash (hexadecimal instead of base64)",
                "OKH-012 20: api.example.com has only one pin (no backup pin)",
            ],
            fixed: #""api.example.com", "sha256/\#(spare)""#
        ),
        Case(
            testDescription: "a wildcard for two labels",
            arguments: #""*.example.com", "sha256/\#(pin)", "sha256/\#(spare)""#,
            hosts: ["a.api.example.com"],
            findings: [
                "OKH-005 1: a.api.example.com is not pinned "
                    + "(matches exactly one label before example.com)"
            ],
            fixed: #""**.example.com", "sha256/\#(pin)", "sha256/\#(spare)""#
        ),
        Case(
            testDescription: "a parent domain",
            arguments: #""example.com", "sha256/\#(pin)", "sha256/\#(spare)""#,
            hosts: ["api.example.com"],
            findings: ["OKH-006 1: api.example.com is not pinned (matches only this host)"],
            fixed: #""**.example.com", "sha256/\#(pin)", "sha256/\#(spare)""#
        ),
    ]

    private static func file(_ arguments: String) -> String {
        "val builder = CertificatePinner.Builder()\n    .add(\(arguments))\n"
    }

    private static let search = SourceSearch(.builtIn)

    private static func review(_ text: String, _ test: Case? = nil) -> Review {
        var context = ReviewContext(
            now: Instant(rfc3339: "2026-11-23") ?? .init(seconds: 0),
            hosts: test?.hosts ?? []
        )
        context.defines = test?.defines ?? [:]
        context.search = search
        return Review.file(Array(text.utf8), named: "Pins.kt", context: context)
    }

    @Test(arguments: cases)
    func `reports the mistake in each argument`(test: Case) {
        let text = Self.file(test.arguments)
        let review = Self.review(text, test)
        let shown = review.findings.map { finding in
            let column = finding.place.map { $0.mark.column - 9 } ?? 0
            return "\(finding.rule) \(column): \(finding.problem) (\(finding.label))"
        }
        #expect(shown.sorted() == test.findings)
        #expect(review.unread.map(\.why) == test.unread)
        let edits = review.findings.flatMap { $0.fix?.edits ?? [] }
        let fixed = ReviewedFile(Array(text.utf8), named: "Pins.kt").applying(edits)
        #expect(
            String(decoding: fixed, as: UTF8.self) == Self.file(test.fixed ?? test.arguments)
        )
    }

    @Test(arguments: [
        ("words.add(\"a\", b)", false), ("it.add(\"a\", \"sha256/a!b\")", true),
        ("builder.add(\"a:1\", b)", true), ("this.builder.add(\"a:1\", b).add(\"b:2\", c)", true),
        ("parameter.add(\"a:1\", b)", true),
        ("okhttp3.CertificatePinner.Builder().add(\"a:1\")", true),
    ])
    func `finds only calls of add that pin a host`(call: String, isPinning: Bool) {
        let text = """
            class Pins {
                private val builder = CertificatePinner.Builder()
                fun pin(parameter: CertificatePinner.Builder) {
                    \(call)
                }
            }
            """
        let review = Self.review(text)
        #expect(!review.findings.isEmpty == isPinning)
        #expect(!review.unread.isEmpty == (call.contains(/, [bc]\)/) && isPinning))
    }

    @Test(arguments: [
        ("val client = OkHttpClient.Builder().build()", ".certificatePinner(first)"),
        (
            "fun a() { val second = CertificatePinner.Builder().build() }\nval client = OkHttpClient.Builder().build()",
            ".certificatePinner(first)"
        ),
        (
            "val second = CertificatePinner.Builder().build()\nval client = OkHttpClient.Builder().build()",
            nil
        ),
        ("val client = OkHttpClient()", nil),
    ])
    func `adds a pinner only if a pinner is in scope`(client: String, added: String?) throws {
        let pins = ".add(\"api.example.com\", \"sha256/\(Self.pin)\", \"sha256/\(Self.spare)\")"
        let text = "val first = CertificatePinner.Builder()\(pins).build()\n\(client)\n"
        let findings = Self.review(text).findings.filter { $0.rule == "OKH-003" }
        let finding = try #require(findings.first)
        #expect(finding.fix?.edits.map(\.replacement) ?? [] == [added].compactMap(\.self))
    }
}
