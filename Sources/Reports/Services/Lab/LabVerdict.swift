import Basics
import Runner

/// The verdict of `hatpin lab` on a client and a case.
package struct LabVerdict: Hashable, Sendable {
    /// The client's decision, as the server saw it.
    package enum Decision: String, CaseIterable, Hashable, Sendable {
        case accept, reject, none
    }

    package private(set) var id: Int
    package private(set) var scenario: String
    package private(set) var client: String
    package private(set) var verdict: Decision
    package private(set) var outcome: Outcome.Kind
    /// Whether the outcome is no failure.
    package private(set) var isPassed: Bool
    package private(set) var expected: String
    /// The result in a sentence.
    package private(set) var sentence: Untrusted
    /// The command that explains the case.
    package private(set) var command: String?
    package private(set) var reason: String?
    package private(set) var alert: String?
    /// The severity of an acceptance that is a failure; nil for other outcomes.
    package private(set) var severity: String?
    package private(set) var covers: [String]

    /// - Parameters:
    ///   - judgement: the judgement of the client and the case.
    ///   - id: the number of the setup.
    ///   - command: the command that explains the case; nil for a scenario without a file.
    ///   - objection: why the control was not accepted; nil if it was, or did not run.
    ///   - message: the client's last error message.
    package init(
        _ judgement: JudgementRecord,
        id: Int,
        command: String?,
        objection: String? = nil,
        says message: String = ""
    ) {
        (self.id, self.command) = (id, command)
        (scenario, client) = (judgement.scenario, judgement.party)
        (outcome, isPassed) = (judgement.outcome, !judgement.outcome.isFailure)
        expected = judgement.expected.words
        (alert, covers) = (judgement.alert, judgement.covers)
        severity =
            judgement.outcome == .falseAccept
            ? judgement.weakness?.severity ?? judgement.importance : nil
        switch judgement.verdict {
        case .accept: verdict = .accept
        case .reject(let reason, _): (verdict, self.reason) = (.reject, reason)
        case nil: verdict = .none
        }
        sentence = judgement.sentence(objection: objection, says: message)
    }
}

extension JudgementRecord {
    /// The result in a sentence.
    fileprivate func sentence(objection: String?, says message: String) -> Untrusted {
        if outcome == .inconclusive {
            return Untrusted(inconclusive(objection ?? "no reason", says: message))
        }
        if let issue = Issue(failure: self, in: nil) { return issue.message }
        let words = words(in: nil)
        guard outcome == .pass else {
            return Untrusted("\(party), \(scenario): \(outcome.rawValue): \(words.because)")
        }
        let isAccepted = if case .accept = verdict { true } else { false }
        return Untrusted(
            "\(party) \(isAccepted ? "accepted" : "rejected") \(scenario), as expected "
                + "(\(words.expected))"
        )
    }

    /// Returns the result of a case that proves nothing, in a sentence.
    ///
    /// - Parameters:
    ///   - objection: a reason, the kind of an outcome without a verdict, or words on a client that
    ///     was not tested.
    ///   - message: the client's error message.
    /// - Returns: the sentence.
    private func inconclusive(_ objection: String, says message: String) -> String {
        let says = "; the client: \(message)"
        if objection.contains(" ") {
            return "\(party) was not tested with \(scenario): \(objection)\(says)"
        }
        let start =
            verdict == nil ? "\(scenario) did not reach \(party)" : "\(party) rejected \(scenario)"
        let decides = Outcome.Kind(rawValue: objection) == nil ? "rejects" : "does not decide on"
        return start + ", but it \(decides) the control, too: the same setup without the defect "
            + "(\(objection)\(says))"
    }
}

extension LabVerdict.Decision: JSONRepresentable {}

extension LabVerdict: JSONRecord {
    static var blank: LabVerdict {
        LabVerdict(JudgementRecord.blank, id: 0, command: nil)
    }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("verdict"))
        try form.member("id", &id, "The number of the setup.")
        try form.member("case", &scenario, "The id of the case.")
        try form.member("client", &client, "The client's name.")
        try form.member("verdict", &verdict, "The client's decision, as the server saw it.")
        try form.member("passed", &isPassed, "Whether the test of the client succeeds.")
        try form.member("outcome", &outcome, "The outcome, as in run files.")
        try form.member("expected", &expected, "What a correct client does.")
        try form.member("sentence", &sentence, "The result in a sentence.")
        try form.optional("reason", &reason, "The reason of a rejection, by alert or message.")
        try form.optional("alert", &alert, "The TLS alert that the client sent.")
        try form.optional("severity", &severity, "The severity, if the client accepted an attack.")
        try form.list("covers", &covers, "The attacks of the catalogue.")
        try form.optional("command", &command, "The command that explains the case.")
    }
}
