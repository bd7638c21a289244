import TestSupport
import Testing

@testable import Lint

/// Files with more domains than any app has; rules that compare every pair would take minutes.
struct ManyDomainsTests {
    private static let pins = [
        "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
        "nNxEb1vDbJ7BD4/Q5RZHYWcYt/UEnB8Lm7ae/fNiDFE=",
    ]
    private static let pinSet =
        "<pin-set>" + pins.map { "<pin digest=\"SHA-256\">\($0)</pin>" }.joined() + "</pin-set>"

    /// Returns a file of a kind with a number of domains.
    private static func text(_ kind: String, _ count: Int) -> String {
        let numbers = 0..<count
        switch kind {
        case "one entry of Android":
            let domains = numbers.map { "<domain>h\($0).example.com</domain>\n" }.joined()
            return """
                <network-security-config><domain-config>\(domains)\(pinSet)</domain-config>
                </network-security-config>
                """
        case "entries of Android":
            let entries = numbers.map {
                "<domain-config><domain includeSubdomains=\"true\">h\($0).org</domain>"
                    + ($0 < count / 2 ? pinSet : "") + "</domain-config>\n"
            }.joined()
            return "<network-security-config>\(entries)</network-security-config>"
        case "hosts of Android below pinned domains":
            let hosts = numbers.map { "<domain>www.h\($0).org</domain>\n" }.joined()
            let pinned = numbers.map { "<domain includeSubdomains=\"true\">h\($0).org</domain>\n" }
            return """
                <network-security-config><domain-config>\(hosts)</domain-config>
                <domain-config>\(pinned.joined())\(pinSet)</domain-config></network-security-config>
                """
        default:
            let identities = pins.map {
                "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>"
            }.joined()
            let domains = numbers.map {
                "<key>h\($0).org</key><dict><key>NSPinnedCAIdentities</key><array>\(identities)"
                    + "</array></dict>\n"
            }.joined()
            return """
                <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example</string>
                <key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>\(domains)</dict>
                </dict></dict></plist>
                """
        }
    }

    @Test(arguments: [
        ("one entry of Android", "nsc.xml", 15_000, 1),
        ("entries of Android", "nsc.xml", 4_000, 2_000),
        ("hosts of Android below pinned domains", "nsc.xml", 6_000, 6_000),
        ("domains of Apple", "Info.plist", 4_000, 4_000),
    ])
    func `reviews a file in time linear in its size`(
        kind: String,
        name: String,
        count: Int,
        findings: Int
    ) {
        let text = Array(Self.text(kind, count).utf8)
        let start = threadTime()
        let review = Review.file(
            text,
            named: name,
            context: ReviewContext(now: ReviewTests.now)
        )
        #expect(review.findings.count >= findings, "\(review.findings.count)")
        #expect(threadTime() - start < .seconds(30))
    }

    @Test(arguments: [
        ("<domain>a.example.com</domain>", 1),
        ("<domain>a.example.com</domain><domain>b.example.com</domain>", 1),
        ("<domain>a.example.com</domain><domain>a.example.org</domain>", 0),
        ("<domain>a.example.com</domain><domain>a.example.net</domain>", 0),
    ])
    func `proposes to move an entry into a pinned entry that includes all its hosts`(
        domains: String,
        edits: Int
    ) {
        let text = """
            <network-security-config>
            <domain-config>
            <domain includeSubdomains="true">example.com</domain>
            \(Self.pinSet)
            </domain-config>
            <domain-config>
            <domain includeSubdomains="true">example.net</domain>
            \(Self.pinSet)
            </domain-config>
            <domain-config>
            \(domains)
            </domain-config>
            </network-security-config>

            """
        let review = Review.file(
            Array(text.utf8),
            named: "nsc.xml",
            context: ReviewContext(now: ReviewTests.now)
        )
        let found = review.findings.filter { $0.rule == "NSC-019" }
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.fix?.edits.isEmpty == (edits == 0) }, "\(found)")
    }
}
