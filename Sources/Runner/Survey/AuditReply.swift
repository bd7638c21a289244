import ClientModels
import PathValidation
import ScenarioFormat

/// The reply of a party to a setup, as far as an audit depends on it.
package enum AuditReply: Hashable, Sendable {
    case accepted(Exposure.Basis)
    /// The reason, and the original's words where it has some.
    case refused(Rejection.Code, words: String?)
    /// The party cannot express the setup, or the setup cannot be served.
    case notApplicable(String)
    /// There is no verdict.
    case failed(HarnessError)

    /// Whether it is an acceptance; nil where there is no verdict.
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
    /// For a question that no shard has a reply to.
    static let unrecorded = AuditReply.failed(.client("no shard of the audit has a reply"))
}

/// The replies of parties in audits, by case: what a shard of an audit leaves, and the whole is made of.
package struct AuditReplies: Sendable {
    /// A question to a party.
    package struct Question: Hashable, Sendable {
        package let party: String
        package let role: Role
        /// The id of the first case that has the setup.
        package let scenario: String

        /// Each parameter is the property of its name.
        package init(party: String, as role: Role, scenario: String) {
            (self.party, self.role, self.scenario) = (party, role, scenario)
        }
    }

    /// The questions to a party.
    package enum Role: String, CaseIterable, Sendable {
        case audited
        /// It is the system that another is told from.
        case system
        /// The same, and the setup's pins are left out.
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

    /// A question that was asked and that no shard has a reply to; nil where each has one.
    package var unrecorded: Question? { all.first { $0.value == .unrecorded }?.key }

    /// Those with a verdict, or with a reason why there is none that stays: what an audit that goes on
    /// need not ask again.
    package var settled: AuditReplies {
        AuditReplies(all.filter { if case .failed = $0.value { false } else { true } })
    }

    /// Adds those of another shard, which was asked about other cases.
    package mutating func add(_ other: AuditReplies) {
        all.merge(other.all) { mine, _ in mine }
    }
}
