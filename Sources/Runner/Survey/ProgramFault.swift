import PathValidation
import ScenarioFormat
import TLS

/// A fault of a program: the attacks that the program accepts because it breaks one rule or lacks
/// one check.
package struct ProgramFault: Sendable {
    /// A check that a program lacks entirely.
    ///
    /// All attacks that the program accepts because it lacks the check are one fault.
    package enum MissingCheck: Hashable, Sendable {
        /// Neither the chain nor the name is checked.
        case everything
        case chain, name
        /// Revocation is not checked, as in most clients by design.
        case revocation
    }

    package let exposure: Exposure
    /// The check that is missing; nil for a fault against one rule.
    package let missing: MissingCheck?
    /// The cases that show the fault, clearest first; at least one.
    package let scenarios: [Scenario]

    /// The id of the clearest case.
    package var id: String { scenarios.first?.id ?? "" }

    /// The rule that is broken, such as `RFC 9525 §6.3`.
    package var rule: String {
        if let violation { return violation.rule }
        let sources = scenarios.first?.sources ?? []
        return sources.first { $0.hasPrefix("RFC") } ?? sources.first ?? ""
    }

    /// One sentence about the rule.
    package var about: String {
        violation?.about ?? scenarios.first?.about.firstSentence ?? ""
    }

    private var violation: Violation? {
        guard let name = scenarios.first?.setup.violations.first else { return nil }
        return Violation.catalogue.first { $0.name == name }
    }
}

/// An attack that a program accepts, and the reason why a correct client refuses it.
struct AcceptedAttack: Sendable {
    let scenario: Scenario
    let reason: Rejection.Code
    let exposure: Exposure
}

extension [AcceptedAttack] {
    /// Groups accepted attacks into faults.
    ///
    /// - Parameters:
    ///   - missing: the checks that the program lacks.
    ///   - sort: sorts the clearest case first.
    /// - Returns: first the missing checks of chains and names, then the other faults, most severe
    ///   first.
    func faults(
        missing: [ProgramFault.MissingCheck],
        sortedBy sort: ([Scenario]) -> [Scenario]
    ) -> [ProgramFault] {
        var others = self
        var unchecked: [ProgramFault] = []
        for check in missing {
            let explained = others.filter(check.explains)
            others.removeAll(where: check.explains)
            guard let exposure = explained.map(\.exposure).max() else { continue }
            let mostSevere = explained.filter { $0.exposure == exposure }
            let rest = explained.filter { $0.exposure != exposure }
            unchecked.append(
                ProgramFault(
                    exposure: exposure,
                    missing: check,
                    scenarios: sort(mostSevere.map(\.scenario)) + sort(rest.map(\.scenario))
                )
            )
        }
        let byRule = Dictionary(grouping: others) { $0.scenario.fault }.values.compactMap {
            attacks in
            attacks.map(\.exposure).max().map { exposure in
                ProgramFault(
                    exposure: exposure,
                    missing: nil,
                    scenarios: sort(attacks.map(\.scenario))
                )
            }
        }
        let first = unchecked.filter { $0.missing != .revocation }
        let rest = unchecked.filter { $0.missing == .revocation } + byRule
        return first
            + rest.sorted { left, right in
                left.exposure == right.exposure
                    ? left.id < right.id : left.exposure > right.exposure
            }
    }
}

extension ProgramFault.MissingCheck {
    /// Finds the checks that a program lacks.
    ///
    /// - Parameter replies: for each attack, the reason for which a correct client refuses it, and
    ///   whether the program accepts it.
    /// - Returns: the missing checks; a check is only reported if at least three attacks test it.
    static func missing(
        in replies: [(scenario: Scenario, reason: Rejection.Code, isAccepted: Bool)]
    ) -> [Self] {
        func isMissing(_ reasons: Set<Rejection.Code>) -> Bool {
            let asked = replies.filter {
                reasons.contains($0.reason) && $0.scenario.class == .practical
                    && $0.scenario.setup.violations.isEmpty
            }
            // A client without a check still refuses some servers for other faults. For example, a
            // client that compared no names refused a seventh of them. A client with a faulty check
            // accepts far fewer attacks.
            return asked.count >= 3 && asked.count { $0.isAccepted } * 3 >= asked.count * 2
        }
        // Without a check of the chain, the check of revocation cannot be tested.
        guard !isMissing(Self.ofChains) else {
            return [isMissing(Self.ofNames) ? .everything : .chain]
        }
        return (isMissing(Self.ofNames) ? [.name] : [])
            + (isMissing(Self.ofRevocation) ? [.revocation] : [])
    }

    private static let ofChains: Set<Rejection.Code> = [.unknownIssuer, .selfSigned]
    private static let ofNames: Set<Rejection.Code> = [.nameMismatch]
    private static let ofRevocation: Set<Rejection.Code> = [
        .revoked, .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
    ]
    /// Reasons that checking the chain or the name would not give.
    private static let ofHandshakes: Set<Rejection.Code> = [
        .brokenHandshake, .handshakeSignature, .protocolVersion, .cipherPolicy, .noALPN, .cleartext,
        .clientCertificateRequired, .resumedWithoutCheck, .pinMismatch, .pinExpired, .pinsMissing,
        .associationMismatch, .nameLookup, .mailHostMismatch,
    ]
    private static let ofIdentities: Set<Rejection.Code> = [
        .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax,
    ]

    /// Whether the program accepts an attack because it lacks the check.
    func explains(_ attack: AcceptedAttack) -> Bool {
        switch self {
        case .everything: !Self.ofHandshakes.contains(attack.reason)
        case .chain:
            !Self.ofHandshakes.contains(attack.reason)
                && !Self.ofIdentities.contains(attack.reason)
        case .name: Self.ofIdentities.contains(attack.reason)
        case .revocation: Self.ofRevocation.contains(attack.reason)
        }
    }
}

extension Scenario {
    /// The rule that the case is about.
    ///
    /// All cases about the same rule show one fault.
    fileprivate var fault: String {
        let violations = setup.violations
        return violations.isEmpty ? group : violations.joined(separator: "+")
    }
}

extension Setup {
    /// The protocol violations of the setup's servers, in all steps.
    fileprivate var violations: [String] { (earlier + [self]).flatMap(\.handshake) }
}

extension String {
    /// The first paragraph on one line.
    fileprivate var firstSentence: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        return lines.joined(separator: " ")
    }
}
