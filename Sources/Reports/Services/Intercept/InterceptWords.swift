import Basics

extension AttackVerdict {
    /// The verdict in one word, for programs.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .unclear: "unclear"
        case .impossible: "impossible"
        }
    }

    /// The reason for the verdict; for an acceptance, the client's request.
    var detail: String {
        switch self {
        case .accepted(let request): request
        case .refused(let refusal): refusal.words
        case .unclear(let doubt): doubt.words
        case .impossible(let words): words
        }
    }
}

extension AttackVerdict.Refusal {
    fileprivate var words: String {
        switch self {
        case .alert(let name): name
        case .closedInHandshake: "closed in the handshake"
        case .closedAfterHandshake: "closed after the handshake"
        }
    }
}

extension AttackVerdict.Doubt {
    fileprivate var words: String {
        switch self {
        case .alert(let name): name
        case .noHandshakeInTime: "no handshake in time"
        case .noDataAfterHandshake: "no data after the handshake"
        case .noTLS: "no TLS"
        case .handshakeFailed: "the handshake failed"
        }
    }
}

extension InterceptObstacle {
    /// The obstacle in words; parts of it may be hostile text of a host or a resolver.
    var words: String {
        switch self {
        case .noAnswer: "no answer"
        case .clientWithoutTLS: "the client does not speak TLS"
        case .unreachable(let words): words
        }
    }
}

extension InterceptSummary {
    /// The attacks without a verdict, and the connections that were not attacked; nil if there are
    /// none.
    package var gapWords: String? {
        var parts: [String] = []
        if counts.unclear > 0 {
            parts.append("\(Prose.count(counts.unclear, "attack")) without a verdict")
        }
        if unattacked > 0 { parts.append(unattackedWords) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The connections that were not attacked because too many remote clients came.
    var unattackedWords: String {
        "\(Prose.count(unattacked, "connection")) of clients and hosts after the first "
            + "\(accounts.count) not attacked"
    }
}

extension InterceptedClient {
    /// The client's address, and the program that it claims to be.
    var origin: Untrusted {
        Untrusted(client + (agent.map { " (\($0))" } ?? ""))
    }
}
