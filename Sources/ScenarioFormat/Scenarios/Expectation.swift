import ClientModels
import Crypto
import Forge
import PathValidation
import TLS
import X509

/// The decision that is expected.
package struct Expectation: Hashable, Sendable {
    /// Whether the party must accept, or for which reasons it may refuse.
    package enum Verdict: Hashable, Sendable {
        case accept
        /// One of these reasons will do.
        case reject([Rejection.Code])

        /// The word for all reasons in `expect`.
        package static let anyReason = "any"

        /// The reasons of a rejection as `expect` states them; nil for an acceptance.
        package var reasons: [String]? {
            switch self {
            case .accept: nil
            case .reject(Rejection.Code.ofRules): [Self.anyReason]
            case .reject(let codes): codes.map(\.rawValue)
            }
        }
    }

    package var verdict: Verdict
    package var disposition: Disposition?
    package var trustResult: TrustResult?
    package var error: String?
    /// The TLS alert that the client sent, by its RFC 8446 name hyphenated, or `TLSAlert.none`; one of
    /// these will do.
    package var alert: [String]?
    /// The fields of the last ClientHello that came, each as `HelloField` writes it.
    package var hello: [HelloField: String] = [:]
    /// Whether the client showed a certificate of its own.
    package var clientCertificate: ClientCertificate?
    /// Whether the client took the answer to its request for a whole one.
    package var answer: AnswerUse?
    /// Whether the client sent a heartbeat.
    package var heartbeat: Heartbeat?
    /// Other ends of a case that are as right.
    package var alternatives: [Alternative] = []
    /// Entities of the verified path, end entity first.
    package var path: [String]?
    /// How many connections the server saw.
    package var connections: Int?
    package var configurationError: String?

    /// An expectation of nothing but the verdict.
    package init(verdict: Verdict) {
        self.verdict = verdict
    }

    /// Observations that may be asserted beside the verdict: the keys of scenario files, in the order of
    /// reports, and how each value is written.
    package static let observations: [Observation] =
        sights
        + HelloField.allCases.map { field in
            ("hello.\(field.rawValue)", { $0.hello[field] })
        }

    /// The part of a client's certificate that a server sees.
    package enum ClientCertificate: String, CaseIterable, Hashable, Sendable {
        case shown
        case withheld = "none"
    }

    /// A client's use of an answer.
    package enum AnswerUse: String, CaseIterable, Hashable, Sendable {
        case taken, refused
    }

    /// The client's heartbeats that a server sees (RFC 6520).
    package enum Heartbeat: String, CaseIterable, Hashable, Sendable {
        case sent
        case withheld = "none"
    }

    /// An end of a case that is as right as its verdict.
    package enum Alternative: String, CaseIterable, Hashable, Sendable {
        /// A client may refuse what it may accept.
        case refusal
        /// The party still waits when its time is over.
        case timeout
        /// The connection is closed without an alert and without a word.
        case closed
    }

    package typealias Observation = (key: String, value: @Sendable (Expectation) -> String?)

    private static let sights: [Observation] = [
        ("disposition", { $0.disposition?.rawValue }),
        ("trust-result", { $0.trustResult?.rawValue }),
        ("error", { $0.error }),
        ("alert", { $0.alert?.joined(separator: " or ") }),
        ("client-certificate", { $0.clientCertificate?.rawValue }),
        ("answer", { $0.answer?.rawValue }),
        ("heartbeat", { $0.heartbeat?.rawValue }),
        ("or", { $0.alternatives.isEmpty ? nil : $0.alternatives.text }),
        ("path", { $0.path?.joined(separator: " ← ") }),
        ("connections", { $0.connections.map(String.init) }),
        ("config-error", { $0.configurationError }),
    ]
}

/// A rule of `expect`: it applies where every `when` equals one of its values.
package struct ExpectationRule: Hashable, Sendable {
    package let when: [String: [String]]
    package let expectation: Expectation
    /// The 1-based line in the file.
    package let line: Int
    /// The parties that `when` names; nil where it does not compare them.
    let parties: [PartyReference]?

    init(
        when: [String: [String]],
        expectation: Expectation,
        line: Int,
        parties: [PartyReference]? = nil
    ) {
        self.when = when
        self.expectation = expectation
        self.line = line
        self.parties = parties
    }
}

/// A documented difference of a party (`known:`).
package struct KnownVerdictDifference: Hashable, Sendable {
    package let party: PartyReference
    package let verdict: Expectation.Verdict
    package let because: String
    package let ref: String?
    /// The last day that it is tolerated.
    package let until: Instant?
    /// The 1-based line in the file; 0 for one that no scenario states.
    package let line: Int

    /// A difference; each parameter is the property of its name.
    package init(
        party: PartyReference,
        verdict: Expectation.Verdict,
        because: String,
        ref: String? = nil,
        until: Instant? = nil,
        line: Int = 0
    ) {
        (self.party, self.verdict, self.because) = (party, verdict, because)
        (self.ref, self.until, self.line) = (ref, until, line)
    }
}

extension [Expectation.Alternative] {
    fileprivate var text: String { map(\.rawValue).joined(separator: " or ") }
}
