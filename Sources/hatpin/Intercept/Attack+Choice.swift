import Basics

/// A choice of attacks that cannot be made.
package enum AttackChoiceFault: Error, Hashable, Sendable {
    case unknown(String)
    case none
    /// It needs a root that the device trusts, and there is none.
    case needsRoot(String)
}

extension AttackChoiceFault: CustomStringConvertible {
    /// A lowercase fragment, escaped for a terminal.
    package var description: String {
        switch self {
        case .unknown(let name):
            let names = Attack.catalogue.map(\.name).joined(separator: ", ")
            return "there is no attack '\(Shown.escaped(name))'; there are \(names)"
        case .none: return "--attacks names at least one"
        case .needsRoot(let name):
            return "\(name) needs a root that the device trusts: --trusted-root, or --root-ca "
                + "and --root-key"
        }
    }
}

extension Attack {
    /// The attacks of these names, with commas between them.
    ///
    /// - Parameters:
    ///   - names: nil for all that can be made.
    ///   - hasRoot: whether there is a root that the device trusts.
    /// - Throws: the first name that is none of an attack, or of one that cannot be made.
    /// - Returns: at least one.
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
