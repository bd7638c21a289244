import Crypto

/// A session as its ticket keeps it.
package struct KeptSession: Hashable, Sendable {
    /// The number of its cipher suite, whose digest a resumption must have.
    package let suite: UInt16
    /// The pre-shared key (RFC 8446 §4.6.1); TLS 1.2's master secret.
    package var secret: [UInt8]
    /// Whether TLS 1.2's master secret is of the transcript (RFC 7627).
    package var hasExtendedMasterSecret = false
    /// The early data that it may have, in bytes; TLS 1.3's.
    package var earlyData: UInt32 = 0
    /// That of its first connection, which early data is of, too; nil for none.
    package var applicationProtocol: String?

    package init(suite: UInt16, secret: [UInt8], hasExtendedMasterSecret: Bool = false) {
        self.suite = suite
        self.secret = secret
        self.hasExtendedMasterSecret = hasExtendedMasterSecret
    }

    /// The content of a ticket.
    fileprivate var bytes: [UInt8] {
        var bytes = [UInt8](suite) + [hasExtendedMasterSecret ? 1 : 0]
        bytes.put(Int(earlyData), bytes: 4)
        bytes.putVector(Array((applicationProtocol ?? "").utf8), lengthBytes: 1)
        return bytes + secret
    }

    /// Nil for bytes that are no content of a ticket.
    fileprivate init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let suite = reader.number(2), let mark = reader.number(1),
            let earlyData = reader.number(4), let name = reader.vector(1)
        else { return nil }
        self.init(
            suite: UInt16(suite),
            secret: reader.rest,
            hasExtendedMasterSecret: mark == 1
        )
        self.earlyData = UInt32(earlyData)
        applicationProtocol = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }
}

/// How a server lets clients resume sessions: all that it must remember is in the ticket.
package struct TicketPolicy: Hashable, Sendable {
    /// The key of 32 bytes that tickets are sealed with.
    package var key: [UInt8]
    /// In seconds; a week at most (RFC 8446 §4.6.1).
    package var lifetime: UInt32 = 7_200
    /// How many a connection is given; TLS 1.2 has one.
    package var count = 1
    /// The early data that sessions may have, in bytes; nil for none (RFC 8446 §4.2.10).
    package var earlyData: UInt32?

    package init(key: [UInt8]) {
        self.key = key
    }

    /// A ticket; `nonce` is never the same twice under a key.
    func seal(_ session: KeptSession, nonce: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let cipher = try RecordCipher(.chaCha20Poly1305, key: key, seals: true)
        return nonce + (try cipher.seal(session.bytes, nonce: nonce, authenticating: []))
    }

    /// The session of a ticket; nil for one that this server has not sealed.
    package func open(_ ticket: [UInt8]) -> KeptSession? {
        guard ticket.count > 14,
            let cipher = try? RecordCipher(.chaCha20Poly1305, key: key, seals: false),
            let opened = try? cipher.open(
                Array(ticket[12...]),
                nonce: Array(ticket[..<12]),
                authenticating: []
            )
        else { return nil }
        return KeptSession(opened)
    }
}

/// A NewSessionTicket that is made when it is sent (RFC 8446 §4.6.1, RFC 5077 §3.3).
package struct TicketPlan: Hashable, Sendable {
    package var policy: TicketPolicy
    package var ageAdd: UInt32 = 0
    package var nonce: [UInt8] = [0]
    package var extensions: [Extension] = []
    /// Bytes of zeros after the ticket, which this server does not read.
    package var filling = 0
}

extension Message {
    /// TLS 1.3's NewSessionTicket, which no transcript has (RFC 8446 §4.4.1).
    static func ticket(_ plan: TicketPlan) -> Message {
        var message = Message(.newSessionTicket, .ticket(plan))
        message.isHashed = false
        return message
    }
}

/// A session that a script resumes.
package struct ResumedSession: Hashable, Sendable {
    /// The ticket that the client offered for it.
    package let ticket: [UInt8]
    /// Among the client's identities.
    package var index: Int
    package var session: KeptSession

    /// The key of the session.
    var secret: [UInt8] {
        get { session.secret }
        set { session.secret = newValue }
    }

    init(ticket: [UInt8], index: Int = 0, _ session: KeptSession) {
        (self.ticket, self.index, self.session) = (ticket, index, session)
    }

    /// The first of the client's tickets that is of this server and for this digest.
    ///
    /// Nil where there is none, and where the client wants no key exchange beside it.
    ///
    /// - Throws: `.malformed` for an offer that cannot be read, `.binder` where the client does not
    ///   prove the session; no other is then tried (RFC 8446 §4.2.11).
    init?(_ facts: Facts, _ suite: EngineSuite) throws(ProtocolFailure) {
        guard let policy = facts.settings.tickets, facts.hello.exchangesKeysWithPSK,
            facts.hello.offers(extension: Extension.preSharedKey)
        else { return nil }
        guard let offer = PreSharedKeyOffer(facts.hello) else {
            throw .malformed(message: HandshakeType.clientHello.rawValue)
        }
        for (index, ticket) in offer.identities.enumerated() {
            guard let session = policy.open(ticket),
                EngineSuite.numbered(session.suite)?.digest == suite.digest
            else { continue }
            guard offer.proves(session.secret, at: index, suite.digest) else { throw .binder }
            self.init(ticket: ticket, index: index, session)
            return
        }
        return nil
    }

    /// The session, where early data of it may be taken (RFC 8446 §4.2.10): it is the first that the
    /// client offers, and has the suite and the application protocol of this connection.
    func takesEarlyData(_ facts: Facts, _ agreed: Negotiation) -> KeptSession? {
        guard facts.hello.offers(extension: Extension.earlyData), index == 0,
            facts.settings.tickets?.earlyData != nil, session.earlyData > 0,
            session.suite == agreed.suite.code,
            session.applicationProtocol == agreed.applicationProtocol
        else { return nil }
        return session
    }

    /// The session's place among the identities of the hello after a retry, from which a client
    /// takes those that do not fit the suite (RFC 8446 §4.1.2).
    ///
    /// Nil where the session is not among them any more, or where its binder is not of the
    /// transcript, which ends with the retry.
    func place(in second: ClientHello, after transcript: [UInt8], _ digest: Digest) -> Int? {
        guard let offer = PreSharedKeyOffer(second),
            let place = offer.identities.firstIndex(of: ticket),
            offer.proves(secret, at: place, digest, after: transcript)
        else { return nil }
        return place
    }
}

extension ClientHello {
    /// Whether psk_dhe_ke is among the client's modes (RFC 8446 §4.2.9).
    var exchangesKeysWithPSK: Bool {
        let data = extensions.first { $0.type == Extension.pskModes }?.data ?? []
        return data.dropFirst().contains(1)
    }
}
