import ClientModels
import Crypto
import Forge
import PathValidation
import TLS
import X509

/// The expected decision.
package struct Expectation: Hashable, Sendable {
    /// An acceptance, or a rejection with its possible reasons.
    package enum Verdict: Hashable, Sendable {
        case accept
        /// A rejection for any of these reasons.
        case reject([Rejection.Code])

        /// The word for all reasons in `expect`.
        package static let anyReason = "any"

        /// The reasons of a rejection as in `expect`; nil for an acceptance.
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
    /// The TLS alerts that the client may send: names from RFC 8446 with hyphens, or
    /// `TLSAlert.none`.
    package var alert: [String]?
    /// The expected fields of the last ClientHello, in the notation of `HelloField`.
    package var hello: [HelloField: String] = [:]
    /// The expected use of a client certificate; nil if it is not asserted.
    package var clientCertificate: ClientCertificate?
    /// The expected use of the response; nil if it is not asserted.
    package var answer: AnswerUse?
    /// The expected heartbeat; nil if it is not asserted.
    package var heartbeat: Heartbeat?
    /// Other outcomes that are as correct as the verdict.
    package var alternatives: [Alternative] = []
    /// The expected entities of the verified path, end entity first; nil if they are not asserted.
    package var path: [String]?
    /// The expected number of connections to the server; nil if it is not asserted.
    package var connections: Int?
    package var configurationError: String?

    /// Creates an expectation with a verdict and no other assertion.
    package init(verdict: Verdict) {
        self.verdict = verdict
    }

    /// Observations that may be asserted in addition to the verdict: their keys in scenario files,
    /// in the order of reports, with their values as text.
    package static let observations: [Observation] =
        sights
        + HelloField.allCases.map { field in
            ("hello.\(field.rawValue)", { $0.hello[field] })
        }

    /// The use of a client certificate, as the server observes it.
    package enum ClientCertificate: String, CaseIterable, Hashable, Sendable {
        case shown
        case withheld = "none"
    }

    /// The use of the response by the client: accepted as complete, or refused.
    package enum AnswerUse: String, CaseIterable, Hashable, Sendable {
        case taken, refused
    }

    /// The heartbeats that the server received (RFC 6520): some, or none.
    package enum Heartbeat: String, CaseIterable, Hashable, Sendable {
        case sent
        case withheld = "none"
    }

    /// An outcome that is as correct as the verdict.
    package enum Alternative: String, CaseIterable, Hashable, Sendable {
        /// The client refuses what it may accept.
        case refusal
        /// The party is still waiting at its deadline.
        case timeout
        /// The connection is closed without an alert or any data.
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

/// A rule of `expect`; it applies if each coordinate in `when` has one of the listed values.
package struct ExpectationRule: Hashable, Sendable {
    package let when: [String: [String]]
    package let expectation: Expectation
    /// The 1-based line in the file.
    package let line: Int
    /// The parties in `when`; nil if `when` does not compare parties.
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

/// A known difference of a party (`known:`).
package struct KnownVerdictDifference: Hashable, Sendable {
    package let party: PartyReference
    package let verdict: Expectation.Verdict
    package let because: String
    package let ref: String?
    /// The last day on which the difference is tolerated.
    package let until: Instant?
    /// The 1-based line in the file; 0 for a difference that is not stated in a scenario.
    package let line: Int

    /// Creates a difference; each parameter sets the property of the same name.
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
