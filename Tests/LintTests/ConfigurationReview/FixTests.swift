import TestSupport
import Testing
import X509

@testable import Lint

/// Fixes are judged by the file that they make.
struct FixTests {
    private static let pins = [
        "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
        "nNxEb1vDbJ7BD4/Q5RZHYWcYt/UEnB8Lm7ae/fNiDFE=",
    ]
    private static let zeros = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    private static let ones = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="

    private static func trustKit(_ pins: [String], enforced: Bool, _ more: String = "") -> String {
        let hashes = pins.map { "<string>\($0)</string>" }.joined(separator: "\n")
        return """
            <plist version="1.0"><dict>
            <key>TSKPinnedDomains</key>
            <dict>
            <key>api.example.com</key>
            <dict>
            <key>TSKEnforcePinning</key>
            <\(enforced)/>
            \(more)<key>TSKPublicKeyHashes</key>
            <array>
            \(hashes)
            </array>
            </dict>
            </dict>
            </dict></plist>
            """
    }

    private static func android(_ body: String) -> String {
        """
        <network-security-config>
        <domain-config>
        <domain>api.example.com</domain>
        \(body)
        </domain-config>
        </network-security-config>
        """
    }

    private static func pinSet(_ pins: [String], _ name: String = "pin-set") -> String {
        let elements = pins.map { "<pin digest=\"SHA-256\">\($0)</pin>" }
        return "<\(name)>\n" + elements.joined(separator: "\n") + "\n</\(name)>"
    }

    private static func review(_ text: String, _ name: String) -> Review {
        Review.file(
            Array(text.utf8),
            named: name,
            context: ReviewContext(now: ReviewTests.now)
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let text: String
        /// The rules of the findings that are fixed.
        let fixed: [String]
        /// Those whose fix would do harm, and is left out.
        var leftOut: [String] = []
    }

    static let cases: [Case] = [
        Case(
            testDescription: "two pins are enforced",
            file: "TrustKit.plist",
            text: trustKit(pins, enforced: false),
            fixed: ["TSK-001"]
        ),
        Case(
            testDescription: "one pin is not enforced: the app would crash at launch",
            file: "TrustKit.plist",
            text: trustKit([pins[0]], enforced: false),
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "the same pin twice is one",
            file: "TrustKit.plist",
            text: trustKit([pins[0], pins[0]], enforced: false),
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "pins of no key are not enforced: every server would be refused",
            file: "TrustKit.plist",
            text: trustKit([zeros, ones], enforced: false),
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "in Swift too",
            file: "Pins.swift",
            text: """
                let configuration: [String: Any] = [
                    kTSKPinnedDomains: [
                        "api.example.com": [
                            kTSKEnforcePinning: false,
                            kTSKPublicKeyHashes: ["\(pins[0])"],
                        ]
                    ]
                ]
                """,
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "the other fixes of the file stay",
            file: "TrustKit.plist",
            text: trustKit(
                [pins[0]],
                enforced: false,
                "<key>TSKPublicKeyAlgorithm</key>\n<array/>\n"
            ),
            fixed: ["TSK-020"],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "a pin set is spelt as Android reads it",
            file: "nsc.xml",
            text: android(pinSet(pins, "pinset")),
            fixed: ["NSC-014"]
        ),
        Case(
            testDescription: "pins of no key are not brought into force",
            file: "nsc.xml",
            text: android(pinSet([zeros, ones], "pinset")),
            fixed: [],
            leftOut: ["NSC-014"]
        ),
        Case(
            testDescription: "a date that has passed is its owner's to change",
            file: "nsc.xml",
            text: android(
                pinSet(pins).replacing("<pin-set>", with: "<pin-set expiration=\"2026-01-01\">")
            ),
            fixed: []
        ),
        Case(
            testDescription: "a date of another form that has passed stays as it is",
            file: "nsc.xml",
            text: android(
                pinSet(pins).replacing("<pin-set>", with: "<pin-set expiration=\"2018/8/10\">")
            ),
            fixed: [],
            leftOut: ["NSC-022"]
        ),
        Case(
            testDescription: "a date of another form that is to come",
            file: "nsc.xml",
            text: android(
                pinSet(pins).replacing("<pin-set>", with: "<pin-set expiration=\"2028/8/10\">")
            ),
            fixed: ["NSC-022"]
        ),
        Case(
            testDescription: "a resource that may not be there is not named",
            file: "nsc.xml",
            text: android("<trust-anchors><certificates src=\"own-ca.pem\"/></trust-anchors>"),
            fixed: []
        ),
        Case(
            testDescription: "a source that every device has",
            file: "nsc.xml",
            text: android("<trust-anchors><certificates src=\"System\"/></trust-anchors>"),
            fixed: ["NSC-026"]
        ),
        Case(
            testDescription: "nginx is not told to read a file that may not be there",
            file: "a.conf",
            text: "location / {\n  proxy_pass https://api.example.com;\n}\n",
            fixed: []
        ),
    ]

    @Test(arguments: cases)
    func `a fix is proposed only where the fixed file has no new finding`(test: Case) {
        let review = Self.review(test.text, test.file)
        let patch = FilePatch(review.fixable, of: review.bytes)
        #expect(patch.fixed.map(\.rule) == test.fixed)
        let leftOut = review.findings.filter { finding in
            finding.notes.contains { $0.hasPrefix("no edit is proposed: with it, ") }
        }
        #expect(leftOut.map(\.rule) == test.leftOut)
        #expect(leftOut.allSatisfy { $0.fix?.words.isEmpty == false })
    }

    // MARK: Manifests

    struct Manifest: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var file = "app/src/main/AndroidManifest.xml"
        var attributes = "android:label=\"App\""
        var configurations = ["app/src/main/res/xml/nsc.xml"]
        var broken: [String] = []
        var naming: [String] = []
        /// The severity of the finding; nil for none.
        let severity: Severity?
        var edit: String?
    }

