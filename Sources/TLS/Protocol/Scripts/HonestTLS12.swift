import Crypto

extension Script {
    /// Returns the script for TLS 1.2 and older versions.
    static func honestTLS12(
        _ facts: Facts,
        _ agreed: Negotiation
    ) throws(ProtocolFailure) -> Script {
        if let resumed = resumedTLS12(facts, agreed) ?? namedTLS12(facts, agreed) { return resumed }
        let (hello, settings) = (facts.hello, facts.settings)
        let asksForStaple =
            !agreed.suite.isAnonymous && hello.offers(extension: Extension.statusRequest)
        let staple = asksForStaple ? settings.staples.first ?? nil : nil
        var script = Script(
            version: agreed.version,
            suite: agreed.suite,
            secret: .transported,
            steps: [],
            applicationProtocol: agreed.applicationProtocol
        )
        script.agreeOnExtensions(facts)
        let chain = CertificateMessage(
            context: nil,
            entries: settings.chain.map { CertificateMessage.Entry($0) }
        )
        let greeting = script.hello12(facts, hasStaple: staple != nil)
        script.steps = [.say(.serverHello(greeting))]
        if !agreed.suite.isAnonymous {
            script.steps.append(.say(Message(.certificate, .certificate(chain))))
        }
        if let staple {
            let status = CertificateStatus.encoded(staple)
            script.steps.append(.say(Message(.certificateStatus, .bytes(status))))
        }
        switch agreed.suite.keyExchange {
        case .rsa: break
        case .rsaExport: script.exchangeShortKey(by: agreed.scheme, at: script.steps.endIndex)
        default: try script.addKeyExchange(facts, agreed)
        }
        script.addEnd(facts)
        return script
    }

    /// Decides on the extensions that change the keys.
    mutating func agreeOnExtensions(_ facts: Facts) {
        let (hello, settings) = (facts.hello, facts.settings)
        hasExtendedMasterSecret =
            settings.hasExtendedMasterSecret
            && hello.offers(extension: Extension.extendedMasterSecret)
        if case .cbc = suite.protection {
            macsCiphertext =
                settings.macsCiphertext && hello.offers(extension: Extension.encryptThenMAC)
        }
    }

    /// Returns the settings of the ticket that this handshake promises; nil for no ticket.
    private func promisedTicket(_ facts: Facts) -> TicketPolicy? {
        guard resumption == nil, version == .v1_2,
            facts.hello.offers(extension: Extension.sessionTicket)
        else {
            return nil
        }
        return facts.settings.tickets
    }

    func hello12(_ facts: Facts, hasStaple: Bool) -> ServerHello {
        let hello = facts.hello
        var extensions: [Extension] = []
        if hello.knowsSecureRenegotiation {
            extensions.append(Extension(Extension.renegotiationInfo, [0]))
        }
        // RFC 6066 §3: a resumed session keeps the name of its first connection.
        if resumption == nil, hello.serverName != nil {
            extensions.append(Extension(Extension.serverName))
        }
        let isElliptic =
            [.ecdheRSA, .ecdheECDSA, .ecdhAnonymous].contains(suite.keyExchange)
        if hello.offers(extension: Extension.pointFormats), isElliptic {
            extensions.append(Extension(Extension.pointFormats, [1, 0]))
        }
        if hasStaple { extensions.append(Extension(Extension.statusRequest)) }
        // A server that resumes a session, and an anonymous server, send no certificate, so they
        // send no SCTs.
        if resumption == nil, !suite.isAnonymous, let list = facts.scts(ofEntry: 0) {
            extensions.append(Extension(Extension.certificateSCTs, list))
        }
        if let applicationProtocol {
            extensions.append(.applicationProtocol(applicationProtocol))
        }
        if promisedTicket(facts) != nil { extensions.append(Extension(Extension.sessionTicket)) }
        if macsCiphertext { extensions.append(Extension(Extension.encryptThenMAC)) }
        if hasExtendedMasterSecret {
            extensions.append(Extension(Extension.extendedMasterSecret))
        }
        var random = facts.settings.draws.random
        // RFC 8446 §4.1.3: a server that supports a newer version marks its random with a sentinel.
        let couldDoMore = facts.settings.versions.upperBound > max(version, .v1_1)
        if couldDoMore, random.count == 32 {
            let mark: UInt8 = version == .v1_2 ? 1 : 0
            random.replaceSubrange(24..., with: Array("DOWNGRD".utf8) + [mark])
        }
        var greeting = ServerHello(
            random: random,
            // Give a new session an id, too, so that the client can resume the session later.
            sessionID: version == .v1_2 ? facts.settings.namedSession?.id ?? [] : [],
            suite: suite.code,
            extensions: extensions.isEmpty ? nil : extensions
        )
        greeting.legacyVersion = version.code
        return greeting
    }

