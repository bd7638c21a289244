import FileFormat
import Findings
import Foundation
import Testing

@testable import ConfigurationReview

/// Folders of an application.
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

    /// The findings beyond notes in a folder with these files, and the files that were read.
    private func review(_ files: [String: String]) throws -> (FolderReview, [String]) {
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
        let review = try FolderReview(folder.path, context: ReviewContext(now: ReviewTests.now))
        let findings = review.reviews.flatMap { review in
            review.findings.filter { $0.gravity != .note }.map { finding in
                "\(finding.rule) " + finding.problem.replacing(folder.path + "/", with: "")
            }
        }
        return (review, findings)
    }

    @Test func `a file without an ending is a script by its first line alone`() throws {
        let (review, findings) = try review([
            "bin/deploy": "#!/bin/sh\ncurl -k https://shop.example.com/\n",
            "bin/notes": "curl -k https://shop.example.com/\n",
        ])
        #expect(review.files == 1)
        #expect(findings.count == 1)
        #expect(findings.allSatisfy { $0.hasPrefix("CUR-001") })
    }

    @Test(arguments: [
        "Dockerfile.dev", "Containerfile", ".bashrc", ".profile", ".env.production", "a.zsh",
        "a.ksh", "rules.mk",
    ])
    func `a file whose language is known by its name is looked at`(name: String) throws {
        let (review, findings) = try review([
            name: "curl -k https://shop.example.com/\n",
            "a.md": "curl -k https://shop.example.com/",
        ])
        #expect(review.files == 1)
        #expect(findings == ["CUR-001 curl accepts any certificate"])
    }

    private func manifest(_ name: String) -> String {
        let attribute = name.isEmpty ? "" : " android:networkSecurityConfig=\"\(name)\""
        return Self.manifest.replacing("NAME", with: attribute)
    }

    @Test(arguments: [
        ("@xml/pins", []),
        ("", ["NSC-030 src/main/res/xml/pins.xml is not read: the manifest does not name it"]),
        ("@xml/other", ["NSC-030 the manifest names @xml/other, of which there is no file"]),
    ])
    func `a configuration is named by the manifest`(name: String, findings: [String]) throws {
        let (review, found) = try review([
            "src/main/AndroidManifest.xml": manifest(name),
            "src/main/res/xml/pins.xml": Self.configuration,
        ])
        #expect(found == findings)
        #expect(review.files == 2)
        #expect(review.skippedFolders == 1)
    }

    @Test func `another module is another application, and manifests of one module are merged`()
        throws
    {
        let named = "app/src/main/AndroidManifest.xml"
        let files = [
            named: manifest("@xml/pins"), "app/src/main/res/xml/pins.xml": Self.configuration,
            "app/src/play/AndroidManifest.xml": manifest(""),
            "panel/src/main/AndroidManifest.xml": manifest(""),
        ]
        #expect(try review(files).1 == [])
        // Without the manifest that names it, the file is not read.
        #expect(try review(files.filter { $0.key != named }).1.count == 1)
    }

    @Test(arguments: [("", 1), ("is no pin", 0)])
    func `a configuration that Android refuses is not named by a fix`(
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
        #expect(found.map { $0.mend?.edits.count ?? 0 } == [fixes])
    }

    @Test func `pins of an app made with Flutter do not count in Dart`() throws {
        let files = ["android/res/xml/pins.xml": Self.configuration]
        let flutter = files.merging(["pubspec.yaml": "dependencies:\n  flutter:\n    sdk: flutter"])
        {
            $1
        }
        #expect(try review(files).1 == [])
        #expect(
            try review(flutter).1
                == ["NSC-033 Dart's connections do not ask for the pins of example.com"]
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
            ["ATS-021 the app runs on releases that do not read NSPinnedDomains"]
        ),
    ])
    func `pins of an app for older releases do not hold there`(
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
            ["ATS-023 the extension has no pins: those of its app are not read for it"]
        ),
    ])
    func `an extension that makes requests needs its app's pins`(
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
            ["ALA-011 Alamofire skips this certificate"]
        ),
        (
            "let e = PublicKeysTrustEvaluator()\n", "api.crt",
            ["ALA-011 Alamofire skips this certificate"]
        ),
        (
            "let p = AFSecurityPolicy()\n", "api.cer",
            ["AFN-007 AFNetworking skips this certificate"]
        ),
        ("let p = AFSecurityPolicy()\n", "api.crt", []),
        ("import UIKit\n", "api.cer", []),
    ])
    func `a certificate that a bundle's reader skips`(
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

    @Test func `code in an app whose configuration pins is asked for its own trust managers`()
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

    @Test func `build folders and other people's code are skipped, and counted`() throws {
        let (review, found) = try review([
            "a/node_modules/x/a.xml": Self.insecure, "Pods/b.xml": Self.insecure,
            ".git/c.xml": Self.insecure, "build/d.xml": Self.insecure, "e.png": Self.insecure,
            ".venv/lib/python3.13/site-packages/f.xml": Self.insecure,
        ])
        #expect(found == [])
        #expect(review.files == 0)
        #expect(review.skippedFolders == 6)
    }

    @Test func `a file that is too large is named`() throws {
        let large = Self.insecure + String(repeating: " ", count: 1 << 20)
        let (review, found) = try review(["a.xml": large, "b.xml": Self.insecure])
        #expect(found == ["NSC-001 http is allowed to every host without an entry"])
        #expect(
            review.reviews.flatMap(\.unread).map(\.why) == ["it is larger than 1048576 bytes"]
        )
    }
}
