import Crypto

extension Violation {
    /// Violations that resume a session in another version of TLS.
    static let otherVersions: [Violation] = [
        Violation(
            "newest-session-in-1-2",
            about: "The server resumes a session of TLS 1.3 in TLS 1.2.",
            gain: .nothing,
            rule: "RFC 8446 §4.2.11",
            versions: [.v1_3],
            alert: 47,
            attacks: ["RES-026"]
        ) { (script, facts) throws(NoOccasion) in
            guard let session = script.resumption else { throw .noSession }
            try script.resumeOlder(session, facts)
        }
        .changing(.script)
        .needing(.bothVersions),
        // The ServerHello contains an extension that the client did not offer.
        Violation(
            "older-session-in-1-3",
            about: "The server resumes a session of TLS 1.2 in TLS 1.3.",
            gain: .nothing,
            rule: "RFC 8446 §4.2.11",
            versions: [.v1_3],
            alert: 47,
            or: [110],
            attacks: ["RES-026"]
        ) { (script, facts) throws(NoOccasion) in
            let (hello, policy) = (facts.hello, facts.settings.tickets)
            let offer = hello.extensions.first { $0.type == Extension.sessionTicket }
            guard let ticket = offer?.data, let session = policy?.open(ticket),
                !hello.offers(extension: Extension.preSharedKey)
            else { throw .noSession }
            script.resumption = ResumedSession(ticket: ticket, session)
            try script.editHello { (hello) throws(NoOccasion) in
                hello.extensions?.append(.preSharedKey(at: 0))
            }
            let proofs: [HandshakeType] = [.certificateRequest, .certificate, .certificateVerify]
            script.steps.removeAll { $0.said.map(proofs.contains) ?? false }
            script.steps.removeAll {
                $0 == .expect(.certificate) || $0 == .expect(.certificateVerify)
            }
        }
        .changing(.script)
        .needing(.bothVersions),
    ]

    /// Violations in handshakes of TLS 1.2 with tickets.
    static let tickets: [Violation] = handshakesWithTickets.map { $0.needing(.tickets) }

    private static let handshakesWithTickets: [Violation] = [
        Violation(
            "no-promised-ticket",
            about: "The server promises a ticket and sends none.",
            gain: .nothing,
            rule: "RFC 5077 §3.2",
            versions: [.v1_2],
            alert: 10,
            attacks: ["RES-039"]
        ) { (script, _) throws(NoOccasion) in try script.drop(.newSessionTicket) },
        // If the client later offers that ticket, the server resumes the session.
        Violation(
            "wrong-finished-after-ticket",
            about: "The server sends a wrong Finished after a ticket, and later resumes the "
                + "session of the ticket.",
            gain: .authentication,
            rule: "RFC 5077 §3.3",
            versions: [.v1_2],
            alert: 51,
            attacks: ["RES-033"]
        ) { (script, _) throws(NoOccasion) in
            guard script.resumption == nil else { return }
            _ = try script.place(of: .newSessionTicket)
            try script.editFinished { $0.damage = [.flip] }
        },
    ]
}

extension Script {
    /// Continues in TLS 1.2.
    ///
    /// The server takes the client's compatibility id (RFC 8446 §D.4) for the session's id, and the
    /// session's key for a master secret.
    fileprivate mutating func resumeOlder(
        _ session: ResumedSession,
        _ facts: Facts
    ) throws(NoOccasion) {
        let hello = facts.hello
        let suite = EngineSuite.all.first {
            hello.suites.contains($0.code)
                && $0.fits(facts.settings.key.algorithm.family, in: .v1_2)
        }
        guard let suite, hello.offers(0x0303), !hello.sessionID.isEmpty else { throw .noStep }
        var older = Script(
            version: .v1_2,
            suite: suite,
            secret: .known(session.secret),
            steps: [],
            applicationProtocol: applicationProtocol,
            resumption: ResumedSession(ticket: session.ticket, session.session)
        )
        var oldFacts = facts
        // If the settings allowed TLS 1.3, the hello would have a sentinel, and a client of both
        // versions would reject it as a downgrade.
        oldFacts.settings.versions = .v1_2 ... .v1_2
        older.resume(oldFacts)
        self = older
    }
}
