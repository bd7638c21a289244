import X509

// Transparency counts the promises of logs to publish a certificate (RFC 6962), by the policies of
// browsers. It validates no path.

/// A log of Certificate Transparency as a client knows it.
package struct TransparencyLog: Hashable, Sendable {
    /// The state that a client's list of logs gives it, by the names of Chromium's and Apple's lists.
    package enum State: String, CaseIterable, Hashable, Sendable {
        case pending, qualified, usable
        case readOnly = "read-only"
        case retired, rejected
    }

    /// SHA-256 of its key (RFC 6962 §3.2).
    let id: [UInt8]
    /// The DER SubjectPublicKeyInfo of its P-256 key.
    let key: [UInt8]
    let operatedBy: String
    let state: State
    /// When that state began.
    let since: Instant

    /// A log; each parameter is the property of its name.
    package init(id: [UInt8], key: [UInt8], operatedBy: String, state: State, since: Instant) {
        (self.id, self.key, self.operatedBy) = (id, key, operatedBy)
        (self.state, self.since) = (state, since)
    }
}

extension TransparencyLog.State {
    /// The meaning of the word, in a sentence.
    package var about: String {
        switch self {
        case .pending: "It has applied; its timestamps do not count yet."
        case .qualified: "It was taken in lately; its timestamps count."
        case .usable: "Its timestamps count."
        case .readOnly:
            "It takes no more certificates; its timestamps count, for Apple those that are older."
        case .retired:
            "Its timestamps count in certificates that were issued before its retirement, beside one "
                + "of another log."
        case .rejected: "None of its timestamps counts."
        }
    }
}
