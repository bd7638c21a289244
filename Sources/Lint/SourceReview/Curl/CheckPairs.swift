// Pairs of settings of one connection that turn off the chain check and the host name check.

extension CodeReview {
    /// The value that turns a check off.
    static let off: Set<SourceValue> = [.number(0), .truth(false)]

    /// The options of one connection.
    ///
    /// They are in one literal, or calls in one scope set them with the same text before the
    /// option.
    private struct Connection: Hashable {
        let scope: Int?
        let handle: String
    }

    /// Returns the settings that turn off the chain check, and the name settings that have no chain
    /// setting in the same connection.
    ///
    /// Each chain setting is joined with the name setting of its connection, so that one cause
    /// gives one finding.
    func pairs(_ chains: [Match], _ names: [Match]) -> (joined: [Match], alone: [Match]) {
        let own = Dictionary(grouping: chains.indices) { connection(of: chains[$0]) }
        var partners: [Int: [Match]] = [:]
        var alone: [Match] = []
        for name in names {
            let near = own[connection(of: name)] ?? []
            let before = near.last { chains[$0].tokens.lowerBound < name.tokens.lowerBound }
            if let chain = before ?? near.first {
                partners[chain, default: []].append(name)
            } else {
                alone.append(name)
            }
        }
        return (chains.indices.map { joined(chains[$0], with: partners[$0] ?? []) }, alone)
    }

    private func connection(of match: Match) -> Connection {
        let option = match.tokens.lowerBound
        let isArgument = source.isSign(option + 1, ",") || source.isSign(option + 1, "]")
        guard isArgument, let open = source.enclosing(option) else {
            return Connection(scope: source.enclosing(option), handle: "")
        }
        let handle = source.text(of: source.receiver(of: open - 1)..<option)
        return Connection(scope: source.enclosing(open), handle: handle)
    }

    /// Returns a match that includes others with the same cause and fixes them too.
    private func joined(_ match: Match, with others: [Match]) -> Match {
        guard !others.isEmpty else { return match }
        var match = match
        match.edits = ([match] + others).flatMap {
            $0.edits ?? Repair.replace("true").edits($0, in: self)
        }
        match.related += others.map {
            .init(place: span($0.tokens), label: "also turns off the host name check")
        }
        return match
    }
}
