import Crypto

extension Script {
    static func honestTLS13(
        _ facts: Facts,
        _ agreed: Negotiation
    ) throws(ProtocolFailure) -> Script {
        guard let scheme = agreed.scheme, let preferred = agreed.group else { throw .parameters }
        let (hello, settings) = (facts.hello, facts.settings)
        // Prefer a group whose share the client has already sent: this saves a round trip.
        let shared = settings.groups.first { group in
            hello.shares.contains { $0.group == group.rawValue }
        }
        let group = shared ?? preferred
        let key = try primitives { () throws(OpenSSLError) in
            try group.key(private: settings.draws.share)
        }
        var steps: [Step] = []
        if shared == nil { steps = retry(facts, agreed.suite, group.rawValue) }
        let resumption = try ResumedSession(facts, agreed.suite)
        var greeting = hello13(facts, agreed.suite, .share(group.rawValue, key.share))
        if let resumption { greeting.extensions?.append(.preSharedKey(at: resumption.index)) }
        // There is no early data after a retry (RFC 8446 §4.2.10).
        let early = shared == nil ? nil : resumption?.takesEarlyData(facts, agreed)
        steps.append(.say(.serverHello(greeting)))
        if shared != nil, !hello.sessionID.isEmpty { steps.append(.changeCipherSpec) }
        steps += [.reads(under: early == nil ? .handshake : .early), .writes(under: .handshake)]
        steps.append(answers(facts, agreed, takesEarlyData: early != nil))
        if resumption == nil { steps += authentication(facts, scheme) }
        steps += [
            .say(Message(.finished, .finished(FinishedPlan()))), .writes(under: .application),
        ]
        if early != nil { steps += [.expect(.endOfEarlyData), .reads(under: .handshake)] }
        steps += ending(facts, isResumed: resumption != nil)
        return Script(
            version: .v1_3,
            suite: agreed.suite,
            secret: .agreed(group, key),
            steps: steps,
            applicationProtocol: agreed.applicationProtocol,
            resumption: resumption,
            earlySession: early
        )
    }

    /// Returns the steps that wait for the client's Finished and send tickets.
    private static func ending(_ facts: Facts, isResumed: Bool) -> [Step] {
        let settings = facts.settings
        var steps: [Step] = []
        if settings.asksForCertificate, !isResumed {
            steps += [.expect(.certificate), .expect(.certificateVerify)]
        }
        steps += [.expect(.finished), .reads(under: .application)]
        if let policy = settings.tickets, facts.hello.exchangesKeysWithPSK {
            for number in 0..<policy.count {
                // RFC 8446 §4.6.1: each ticket of a connection has a different nonce.
                let nonce = [UInt8](UInt16(truncatingIfNeeded: number))
                steps.append(.say(.ticket(TicketPlan(policy: policy, nonce: nonce))))
            }
        }
        return steps
    }

    private static func hello13(
        _ facts: Facts,
        _ suite: EngineSuite,
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

    /// Returns the steps that send a HelloRetryRequest and wait for the second hello (RFC 8446
    /// §4.1.4).
    static func retry(_ facts: Facts, _ suite: EngineSuite, _ group: UInt16) -> [Step] {
        let share = Extension(Extension.keyShare, [UInt8](group))
        let hello = hello13(facts, suite, random: ServerHello.retryRandom, share)
        let isCompatible = !facts.hello.sessionID.isEmpty
        return [.foldTranscript, .say(.serverHello(hello))]
            + (isCompatible ? [.changeCipherSpec] : []) + [.expect(.clientHello)]
    }

    private static func answers(
        _ facts: Facts,
        _ agreed: Negotiation,
        takesEarlyData: Bool
    ) -> Step {
        var extensions: [Extension] = []
        if facts.hello.serverName != nil { extensions.append(Extension(Extension.serverName)) }
        if let name = agreed.applicationProtocol {
            extensions.append(.applicationProtocol(name))
        }
        if takesEarlyData { extensions.append(Extension(Extension.earlyData)) }
        return .say(Message(.encryptedExtensions, .encryptedExtensions(extensions)))
    }

    /// Returns the steps that send CertificateRequest, Certificate and CertificateVerify.
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

    /// Returns a CertificateRequest; its context is empty except after the handshake.
    static func request(_ facts: Facts, context: [UInt8] = []) -> CertificateRequest {
        var list: [UInt8] = []
        let schemes = facts.settings.schemes.flatMap { [UInt8]($0.rawValue) }
        list.putVector(schemes, lengthBytes: 2)
        return .extensions(
            context: context,
            [Extension(Extension.signatureAlgorithms, list)]
        )
    }

    private static func certificates(_ facts: Facts) -> CertificateMessage {
        let (chain, staples) = (facts.settings.chain, facts.settings.staples)
        let isAsked = facts.hello.offers(extension: Extension.statusRequest)
        let entries = chain.enumerated().map { index, certificate in
            var entry = CertificateMessage.Entry(certificate)
            // A staple is an extension of its certificate's entry (RFC 8446 §4.4.2.1).
            if isAsked, index < staples.count, let staple = staples[index] {
                let status = CertificateStatus.encoded(staple)
                entry.extensions = [Extension(Extension.statusRequest, status)]
            }
            if let list = facts.scts(ofEntry: index) {
                entry.extensions.append(Extension(Extension.certificateSCTs, list))
            }
            return entry
        }
        return CertificateMessage(context: [], entries: entries)
    }
}
