import Forge
import X509

/// The reason why a setup cannot be written as a scenario.
package enum UnwritableSetup: Error, Hashable, Sendable {
    /// The format cannot express a value.
    case part(Unwritable)
    /// The reader refuses the text with these errors, or finds no case in it if there are none.
    case refused([Diagnostic])
    /// The text means another setup, which differs in these parts.
    case differs([String])
}

extension UnwritableSetup: CustomStringConvertible {
    /// A fragment to follow "cannot write the scenario: ".
    package var description: String {
        switch self {
        case .part(let unwritable): unwritable.advice
        case .refused(let diagnostics):
            diagnostics.first.map { $0.problem + ($0.excerpt.map { " in '\($0)'" } ?? "") }
                ?? "it has no cases"
        case .differs(let parts):
            "a file cannot state \(parts.joined(separator: ", ")) as declared"
        }
    }
}