    /// Adds the server's share and its signature (RFC 8422 §5.4, RFC 5246 §7.4.3).
    private mutating func addKeyExchange(
        _ facts: Facts,
        _ agreed: Negotiation
    ) throws(ProtocolFailure) {
        guard let group = agreed.group else { throw .parameters }
        let key = try primitives { () throws(OpenSSLError) in
            try group.key(private: facts.settings.draws.share)
        }
        var proof = Proof(agreed.scheme ?? .rsaPKCS1SHA1, covers: .randoms(serverFirst: false))
        proof.isOlder = version < .v1_2
        let parameters =
            key.field?.parameters(share: key.share) ?? Self.parameters(group, key.share)
        secret = .agreed(group, key)
        var plan = KeyExchangePlan(parameters: parameters, proof: proof)
        plan.isProved = !suite.isAnonymous
        steps.append(.say(Message(.serverKeyExchange, .serverKeyExchange(plan))))
    }

    /// Makes the server send a 512-bit RSA key, ServerRSAParams (RFC 2246 §7.4.3), with which the
    /// client encrypts.
    mutating func exchangeShortKey(by scheme: HandshakeScheme?, at place: Int) {
        let key = BareKey.of512Bits
        var parameters: [UInt8] = []
        parameters.putVector(key.modulus, lengthBytes: 2)
        parameters.putVector(BareKey.publicExponent, lengthBytes: 2)
        var proof = Proof(scheme ?? .rsaPKCS1SHA1, covers: .randoms(serverFirst: false))
        proof.isOlder = version < .v1_2
        let plan = KeyExchangePlan(parameters: parameters, proof: proof)
        steps.insert(.say(Message(.serverKeyExchange, .serverKeyExchange(plan))), at: place)
        secret = .transportedTo(key)
    }

    /// Returns the parameters: named_curve, the curve and the point.
    private static func parameters(_ group: NamedGroup, _ point: [UInt8]) -> [UInt8] {
        var parameters: [UInt8] = [3] + [UInt8](group.rawValue)
        parameters.putVector(point, lengthBytes: 1)
        return parameters
    }

    private mutating func addEnd(_ facts: Facts) {
        // RFC 5246 §7.4.4: an anonymous server must not request a certificate.
        let asks = facts.settings.asksForCertificate && !suite.isAnonymous
        if asks {
            // The client may send RSA (1) and ECDSA (64) certificates (RFC 5246 §7.4.4, RFC 8422
            // §5.5).
            let schemes = facts.settings.schemes.map(\.rawValue)
            let request = CertificateRequest.types([1, 64], schemes: schemes)
            steps.append(.say(Message(.certificateRequest, .certificateRequest(request))))
        }
        steps.append(.say(Message(.serverHelloDone, .bytes([]))))
        if asks { steps.append(.expect(.certificate)) }
        steps.append(.expect(.clientKeyExchange))
        if asks { steps.append(.expect(.certificateVerify)) }
        steps += [.expect(.changeCipherSpec), .reads(under: .application), .expect(.finished)]
        if let policy = promisedTicket(facts) {
            steps.append(.say(Message(.newSessionTicket, .ticket(TicketPlan(policy: policy)))))
        }
        steps += [
            .changeCipherSpec, .writes(under: .application),
            .say(Message(.finished, .finished(FinishedPlan()))),
        ]
    }
}
