import ClientModels
import CommandWorkshop
import PathValidation
import Testing

@testable import ScenarioFormat

/// Parties found by a configuration file, without the name of a model.
struct ConfiguredPartiesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let text: String
        /// Each party as in `--party`, with FILE for the path.
        let parties: [String]
    }

    private static let hash = String(repeating: "A", count: 43) + "="

    private static func propertyList(_ content: String) -> String {
        "<plist version=\"1.0\"><dict>\(content)</dict></plist>"
    }

    static let cases = [
        Case(
            testDescription: "an Info.plist",
            name: "Info.plist",
            text: propertyList(
                """
                <key>NSAppTransportSecurity</key><dict>
                  <key>NSPinnedDomains</key><dict>
                    <key>b.example.com</key><dict>
                      <key>NSPinnedLeafIdentities</key><array/>
                    </dict>
                  </dict>
                  <key>NSExceptionDomains</key><dict><key>a.example.com</key><dict/></dict>
                </dict>
                """
            ),
            parties: [
                "info-plist:config=FILE,host=a.example.com",
                "info-plist:config=FILE,host=b.example.com",
            ]
        ),
        Case(
            testDescription: "an Info.plist without domains",
            name: "Info.plist",
            text: propertyList("<key>NSAllowsArbitraryLoads</key><true/>"),
            parties: ["info-plist:config=FILE"]
        ),
        Case(
            testDescription: "a TSKConfiguration",
            name: "TrustKit.plist",
            text: propertyList(
                """
                <key>TSKConfiguration</key><dict>
                  <key>TSKPinnedDomains</key><dict>
                    <key>b.example.com</key><dict/>
                    <key>a.example.com</key><dict/>
                  </dict>
                </dict>
                """
            ),
            parties: [
                "trustkit:config=FILE,host=a.example.com",
                "trustkit:config=FILE,host=b.example.com",
            ]
        ),
        Case(
            testDescription: "a network security configuration, in order",
            name: "network_security_config.xml",
            text: """
                <network-security-config>
                  <domain-config>
                    <domain>B.example.com</domain>
                    <pin-set><pin digest="SHA-256">\(hash)</pin></pin-set>
                    <domain-config><domain>inner.b.example.com</domain></domain-config>
                  </domain-config>
                  <domain-config><domain>a.example.com</domain></domain-config>
                </network-security-config>
                """,
            parties: [
                "android:config=FILE,host=b.example.com",
                "android:config=FILE,host=inner.b.example.com",
                "android:config=FILE,host=a.example.com",
            ]
        ),
        Case(
            testDescription: "a network security configuration without domains",
            name: "network_security_config.xml",
            text: "<network-security-config><base-config/></network-security-config>",
            parties: ["android:config=FILE"]
        ),
        Case(
            testDescription: "a network security configuration that Android cannot read",
            name: "network_security_config.xml",
            text: "<network-security-config><domain-config/></network-security-config>",
            parties: ["android:config=FILE"]
        ),
        Case(testDescription: "other XML", name: "a.xml", text: "<manifest/>", parties: []),
        Case(
            testDescription: "Kotlin",
            name: "Client.kt",
            text: """
                CertificatePinner.Builder()
                    .add("*.example.com", "sha256/\(hash)")
                    .build()
                """,
            parties: ["okhttp:config=FILE,host=subdomain.example.com"]
        ),
        Case(
            testDescription: "a public key",
            name: "key.pem",
            text: """
                -----BEGIN PUBLIC KEY-----
                MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeToMstRKw1pi6kFbHAtU0SjG0ViR
                sy+j54lOD4WPkYHZAGC4im1I1rgFl3hBH2Vbjhx2A1LJVRqJFrjxPD1QMA==
                -----END PUBLIC KEY-----

                """,
            parties: ["curl:pinned-public-key-file=FILE"]
        ),
    ]

    @Test(arguments: cases)
    func `finds the parties that use a configuration file, and the entries of the file`(
        _ test: Case
    ) throws {
        try withFile(test.name, test.text) { path in
            let parties = try PartyReference.configured(by: path)
            #expect(parties.map { name(of: $0, path) } == test.parties)
        }
    }

    @Test(arguments: [
        ("example.con", "did you mean 'example.com'?"),
        ("www.another.test", "known entries: example.com"),
    ]
    )
    func `rejects a domain without an entry in the file`(_ domain: String, help: String) throws {
        let text = """
            <network-security-config>
              <domain-config><domain>example.com</domain></domain-config>
            </network-security-config>
            """
        try withFile("a.xml", text) { path in
            let known = try PartyReference(written: "android:config=\(path),domain=example.com")
            #expect(try known.readingDocuments().documents["config"] != nil)
            let party = try PartyReference(written: "android:config=\(path),domain=\(domain)")
            let fault = #expect(throws: Fault.self) { try party.readingDocuments() }
            #expect(fault?.isOfFile == true)
            #expect(fault?.problem == "the file '\(path)' has no entry for '\(domain)'")
            #expect(fault?.help == help)
        }
    }

    private func name(of party: PartyReference, _ path: String) -> String {
        let settings = party.settings.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value == path ? "FILE" : $0.value)" }
        return "\(party.name):\(settings.joined(separator: ","))"
    }

    private func withFile(_ name: String, _ text: String, _ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder([name: text])
        try body(folder.path + "/" + name)
    }
}