    static let manifests: [Manifest] = [
        Manifest(
            testDescription: "a configuration of its own module is named",
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "a configuration of one flavour, which the others do not have",
            configurations: ["app/src/play/res/xml/nsc.xml"],
            severity: .high
        ),
        Manifest(
            testDescription: "a flavour's manifest names its own configuration",
            file: "app/src/play/AndroidManifest.xml",
            configurations: ["app/src/play/res/xml/nsc.xml"],
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "files without Gradle's folders",
            file: "AndroidManifest.xml",
            configurations: ["res/xml/nsc.xml"],
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "another module's configuration is not this application's",
            file: "panel/src/main/AndroidManifest.xml",
            severity: nil
        ),
        Manifest(
            testDescription: "a configuration with which the app crashes is not brought into force",
            broken: ["app/src/main/res/xml/nsc.xml"],
            severity: .high
        ),
        Manifest(
            testDescription: "another manifest of the module names it",
            file: "app/src/play/AndroidManifest.xml",
            naming: ["app/src/main/AndroidManifest.xml"],
            severity: nil
        ),
        Manifest(
            testDescription: "another module's manifest names it",
            naming: ["panel/src/main/AndroidManifest.xml"],
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "a file alone is told what it lacks, and named no resource",
            configurations: [],
            severity: .note
        ),
        Manifest(
            testDescription: "a resource that is not there",
            attributes: "android:networkSecurityConfig=\"@xml/other\"",
            severity: .high,
            edit: "@xml/nsc"
        ),
        Manifest(
            testDescription: "a resource that a library from elsewhere may have",
            attributes: "android:networkSecurityConfig=\"@xml/other\"",
            configurations: ["core/src/main/res/xml/nsc.xml"],
            severity: nil
        ),
        Manifest(
            testDescription: "a library's resource is named",
            attributes: "android:networkSecurityConfig=\"@xml/nsc\"",
            configurations: ["core/src/main/res/xml/nsc.xml"],
            severity: nil
        ),
    ]

    @Test(arguments: manifests)
    func `a manifest is told to name a configuration of its module alone`(test: Manifest) {
        let text = """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android">
            <application \(test.attributes)/>
            </manifest>
            """
        var context = ReviewContext(now: ReviewTests.now)
        context.surroundings = ProjectFiles([
            .networkSecurityConfig: test.configurations,
            .brokenNetworkSecurityConfig: test.broken,
            .namedNetworkSecurityConfig: test.naming,
        ])
        let review = Review.file(Array(text.utf8), named: test.file, context: context)
        let finding = review.findings.first { $0.rule == "NSC-030" }
        #expect(finding?.severity == test.severity)
        #expect(finding?.fix?.edits.map(\.replacement) ?? [] == [test.edit].compactMap(\.self))
    }

