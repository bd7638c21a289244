import Crypto

/// A session in the form that a ticket stores.
package struct KeptSession: Hashable, Sendable {
    /// The number of the session's cipher suite; a resumption must use a suite with the same
    /// digest.
    package let suite: UInt16
    /// The pre-shared key (RFC 8446 §4.6.1) or, in TLS 1.2, the master secret.
    package var secret: [UInt8]
    /// Whether the extended master secret was used (RFC 7627).
    package var hasExtendedMasterSecret = false
    /// The maximum number of bytes of early data; only in TLS 1.3.
    package var earlyData: UInt32 = 0
    /// The application protocol of the session's first connection, which is also the protocol of
    /// early data; nil for none.
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

    /// Reads the content of a ticket; nil if the bytes are not such content.
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

/// The settings for resumption; the ticket contains everything that the server must remember.
package struct TicketPolicy: Hashable, Sendable {
    /// The 32-byte key that encrypts tickets.
    package var key: [UInt8]
    /// The lifetime in seconds, at most a week (RFC 8446 §4.6.1).
    package var lifetime: UInt32 = 7_200
    /// The number of tickets on a connection; TLS 1.2 allows only one.
    package var count = 1
    /// The maximum number of bytes of early data for a session; nil if the server accepts no early
    /// data (RFC 8446 §4.2.10).
    package var earlyData: UInt32?

    package init(key: [UInt8]) {
        self.key = key
    }

    /// Makes a ticket; a `nonce` must never repeat under one key.
    func seal(_ session: KeptSession, nonce: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let cipher = try RecordCipher(.chaCha20Poly1305, key: key, seals: true)
        return nonce + (try cipher.seal(session.bytes, nonce: nonce, authenticating: []))
    }

    /// Opens a ticket; nil if this server did not make the ticket.
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

/// A plan for a NewSessionTicket (RFC 8446 §4.6.1, RFC 5077 §3.3).
package struct TicketPlan: Hashable, Sendable {
    package var policy: TicketPolicy
    package var ageAdd: UInt32 = 0
    package var nonce: [UInt8] = [0]
    package var extensions: [Extension] = []
    /// The number of zero bytes after the ticket; this server cannot open a ticket that has any.
    package var filling = 0
}

extension Message {
    /// Returns TLS 1.3's NewSessionTicket, which no transcript contains (RFC 8446 §4.4.1).
    static func ticket(_ plan: TicketPlan) -> Message {
        var message = Message(.newSessionTicket, .ticket(plan))
        message.isHashed = false
        return message
    }
}

/// A session that a script resumes.
package struct ResumedSession: Hashable, Sendable {
    /// The ticket that the client offered for the session.
    package let ticket: [UInt8]
    /// The ticket's index among the identities that the client offers.
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

    /// Finds the client's first usable ticket: this server made it, and its session has the suite's
    /// digest.
    ///
    /// Returns nil if the client offers no usable ticket, or no resumption with a key exchange.
    ///
    /// - Throws: `.malformed` for an unreadable offer; `.missingExtension` if it names no modes;
    ///   `.binder` if the session's binder is wrong.
    ///   The server then tries no other session (RFC 8446 §4.2.11).
    init?(_ facts: Facts, _ suite: EngineSuite) throws(ProtocolFailure) {
        guard facts.hello.offers(extension: Extension.preSharedKey) else { return nil }
        // RFC 8446 §4.2.9.
        guard facts.hello.offers(extension: Extension.pskModes) else { throw .missingExtension }
        guard let policy = facts.settings.tickets, facts.hello.exchangesKeysWithPSK else {
            return nil
        }
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

    /// Returns the session, if its early data may be accepted (RFC 8446 §4.2.10).
    ///
    /// The session must be the first session that the client offers, and have the suite and
    /// application protocol of this connection.
    func takesEarlyData(_ facts: Facts, _ agreed: Negotiation) -> KeptSession? {
        guard facts.hello.offers(extension: Extension.earlyData), index == 0,
            facts.settings.tickets?.earlyData != nil, session.earlyData > 0,
            session.suite == agreed.suite.code,
            session.applicationProtocol == agreed.applicationProtocol
        else { return nil }
        return session
    }

    /// Finds the session's index among the identities of the second hello, which follows a
    /// HelloRetryRequest.
    ///
    /// A client removes identities that do not fit the suite (RFC 8446 §4.1.2). Returns nil if the
    /// client removed the session, or if the session's binder does not match the transcript, which
    /// ends with the HelloRetryRequest.
    func place(in second: ClientHello, after transcript: [UInt8], _ digest: Digest) -> Int? {
        guard let offer = PreSharedKeyOffer(second),
            let place = offer.identities.firstIndex(of: ticket),
            offer.proves(secret, at: place, digest, after: transcript)
        else { return nil }
        return place
    }
}

extension ClientHello {
    /// Whether the client offers resumption with a key exchange, psk_dhe_ke (RFC 8446 §4.2.9).
    var exchangesKeysWithPSK: Bool {
        let data = extensions.first { $0.type == Extension.pskModes }?.data ?? []
        return data.dropFirst().contains(1)
    }
}
