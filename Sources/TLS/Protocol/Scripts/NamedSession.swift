import Crypto
import Synchronization

/// The session that a server keeps under a session id of TLS 1.2 (RFC 5246 §7.4.1.2): the latest one,
/// because all bear the same id.
package final class NamedSession: Sendable {
    /// The id, of 32 bytes.
    package let id: [UInt8]
    private let kept = Mutex<KeptSession?>(nil)

    package init(id: [UInt8]) {
        self.id = id
    }

    /// Nil while no handshake under the id has ended.
    var session: KeptSession? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
}

extension Script {
    /// The abbreviated handshake of a client that names the session (RFC 5246 §7.3).
    static func namedTLS12(_ facts: Facts, _ agreed: Negotiation) -> Script? {
        let (hello, settings) = (facts.hello, facts.settings)
        guard agreed.version == .v1_2, let named = settings.namedSession,
            hello.sessionID == named.id, let session = named.session
        else { return nil }
        return resumedTLS12(session, ticket: [], facts, agreed)
    }
}
