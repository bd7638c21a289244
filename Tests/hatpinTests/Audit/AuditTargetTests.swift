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
        /// The hosts of each configuration, and whether it states pins.
        let subjects: [(hosts: [String], statesPins: Bool)]
        var unpinned: [String] = []
    }

    static let cases: [Case] = [
        Case(
            testDescription: "an entry with its subdomains",
            text: security(entry("example.com", " includeSubdomains=\"true\"")),
            subjects: [(["example.com", "subdomain.example.com"], true)]
        ),
        Case(
            testDescription: "an entry alone leaves the others without a pin",
            text: security(entry("api.example.com")),
            subjects: [(["api.example.com"], true)],
            unpinned: ["example.com", "www.example.com"]
        ),
        Case(
            testDescription: "a wildcard that Android does not read governs no host",
            text: security(entry("*.example.com")),
            subjects: [(["subdomain.example.com"], false)]
        ),
        Case(
            testDescription: "a URL governs no host",
            text: security(entry("https://api.example.com/")),
            subjects: [(["api.example.com"], false)]
        ),
        Case(
            testDescription: "hosts that are asked about",
            text: security(entry("example.com")),
            asked: ["example.com", "api.example.com"],
            subjects: [(["example.com"], true), (["api.example.com"], false)],
            unpinned: ["www.example.com"]
        ),
        Case(
            testDescription: "entries that decide alike are one",
            text: security(entry("a.test") + entry("b.test") + "<base-config/>"),
            subjects: [(["a.test", "b.test"], true)],
            unpinned: ["www.a.test", "www.b.test"]
        ),
        Case(
            testDescription: "a wildcard that OkHttp reads",
            name: "Client.kt",
            text: "CertificatePinner.Builder().add(\"*.example.com\", \"sha256/\(hash)\").build()",
            subjects: [(["subdomain.example.com"], true)],
            unpinned: ["example.com"]
        ),
    ]

    @Test("an argument is asked about the hosts of its entries", arguments: cases)
    func subjects(_ test: Case) throws {
        let folder = try TemporaryFolder([test.name: test.text])
        let target = try AuditTarget(folder.path + "/" + test.name, asking: test.asked)
        #expect(target.subjects.map(\.hosts) == test.subjects.map(\.hosts))
        let stated = target.subjects.map { $0.party.model?.statesPins }
        #expect(stated == test.subjects.map(\.statesPins))
        #expect(target.unpinned.flatMap(\.hosts) == test.unpinned)
    }

    /// Each host is asked about, so that what is read for one of them must not be the whole file.
    @Test("thousands of hosts take a time that grows with the file", arguments: ["xml", "plist"])
    func manyHosts(_ kind: String) throws {
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
