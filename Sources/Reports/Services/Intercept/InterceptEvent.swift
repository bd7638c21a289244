import Runner
import TLS

/// An event of the intercepting proxy, told as it happens.
package enum InterceptEvent: Sendable {
    /// The proxy takes connections here; for CONNECT where there is no target.
    case listening(NetworkAddress, transparentFor: ConnectTarget?)
    case settled(InterceptedClient, AttackRecord, AttackVerdict)
    /// A connection is passed through untouched.
    case passed(InterceptedClient)
    /// The host cannot be reached, or its connections cannot be attacked.
    case failed(host: String, InterceptObstacle)
}

/// A client and a host that it connects to.
package struct InterceptedClient: Hashable, Sendable {
    /// The client's address, without its port.
    package let client: String
    /// The User-Agent of its CONNECT; nil for none.
    package let agent: String?
    /// The host and port, as `ConnectTarget.text` has them.
    package let host: String

    package init(client: String, agent: String? = nil, host: String) {
        (self.client, self.agent, self.host) = (client, agent, host)
    }
}

/// An attack, as reports need it.
package struct AttackRecord: Hashable, Sendable {
    /// As on the command line.
    package let name: String
    /// The fault of a client that accepts it, in one sentence.
    package let proves: String
    /// The harm of accepting it.
    package let exposure: Exposure
    /// Whether it says something only of a client that trusts the root of the user's choice.
    package let needsTrustedRoot: Bool

    /// Each parameter is the property of its name.
    package init(name: String, proves: String, exposure: Exposure, needsTrustedRoot: Bool) {
        (self.name, self.proves) = (name, proves)
        (self.exposure, self.needsTrustedRoot) = (exposure, needsTrustedRoot)
    }
}

/// The end of an attack.
package enum AttackVerdict: Hashable, Sendable {
    /// Application data came from the client after the handshake; its first line with secrets cut.
    case accepted(request: String)
    /// An alert, or the end of the connection, came before any application data.
    case refused(Refusal)
    /// Neither.
    case unclear(Doubt)
    /// The attack cannot be made on this host: the words of the error.
    case impossible(String)

    /// How a client refused.
    package enum Refusal: Hashable, Sendable {
        /// By its RFC 8446 name hyphenated.
        case alert(String)
        case closedInHandshake
        /// As do clients that compare pins after the handshake, and those that had no use for the
        /// connection.
        case closedAfterHandshake
    }

    /// Why there is no verdict.
    package enum Doubt: Hashable, Sendable {
        /// An alert that refuses what the proxy offers, not its certificate.
        case alert(String)
        case noHandshakeInTime
        case noDataAfterHandshake
        case noTLS
        case handshakeFailed
    }
}

/// Why a host's connections are not attacked.
package enum InterceptObstacle: Hashable, Sendable {
    /// The host does not answer in time.
    case noAnswer
    case clientWithoutTLS
    /// The host cannot be reached, or its chain not be read: the words of the error.
    case unreachable(String)
}
