import FileFormat
import Forge
import PKIX

/// Why a world cannot be written as a scenario.
package enum UnwritableWorld: Error, Hashable, Sendable {
    /// A pin was read from a file; the world holds the certificate and not the path.
    case pinOfFile
    /// Of the validity period one end only is stated.
    case halfValidity(entity: String)
    /// Policies that are mapped, then others, then the same again; a file names each once.
    case scatteredMappings(entity: String)
    /// A list says something of some of the entities that it lists, and nothing of the others.
    case halfList(list: String)
    /// A distinguished name that has no RFC 4514 text.
    case name(Name)
    /// The format knows no such value; what its reader says of the text.
    case refused([Diagnostic])
    /// The text means another world: these of its parts are others.
    case differs([String])
}

extension UnwritableWorld: CustomStringConvertible {
    /// A fragment that fits after "cannot write the scenario: ".
    package var description: String {
        switch self {
        case .pinOfFile: "a pin was read from a file; pin the entity or its hash"
        case .halfValidity(let entity): "\(entity): state both ends of the validity, or none"
        case .scatteredMappings(let entity):
            "\(entity): state the mappings of one policy one after the other"
        case .halfList(let list):
            "the CRL \(list): state an entry for each entity that it lists, or for none"
        case .name: "a relative name has no attributes, or one whose type is no identifier"
        case .refused(let diagnostics):
            diagnostics.first.map { $0.problem + ($0.excerpt.map { " in '\($0)'" } ?? "") }
                ?? "it has no case"
        case .differs(let parts):
            "a file cannot state \(parts.joined(separator: ", ")) as declared"
        }
    }
}
