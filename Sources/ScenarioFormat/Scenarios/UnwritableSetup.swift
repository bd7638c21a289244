import Forge
import X509

/// Why a setup cannot be written as a scenario.
package enum UnwritableSetup: Error, Hashable, Sendable {
    /// The format has no text for a value.
    case part(Unwritable)
    /// The format knows no such value; what its reader says of the text.
    case refused([Diagnostic])
    /// The text means another setup: these of its parts are others.
    case differs([String])
}

extension UnwritableSetup: CustomStringConvertible {
    /// A fragment that fits after "cannot write the scenario: ".
    package var description: String {
        switch self {
        case .part(let unwritable): unwritable.advice
        case .refused(let diagnostics):
            diagnostics.first.map { $0.problem + ($0.excerpt.map { " in '\($0)'" } ?? "") }
                ?? "it has no case"
        case .differs(let parts):
            "a file cannot state \(parts.joined(separator: ", ")) as declared"
        }
    }
}
