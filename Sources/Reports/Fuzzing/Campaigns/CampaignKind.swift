import Basics
import Campaigns

/// The kind of a campaign's cases, and the rules by which they are judged.
package enum CampaignKind: Sendable {
    /// Chains with defects, judged by the profile `reference`.
    case chains
    /// Scripts of servers, judged by the standards' rules on handshakes.
    case handshakes

    /// The kind that the names of fuzz targets in a command mean.
    package init(of targets: [String]) {
        self = targets == [Self.handshakeTarget] ? .handshakes : .chains
    }

    /// The name of the campaign of handshakes, where fuzz targets have theirs.
    private static let handshakeTarget = "Handshake"

    /// The words of a command before its options.
    package var command: [String] {
        ["hatpin", "fuzz"] + (target.map { [$0] } ?? [])
    }

    /// The name where fuzz targets have theirs; nil for that of chains.
    var target: String? { self == .handshakes ? Self.handshakeTarget : nil }

    /// The beginning of a report, after the number of cases and the seed.
    var introduction: String {
        switch self {
        case .chains: "each judged by the profile `reference` and by others"
        case .handshakes: "each judged by the rules of TLS and put before clients"
        }
    }

    /// The source of our verdicts.
    package var standard: String { self == .chains ? "reference" : "the rules of TLS" }

    var cases: String { self == .chains ? "chains" : "handshakes" }

    /// A known difference, as reports tell of it.
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

    /// Those of the judge of this name.
    func known(of oracle: String) -> [Known] {
        switch self {
        case .chains: KnownChainDifference.list(of: oracle).map { Known($0) }
        case .handshakes: KnownHandshakeDifference.list(of: oracle).map { Known($0) }
        }
    }
}
