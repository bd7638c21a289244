import ScenarioFormat

extension ExpectationRecord {
    /// Makes the record of an expectation, in the words of scenario files.
    package init(_ expectation: Expectation) {
        self.init(
            reasons: expectation.verdict.reasons,
            observations: Expectation.observations.compactMap { key, value in
                value(expectation).map { Observation(key: key, value: $0) }
            }
        )
    }
}

extension Setup {
    /// The names of the certificates that the client verifies, before server faults apply.
    package var presented: [String] {
        switch proxy {
        case nil: dataChannel.isEmpty ? serve : dataChannel
        case .serves(let entities): entities
        case .mintsUnder(let entity): ["a copy of \(serve.first ?? "nothing")", entity]
        }
    }
}
