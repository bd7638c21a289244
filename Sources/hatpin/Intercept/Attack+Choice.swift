import Basics

/// The reason why a choice of attacks is not possible.
package enum AttackChoiceFault: Error, Hashable, Sendable {
    case unknown(String)
    case none
    /// The attack needs a root that the device trusts, and the command line names no root.
    case needsRoot(String)
}

extension AttackChoiceFault: CustomStringConvertible {
    /// A description in lowercase, as a part of a message, escaped for a terminal.
    package var description: String {
        switch self {
        case .unknown(let name):
            let names = Attack.catalogue.map(\.name).joined(separator: ", ")
            return "there is no attack '\(Shown.escaped(name))'; choose from \(names)"
        case .none: return "--attacks needs at least one attack"
        case .needsRoot(let name):
            return "\(name) needs a root that the device trusts: --trusted-root, or --root-ca "
                + "and --root-key"
        }
    }
}

extension Attack {
    /// Returns the attacks with these names, which are separated by commas.
    ///
    /// - Parameters:
    ///   - names: the names, or nil for all possible attacks.
    ///   - hasRoot: whether there is a root that the device trusts.
    /// - Throws: for the first name that is unknown, or whose attack is not possible.
    /// - Returns: at least one attack.
    package static func chosen(
        _ names: String?,
        hasRoot: Bool
    ) throws(AttackChoiceFault) -> [Attack] {
        guard let names else { return catalogue.filter { hasRoot || !$0.needsTrustedRoot } }
        var chosen: [Attack] = []
        for name in names.split(separator: ",").map(String.init) {
            guard let attack = named(name) else { throw .unknown(name) }
            chosen.append(attack)
        }
        guard !chosen.isEmpty else { throw .none }
        if !hasRoot, let attack = chosen.first(where: \.needsTrustedRoot) {
            throw .needsRoot(attack.name)
        }
        return chosen
    }
}
