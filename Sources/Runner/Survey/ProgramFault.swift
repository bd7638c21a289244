import PathValidation
import ScenarioFormat
import TLS

/// A fault of a program: the attacks that it accepts against one rule, or because it makes no check.
package struct ProgramFault: Sendable {
    /// A check that a program does not make at all: all that it accepts for that reason is one fault.
    package enum MissingCheck: Hashable, Sendable {
        /// Neither the chain nor the name is checked.
        case everything
        case chain, name
        /// Nothing is asked about revocation, as most clients do by design.
        case revocation
    }

    package let exposure: Exposure
    /// Nil for a fault against one rule.
    package let missing: MissingCheck?
    /// The cases that show it, the most telling first; at least one.
    package let scenarios: [Scenario]

    /// The case that shows it first.
    package var id: String { scenarios.first?.id ?? "" }

    /// The rule that is broken, such as `RFC 9525 §6.3`.
    package var rule: String {
        if let violation { return violation.rule }
        let sources = scenarios.first?.sources ?? []
        return sources.first { $0.hasPrefix("RFC") } ?? sources.first ?? ""
    }

    /// The rule in a sentence.
    package var about: String {
        violation?.about ?? scenarios.first?.about.firstSentence ?? ""
    }

    private var violation: Violation? {
        guard let name = scenarios.first?.setup.violations.first else { return nil }
        return Violation.catalogue.first { $0.name == name }
    }
}

/// An attack that a program accepts, and why a correct client refuses it.
struct AcceptedAttack: Sendable {
    let scenario: Scenario
    let reason: Rejection.Code
    let exposure: Exposure
}

extension [AcceptedAttack] {
    /// The faults that these attacks show.
    ///
    /// - Parameters:
    ///   - missing: the checks that the program does not make.
    ///   - sort: puts the most telling case first.
    /// - Returns: those of a missing check of chains or names, then the others, the most severe first.
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
    /// Finds the checks that a program does not make.
    ///
    /// - Parameter replies: for each attack why a correct client refuses it, and whether the program
    ///   accepts it.
    /// - Returns: the checks; none where too little was asked.
    static func missing(
        in replies: [(scenario: Scenario, reason: Rejection.Code, isAccepted: Bool)]
    ) -> [Self] {
        func isMissing(_ reasons: Set<Rejection.Code>) -> Bool {
            let asked = replies.filter {
                reasons.contains($0.reason) && $0.scenario.class == .practical
                    && $0.scenario.setup.violations.isEmpty
            }
            // A client without the check still refuses some servers for what else is wrong: one that
            // compares no names refused a seventh of them. A faulty check lets far fewer pass.
            return asked.count >= 3 && asked.count { $0.isAccepted } * 3 >= asked.count * 2
        }
        // A client without a check of chains has nothing to ask about.
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
    /// Reasons that are no certificate's.
    private static let ofHandshakes: Set<Rejection.Code> = [
        .brokenHandshake, .handshakeSignature, .protocolVersion, .cipherPolicy, .noALPN, .cleartext,
        .clientCertificateRequired, .resumedWithoutCheck, .pinMismatch, .pinExpired, .pinsMissing,
    ]
    private static let ofIdentities: Set<Rejection.Code> = [
        .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax,
    ]

    /// Whether an attack is accepted because the check is missing.
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
    /// The rule that the case is about: cases of one rule show one fault.
    fileprivate var fault: String {
        let violations = setup.violations
        return violations.isEmpty ? group : violations.joined(separator: "+")
    }
}

extension Setup {
    /// What its server does to its handshakes.
    fileprivate var violations: [String] { (earlier + [self]).flatMap(\.handshake) }
}

extension String {
    /// The first paragraph on one line.
    fileprivate var firstSentence: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
        return lines.joined(separator: " ")
    }
}
