import ClientModels
import CommandWorkshop
import PathValidation
import Runner
import ScenarioFormat
import Testing
import X509

/// Audits of configuration files that pin keys.
@Suite(.blocking)
struct ConfiguredAuditTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let model: String
        var settings: [String: String] = [:]
        /// The content of the file, under the setting that takes it.
        let document: PolicyDocument
        /// The settings that mean the same without a file.
        var withoutFile: [String: String] = [:]
    }

    private static let setups = [
        "leaf: {}\nexpect: accept",
        "leaf: { san: other.example.test }\nexpect: { reject: name-mismatch }",
        "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }",
        """
        pki: { charles-root: {} }
        network: { proxy: { mints-under: charles-root } }
        client: { user-trust: [charles-root] }
        expect: accept
        """,
    ]

    private static let hash = String(repeating: "A", count: 43) + "="
    private static let backup = String(repeating: "B", count: 42) + "A="

    private static let certificate = PolicyDocument.file(
        Base64.decode(
            ("MIIBcDCCARegAwIBAgIUWdG1QwysaKlUo12HN6tVdh1dSkUwCgYIKoZIzj0EAwIwDjEMMAoGA1UE"
                + "AwwDT3duMB4XDTI2MTEyMTE5MjI0M1oXDTM2MTExODE5MjI0M1owDjEMMAoGA1UEAwwDT3duMFkw"
                + "EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeToMstRKw1pi6kFbHAtU0SjG0ViRsy+j54lOD4WPkYHZ"
                + "AGC4im1I1rgFl3hBH2Vbjhx2A1LJVRqJFrjxPD1QMKNTMFEwHQYDVR0OBBYEFIBms/TgxUZPNEN1"
                + "jwpoIDxvkbpzMB8GA1UdIwQYMBaAFIBms/TgxUZPNEN1jwpoIDxvkbpzMA8GA1UdEwEB/wQFMAMB"
                + "Af8wCgYIKoZIzj0EAwIDRwAwRAIgGG6XP2lTntmft6WbBeV70Ou/BinphOCA5raNkytkJdYCIFMW"
                + "Au0Z/S3tQ6GdfJb8XIhkpX89EXl/qKw0RxO3QCEB")
                .utf8
        ) ?? []
    )

    private static let key = PolicyDocument.file(
        Base64.decode(
            ("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeToMstRKw1pi6kFbHAtU0SjG0ViRsy+j54lOD4WP"
                + "kYHZAGC4im1I1rgFl3hBH2Vbjhx2A1LJVRqJFrjxPD1QMA==")
                .utf8
        ) ?? []
    )

    private static let security = PolicyDocument.markup(
        MarkupElement(
            "network-security-config",
            children: [
                MarkupElement(
                    "domain-config",
                    children: [
                        MarkupElement("domain", text: "example.com"),
                        MarkupElement(
                            "pin-set",
                            children: [
                                MarkupElement("pin", attributes: ["digest": "SHA-256"], text: hash)
                            ]
                        ),
                    ]
                )
            ]
        )
    )

    private static func pinned(_ list: String) -> PolicyDocument {
        let identity = PropertyListValue.dictionary(["SPKI-SHA256-BASE64": .string(hash)])
        let entry = PropertyListValue.dictionary([list: .array([identity])])
        let domains = PropertyListValue.dictionary(["example.com": entry])
        return .propertyList(
            .dictionary(["NSAppTransportSecurity": .dictionary(["NSPinnedDomains": domains])])
        )
    }

    private static let trustKit: PolicyDocument = {
        let entry = PropertyListValue.dictionary([
            "TSKPublicKeyHashes": .array([.string(hash), .string(backup)])
        ])
        return .propertyList(
            .dictionary(["TSKPinnedDomains": .dictionary(["example.com": entry])])
        )
    }()

    static let files = [
        Case(
            testDescription: "AFNetworking, a .cer",
            model: "afnetworking",
            settings: ["mode": "public-key", "allow-invalid": "true"],
            document: certificate
        ),
        Case(
            testDescription: "Alamofire 4, a .cer",
            model: "alamofire",
            settings: ["policy": "pin-public-keys", "validate-certificate-chain": "false"],
            document: certificate
        ),
        Case(
            testDescription: "Alamofire 5, a .cer",
            model: "alamofire5",
            settings: [
                "evaluator": "public-keys", "perform-default-validation": "false",
                "validate-host": "false",
            ],
            document: certificate
        ),
        Case(
            testDescription: "NSPinnedDomains, the leaf",
            model: "info-plist",
            document: pinned("NSPinnedLeafIdentities"),
            withoutFile: ["identities": "leaf"]
        ),
        Case(
            testDescription: "NSPinnedDomains, a CA",
            model: "info-plist",
            document: pinned("NSPinnedCAIdentities"),
            withoutFile: ["identities": "ca"]
        ),
        Case(
            testDescription: "curl, a public key",
            model: "curl",
            settings: ["insecure": "true"],
            document: key,
            withoutFile: ["pinned-public-key": "sha256//$(spki(leaf))"]
        ),
        Case(testDescription: "Android", model: "android", document: security),
        Case(testDescription: "TrustKit", model: "trustkit", document: trustKit),
        Case(
            testDescription: "OkHttp",
            model: "okhttp",
            document: .text(".add(\"example.com\", \"sha256/\(hash)\")")
        ),
    ]

    @Test func `the cases cover every model that takes a file`() {
        let taking = PolicyModel.catalogue.filter { $0.configuration != nil }.map(\.name)
        #expect(Set(taking) == Set(Self.files.map(\.model)))
    }

    @Test(arguments: files)
    func `finds the same weaknesses whether pins are in a file or in the settings`(
        _ test: Case
    ) async throws {
        let model = try #require(PolicyModel.catalogue.first { $0.name == test.model })
        let setting = try #require(model.configuration).name
        let path = "own.cer"
        let configured = try model.configured(
            test.settings.merging([setting: path]) { $1 },
            documents: [setting: test.document],
            standsIn: true
        )
        let plain = try model.configured(
            test.settings.merging(test.withoutFile) { $1 },
            standsIn: true
        )
        var scenarios: [Scenario] = []
        for setup in Self.setups { scenarios += try await cases(setup) }
        let survey = try Survey(options: Run.Options(now: now))
        let byFile = await Audit(Party(configured), by: survey, in: scenarios)
        #expect(byFile.judged == Self.setups.count)
        let bySettings = await Audit(Party(plain), by: survey, in: scenarios)
        #expect(weaknesses(of: byFile) == weaknesses(of: bySettings))
        #expect(byFile.refusals.isEmpty, "\(byFile.refusals)")
    }

    private func weaknesses(of audit: Audit) -> [[String]] {
        audit.weaknesses.map { $0.reasons.map { "\($0.reason) \($0.setups)" } }
    }
}
