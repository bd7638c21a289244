import Crypto
import TLS

/// Whether a client may go on after a script, by the catalogue and by the order of its messages.
struct Ruling: Sendable {
    /// The reason by which a client refuses a broken script.
    static let broken = ChainVerdict.reject("broken-handshake")

    /// Accept, `broken`, or none where the rules say nothing of the time until the client's request.
    let verdict: ChainVerdict
    /// The edits that the script has, in their order; those without an occasion are none of it.
    let edits: [String]
    /// The same without words against the rules that other edits undo.
    let effective: [String]

    /// The ruling on the script with those of the edits that have an occasion.
    init(_ source: ScriptSource, _ edits: [Violation]) {
        let (script, done) = source.edited(edits)
        self.edits = done.map(\.name)
        let faults = Set(done.filter { source.isFault($0, among: done, in: script) }.map(\.name))
        // Of two words with the same effect neither is missed, but both are.
        let others = done.filter { $0.isAllowed || source.isOfOrder($0) || source.isLate($0) }
        let isFaulty = !faults.isEmpty || source.edited(others).script.heard != script.heard
        effective = done.filter {
            $0.isAllowed || source.isOfOrder($0) || faults.contains($0.name)
                || faults.isEmpty && isFaulty
        }.map(\.name)
        switch MessageOrder(of: script) {
        case .illegal: verdict = Self.broken
        case .illegalLater: verdict = isFaulty ? Self.broken : .none
        case .legal where isFaulty: verdict = Self.broken
        case .legal where done.contains { !$0.isAllowed && source.isLate($0) }: verdict = .none
        case .legal: verdict = source.isServed(script, with: done) ? .accept : .none
        }
    }
}

extension ScriptSource {
    /// Whether a server that speaks in a legal order also means what it says.
    ///
    /// An inserted message without meaning may stand where one of its type is due. The server itself would
    /// not go on where it awaits no answer to its question, or one to none. Before the version is known,
    /// a HelloRequest may be passed over as TLS 1.2 has it, or refused as TLS 1.3 has it.
    fileprivate func isServed(_ script: Script, with done: [Violation]) -> Bool {
        let isAmbiguous = script.steps.first { $0.said != nil }?.said == .helloRequest
        guard !isAmbiguous, script.asksClient == script.awaitsAnswer else { return false }
        let meant = edited(done.filter { !isOfOrder($0) }).script.steps
        // Most are the same, and each of the thousands that a word may say would be looked for among all.
        guard script.steps != meant else { return true }
        let isMeant = script.steps.allSatisfy { step in
            step.said == nil || step.said == .helloRequest || meant.contains(step)
        }
        // A retry that is left out leaves an answer to a hello that no client sends.
        let isWhole = meant.allSatisfy { step in
            step.said == nil || step.said == .certificateStatus || step.said == .certificateRequest
                || script.steps.contains(step)
        }
        return isMeant && isWhole
    }

    /// Whether an edit is about the order of messages: an operation, or a word that does the same.
    fileprivate func isOfOrder(_ edit: Violation) -> Bool {
        edit.isOperation || MessageOrder(of: edited([edit]).script) != .legal
    }

    /// Whether a word of the catalogue is against the rules and has not been undone by the other edits.
    fileprivate func isFault(
        _ edit: Violation,
        among done: [Violation],
        in script: Script
    ) -> Bool {
        // The order of messages tells of those that are about it.
        guard !edit.isAllowed, !isOfOrder(edit), !isLate(edit) else { return false }
        // A change of keys alone is in no step.
        if edited([edit]).script.heard == honest.heard { return true }
        return edited(done.filter { $0.name != edit.name }).script.heard != script.heard
    }
}

extension Script {
    fileprivate var asksClient: Bool { steps.contains { $0.said == .certificateRequest } }

    fileprivate var awaitsAnswer: Bool { steps.contains(.expect(.certificate)) }
}
