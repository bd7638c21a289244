import CommandWorkshop
import Foundation
import Testing

/// The JSON of audits obeys the schema that the command writes.
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

    @Test(
        "every audit obeys it",
        arguments: [
            "good.xml", "expired.xml", "broken.xml", "reference urlsession", "curl:insecure=true",
            "afnetworking:allow-invalid=true", "good.xml --host www.example.org -v",
        ]
    )
    func obeys(_ arguments: String) throws {
        let workshop = try Workshop(Workshop.good.merging(Self.files) { $1 })
        let schema = try JSONSerialization.jsonObject(
            with: Data(workshop.hatpin("schema audit").output.utf8)
        )
        let text = workshop.hatpin("audit \(arguments) --format json").output
        let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(faults(of: document, by: schema) == [])
        var broken = try #require(document as? [String: Any])
        broken["audits"] = [["party": 1]]
        #expect(!faults(of: broken, by: schema).isEmpty)
    }

    /// The places where a value breaks a schema, as far as ours says anything.
    private func faults(of value: Any, by schema: Any, at path: String = "$") -> [String] {
        guard let schema = schema as? [String: Any] else { return [path] }
        if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
            return ["\(path) is none of \(allowed)"]
        }
        if let constant = schema["const"] as? Int, value as? Int != constant { return [path] }
        switch schema["type"] as? String {
        case "string"?: return value is String ? [] : ["\(path) is no string"]
        case "integer"?: return value is Int ? [] : ["\(path) is no integer"]
        case "boolean"?: return value is Bool ? [] : ["\(path) is no truth value"]
        case "array"?:
            guard let elements = value as? [Any] else { return ["\(path) is no array"] }
            return elements.enumerated().flatMap { index, element in
                faults(of: element, by: schema["items"] ?? 0, at: "\(path)[\(index)]")
            }
        case "object"?: return faults(ofObject: value, by: schema, at: path)
        default: return []
        }
    }

    private func faults(ofObject value: Any, by schema: [String: Any], at path: String) -> [String]
    {
        guard let members = value as? [String: Any] else { return ["\(path) is no object"] }
        let properties = schema["properties"] as? [String: Any] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { members[$0] == nil }
        return missing.map { "\(path).\($0) is missing" }
            + members.flatMap { name, member -> [String] in
                let other = schema["additionalProperties"]
                guard let schema = properties[name] ?? (other as? [String: Any]) else {
                    return ["\(path).\(name) is unknown"]
                }
                return faults(of: member, by: schema, at: "\(path).\(name)")
            }
    }
}
