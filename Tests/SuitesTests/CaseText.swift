import Basics

/// Returns a JSON object with these members, sorted by name; the values are JSON already.
func object(_ members: [String: String]) -> String {
    let fields = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }
    return "{\(fields.joined(separator: ","))}"
}

/// Returns a string with its quotes.
func quoted(_ text: String) -> String { JSONValue.string(text).indentedText }
