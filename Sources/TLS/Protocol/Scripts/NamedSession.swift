import Crypto
import Synchronization

/// The session that a server keeps under a session id of TLS 1.2 (RFC 5246 §7.4.1.2).
///
/// The server keeps only the latest session, because all its sessions have the same id.
package final class NamedSession: Sendable {
    /// The id, of 32 bytes.
    package let id: [UInt8]
    private let kept = Mutex<KeptSession?>(nil)

    package init(id: [UInt8]) {
        self.id = id
    }

    /// The session; nil until a handshake with this id has completed.
    var session: KeptSession? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
}

extension Script {
    /// Returns the abbreviated handshake for a client that offers the session id (RFC 5246 §7.3).
    static func namedTLS12(_ facts: Facts, _ agreed: Negotiation) -> Script? {
        let (hello, settings) = (facts.hello, facts.settings)
        guard agreed.version == .v1_2, let named = settings.namedSession,
            hello.sessionID == named.id, let session = named.session
        else { return nil }
        return resumedTLS12(session, ticket: [], facts, agreed)
    }
}
