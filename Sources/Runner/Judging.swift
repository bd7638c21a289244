import ClientModels
import PathValidation
import ScenarioFormat
import TLS
import X509

extension Expectation {
    /// Compares `answer` with this expectation.
    ///
    /// - Parameters:
    ///   - answer: the decision and the observation.
    ///   - path: the entity names of the verified path.
    ///   - isStrict: whether a rejection must have a reason.
    /// - Returns: the outcome, before known differences and the control.
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

    /// Whether a case that ended without a verdict meets the expectation.
    func allows(_ end: HarnessError) -> Bool {
        switch end {
        case .timeout: alternatives.contains(.timeout)
        case .closed: alternatives.contains(.closed)
        case .forge, .wire, .files, .crash, .undialled, .undelivered, .client: false
        }
    }

    /// Whether the expectation is an acceptance and the party accepted.
    func isMet(byAccepting verdict: PathValidation.Verdict) -> Bool {
        if case (.accept, .accept) = (self.verdict, verdict) { true } else { false }
    }

    /// Returns the expectation, with each assertion replaced by the value that was observed.
    private func seen(in answer: Answer, path: [String]?) -> Expectation {
        var seen = self
        seen.disposition = answer.decision.disposition
        seen.trustResult = answer.decision.trustResult
        seen.error = answer.decision.error
        seen.configurationError = answer.decision.configurationError
        seen.path = path
        // A party that does not report the use of the response leaves the assertion unchanged.
        if let taken = answer.takesAnswer { seen.answer = taken ? .taken : .refused }
        // Without a handshake there are no observations, so the assertions about them stay
        // unchanged.
        if let observed = answer.observed {
            let sent = observed.alert?.name ?? TLSAlert.none
            // If the client sent one of the asserted alerts, the assertion stays unchanged.
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
    /// Whether the rejection has one of these reasons.
    ///
    /// A program's error message may stand for several reasons. If it stands for no known reason,
    /// only the control can show that the program refused the attack itself.
    fileprivate func fits(_ codes: [Code], isStrict: Bool) -> Bool {
        guard case .reported(let reasons, _) = self else { return codes.contains(code) }
        return reasons.isEmpty ? !isStrict : reasons.contains(where: codes.contains)
    }
}

extension Verdict {
    /// Whether the verdict equals the expected verdict.
    func meets(_ expected: Expectation.Verdict) -> Bool {
        switch (expected, self) {
        case (.accept, .accept): true
        case (.reject(let codes), .reject(let rejection)): codes.contains(rejection.code)
        case (.accept, .reject), (.reject, .accept): false
        }
    }

    /// The verdict in words: `accept`, or `reject: reason`.
    package var text: String {
        switch self {
        case .accept: "accept"
        case .reject(let rejection): "reject: \(rejection.code.rawValue)"
        }
    }
}

extension KnownVerdictDifference {
    /// Returns the outcome after applying this known difference.
    ///
    /// A difference that no longer occurs, or whose date is past, fails the run.
    ///
    /// - Parameters:
    ///   - outcome: the outcome without the difference.
    ///   - verdict: the party's verdict; nil if there is none.
    ///   - now: the time of the run.
    /// - Returns: the outcome with the difference.
    func judge(_ outcome: Outcome, _ verdict: Verdict?, now: Instant) -> Outcome {
        if outcome == .pass {
            return .staleDifference("the party no longer differs: delete the entry")
        }
        guard verdict?.meets(self.verdict) == true else { return outcome }
        if let until, now > until + 86_400 {
            return .staleDifference("tolerated until \(until), which has passed")
        }
        return .known(because: because + (ref.map { " (\($0))" } ?? ""))
    }
}
