import ScenarioFormat
import TestSupport
import Testing
import X509

@testable import Lint

/// Fixes are checked by reviewing the fixed file.
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
        var context = ReviewContext(now: ReviewTests.now)
        if name.hasSuffix(".swift") || name.hasSuffix(".go") {
            context.search = SourceSearch(.builtIn)
            context.folder = "."
        }
        return Review.file(Array(text.utf8), named: name, context: context)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let text: String
        /// The rules whose findings are fixed.
        let fixed: [String]
        /// The rules whose fix is left out because it would cause harm.
        var leftOut: [String] = []
    }

    static let cases: [Case] = [
        Case(
            testDescription: "enforces two pins",
            file: "TrustKit.plist",
            text: trustKit(pins, enforced: false),
            fixed: ["TSK-001"]
        ),
        Case(
            testDescription: "does not enforce one pin, because the app would crash at launch",
            file: "TrustKit.plist",
            text: trustKit([pins[0]], enforced: false),
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "counts a repeated pin once",
            file: "TrustKit.plist",
            text: trustKit([pins[0], pins[0]], enforced: false),
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "does not enforce placeholders, because every connection would fail",
            file: "TrustKit.plist",
            text: trustKit([zeros, ones], enforced: false),
            fixed: [],
            leftOut: ["TSK-001"]
        ),
        Case(
            testDescription: "does not enforce placeholders in Swift",
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
            testDescription: "fixes the only mistake in source code of a folder",
            file: "main.go",
            text: "package main\n\nvar c = tls.Config{InsecureSkipVerify: true}\n",
            fixed: ["GOL-001"]
        ),
        Case(
            testDescription: "keeps the other fixes of the file",
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
            testDescription: "corrects the spelling of pin-set",
            file: "nsc.xml",
            text: android(pinSet(pins, "pinset")),
            fixed: ["NSC-014"]
        ),
        Case(
            testDescription: "does not activate placeholders",
            file: "nsc.xml",
            text: android(pinSet([zeros, ones], "pinset")),
            fixed: [],
            leftOut: ["NSC-014"]
        ),
        Case(
            testDescription: "does not change an expired date",
            file: "nsc.xml",
            text: android(
                pinSet(pins).replacing("<pin-set>", with: "<pin-set expiration=\"2026-01-01\">")
            ),
            fixed: []
        ),
        Case(
            testDescription: "does not correct the format of an expired date",
            file: "nsc.xml",
            text: android(
                pinSet(pins).replacing("<pin-set>", with: "<pin-set expiration=\"2018/8/10\">")
            ),
            fixed: [],
            leftOut: ["NSC-022"]
        ),
        Case(
            testDescription: "corrects the format of a future date",
            file: "nsc.xml",
            text: android(
                pinSet(pins).replacing("<pin-set>", with: "<pin-set expiration=\"2028/8/10\">")
            ),
            fixed: ["NSC-022"]
        ),
        Case(
            testDescription: "does not name a resource that may not exist",
            file: "nsc.xml",
            text: android("<trust-anchors><certificates src=\"own-ca.pem\"/></trust-anchors>"),
            fixed: []
        ),
        Case(
            testDescription: "names a source that every device has",
            file: "nsc.xml",
            text: android("<trust-anchors><certificates src=\"System\"/></trust-anchors>"),
            fixed: ["NSC-026"]
        ),
    ]

    @Test(arguments: cases)
    func `proposes a fix only if the fixed file has no new finding`(test: Case) {
        let review = Self.review(test.text, test.file)
        let patch = FilePatch(review.fixable, of: review.bytes)
        #expect(patch.fixed.map(\.rule) == test.fixed)
        let leftOut = review.findings.filter { finding in
            finding.notes.contains { $0.hasPrefix("no edit proposed: ") }
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
            testDescription: "names the configuration of its module",
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "does not name the configuration of a single flavour",
            configurations: ["app/src/play/res/xml/nsc.xml"],
            severity: .high
        ),
        Manifest(
            testDescription: "names a flavour's configuration in the flavour's manifest",
            file: "app/src/play/AndroidManifest.xml",
            configurations: ["app/src/play/res/xml/nsc.xml"],
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "names a configuration outside Gradle's folders",
            file: "AndroidManifest.xml",
            configurations: ["res/xml/nsc.xml"],
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "does not name another module's configuration",
            file: "panel/src/main/AndroidManifest.xml",
            severity: nil
        ),
        Manifest(
            testDescription: "does not name a configuration with which the app crashes",
            broken: ["app/src/main/res/xml/nsc.xml"],
            severity: .high
        ),
        Manifest(
            testDescription: "accepts a configuration that another manifest of the module names",
            file: "app/src/play/AndroidManifest.xml",
            naming: ["app/src/main/AndroidManifest.xml"],
            severity: nil
        ),
        Manifest(
            testDescription: "ignores the manifest of another module",
            naming: ["panel/src/main/AndroidManifest.xml"],
            severity: .high,
            edit: " android:networkSecurityConfig=\"@xml/nsc\""
        ),
        Manifest(
            testDescription: "reports a missing configuration of a single file without naming one",
            configurations: [],
            severity: .note
        ),
        Manifest(
            testDescription: "corrects the name of a missing resource",
            attributes: "android:networkSecurityConfig=\"@xml/other\"",
            severity: .high,
            edit: "@xml/nsc"
        ),
        Manifest(
            testDescription: "accepts a resource of an external library",
            attributes: "android:networkSecurityConfig=\"@xml/other\"",
            configurations: ["core/src/main/res/xml/nsc.xml"],
            severity: nil
        ),
        Manifest(
            testDescription: "names the resource of a library",
            attributes: "android:networkSecurityConfig=\"@xml/nsc\"",
            configurations: ["core/src/main/res/xml/nsc.xml"],
            severity: nil
        ),
    ]

    @Test(arguments: manifests)
    func `proposes only a configuration of the module that contains the manifest`(test: Manifest) {
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
    func `a fixed file has neither the fixed finding nor a new finding`(
        sample: ReviewedFilesTests.Sample
    ) throws {
        let review = try sample.review()
        let patch = FilePatch(review.fixable, of: review.bytes)
        let after = try sample.review(String(decoding: patch.result, as: UTF8.self))
        expectOnlyLess(than: review, after, fixed: patch.fixed)
    }
}

