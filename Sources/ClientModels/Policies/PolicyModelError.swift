/// A model, a setting or a value that is not in the catalogue, with the known words.
package enum PolicyModelError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownModel(String, known: [String])
    case unknownSetting(String, model: String, known: [String])
    /// A value that the setting does not have; `alike` is a value that makes the same decisions, or
    /// nil if none is known.
    case unknownValue(String, setting: String, model: String, known: [String], alike: String?)
    /// A text with an unclosed `$(`.
    case unclosedPin(String)
    /// The text between `$(` and `)`, which is not a pin of an entity.
    case unknownPin(String)

    /// A sentence without a full stop, with the known values.
    package var description: String {
        switch self {
        case .unknownModel(let name, let known):
            "no model is named \(name); known: \(known.joined(separator: ", "))"
        case .unknownSetting(let name, let model, let known):
            "\(model) has no setting \(name); it has \(known.joined(separator: ", "))"
        case .unknownValue(let value, let setting, let model, _, let alike?):
            "\(setting) of \(model) cannot be \(value); \(alike) decides the same"
        case .unknownValue(let value, let setting, let model, let known, nil):
            "\(setting) of \(model) cannot be \(value); it is one of "
                + known.joined(separator: ", ")
        case .unclosedPin(let text): "$( is not closed in \(text)"
        case .unknownPin(let text):
            "$(\(text)) is not a pin of an entity; known: "
                + EntityPin.Function.allCases.map { "$(\($0.rawValue)(ENTITY))" }
                .joined(separator: ", ")
        }
    }
}
