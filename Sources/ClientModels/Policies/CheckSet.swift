import PathValidation

/// The checks that a policy makes: all checks or, for a mutant, all checks except one.
///
/// A policy gets its set when it is created. A transcription tests `checks.contains(.pins)` where
/// the client's code decides, and passes the rules in the set to path validation.
package struct CheckSet: Hashable, Sendable {
    /// A check of any kind, by its name, which is unique within its kind.
    package enum Element: Hashable, Sendable {
        case path(String)
        case revocation(String)
        case model(String)
    }

    /// Every check.
    package static let all = CheckSet(missing: nil)

    /// The missing check; nil if no check is missing.
    fileprivate let missing: Element?

    /// Returns every check except one.
    package static func all(except check: Element) -> CheckSet { CheckSet(missing: check) }

    /// Whether the set contains a decision of a model or of the platform.
    package func contains(_ check: ModelCheck) -> Bool { missing != .model(check.name) }

    /// Whether the set contains a rule on paths.
    package func contains(_ check: PathCheck) -> Bool { missing != .path(check.name) }
}

extension [PathCheck] {
    /// Returns the rules that are in the set, in their order.
    package func intersection(_ checks: CheckSet) -> [PathCheck] { filter(checks.contains) }
}

extension [RevocationCheck] {
    /// Returns the rules that are in the set, in their order.
    package func intersection(_ checks: CheckSet) -> [RevocationCheck] {
        guard case .revocation(let name) = checks.missing else { return self }
        return filter { $0.name != name }
    }
}
