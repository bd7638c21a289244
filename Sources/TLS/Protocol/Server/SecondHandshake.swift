import Crypto

extension ScriptRun {
    /// Returns the second handshake, which answers this hello.
    ///
    /// - Throws: `.renegotiation` for a hello that does not refer to the first handshake.
    func renegotiated(
        _ hello: ClientHello,
        as kind: Renegotiation
    ) throws(ProtocolFailure) -> ScriptRun {
        let info = hello.extensions.first { $0.type == Extension.renegotiationInfo }?.data
        guard info == Self.vector(verifyData.client) else { throw .renegotiation }
        var settings = settings
        settings.versions = script.version...script.version
        settings.tickets = nil
        // The second handshake must not repeat the random of the first.
        settings.draws.random = settings.draws.random.map { ~$0 }
        let facts = Facts(hello: hello, settings: settings)
        var next = try Script.again(kind, facts)
        do throws(NoOccasion) {
            try next.editHello { (hello) throws(NoOccasion) in
                let both = Self.vector(verifyData.client + verifyData.server)
                hello.extensions?.set(Extension.renegotiationInfo, to: both)
            }
            try next.change(kind)
        } catch {
            throw .renegotiation
        }
        let script = next
        return try primitives { () throws(OpenSSLError) in try ScriptRun(script, facts) }
    }

    private static func vector(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        data.putVector(bytes, lengthBytes: 1)
        return data
    }
}

extension Script {
    /// Returns the script of a second handshake before `change` adds a violation.
    fileprivate static func again(
        _ kind: Renegotiation,
        _ facts: Facts
    ) throws(ProtocolFailure) -> Script {
        // Use an anonymous suite that the client offers. If it offers none, `change` sets a suite.
        if kind == .anonymous, let anonymous = honest(facts, under: \.isAnonymous) {
            return anonymous
        }
        guard case .resumed(let session) = kind else { return try honest(facts) }
        let agreed = try Negotiation(facts)
        guard let script = resumedTLS12(session, ticket: [], facts, agreed) else {
            throw .parameters
        }
        return script
    }

    fileprivate mutating func change(_ kind: Renegotiation) throws(NoOccasion) {
        switch kind {
        case .honest, .resumed: break
        case .changedCertificate:
            try edit(.certificate) { (message) throws(NoOccasion) in
                guard case .certificate(var list) = message.body, !list.entries.isEmpty else {
                    throw .noMessage(.certificate)
                }
                // The last byte belongs to the signature, so the key stays the same.
                [Damage.flip].forEach { $0.apply(to: &list.entries[0].certificate) }
                message.body = .certificate(list)
            }
        case .anonymous where suite.isAnonymous: break
        case .anonymous: try leaveOutProof()
        case .olderHello:
            try editHello { (hello) throws(NoOccasion) in hello.legacyVersion = 0x0302 }
        case .newestHello:
            try editExtensions { $0.append(Extension(Extension.supportedVersions, [3, 4])) }
        case .noMasterSecret:
            guard hasExtendedMasterSecret else { throw .noStep }
            hasExtendedMasterSecret = false
            try editExtensions { $0.leaveOut(Extension.extendedMasterSecret) }
        case .wrongInfo:
            try editExtensions { list in
                for index in list.indices where list[index].type == Extension.renegotiationInfo {
                    Damage.flip.apply(to: &list[index].data)
                }
            }
        case .otherIssuer:
            try editCertificates { $0.removeSubrange(1..<max(1, $0.count - 1)) }
        case .noInfo:
            try editExtensions { $0.leaveOut(Extension.renegotiationInfo) }
        }
    }

    /// Changes the script to an anonymous suite, which needs no certificate (RFC 5246 §7.4.3).
    fileprivate mutating func leaveOutProof() throws(NoOccasion) {
        guard let key = try? NamedGroup.ffdhe2048.key(private: [UInt8](repeating: 7, count: 66)),
            let field = key.field
        else { throw .noField }
        suite = .anonymous
        secret = .agreed(.ffdhe2048, key)
        try editHello { (hello) throws(NoOccasion) in
            hello.suite = EngineSuite.anonymous.code
            hello.extensions?.leaveOut(Extension.pointFormats)
        }
        let exchange = Message(.serverKeyExchange, .bytes(field.parameters(share: key.share)))
        let unproved: [HandshakeType] = [.certificate, .certificateStatus, .serverKeyExchange]
        steps.removeAll { $0.said.map(unproved.contains) ?? false }
        steps.insert(.say(exchange), at: try place(of: .serverHelloDone))
    }
}
