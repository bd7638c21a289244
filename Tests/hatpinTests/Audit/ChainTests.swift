import CommandWorkshop
import Testing

/// `audit --chain` and `--connect`: a file, and the chain of a test server.
@Suite("Real chains", .blocking)
struct ChainTests {
    private static let now = "--now 2026-11-21T09:30:00Z"
    private static let spare = "nNxEb1vDbJ7BD4/Q5RZHYWcYt/UEnB8Lm7ae/fNiDFE="

    /// Returns a file that pins `LEAF`, `INTERMEDIATE`, `ROOT` or another text; a script replaces
    /// these words.
    private static func file(_ pins: [String], _ attributes: String = "") -> String {
        """
        <network-security-config>
          <domain-config>
            <domain includeSubdomains="true">example.test</domain>
            <pin-set\(attributes)>
        \(pins.map { "      <pin digest=\"SHA-256\">\($0)</pin>" }.joined(separator: "\n"))
            </pin-set>
          </domain-config>
        </network-security-config>

        """
    }

    /// Forges a chain, and inserts its keys.
    private static let prepare = """
        hatpin forge names/exact --out out \(now) >/dev/null
        for name in leaf intermediate root; do
          pin=$(openssl x509 -in out/certificates/$name.pem -noout -pubkey |
            openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64)
          sed -i "s,$(echo $name | tr a-z A-Z),$pin," config.xml
        done
        cat out/chain.pem out/certificates/root.pem > whole.pem

        """

    private func workshop(_ pins: [String], _ attributes: String = "") throws -> Workshop {
        var files = Workshop.good
        files["config.xml"] = Self.file(pins, attributes)
        let workshop = try Workshop(files)
        let made = workshop.shell(Self.prepare)
        #expect(made.error == "")
        return workshop
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pins: [String]
        /// The expected lines of the report.
        var says: [String] = []
        var rules: Set<String> = []
        var exit: Int32 = 0
        var options = ""
        /// Attributes of the element with the pins.
        var attributes = ""
    }

    static let cases: [Case] = [
        Case(
            testDescription: "the leaf and another key",
            pins: ["LEAF", spare],
            says: [
                "a backup key: not in this chain",
                "with a new key of the server the chain is rejected",
                "with a backup key it is accepted, whichever authority issues it",
            ],
            rules: ["CHN-004"]
        ),
        Case(
            testDescription: "the intermediate's key, which survives a new key of the server",
            pins: ["INTERMEDIATE", "LEAF"],
            says: [
                "with a new key of the server the chain is accepted",
                "with a new key and another intermediate the chain is rejected",
                "the key of intermediate (2 of 3)",
            ],
            rules: ["CHN-004"]
        ),
        Case(
            testDescription: "the root's key, which survives another intermediate",
            pins: ["ROOT", spare],
            says: [
                "with a new key and another intermediate the chain is accepted",
                "with a new key and another authority the chain is rejected",
            ],
            rules: ["CHN-004"]
        ),
        Case(
            testDescription: "only the leaf",
            pins: ["LEAF", "LEAF"],
            says: ["a new key of www.example.test will be rejected"],
            rules: ["CHN-002", "CHN-004", "NSC-009"],
            exit: 1
        ),
        Case(
            testDescription: "keys of other servers",
            pins: [spare, "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="],
            says: [
                "no pin in force matches a key of the chain",
                "intermediate (2 of 3) has the key",
            ],
            rules: ["CHN-001"],
            exit: 1
        ),
        Case(
            testDescription: "a later day",
            pins: ["INTERMEDIATE", spare],
            says: ["is rejected for www.example.test on 2030-01-01"],
            rules: ["CHN-001"],
            exit: 1,
            options: "--now 2030-01-01T00:00:00Z"
        ),
        Case(
            testDescription: "expired pins",
            pins: ["INTERMEDIATE", spare],
            says: ["is accepted for www.example.test without a pin"],
            rules: ["CHN-003"],
            exit: 1,
            options: "\(now) --host www.example.test",
            attributes: " expiration=\"2026-01-01\""
        ),
    ]

    @Test(arguments: cases)
    func `audit reports whether a real chain is accepted, today and after a renewal`(
        _ test: Case
    ) throws {
        let workshop = try workshop(test.pins, test.attributes)
        let options = test.options.isEmpty ? Self.now : test.options
        let result = workshop.hatpin(
            "audit config.xml --chain whole.pem --chain-only \(options) --allow none"
        )
        for words in test.says {
            #expect(result.output.contains(words), "\(result.output)\(result.error)")
        }
        for rule in test.rules {
            #expect(result.output.contains("[\(rule)]"), "\(result.output)\(result.error)")
        }
        #expect(result.exit == test.exit, "\(result.output)\(result.error)")
    }

    /// A property list with pins of Apple's platform and of TrustKit.
    private static let twoSystems = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app</string>
        <key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>
        <key>example.test</key><dict><key>NSIncludesSubdomains</key><true/>
        <key>NSPinnedCAIdentities</key><array>
        <dict><key>SPKI-SHA256-BASE64</key><string>INTERMEDIATE</string></dict>
        </array></dict></dict></dict>
        <key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict>
        <key>example.test</key><dict><key>TSKIncludeSubdomains</key><true/>
        <key>TSKEnforcePinning</key><true/>
        <key>TSKPublicKeyHashes</key><array>
        <string>LEAF</string>
        <string>\(spare)</string>
        </array></dict></dict></dict></dict></plist>