    // MARK: Every file

    @Test(arguments: ReviewedFilesTests.samples.filter { !$0.isRight })
    func `the fixed file has no finding that was fixed, and none that is new`(
        sample: ReviewedFilesTests.Sample
    ) throws {
        let review = try sample.review()
        let patch = FilePatch(review.fixable, of: review.bytes)
        let after = try sample.review(String(decoding: patch.result, as: UTF8.self))
        expectOnlyLess(than: review, after, fixed: patch.fixed)
    }
}

/// Expects the findings of a fixed file to be those of the file before without those that were fixed.
func expectOnlyLess(
    than before: Review,
    _ after: Review,
    fixed: [Finding],
    at location: SourceLocation = #_sourceLocation
) {
    func counts(_ findings: [Finding]) -> [String: Int] {
        findings.filter { $0.severity != .note }.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }
    }
    var allowed = counts(before.findings)
    for finding in fixed { allowed[finding.rule, default: 0] -= 1 }
    for (rule, count) in counts(after.findings) {
        #expect(count <= allowed[rule, default: 0], "\(rule)", sourceLocation: location)
    }
    let outages = after.findings.count(where: \.isOutage)
    #expect(outages <= before.findings.count(where: \.isOutage), sourceLocation: location)
}

/// The search for fixes that do no harm together.
struct FixSearchTests {
    private static let text = (0..<9).map { "line \($0)\n" }.joined()

    private static func finding(_ line: Int, edit: String = "LINE") -> Finding {
        Finding(
            Rule("X-00\(line)", .high, "a rule"),
            at: nil,
            "a problem",
            impact: "a consequence",
            fix: Fix("fix it", edits: [Edit(line * 7..<line * 7 + 4, edit)])
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var trials = Int.max
        /// Whether a file with these rules fixed is worse.
        let isHarm: @Sendable (Set<String>) -> Bool
        let kept: [String]
        let leftOut: [String]
    }

    static let cases: [Case] = [
        Case(
            testDescription: "all where none does harm",
            isHarm: { _ in false },
            kept: ["X-000", "X-001", "X-002"],
            leftOut: []
        ),
        Case(
            testDescription: "the one that does harm is left out",
            isHarm: { $0.contains("X-001") },
            kept: ["X-000", "X-002"],
            leftOut: ["X-001"]
        ),
        Case(
            testDescription: "of two that do harm together the first stays",
            isHarm: { $0.isSuperset(of: ["X-000", "X-002"]) },
            kept: ["X-000", "X-001"],
            leftOut: ["X-002"]
        ),
        Case(
            testDescription: "one that needs a later one is tried again",
            isHarm: { $0.contains("X-001") || $0 == ["X-000"] },
            kept: ["X-000", "X-002"],
            leftOut: ["X-001"]
        ),
        Case(
            testDescription: "none where every one does harm",
            isHarm: { !$0.isEmpty },
            kept: [],
            leftOut: ["X-000", "X-001", "X-002"]
        ),
        Case(
            testDescription: "those that there is no time to try are left out",
            trials: 2,
            isHarm: { $0.contains("X-001") },
            kept: ["X-000"],
            leftOut: ["X-001", "X-002"]
        ),
    ]

    @Test(arguments: cases)
    func `fixes that do no harm together are kept`(test: Case) {
        let findings = (0..<3).map { Self.finding($0) }
        var search = FixSearch(findings, of: Array(Self.text.utf8), trials: test.trials)
        while let patch = search.patch {
            let rules = Set(patch.fixed.map(\.rule))
            search.learn(test.isHarm(rules) ? "harm" : nil)
        }
        #expect(search.result.fixed.map(\.rule).sorted() == test.kept)
        #expect(search.leftOut.map(\.finding.rule).sorted() == test.leftOut)
    }

    @Test func `a file without fixes is not tried`() {
        #expect(FixSearch([], of: [0x41]).patch == nil)
    }
}
