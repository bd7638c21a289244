import CommandWorkshop
import TestSupport
import Testing

/// The JSON of audits conforms to the schema that the command writes.
@Suite("The schema of audits", .blocking)
struct AuditSchemaTests {
    private static let hash = String(repeating: "A", count: 43) + "="

    private static func security(_ pin: String, _ attributes: String = "") -> String {
        """
        <network-security-config><domain-config><domain>api.example.com</domain>
          <pin-set\(attributes)><pin digest="SHA-256">\(pin)</pin></pin-set>
        </domain-config></network-security-config>
        """
    }

    private static let files = [
        "good.xml": security(hash),
        "expired.xml": security(hash, " expiration=\"2020-01-01\""),
        "broken.xml": security("A"),
    ]

    @Test(arguments: [
        "good.xml", "expired.xml", "broken.xml", "reference urlsession", "curl:insecure=true",
        "afnetworking:allow-invalid=true", "good.xml --host www.example.org",
    ])
    func `every audit conforms to the schema`(_ arguments: String) throws {
        let workshop = try Workshop(Workshop.good.merging(Self.files) { $1 })
        let schema = workshop.hatpin("schema audit").output
        let text = workshop.hatpin("audit \(arguments) --format json").output
        #expect(try schemaFaults(of: text, by: schema) == [])
        let broken = text.replacing("\"audits\":[", with: "\"audits\":[{\"party\":1},")
        #expect(!(try schemaFaults(of: broken, by: schema)).isEmpty)
    }
}
