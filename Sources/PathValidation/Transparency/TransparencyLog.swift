import X509

// Transparency checks the promises of logs to publish a certificate (RFC 6962), according to the
// policies of browsers. It validates no path.

/// A log of Certificate Transparency as a client knows it.
package struct TransparencyLog: Hashable, Sendable {
    /// The state of a log in a client's list of logs, by the names in Chromium's and Apple's lists.
    package enum State: String, CaseIterable, Hashable, Sendable {
        case pending, qualified, usable
        case readOnly = "read-only"
        case retired, rejected
    }

    /// The SHA-256 digest of the log's key (RFC 6962 §3.2).
    let id: [UInt8]
    /// The DER SubjectPublicKeyInfo of the log's P-256 key.
    let key: [UInt8]
    let operatedBy: String
    let state: State
    /// The instant at which the log's state began.
    let since: Instant

    /// Creates a log; each parameter is the property with its name.
    package init(id: [UInt8], key: [UInt8], operatedBy: String, state: State, since: Instant) {
        (self.id, self.key, self.operatedBy) = (id, key, operatedBy)
        (self.state, self.since) = (state, since)
    }
}

extension TransparencyLog.State {
    /// The meaning of the state, in a sentence.
    package var about: String {
        switch self {
        case .pending: "The log has applied; its SCTs do not count yet."
        case .qualified: "The log was accepted recently; its SCTs count."
        case .usable: "Its SCTs count."
        case .readOnly:
            "The log accepts no more certificates; its SCTs count, but Apple ignores later SCTs."
        case .retired:
            "The SCTs of the log count in certificates issued before its retirement, if another "
                + "log also gave an SCT."
        case .rejected: "The SCTs of the log do not count."
        }
    }
}
