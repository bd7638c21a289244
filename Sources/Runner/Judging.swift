import PKIX
import Scenarios
import Trust

extension Expectation {
    /// How `answer`, with its verified path as entity names, compares with this expectation.
    func judge(_ answer: Answer, path: [String]?) -> Outcome {
        let decision = answer.decision
        switch (verdict, decision.verdict) {
        case (.accept, .accept): break
        case (.accept, .reject): return .falseReject
        case (.reject, .accept): return .falseAccept
        case (.reject(let codes), .reject(let rejection)):
            guard codes.contains(rejection.code) else { return .wrongReason }
        }
        var observations: [(key: String, expected: String?, observed: String?)] = [
            ("disposition", disposition?.rawValue, decision.disposition?.rawValue),
            ("trust-result", trustResult?.rawValue, decision.trustResult?.rawValue),
            ("error", error, decision.error),
            ("config-error", configurationError, decision.configurationError),
            ("path", self.path?.joined(separator: ", "), path?.joined(separator: ", ")),
        ]
        // Without a handshake there is nothing to see of these.
        if let observed = answer.observed {
            observations.append(("alert", alert, observed.alert))
            let connections = connections.map(String.init)
            observations.append(("connections", connections, String(observed.connections)))
        }
        for (key, expected, observed) in observations {
            guard let expected, expected != observed else { continue }
            return .wrongObservation(key: key, expected: expected, observed: observed ?? "none")
        }
        return .pass
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

extension KnownDeparture {
    /// What a run at `now` makes of `outcome`, which is what the expectation alone says.
    ///
    /// Strict both ways: a departure that ended, or is past its day, fails the run.
    func judge(_ outcome: Outcome, _ verdict: Verdict, now: Instant) -> Outcome {
        if outcome == .pass {
            return .staleDeparture("the party no longer departs: delete the entry")
        }
        guard verdict.meets(self.verdict) else { return outcome }
        if let until, now > until + 86_400 {
            return .staleDeparture("tolerated until \(until), which has passed")
        }
        return .known(because: because + (ref.map { " (\($0))" } ?? ""))
    }
}
