import Crypto

extension Script {
    /// Returns the abbreviated handshake of a client with a ticket (RFC 5077 §3.1, RFC 5246 §7.3).
    ///
    /// Returns nil if no ticket can be opened, or if the client's hello does not allow the
    /// session's suite or its kind of master secret (RFC 7627 §5.3).
    static func resumedTLS12(_ facts: Facts, _ agreed: Negotiation) -> Script? {
        let (hello, settings) = (facts.hello, facts.settings)
        let ticket = hello.extensions.first { $0.type == Extension.sessionTicket }?.data ?? []
        // A server accepts a ticket by repeating the client's session id (RFC 5077 §3.4), so the
        // client must send an id.
        guard agreed.version == .v1_2, let policy = settings.tickets, !hello.sessionID.isEmpty,
            let session = policy.open(ticket)
        else { return nil }
        return resumedTLS12(session, ticket: ticket, facts, agreed)
    }

    /// Returns the abbreviated handshake for this session.
    static func resumedTLS12(
        _ session: KeptSession,
        ticket: [UInt8],
        _ facts: Facts,
        _ agreed: Negotiation
    ) -> Script? {
        guard let suite = EngineSuite.numbered(session.suite), suite.keyExchange != .unstated,
            facts.hello.suites.contains(suite.code), facts.settings.suites.contains(suite)
        else { return nil }
        var script = Script(
            version: .v1_2,
            suite: suite,
            secret: .known(session.secret),
            steps: [],
            applicationProtocol: agreed.applicationProtocol,
            resumption: ResumedSession(ticket: ticket, session)
        )
        script.agreeOnExtensions(facts)
        guard script.hasExtendedMasterSecret == session.hasExtendedMasterSecret else { return nil }
        script.resume(facts)
        return script
    }

    /// Sets the steps of an abbreviated handshake: a ServerHello with the session's id, and both
    /// Finished messages (RFC 5246 §7.3).
    mutating func resume(_ facts: Facts) {
        var greeting = hello12(facts, hasStaple: false)
        greeting.sessionID = facts.hello.sessionID
        steps = [
            .say(.serverHello(greeting)), .changeCipherSpec, .writes(under: .application),
            .say(Message(.finished, .finished(FinishedPlan()))), .expect(.changeCipherSpec),
            .reads(under: .application), .expect(.finished),
        ]
    }
}