        """

    @Test
    func `in a file with two pin configurations, each finding points to pins of one system`()
        throws
    {
        let workshop = try workshop([])
        try workshop.write(Self.twoSystems, to: "config.xml")
        _ = workshop.shell("rm -r out; " + Self.prepare)
        let result = workshop.shell(
            """
            hatpin audit config.xml --chain whole.pem --chain-only \(Self.now) --format json |
              jq -r '.findings[] | select(.rule == "CHN-004") |
                "\\(.problem | split(":")[0]) \\(.line) \\([.related[].line])"'
            """
        )
        #expect(result.output == "info-plist 6 []\ntrustkit 12 [13]\n", "\(result)")
    }

    /// Encodings of a subject that strict clients reject, the rule of the expected finding, and the
    /// leniency that each needs.
    static let leniencies: [(raw: String, rule: String, leniency: String, exit: Int32)] = [
        (
            "{ set: { at: subject, hex: \"301b3119301706035504030c107777772e6578616d706c652e74657374\" } }",
            "CHN-004", "", 0
        ),
        (
            "{ set: { at: subject, hex: 3022310f300d060355040a0c0648617470696e310f300d060355040b13066c652a665f40 } }",
            "CHN-004", "loose-strings (X.680 §41; OpenSSL, BoringSSL)", 0
        ),
        (
            "{ set: { at: subject, hex: 301e311c300d060355040a0c0648617470696e300b060355040b0c046c656166 } }",
            "CHN-005", "unsorted-sets (X.690 §11.6; OpenSSL, BoringSSL, GnuTLS, Go, Java)", 1
        ),
    ]

    @Test(
        arguments: leniencies
    )
    func `audit warns about an encoding that only some clients accept`(
        raw: String,
        rule: String,
        leniency: String,
        exit: Int32
    ) throws {
        let workshop = try Workshop([
            "Scenarios/names/odd.yaml": """
            scenario: odd
            about: A subject in an odd encoding.
            sources: [X.680]
            leaf: { raw: [\(raw), { resign: true }] }
            expect: accept
            """,
            "config.xml": Self.file(["LEAF", Self.spare]),
        ])
        let result = workshop.shell(
            """
            hatpin forge names/odd --out out \(Self.now) >/dev/null
            printf '\\357\\273\\277' > marked.pem; cat out/chain.pem >> marked.pem
            pin=$(openssl x509 -in out/certificates/leaf.pem -noout -pubkey |
              openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64)
            sed -i "s,LEAF,$pin," config.xml
            hatpin audit config.xml --chain marked.pem --host www.example.test \\
              --scenarios Scenarios --chain-only \(Self.now)
            """
        )
        #expect(result.exit == exit, "\(result)")
        #expect(result.output.contains("[\(rule)]"), "\(result)")
        #expect(result.output.contains(/the key of .*\(1 of 2\)/), "\(result)")
        let words = "certificate 1 of marked.pem: "
        let warning = result.error.split(separator: "\n").first { $0.contains(words) }
        #expect((warning == nil) == leniency.isEmpty, "\(result)")
        #expect(result.output.contains("= also    \(words)") == !leniency.isEmpty, "\(result)")
        guard let warning else { return }
        #expect(warning.hasPrefix("hatpin: warning: \(words)"), "\(result)")
        #expect(warning.hasSuffix(leniency), "\(result)")
    }

    @Test func `audit and inspect fetch a server's chain`() throws {
        let workshop = try workshop(["INTERMEDIATE", Self.spare])
        let result = workshop.shell(
            """
            openssl s_server -www -accept 127.0.0.1:0 -cert out/chain.pem -cert_chain out/chain.pem \
              -key out/key.pem > server.log 2>&1 &
            server=$!
            await 'grep -q "^ACCEPT" server.log'
            address=$(sed -n 's/^ACCEPT //p' server.log | head -1)
            hatpin audit config.xml --connect $address --host www.example.test --chain-only \
              \(Self.now)
            echo "exit $?"
            hatpin inspect --connect $address --show pins
            kill -KILL $server
            """
        )
        #expect(
            result.output.contains("is accepted for www.example.test on 2026-11-21"),
            "\(result)"
        )
        #expect(result.output.contains("the key of intermediate ("))
        #expect(result.output.contains("exit 0\n"))
    }

    @Test(arguments: [
        ("127.0.0.1:1", "127.0.0.1:1 sends no chain: 127.0.0.1:1: Connection refused", 3),
        ("no-such-host.invalid", "no-such-host.invalid:443 sends no chain: ", 3),
        ("http://x.test", "'http://x.test' is not a host name", 64),
    ])
    func `audit reports a server that sends no chain, with a hint`(
        _ host: String,
        words: String,
        exit: Int32
    ) throws {
        let workshop = try Workshop(["config.xml": Self.file([Self.spare])])
        let result = workshop.hatpin("audit config.xml --connect \(host)")
        #expect(result.error.contains(words), "\(result.error)")
        #expect(result.error.contains("  help: "))
        #expect(result.exit == exit)
    }

    @Test func `audit reports a chain for another host, and a file without a chain`() throws {
        let workshop = try workshop(["LEAF", Self.spare])
        let other = workshop.shell(
            "sed -i s/example.test/example.org/ config.xml; hatpin audit config.xml --chain whole.pem"
        )
        #expect(
            other.error.contains("whole.pem is not valid for any host of config.xml"),
            "\(other)"
        )
        #expect(other.exit == 64)
        let empty = workshop.hatpin("audit config.xml --chain config.xml")
        #expect(empty.exit == 2, "\(empty)")
    }
}
