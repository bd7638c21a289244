import OpenSSL

/// A session as its ticket keeps it.
package struct KeptSession: Hashable, Sendable {
    /// The number of its cipher suite, whose digest a resumption must have.
    package let suite: UInt16
    /// The pre-shared key (RFC 8446 §4.6.1); TLS 1.2's master secret.
    package let secret: [UInt8]
    /// Whether TLS 1.2's master secret is of the transcript (RFC 7627).
    package var hasExtendedMasterSecret = false
}

/// How a server lets clients resume sessions: all that it must remember is in the ticket.
package struct TicketPolicy: Hashable, Sendable {
    /// The key of 32 octets that tickets are sealed with.
    package var key: [UInt8]
    /// In seconds; a week at most (RFC 8446 §4.6.1).
    package var lifetime: UInt32 = 7_200

    package init(key: [UInt8]) {
        self.key = key
    }

    /// A ticket; `nonce` is never the same twice under a key.
    func seal(_ session: KeptSession, nonce: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let cipher = try RecordCipher(.chaCha20Poly1305, key: key, seals: true)
        let mark: UInt8 = session.hasExtendedMasterSecret ? 1 : 0
        let content = [UInt8](session.suite) + [mark] + session.secret
        return nonce + (try cipher.seal(content, nonce: nonce, authenticating: []))
    }

    /// The session of a ticket; nil for one that this server has not sealed.
    package func open(_ ticket: [UInt8]) -> KeptSession? {
        guard ticket.count > 14,
            let cipher = try? RecordCipher(.chaCha20Poly1305, key: key, seals: false),
            let opened = try? cipher.open(
                Array(ticket[12...]),
                nonce: Array(ticket[..<12]),
                authenticating: []
            ), opened.count > 3
        else { return nil }
        let suite = UInt16(opened[0]) << 8 | UInt16(opened[1])
        return KeptSession(
            suite: suite,
            secret: Array(opened[3...]),
            hasExtendedMasterSecret: opened[2] == 1
        )
    }
}

/// A NewSessionTicket that is made when it is sent (RFC 8446 §4.6.1, RFC 5077 §3.3).
package struct TicketPlan: Hashable, Sendable {
    package var policy: TicketPolicy
    package var ageAdd: UInt32 = 0
    package var nonce: [UInt8] = [0]
    package var extensions: [Extension] = []
}

/// A session that a script resumes.
package struct ResumedSession: Hashable, Sendable {
    /// Among the client's identities.
    package var index: Int
    package var secret: [UInt8]

    init(index: Int, secret: [UInt8]) {
        (self.index, self.secret) = (index, secret)
    }

    /// The first of the client's tickets that is of this server, for this digest, and proved.
    ///
    /// Nil where there is none, and where the client wants no key exchange beside it.
    init?(_ facts: Facts, _ suite: Suite) {
        guard let policy = facts.settings.tickets, facts.hello.exchangesKeysWithPSK,
            let offer = PreSharedKeyOffer(facts.hello)
        else { return nil }
        for (index, identity) in offer.identities.enumerated() {
            guard let session = policy.open(identity),
                Suite.numbered(session.suite)?.digest == suite.digest,
                let hash = try? suite.digest.hash(offer.truncatedHello),
                let binder = try? Derivation.binder(of: session.secret, suite.digest, over: hash),
                binder == offer.binders[index]
            else { continue }
            (self.index, secret) = (index, session.secret)
            return
        }
        return nil
    }
}

extension ClientHello {
    /// Whether psk_dhe_ke is among the client's modes (RFC 8446 §4.2.9).
    var exchangesKeysWithPSK: Bool {
        let data = extensions.first { $0.type == Extension.pskModes }?.data ?? []
        return data.dropFirst().contains(1)
    }
}
