// Chains that are not checked, and names that are not compared, of one connection.

extension CodeReview {
    /// The value that turns a check off.
    static let off: Set<Value> = [.number(0), .truth(false)]

    /// The options of one connection: those of a literal, or those that one scope sets by calls with
    /// the same text before the option.
    private struct Connection: Hashable {
        let scope: Int?
        let handle: String
    }

    /// Chains that are not checked, each with the names of its connection that are not compared: one
    /// finding for one cause; and the names without such a chain.
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

    /// A match that takes others of its cause along: its fix is theirs too.
    private func joined(_ match: Match, with others: [Match]) -> Match {
        guard !others.isEmpty else { return match }
        var match = match
        match.edits = ([match] + others).flatMap {
            $0.edits ?? Repair.replace("true").edits($0, in: self)
        }
        match.related += others.map {
            .init(place: span($0.tokens), label: "names are not compared either")
        }
        return match
    }
}
