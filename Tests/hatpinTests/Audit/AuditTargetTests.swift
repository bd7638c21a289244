import ClientModels
import CommandWorkshop
import Runner
import TestSupport
import Testing

@testable import hatpin

@Suite("Configurations and their hosts")
struct AuditTargetTests {
    private static let hash = String(repeating: "A", count: 43) + "="

    private static func security(_ entries: String) -> String {
        "<network-security-config>\(entries)</network-security-config>"
    }

    private static func entry(_ domain: String, _ attributes: String = "") -> String {
        """
        <domain-config><domain\(attributes)>\(domain)</domain>
          <pin-set><pin digest="SHA-256">\(hash)</pin></pin-set></domain-config>
        """
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var name = "a.xml"
        let text: String
        var asked: [String] = []
        /// The hosts of each configuration, and whether it has pins.
        let subjects: [(hosts: [String], statesPins: Bool)]
        var unpinned: [String] = []
    }

    static let cases: [Case] = [
        Case(
            testDescription: "an entry that includes subdomains",
            text: security(entry("example.com", " includeSubdomains=\"true\"")),
            subjects: [(["example.com", "subdomain.example.com"], true)]
        ),
        Case(
            testDescription: "an entry without subdomains leaves other hosts without a pin",
            text: security(entry("api.example.com")),
            subjects: [(["api.example.com"], true)],
            unpinned: ["example.com", "www.example.com"]
        ),
        Case(
            testDescription: "a wildcard, which Android does not read, applies to no host",
            text: security(entry("*.example.com")),
            subjects: [(["subdomain.example.com"], false)]
        ),
        Case(
            testDescription: "a URL applies to no host",
            text: security(entry("https://api.example.com/")),
            subjects: [(["api.example.com"], false)]
        ),
        Case(
            testDescription: "hosts of the command line",
            text: security(entry("example.com")),
            asked: ["example.com", "api.example.com"],
            subjects: [(["example.com"], true), (["api.example.com"], false)],
            unpinned: ["www.example.com"]
        ),
        Case(
            testDescription: "entries with equal settings are joined",
            text: security(entry("a.test") + entry("b.test") + "<base-config/>"),
            subjects: [(["a.test", "b.test"], true)],
            unpinned: ["www.a.test", "www.b.test"]
        ),
        Case(
            testDescription: "a wildcard, which OkHttp reads",
            name: "Client.kt",
            text: "CertificatePinner.Builder().add(\"*.example.com\", \"sha256/\(hash)\").build()",
            subjects: [(["subdomain.example.com"], true)],
            unpinned: ["example.com"]
        ),
    ]

    @Test(arguments: cases)
    func `an audit tests a configuration with the hosts of its entries`(_ test: Case) throws {
        let folder = try TemporaryFolder([test.name: test.text])
        let target = try AuditTarget(folder.path + "/" + test.name, asking: test.asked)
        #expect(target.subjects.map(\.hosts) == test.subjects.map(\.hosts))
        let stated = target.subjects.map { $0.party.model?.statesPins }
        #expect(stated == test.subjects.map(\.statesPins))
        #expect(target.unpinned.flatMap(\.hosts) == test.unpinned)
    }

    /// Each host is a configuration, so the work for one host must not include reading the whole
    /// file.
    @Test(arguments: ["xml", "plist"])
    func `the time for a file with thousands of hosts is proportional to its size`(
        _ kind: String
    ) throws {
        let count = 3_000
        let hosts = (0..<count).map { "h\($0).org" }
        let domains = hosts.map { host in
            """
            <key>\(host)</key><dict><key>NSPinnedLeafIdentities</key><array>
            <dict><key>SPKI-SHA256-BASE64</key><string>\(Self.hash)</string></dict></array></dict>
            """
        }
        let text =
            kind == "xml"
            ? Self.security(hosts.map { Self.entry($0) }.joined())
            : """
            <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>
            <key>NSPinnedDomains</key><dict>\(domains.joined())</dict></dict></dict></plist>
            """
        let folder = try TemporaryFolder(["a." + kind: text])
        let start = threadTime()
        let target = try AuditTarget(folder.path + "/a." + kind, asking: [])
        #expect(target.subjects.map(\.hosts.count) == [count])
        #expect(target.unpinned.count == count)
        #expect(threadTime() - start < .seconds(30))
    }
}
