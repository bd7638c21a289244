import OpenSSL

extension Script {
    static func honestTLS13(
        _ facts: Facts,
        _ agreed: Negotiation
    ) throws(ProtocolFailure) -> Script {
        guard let scheme = agreed.scheme, let preferred = agreed.group else { throw .parameters }
        let (hello, settings) = (facts.hello, facts.settings)
        // A share that has come saves a round trip.
        let shared = settings.groups.first { group in
            hello.shares.contains { $0.group == group.rawValue }
        }
        let group = shared ?? preferred
        let key = try primitives { () throws(OpenSSLError) in
            try group.key(private: settings.draws.share)
        }
        var steps: [Step] = []
        if shared == nil { steps = retry(facts, agreed.suite, group.rawValue) }
        // Behind a retry the binders are of two hellos, and a full handshake is as right.
        let resumption = shared == nil ? nil : ResumedSession(facts, agreed.suite)
        var greeting = hello13(facts, agreed.suite, .share(group.rawValue, key.share))
        if let index = resumption.map({ UInt16(truncatingIfNeeded: $0.index) }) {
            greeting.extensions?.append(Extension(Extension.preSharedKey, [UInt8](index)))
        }
        steps.append(.say(.serverHello(greeting)))
        if shared != nil, !hello.sessionID.isEmpty { steps.append(.changeCipherSpec) }
        steps += [.reads(under: .handshake), .writes(under: .handshake)]
        steps.append(answers(facts, agreed))
        if resumption == nil { steps += authentication(facts, scheme) }
        steps += ending(facts, isResumed: resumption != nil)
        return Script(
            version: .v1_3,
            suite: agreed.suite,
            secret: .agreed(group, key),
            steps: steps,
            applicationProtocol: agreed.applicationProtocol,
            resumption: resumption
        )
    }

    /// Finished, the client's answer, and a ticket.
    private static func ending(_ facts: Facts, isResumed: Bool) -> [Step] {
        let settings = facts.settings
        var steps: [Step] = [
            .say(Message(.finished, .finished(FinishedPlan()))), .writes(under: .application),
        ]
        if settings.asksForCertificate, !isResumed {
            steps += [.expect(.certificate), .expect(.certificateVerify)]
        }
        steps += [.expect(.finished), .reads(under: .application)]
        if let policy = settings.tickets, facts.hello.exchangesKeysWithPSK {
            var ticket = Message(.newSessionTicket, .ticket(TicketPlan(policy: policy)))
            ticket.isHashed = false
            steps.append(.say(ticket))
        }
        return steps
    }

    private static func hello13(
        _ facts: Facts,
        _ suite: Suite,
        random: [UInt8]? = nil,
        _ share: Extension
    ) -> ServerHello {
        ServerHello(
            random: random ?? facts.settings.draws.random,
            sessionID: facts.hello.sessionID,
            suite: suite.code,
            extensions: [share, Extension(Extension.supportedVersions, [3, 4])]
        )
    }

    /// RFC 8446 §4.1.4.
    static func retry(_ facts: Facts, _ suite: Suite, _ group: UInt16) -> [Step] {
        let share = Extension(Extension.keyShare, [UInt8](group))
        let hello = hello13(facts, suite, random: ServerHello.retryRandom, share)
        let isCompatible = !facts.hello.sessionID.isEmpty
        return [.foldTranscript, .say(.serverHello(hello))]
            + (isCompatible ? [.changeCipherSpec] : []) + [.expect(.clientHello)]
    }

    private static func answers(_ facts: Facts, _ agreed: Negotiation) -> Step {
        var extensions: [Extension] = []
        if facts.hello.serverName != nil { extensions.append(Extension(Extension.serverName)) }
        if let name = agreed.applicationProtocol {
            extensions.append(.applicationProtocol(name))
        }
        return .say(Message(.encryptedExtensions, .encryptedExtensions(extensions)))
    }

    /// CertificateRequest, Certificate and CertificateVerify.
    private static func authentication(_ facts: Facts, _ scheme: HandshakeScheme) -> [Step] {
        var steps: [Step] = []
        if facts.settings.asksForCertificate {
            steps.append(.say(Message(.certificateRequest, .certificateRequest(request(facts)))))
        }
        let covers = Proof.Coverage.transcript(context: Proof.serverContext, without: [])
        let proof = Proof(scheme, covers: covers)
        return steps + [
            .say(Message(.certificate, .certificate(certificates(facts)))),
            .say(Message(.certificateVerify, .certificateVerify(proof))),
        ]
    }

    private static func request(_ facts: Facts) -> CertificateRequest {
        var list: [UInt8] = []
        let schemes = facts.settings.schemes.flatMap { [UInt8]($0.rawValue) }
        list.putVector(schemes, lengthOctets: 2)
        return .extensions(context: [], [Extension(Extension.signatureAlgorithms, list)])
    }

    private static func certificates(_ facts: Facts) -> CertificateList {
        let (chain, staples) = (facts.settings.chain, facts.settings.staples)
        let isAsked = facts.hello.offers(extension: Extension.statusRequest)
        let entries = chain.enumerated().map { index, certificate in
            var entry = CertificateList.Entry(certificate)
            // RFC 8446 §4.4.2.1.
            if isAsked, index < staples.count, let staple = staples[index] {
                let status = CertificateStatus.encoded(staple)
                entry.extensions = [Extension(Extension.statusRequest, status)]
            }
            return entry
        }
        return CertificateList(context: [], entries: entries)
    }
}