/// Expects the fixed file to have the findings of the original file except the fixed ones.
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

/// The search for fixes that cause no harm together.
struct FixSearchTests {
    private static let text = (0..<9).map { "line \($0)\n" }.joined()

    private static func finding(_ line: Int, edit: String = "LINE") -> Finding {
        Finding(
            Rule("X-00\(line)", .high, "a rule"),
            at: nil,
            "a problem",
            impact: "an impact",
            fix: Fix("fix it", edits: [Edit(line * 7..<line * 7 + 4, edit)])
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var trials = Int.max
        /// Returns whether a file is worse after fixing these rules.
        let isHarm: @Sendable (Set<String>) -> Bool
        let kept: [String]
        let leftOut: [String]
    }

    static let cases: [Case] = [
        Case(
            testDescription: "keeps all fixes if none causes harm",
            isHarm: { _ in false },
            kept: ["X-000", "X-001", "X-002"],
            leftOut: []
        ),
        Case(
            testDescription: "leaves out the fix that causes harm",
            isHarm: { $0.contains("X-001") },
            kept: ["X-000", "X-002"],
            leftOut: ["X-001"]
        ),
        Case(
            testDescription: "keeps the first of two fixes that cause harm together",
            isHarm: { $0.isSuperset(of: ["X-000", "X-002"]) },
            kept: ["X-000", "X-001"],
            leftOut: ["X-002"]
        ),
        Case(
            testDescription: "retries a fix that depends on a later one",
            isHarm: { $0.contains("X-001") || $0 == ["X-000"] },
            kept: ["X-000", "X-002"],
            leftOut: ["X-001"]
        ),
        Case(
            testDescription: "keeps no fix if each causes harm",
            isHarm: { !$0.isEmpty },
            kept: [],
            leftOut: ["X-000", "X-001", "X-002"]
        ),
        Case(
            testDescription: "leaves out fixes after the last trial",
            trials: 2,
            isHarm: { $0.contains("X-001") },
            kept: ["X-000"],
            leftOut: ["X-001", "X-002"]
        ),
    ]

    @Test(arguments: cases)
    func `finds a set of fixes that cause no harm if applied together`(test: Case) {
        let findings = (0..<3).map { Self.finding($0) }
        var search = FixSearch(findings, of: Array(Self.text.utf8), trials: test.trials)
        while let patch = search.patch {
            let rules = Set(patch.fixed.map(\.rule))
            search.learn(test.isHarm(rules) ? "harm" : nil)
        }
        #expect(search.result.fixed.map(\.rule).sorted() == test.kept)
        #expect(search.leftOut.map(\.finding.rule).sorted() == test.leftOut)
    }

    @Test func `makes no patch for a file without fixes`() {
        #expect(FixSearch([], of: [0x41]).patch == nil)
    }
}
