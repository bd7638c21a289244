import ClientModels
import PathValidation
import ScenarioFormat

/// The part of a party's reply to a setup that an audit needs.
package enum AuditReply: Hashable, Sendable {
    case accepted(Exposure.Basis)
    /// The party refuses; the values are the reason and the system's error message, if it has one.
    case refused(Rejection.Code, words: String?)
    /// The party cannot express the setup, or the setup cannot be served.
    case notApplicable(String)
    /// There is no verdict.
    case failed(HarnessError)

    /// Whether the reply is an acceptance; nil if there is no verdict.
    var isAccept: Bool? {
        switch self {
        case .accepted: true
        case .refused: false
        case .notApplicable, .failed: nil
        }
    }
}

extension AuditReply {
    init(_ reply: Survey.Reply) {
        switch reply {
        case .notApplicable(let reason): self = .notApplicable(reason)
        case .failed(let error): self = .failed(error)
        case .decided(let decision):
            switch decision.verdict {
            case .accept(let grounds): self = .accepted(Exposure.Basis(grounds))
            case .reject(let rejection):
                let words = decision.configurationError ?? decision.error
                self = .refused(rejection.code, words: words)
            }
        }
    }
}

extension AuditReply {
    /// The reply to a question that no shard has answered.
    static let unrecorded = AuditReply.failed(.client("no shard of the audit has a reply"))
}

/// The replies of parties in audits, by case.
///
/// Each shard of an audit records its replies, and the whole audit is built from all of them.
package struct AuditReplies: Sendable {
    /// One setup that is tested with a party.
    package struct Question: Hashable, Sendable {
        package let party: String
        package let role: Role
        /// The id of the first case that has the setup.
        package let scenario: String

        /// Creates a question; each parameter sets the property of the same name.
        package init(party: String, as role: Role, scenario: String) {
            (self.party, self.role, self.scenario) = (party, role, scenario)
        }
    }

    /// The role of a party in an audit.
    package enum Role: String, CaseIterable, Sendable {
        case audited
        /// The system that the audited party is compared with.
        case system
        /// The system that the audited party is compared with, in setups whose pins are removed.
        case systemWithoutPins = "system-without-pins"
    }

    package private(set) var all: [Question: AuditReply]

    package init(_ all: [Question: AuditReply] = [:]) {
        self.all = all
    }

    subscript(party: Party, as role: Role, at site: Survey.Site) -> AuditReply? {
        get { all[Question(party: party.name, as: role, scenario: site.scenario.id)] }
        set { all[Question(party: party.name, as: role, scenario: site.scenario.id)] = newValue }
    }

    /// A question that no shard has answered; nil if every question has an answer.
    package var unrecorded: Question? { all.first { $0.value == .unrecorded }?.key }

    /// The replies with a verdict, or with a permanent reason for the missing verdict.
    ///
    /// A resumed audit does not ask for these replies again.
    package var settled: AuditReplies {
        AuditReplies(all.filter { if case .failed = $0.value { false } else { true } })
    }

    /// Adds the replies of another shard, which tested other cases.
    package mutating func add(_ other: AuditReplies) {
        all.merge(other.all) { mine, _ in mine }
    }
}
