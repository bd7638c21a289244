import Foundation

/// Returns the places where a JSON document violates a JSON Schema.
///
/// The function checks the keywords that our schemas use: type, enum, const, required, properties,
/// additionalProperties, items, minimum, maxItems and oneOf.
///
/// - Throws: if the document or the schema is not JSON.
package func schemaFaults(of document: String, by schema: String) throws -> [String] {
    func value(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }
    return faults(of: try value(document), by: try value(schema), at: "$")
}

private func faults(of value: Any, by schema: Any, at path: String) -> [String] {
    guard let schema = schema as? [String: Any] else { return [path] }
    if let allowed = schema["enum"] as? [String], !allowed.contains(value as? String ?? "") {
        return ["\(path) is not one of \(allowed)"]
    }
    if let constant = schema["const"] as? Int, value as? Int != constant { return [path] }
    if let constant = schema["const"] as? String, value as? String != constant { return [path] }
    if let choices = schema["oneOf"] as? [Any] {
        let fits = choices.count { faults(of: value, by: $0, at: path).isEmpty }
        if fits != 1 { return ["\(path) fits \(fits) choices"] }
    }
    switch schema["type"] as? String {
    case "string"?: return value is String ? [] : ["\(path) is not a string"]
    case "integer"?:
        // A seed may be larger than any Int.
        guard let number = value as? Int else {
            return value is UInt64 ? [] : ["\(path) is not an integer"]
        }
        return number < schema["minimum"] as? Int ?? number ? ["\(path) is too small"] : []
    case "boolean"?: return value is Bool ? [] : ["\(path) is not a boolean"]
    case "array"?:
        guard let elements = value as? [Any] else { return ["\(path) is not an array"] }
        if let most = schema["maxItems"] as? Int, elements.count > most {
            return ["\(path) is too long"]
        }
        return elements.enumerated().flatMap { index, element in
            faults(of: element, by: schema["items"] ?? 0, at: "\(path)[\(index)]")
        }
    case "object"?: return faults(ofObject: value, by: schema, at: path)
    default: return []
    }
}

private func faults(ofObject value: Any, by schema: [String: Any], at path: String) -> [String] {
    guard let members = value as? [String: Any] else { return ["\(path) is not an object"] }
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
