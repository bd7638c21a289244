import Foundation
import ScenarioFormat
import Testing

@testable import Lint

/// Reviews of application folders.
struct FolderReviewTests {
    private static let manifest = """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android">
            <application android:label="App"NAME/>
        </manifest>
        """
    private static let configuration = """
        <network-security-config><domain-config><domain includeSubdomains="true">example.com</domain>
        <pin-set expiration="2027-11-01">
        <pin digest="SHA-256">r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=</pin>
        <pin digest="SHA-256">YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=</pin>
        </pin-set></domain-config></network-security-config>
        """
    private static let insecure = """
        <network-security-config><base-config cleartextTrafficPermitted="true"/></network-security-config>
        """

    /// Returns the review of a folder with these files, and its findings except notes.
    private func review(
        _ files: [String: String],
        searching search: SourceSearch? = SourceReviews.context.search
    ) throws -> (FolderReview, [String]) {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "hatpin-review-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link"),
            withDestinationURL: folder
        )
        var context = ReviewContext(now: ReviewTests.now)
        context.search = search
        let review = try FolderReview(folder.path, context: context)
        let findings = review.reviews.flatMap { review in
            review.findings.filter { $0.severity != .note }.map { finding in
                "\(finding.rule) " + finding.problem.replacing(folder.path + "/", with: "")
            }
        }
        return (review, findings)
    }

    @Test func `reads the settings files that rules search, even hidden files`() throws {
        let (review, findings) = try review(
            [
                ".npmrc": "strict-ssl=false\n",
                "etc/apt.conf.d/99off": "Acquire::https::Verify-Peer \"false\";\n",
                "etc/other.d/99off": "Acquire::https::Verify-Peer \"false\";\n",
                "app/pip.conf": "[global]\ntimeout = 60\n",
                "notes.txt": "strict-ssl=false\n",
            ],
            searching: SourceSearch(.builtIn)
        )
        #expect(review.files == 3)
        #expect(findings.map { $0.prefix(7) } == ["CFG-011", "CFG-015"])
    }

    @Test func `recognizes a script without an extension by its first line`() throws {
        let (review, findings) = try review([
            "bin/deploy": "#!/bin/sh\ncurl -k https://shop.example.com/\n",
            "bin/notes": "curl -k https://shop.example.com/\n",
        ])
        #expect(review.files == 1)
        #expect(findings.count == 1)
        #expect(findings.allSatisfy { $0.hasPrefix("CUR-001") })
    }

    @Test(arguments: [
        ("Dockerfile.dev", "RUN "), ("Containerfile", "RUN "), (".bashrc", ""), (".profile", ""),
        (".env.production", ""), ("a.zsh", ""), ("a.ksh", ""), ("rules.mk", "\t"),
    ])
    func `recognises the language of a script by its file name`(
        name: String,
        start: String
    ) throws {
        let (review, findings) = try review([
            name: "\(start)curl -k https://shop.example.com/\n",
            "a.md": "curl -k https://shop.example.com/",
        ])
        #expect(review.files == 1)
        #expect(findings == ["CUR-001 curl accepts every certificate"])
    }

    private func manifest(_ name: String) -> String {
        let attribute = name.isEmpty ? "" : " android:networkSecurityConfig=\"\(name)\""
        return Self.manifest.replacing("NAME", with: attribute)
    }

    @Test(arguments: [
        ("@xml/pins", []),
        (
            "",
            [
                "NSC-030 Android ignores src/main/res/xml/pins.xml, because the manifest does not name it"
            ]
        ),
        ("@xml/other", ["NSC-030 the manifest names @xml/other, but the project has no such file"]),
    ])
    func `reports a manifest that does not name the configuration of its module`(
        name: String,
        findings: [String]
    ) throws {
        let (review, found) = try review([
            "src/main/AndroidManifest.xml": manifest(name),
            "src/main/res/xml/pins.xml": Self.configuration,
        ])
        #expect(found == findings)
        #expect(review.files == 2)
        #expect(review.skippedFolders == 1)
    }

    @Test func `merges manifests of one module, but not of different modules`()
        throws
    {
        let named = "app/src/main/AndroidManifest.xml"
        let files = [
            named: manifest("@xml/pins"), "app/src/main/res/xml/pins.xml": Self.configuration,
            "app/src/play/AndroidManifest.xml": manifest(""),
            "panel/src/main/AndroidManifest.xml": manifest(""),
        ]
        #expect(try review(files).1 == [])
        // Without the manifest that names it, Android ignores the file.
        #expect(try review(files.filter { $0.key != named }).1.count == 1)
    }

    struct GradleCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [String: String]
        let findings: [String]
    }

    private static let named = Self.manifest.replacing(
        "NAME",
        with: " android:networkSecurityConfig=\"@xml/pins\""
    )
    private static let unnamed = Self.manifest.replacing("NAME", with: "")
    private static let older =
        "the app runs on Android versions that ignore the network security configuration"

    static let gradleCases: [GradleCase] = [
        GradleCase(
            testDescription: "a module without a configuration next to another module",
            files: [
                "app/src/main/AndroidManifest.xml": named,
                "app/src/main/res/xml/pins.xml": configuration,
                "panel/src/main/AndroidManifest.xml": unnamed,
            ],
            findings: []
        ),
        GradleCase(
            testDescription: "a name that an external library may define",
            files: [
                "app/src/main/AndroidManifest.xml": named,
                "panel/src/main/res/xml/others.xml": configuration,
            ],
            findings: []
        ),
        GradleCase(
            testDescription: "a name that the module does not define",
            files: [
                "app/src/main/AndroidManifest.xml": named,
                "app/src/main/res/xml/others.xml": configuration,
            ],
            findings: ["NSC-030 the manifest names @xml/pins, but the project has no such file"]
        ),
        GradleCase(
            testDescription: "a placeholder that the build replaces",
            files: [
                "app/src/main/AndroidManifest.xml": named.replacing("@xml/pins", with: "${pins}"),
                "app/src/main/res/xml/others.xml": configuration,
            ],
            findings: []
        ),
        GradleCase(
            testDescription: "a configuration only in debug builds",
            files: [
                "app/src/main/AndroidManifest.xml": unnamed,
                "app/src/debug/res/xml/pins.xml": configuration,
            ],
            findings: []
        ),
        GradleCase(
            testDescription: "an unnamed configuration in release builds",
            files: [
                "app/src/main/AndroidManifest.xml": unnamed,
                "app/src/main/res/xml/pins.xml": configuration,
            ],
            findings: [
                "NSC-030 Android ignores app/src/main/res/xml/pins.xml, because the manifest does not name it"
            ]
        ),
        GradleCase(
            testDescription: "a library with a label",
            files: [
                "core/build.gradle.kts": "plugins { id(\"com.android.library\") }\n",
                "core/src/main/AndroidManifest.xml": unnamed,
                "core/src/main/res/xml/pins.xml": configuration,
            ],
            findings: []
        ),
        GradleCase(
            testDescription: "the API levels of a library",
            files: [
                "core/build.gradle.kts":
                    "plugins { alias(libs.plugins.android.library) }\nandroid { defaultConfig { minSdk = 21 } }\n",
                "core/src/main/AndroidManifest.xml":
                    """
                <manifest xmlns:android="http://schemas.android.com/apk/res/android">
                <uses-sdk android:minSdkVersion="21"/></manifest>
                """,
            ],
            findings: []
        ),
        GradleCase(
            testDescription: "the API levels of an application",
            files: [
                "app/build.gradle":
                    "plugins { id 'com.android.application' }\nandroid { defaultConfig { minSdk 21 } }\n"
            ],
            findings: ["NSC-031 \(older)"]
        ),
        GradleCase(
            testDescription: "the API levels for all modules",
            files: [
                "build.gradle":
                    "plugins { id 'com.android.application' apply false\nid 'com.android.library' apply false }\next { minSdkVersion = 21 }\n"
            ],
            findings: ["NSC-031 \(older)"]
        ),
    ]

    @Test(arguments: gradleCases)
    func `distinguishes applications from libraries in Gradle modules`(test: GradleCase) throws {
        let (review, found) = try review(test.files)
        #expect(found == test.findings)
        // No fix names a resource that is not in the module.
        let edits = review.reviews.flatMap(\.findings).filter { $0.rule == "NSC-030" }
            .flatMap { $0.fix?.edits ?? [] }.map(\.replacement)
        #expect(edits.allSatisfy { $0.contains("@xml/pins") || $0.contains("@xml/others") })
        #expect(edits.isEmpty == test.findings.filter { $0.hasPrefix("NSC-030") }.isEmpty)
    }

    @Test(arguments: [("", 1), ("is no pin", 0)])
    func `proposes a configuration to the manifest only if Android accepts the configuration`(
        pin: String,
        fixes: Int
    ) throws {
        let text = Self.configuration.replacing(
            "</pin-set>",
            with: pin.isEmpty ? "</pin-set>" : "<pin digest=\"SHA-256\">\(pin)</pin></pin-set>"
        )
        let (review, _) = try review([
            "src/main/AndroidManifest.xml": manifest(""),
            "src/main/res/xml/pins.xml": text,
        ])
        let found = review.reviews.flatMap(\.findings).filter { $0.rule == "NSC-030" }
        #expect(found.map { $0.fix?.edits.count ?? 0 } == [fixes])
    }

    @Test func `reports pins that Flutter's Dart code ignores`() throws {
        let files = ["android/res/xml/pins.xml": Self.configuration]
        let flutter = files.merging(["pubspec.yaml": "dependencies:\n  flutter:\n    sdk: flutter"])
        {
            $1
        }
        #expect(try review(files).1 == [])
        #expect(
            try review(flutter).1
                == ["NSC-033 connections of Dart code ignore the pins for example.com"]
        )
    }

    private static let pins = """
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app</string>
        <key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>
        <key>example.com</key><dict><key>NSIncludesSubdomains</key><true/>
        <key>NSPinnedCAIdentities</key><array>
        <dict><key>SPKI-SHA256-BASE64</key><string>r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=</string></dict>
        <dict><key>SPKI-SHA256-BASE64</key><string>YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=</string></dict>
        </array></dict></dict></dict></dict></plist>
        """
    private static let share = """
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app.share</string>
        <key>NSExtension</key><dict/></dict></plist>
        """

    @Test(arguments: [
        ("IPHONEOS_DEPLOYMENT_TARGET = 15.0;", []),
        (
            "IPHONEOS_DEPLOYMENT_TARGET = 15.0;\n\t\tIPHONEOS_DEPLOYMENT_TARGET = 12.4;",
            ["ATS-021 the app supports versions that ignore NSPinnedDomains"]
        ),
    ])
    func `reports pins that older system versions ignore`(
        target: String,
        findings: [String]
    )
        throws
    {
        let (_, found) = try review([
            "App/Info.plist": Self.pins, "App.xcodeproj/project.pbxproj": target,
        ])
        #expect(found == findings)
    }

    @Test(arguments: [
        ("import UIKit\n", []),
        (
            "let task = URLSession.shared.dataTask(with: url)\n",
            ["ATS-023 this extension has no pins, because its app's pins do not apply to it"]
        ),
    ])
    func `reports an extension that sends requests without pins`(
        code: String,
        findings: [String]
    )
        throws
    {
        let (_, found) = try review([
            "App/Info.plist": Self.pins, "Share/Info.plist": Self.share, "Share/Upload.swift": code,
        ])
        #expect(found == findings)
    }

    @Test(arguments: [
        (
            "let e = PublicKeysTrustEvaluator()\n", "api.cer",
            ["ALA-011 Alamofire ignores this certificate"]
        ),
        (
            "let e = PublicKeysTrustEvaluator()\n", "api.crt",
            ["ALA-011 Alamofire ignores this certificate"]
        ),
        (
            "let p = AFSecurityPolicy()\n", "api.cer",
            ["AFN-007 AFNetworking ignores this certificate"]
        ),
        ("let p = AFSecurityPolicy()\n", "api.crt", []),
        ("import UIKit\n", "api.cer", []),
    ])
    func `reports a bundled certificate that the app's pinning library ignores`(
        code: String,
        name: String,
        findings: [String]
    )
        throws
    {
        let pem = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
        #expect(try review(["App/Api.swift": code, "App/\(name)": pem]).1 == findings)
        #expect(try review(["App/Api.swift": code, "App/\(name)": "0\u{1}\u{2}"]).1 == [])
    }

    @Test func `reports custom trust managers in an app with pins`()
        throws
    {
        let code = """
            class Own : X509TrustManager {
                override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
                    if (chain[0].publicKey != key) throw CertificateException()
                }
            }
            """
        let pinned = ["src/main/res/xml/pins.xml": Self.configuration, "src/main/Own.kt": code]
        #expect(try review(pinned).1.map { $0.prefix(7) } == ["NSC-034"])
        #expect(try review(["src/main/Own.kt": code]).1 == [])
    }

    @Test func `skips build folders and third-party code, and reports their number`() throws {
        let (review, found) = try review([
            "a/node_modules/x/a.xml": Self.insecure, "Pods/b.xml": Self.insecure,
            ".git/c.xml": Self.insecure, "build/d.xml": Self.insecure, "e.png": Self.insecure,
            ".venv/lib/python3.13/site-packages/f.xml": Self.insecure,
        ])
        #expect(found == [])
        #expect(review.files == 0)
        #expect(review.skippedFolders == 6)
    }

    @Test func `reports a file that is too large to read`() throws {
        let large = Self.insecure + String(repeating: " ", count: 1 << 20)
        let (review, found) = try review(["a.xml": large, "b.xml": Self.insecure])
        #expect(found == ["NSC-001 the app allows http to every host without an entry"])
        #expect(
            review.reviews.flatMap(\.unread).map(\.why) == ["it is larger than 1048576 bytes"]
        )
    }

    @Test(arguments: [
        ("config/testdata/a.xml", true), ("fixtures/a.xml", true), ("docs/a.xml", true),
        ("documentation/reference/a.xml", true), ("__fixtures__/a.xml", true),
        ("latest/a.xml", false), ("docker/a.xml", false), ("doctor/a.xml", false),
        ("data/a.xml", false),
    ])
    func `treats documentation and test data like tests`(
        name: String,
        isNote: Bool
    ) throws {
        let (review, found) = try review([name: Self.insecure])
        #expect(found.isEmpty == isNote)
        #expect(review.reviews.flatMap(\.findings).count == 1)
    }

    struct ExclusionCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let patterns: String
        /// The numbers among `a.xml`, `b.xml`, `gen/a.xml` and `gen/deep/c.xml`.
        let read: Int
        let excluded: Int
    }

    static let exclusions = [
        ExclusionCase(testDescription: "nothing", patterns: "# a.xml\n\n", read: 4, excluded: 0),
        ExclusionCase(testDescription: "a name", patterns: "a.xml\n", read: 2, excluded: 2),
        ExclusionCase(
            testDescription: "a file name",
            patterns: "/a.xml",
            read: 3,
            excluded: 1
        ),
        ExclusionCase(testDescription: "a folder", patterns: "gen/\r\n", read: 2, excluded: 1),
        ExclusionCase(
            testDescription: "a folder pattern that matches no folder",
            patterns: "a.xml/",
            read: 4,
            excluded: 0
        ),
        ExclusionCase(
            testDescription: "files below a folder",
            patterns: "gen/**\n",
            read: 2,
            excluded: 2
        ),
        ExclusionCase(
            testDescription: "any folders between",
            patterns: "gen/**/c.xml",
            read: 3,
            excluded: 1
        ),
        ExclusionCase(testDescription: "a path", patterns: "gen/c.xml", read: 4, excluded: 0),
        ExclusionCase(testDescription: "stars", patterns: "*.xml\n!b.xml", read: 1, excluded: 3),
        ExclusionCase(testDescription: "a set", patterns: "[a-b].xml  ", read: 1, excluded: 3),
        ExclusionCase(
            testDescription: "a negated set",
            patterns: "[!a].xml",
            read: 2,
            excluded: 2
        ),
        ExclusionCase(
            testDescription: "an unclosed set",
            patterns: "[a.xml\n*[.xml",
            read: 4,
            excluded: 0
        ),
        ExclusionCase(
            testDescription: "a pattern with too many wildcards",
            patterns: String(repeating: "[", count: 60_000),
            read: 4,
            excluded: 0
        ),
        ExclusionCase(
            testDescription: "a single-character wildcard",
            patterns: "?.xml",
            read: 0,
            excluded: 4
        ),
        ExclusionCase(
            testDescription: "an escaped character",
            patterns: "\\a.xml\n\\!b",
            read: 2,
            excluded: 2
        ),
    ]

    @Test(arguments: exclusions, [".gitignore", ".hatpinignore"])
    func `skips files excluded by .gitignore, and reports their number`(
        test: ExclusionCase,
        file: String
    ) throws {
        let (review, _) = try review([
            file: test.patterns, "a.xml": Self.insecure, "b.xml": Self.insecure,
            "gen/a.xml": Self.insecure, "gen/deep/c.xml": Self.insecure,
        ])
        #expect(review.files == test.read)
        #expect(review.excluded == test.excluded)
    }

    @Test
    func `exclusion patterns of a folder override the patterns of its parent folders`() throws {
        let (review, _) = try review([
            ".git/HEAD": "", ".gitignore": "*.xml\n", "app/.gitignore": "!a.xml\n",
            "app/a.xml": Self.insecure, "app/b.xml": Self.insecure, "a.xml": Self.insecure,
        ])
        #expect(review.files == 1)
        #expect(review.excluded == 2)
    }

    @Test func `searches deeply nested folders, and reports paths that are too long`() throws {
        let deep = (0..<200).map { "d\($0)" }.joined(separator: "/")
        let (review, found) = try review(["\(deep)/a.xml": Self.insecure])
        #expect(review.files == 1)
        #expect(found.count == 1)
        #expect(review.reviews.flatMap(\.unread).isEmpty)
    }

    @Test(arguments: [
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n" + insecure, insecure,
    ])
    func `reads UTF-16 files but proposes no edits`(text: String) throws {
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            for mark in ["", "\u{feff}"] {
                let bytes = try #require((mark + text).data(using: encoding))
                let review = Review.file(
                    Array(bytes),
                    named: "a.xml",
                    context: ReviewContext(now: ReviewTests.now)
                )
                #expect(review.findings.map(\.rule) == ["NSC-001"])
                #expect(review.findings.allSatisfy { $0.fix?.edits.isEmpty == true })
                #expect(review.leftOut.count == 1)
                #expect(FilePatch(review.fixable, of: review.bytes).result == Array(bytes))
                #expect(review.findings.first.flatMap(review.code)?.contains("cleartext") == true)
            }
        }
    }
}
