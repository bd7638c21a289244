import Runner
import TLS

/// An event of the intercepting proxy, reported as it happens.
package enum InterceptEvent: Sendable {
    /// The proxy listens at this address; the target is nil if clients use CONNECT.
    case listening(NetworkAddress, transparentFor: ConnectTarget?)
    case settled(InterceptedClient, AttackRecord, AttackVerdict)
    /// A connection is passed through unchanged.
    case passed(InterceptedClient)
    /// The host cannot be reached, or its connections cannot be attacked.
    case failed(host: String, InterceptObstacle)
}

/// Writes the events of the intercepting proxy as they happen.
package protocol InterceptReporter: Sendable {
    /// Returns the lines of an event; nil for an event without lines.
    func lines(of event: InterceptEvent) -> String?

    /// Returns the text after the last event.
    func ending(_ summary: InterceptSummary) -> String
}

/// A client and the host that it connects to.
package struct InterceptedClient: Hashable, Sendable {
    /// The client's address without its port.
    package let client: String
    /// The User-Agent of the client's CONNECT request; nil if the request has none.
    package let agent: String?
    /// The host and port, as `ConnectTarget.text` writes them.
    package let host: String

    package init(client: String, agent: String? = nil, host: String) {
        (self.client, self.agent, self.host) = (client, agent, host)
    }
}

/// An attack, with the data that reports show.
package struct AttackRecord: Hashable, Sendable {
    /// The name on the command line.
    package let name: String
    /// The fault of a client that accepts the false certificate, in one sentence.
    package let proves: String
    /// The attacker's gain from a client that accepts the false certificate.
    package let exposure: Exposure
    /// Whether the attack tests only clients that trust a root that the user chose.
    package let needsTrustedRoot: Bool

    /// Each parameter sets the property of its name.
    package init(name: String, proves: String, exposure: Exposure, needsTrustedRoot: Bool) {
        (self.name, self.proves) = (name, proves)
        (self.exposure, self.needsTrustedRoot) = (exposure, needsTrustedRoot)
    }
}

/// The result of an attack.
package enum AttackVerdict: Hashable, Sendable {
    /// The client sent application data after the handshake; this is its first line with secrets
    /// removed.
    case accepted(request: String)
    /// The client sent an alert or closed the connection before any application data.
    case refused(Refusal)
    /// The client neither accepted nor refused.
    case unclear(Doubt)
    /// The proxy cannot make the attack on this host; the message says why.
    case impossible(String)

    /// How a client refused.
    package enum Refusal: Hashable, Sendable {
        /// The client sent this alert, in hyphenated RFC 8446 spelling.
        case alert(String)
        case closedInHandshake
        /// The client closed the connection: either it compares pins after the handshake, or it did
        /// not need the connection.
        case closedAfterHandshake
    }

    /// The reason why there is no verdict.
    package enum Doubt: Hashable, Sendable {
        /// The client sent an alert about the proxy's TLS parameters, not about its certificate.
        case alert(String)
        case noHandshakeInTime
        case noDataAfterHandshake
        case noTLS
        case handshakeFailed
    }
}

/// The reason why connections to a host are not attacked.
package enum InterceptObstacle: Hashable, Sendable {
    /// The host does not answer in time.
    case noAnswer
    case clientWithoutTLS
    /// The host cannot be reached, or its chain cannot be read; the message says why.
    case unreachable(String)
}
