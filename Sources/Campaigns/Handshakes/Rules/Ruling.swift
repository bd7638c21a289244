import Crypto
import TLS

/// Whether a client may continue after a script, according to the violations and the message order.
struct Ruling: Sendable {
    /// The verdict on a script that breaks a rule.
    static let broken = ChainVerdict.reject("broken-handshake")

    /// The verdict: accept, `broken`, or none if no rule applies before the client's request.
    let verdict: ChainVerdict
    /// The edits that changed the script, in order.
    let edits: [String]
    /// The edits that have an effect, without violations that other edits undo.
    let effective: [String]

    /// Applies the edits to a script and judges the result.
    init(_ source: ScriptSource, _ edits: [Violation]) {
        let (script, done) = source.edited(edits)
        self.edits = done.map(\.name)
        let faults = Set(done.filter { source.isFault($0, among: done, in: script) }.map(\.name))
        // Two violations with the same effect hide each other: the script changes only if both
        // violations are missing.
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
    /// Whether the messages also make sense, for a script whose message order is legal.
    ///
    /// An inserted message must be a message that the server would send anyway. The server must
    /// await a client certificate exactly if it requests one. The rules have no verdict on a
    /// HelloRequest before the version is known: a client may ignore it as in TLS 1.2 or reject it
    /// as in TLS 1.3.
    fileprivate func isServed(_ script: Script, with done: [Violation]) -> Bool {
        let isAmbiguous = script.steps.first { $0.said != nil }?.said == .helloRequest
        guard !isAmbiguous, script.asksClient == script.awaitsAnswer else { return false }
        let meant = edited(done.filter { !isOfOrder($0) }).script.steps
        // Most scripts have exactly the meant steps. The comparison below would be slow for
        // violations with thousands of steps.
        guard script.steps != meant else { return true }
        let isMeant = script.steps.allSatisfy { step in
            step.said == nil || step.said == .helloRequest || meant.contains(step)
        }
        // Without the HelloRetryRequest, the rest of the script answers a ClientHello that no
        // client sends.
        let isWhole = meant.allSatisfy { step in
            step.said == nil || step.said == .certificateStatus || step.said == .certificateRequest
                || script.steps.contains(step)
        }
        return isMeant && isWhole
    }

    /// Whether an edit changes the message order; operations do, and some violations.
    fileprivate func isOfOrder(_ edit: Violation) -> Bool {
        edit.isOperation || MessageOrder(of: edited([edit]).script) != .legal
    }

    /// Whether the edit breaks a rule and no other edit undoes it.
    fileprivate func isFault(
        _ edit: Violation,
        among done: [Violation],
        in script: Script
    ) -> Bool {
        // `MessageOrder` judges the edits that change the message order.
        guard !edit.isAllowed, !isOfOrder(edit), !isLate(edit) else { return false }
        // If the steps that a client can notice are the same, the change only affects keys.
        if edited([edit]).script.heard == honest.heard { return true }
        return edited(done.filter { $0.name != edit.name }).script.heard != script.heard
    }
}

extension Script {
    fileprivate var asksClient: Bool { steps.contains { $0.said == .certificateRequest } }

    fileprivate var awaitsAnswer: Bool { steps.contains(.expect(.certificate)) }
}
