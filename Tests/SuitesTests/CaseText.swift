import Basics

/// An object of members whose values are JSON already, in alphabetical order.
func object(_ members: [String: String]) -> String {
    let fields = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value)" }
    return "{\(fields.joined(separator: ","))}"
}

/// A string with its quotes.
func quoted(_ text: String) -> String { JSONValue.string(text).indentedText }
