import ClientModels
import PathValidation
import ScenarioFormat
import TLS
import X509

extension Expectation {
    /// How `answer`, with its verified path as entity names, compares with this expectation.
    ///
    /// - Parameters:
    ///   - answer: the decision, and the observation.
    ///   - path: the verified path as entity names.
    ///   - isStrict: whether a rejection without a reason is none for the reason expected.
    /// - Returns: the outcome, before differences and the control.
    func judge(_ answer: Answer, path: [String]?, isStrict: Bool = false) -> Outcome {
        switch (verdict, answer.decision.verdict) {
        case (.accept, .accept): break
        case (.accept, .reject): guard alternatives.contains(.refusal) else { return .falseReject }
        case (.reject, .accept): return .falseAccept
        case (.reject(let codes), .reject(let rejection)):
            guard rejection.fits(codes, isStrict: isStrict) else { return .wrongReason }
        }
        let seen = seen(in: answer, path: path)
        for (key, value) in Self.observations {
            guard let expected = value(self) else { continue }
            let observed = value(seen)
            guard observed != expected else { continue }
            return .wrongObservation(key: key, expected: expected, observed: observed ?? "none")
        }
        return .pass
    }

    /// Whether the end of a case without a verdict is as right as the verdict.
    func allows(_ end: HarnessError) -> Bool {
        switch end {
        case .timeout: alternatives.contains(.timeout)
        case .closed: alternatives.contains(.closed)
        case .forge, .wire, .files, .crash, .undialled, .client: false
        }
    }

    /// Whether the setup must be accepted, and was.
    func isMet(byAccepting verdict: PathValidation.Verdict) -> Bool {
        if case (.accept, .accept) = (self.verdict, verdict) { true } else { false }
    }

    /// The observations that were made, in place of those that are asserted beside the verdict.
    private func seen(in answer: Answer, path: [String]?) -> Expectation {
        var seen = self
        seen.disposition = answer.decision.disposition
        seen.trustResult = answer.decision.trustResult
        seen.error = answer.decision.error
        seen.configurationError = answer.decision.configurationError
        seen.path = path
        // A party that does not tell leaves it as asserted.
        if let taken = answer.takesAnswer { seen.answer = taken ? .taken : .refused }
        // Without a handshake there is nothing to see of these: they stay as asserted.
        if let observed = answer.observed {
            let sent = observed.alert?.name ?? TLSAlert.none
            // Of several alerts one will do: then all of them stay as asserted.
            if alert?.contains(sent) != true { seen.alert = [sent] }
            for field in hello.keys { seen.hello[field] = observed.hello.map(field.value) }
            seen.connections = observed.connections
            seen.heartbeat = observed.hasHeartbeat ? .sent : .withheld
            seen.clientCertificate = observed.hasClientCertificate ? .shown : .withheld
        }
        return seen
    }
}

extension Rejection {
    /// Whether it is for one of these reasons.
    ///
    /// A program's words may mean several; where it has none, the control alone shows that it
    /// refused what was wrong.
    fileprivate func fits(_ codes: [Code], isStrict: Bool) -> Bool {
        guard case .reported(let reasons, _) = self else { return codes.contains(code) }
        return reasons.isEmpty ? !isStrict : reasons.contains(where: codes.contains)
    }
}

extension Verdict {
    /// Whether it is what `expected` says.
    func meets(_ expected: Expectation.Verdict) -> Bool {
        switch (expected, self) {
        case (.accept, .accept): true
        case (.reject(let codes), .reject(let rejection)): codes.contains(rejection.code)
        case (.accept, .reject), (.reject, .accept): false
        }
    }

    /// `accept`, or `reject: reason`.
    package var text: String {
        switch self {
        case .accept: "accept"
        case .reject(let rejection): "reject: \(rejection.code.rawValue)"
        }
    }
}

extension KnownVerdictDifference {
    /// The outcome with the difference taken into account, in a run at `now`; `outcome` is without it,
    /// and `verdict` nil for an end without one.
    ///
    /// Strict both ways: a difference that ended, or is past its day, fails the run.
    func judge(_ outcome: Outcome, _ verdict: Verdict?, now: Instant) -> Outcome {
        if outcome == .pass {
            return .staleDifference("the party no longer departs: delete the entry")
        }
        guard verdict?.meets(self.verdict) == true else { return outcome }
        if let until, now > until + 86_400 {
            return .staleDifference("tolerated until \(until), which has passed")
        }
        return .known(because: because + (ref.map { " (\($0))" } ?? ""))
    }
}
