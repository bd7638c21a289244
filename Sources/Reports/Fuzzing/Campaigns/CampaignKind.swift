import Basics
import Campaigns

/// The kind of a campaign's cases, and the rules that determine their expected verdicts.
package enum CampaignKind: Sendable {
    /// Chains with defects, verified by the profile `reference`.
    case chains
    /// Scripts of servers, compared with the standards' rules on handshakes.
    case handshakes

    /// Creates the kind that the words after `hatpin fuzz` select.
    package init(of targets: [String]) {
        self = targets == [Self.handshakeTarget] ? .handshakes : .chains
    }

    /// The word that selects the campaign of handshakes, in the position of a fuzz target's name.
    private static let handshakeTarget = "Handshake"

    /// The words of a command before its options.
    package var command: [String] {
        ["hatpin", "fuzz"] + (target.map { [$0] } ?? [])
    }

    /// The word after `hatpin fuzz` that selects the campaign; nil for the campaign of chains,
    /// which needs no word.
    var target: String? { self == .handshakes ? Self.handshakeTarget : nil }

    /// The words of a report's first sentence after the number of cases and the seed.
    var introduction: String {
        switch self {
        case .chains: "each verified by the profile `reference` and by other oracles"
        case .handshakes: "each tested with clients and compared with the rules of TLS"
        }
    }

    /// The basis of Hatpin's verdicts, in the words of reports.
    package var standard: String { self == .chains ? "reference" : "the rules of TLS" }

    var cases: String { self == .chains ? "chains" : "handshakes" }

    /// A known difference, as reports show it.
    struct Known {
        let name: String
        let direction: DifferenceDirection
        let right: String
        let about: String

        init<Subject>(_ known: KnownDifference<Subject>) {
            name = known.name
            direction = known.direction
            right = known.right == .both ? "both may" : "right: \(known.right)"
            about = known.about
        }
    }

    /// Returns the known differences of the oracle with this name.
    func known(of oracle: String) -> [Known] {
        switch self {
        case .chains: KnownChainDifference.list(of: oracle).map { Known($0) }
        case .handshakes: KnownHandshakeDifference.list(of: oracle).map { Known($0) }
        }
    }
}
