import Crypto

/// Runs a script: turns its plans into bytes, which depend on everything sent before.
struct ScriptRun {
    private(set) var script: Script
    let settings: ServerSettings
    /// The client's latest hello.
    private(set) var hello: ClientHello
    private var transcript = Transcript()
    private(set) var secrets: HandshakeSecrets
    private let serverRandom: [UInt8]
    /// The contents of both Finished messages; the hellos of a renegotiation must repeat them (RFC
    /// 5746 §3.1).
    private(set) var verifyData: (client: [UInt8], server: [UInt8]) = ([], [])
    /// The transcript's hash up to the ServerHello, for TLS 1.3's handshake secrets; nil before the
    /// ServerHello.
    private var helloHash: [UInt8]?
    /// The content of the cookie extension that the HelloRetryRequest had; nil if the server sent
    /// no cookie.
    private var cookie: [UInt8]?
    private var hasClientFinished = false

    init(_ script: Script, _ facts: Facts) throws(OpenSSLError) {
        self.script = script
        settings = facts.settings
        hello = facts.hello
        serverRandom = script.serverRandom ?? facts.settings.draws.random
        secrets = try HandshakeSecrets(
            script.version,
            script.suite,
            macsCiphertext: script.macsCiphertext,
            clientRandom: facts.hello.random,
            serverRandom: serverRandom
        )
        if script.version < .v1_3, let session = script.resumption {
            secrets.resume(master: session.secret)
        }
        let type = HandshakeType.clientHello.rawValue
        try transcript.append(hello.bytes, type: type, from: .client)
        try transcript.begin(script.suite.digest, in: script.version)
    }

    // MARK: The server's messages

    /// Returns the bytes of a message; adds them to the transcript if `isHashed` is true.
    mutating func bytes(of message: Message) throws(OpenSSLError) -> [UInt8] {
        let body = try self.body(of: message.body).damaged(by: message.damage)
        let bytes = message.type.message(body, lengthError: message.lengthError)
        if message.isHashed {
            try transcript.append(bytes, type: message.type.rawValue, from: .server)
        }
        if case .serverHello(let hello) = message.body, helloHash == nil,
            hello.random != ServerHello.retryRandom
        {
            helloHash = try transcript.hash()
        }
        if case .serverHello(let hello) = message.body, hello.random == ServerHello.retryRandom {
            cookie = hello.extensions?.first { $0.type == Extension.cookie }?.data
        }
        return message.skipped == 0 ? bytes : Array(bytes.dropFirst(message.skipped))
    }

    private mutating func body(of body: Message.Body) throws(OpenSSLError) -> [UInt8] {
        switch body {
        case .serverHello(let hello): return hello.encoded
        case .encryptedExtensions(let extensions): return extensions.encoded
        case .certificateRequest(let request): return request.encoded
        case .certificate(let list): return list.encoded
        case .newSessionTicket(let ticket): return ticket.encoded
        case .ticket(let plan): return try ticket(plan).encoded
        case .bytes(let bytes): return bytes
        case .certificateVerify(let proof): return try encoded(proof, of: [])
        case .serverKeyExchange(let plan):
            let parameters = plan.parameters.damaged(by: plan.damage)
            guard plan.isProved else { return parameters }
            return parameters + (try encoded(plan.proof, of: plan.parameters))
        case .finished(let plan):
            let hash = try transcript.hash(without: plan.without.map(\.rawValue))
            let content = try secrets.finished(plan.side, transcript: hash)
                .damaged(by: plan.damage)
            verifyData.server = content
            return content
        }
    }

    /// Returns the transcript's hash up to the client's Finished.
    ///
    /// If that message has not come, computes its content. RFC 8446 §4.6.1 allows servers to send
    /// tickets before the client's Finished.
    private mutating func finalHash() throws(OpenSSLError) -> [UInt8] {
        let hash = try transcript.hash()
        guard !hasClientFinished else { return hash }
        let finished = HandshakeType.finished.message(
            try secrets.finished(.client, transcript: hash)
        )
        return try script.suite.digest.hash(transcript.bytes() + finished)
    }

    private mutating func ticket(_ plan: TicketPlan) throws(OpenSSLError) -> SessionTicket {
        let isNewest = script.version == .v1_3
        let secret =
            isNewest
            ? try secrets.resumption(nonce: plan.nonce, transcript: finalHash())
            : secrets.keptMaster
        var session = KeptSession(
            suite: script.suite.code,
            secret: secret,
            hasExtendedMasterSecret: script.hasExtendedMasterSecret
        )
        var extensions = plan.extensions
        if isNewest, let limit = plan.policy.earlyData {
            (session.earlyData, session.applicationProtocol) = (limit, script.applicationProtocol)
            var data: [UInt8] = []
            data.put(Int(limit), bytes: 4)
            extensions.insert(Extension(Extension.earlyData, data), at: 0)
        }
        // Each connection has a different secret, so the ticket's nonce is also different.
        let nonce = Array(try Digest.sha256.hash(secret + serverRandom).prefix(12))
        let newest = SessionTicket.Newest(
            ageAdd: plan.ageAdd,
            nonce: plan.nonce,
            extensions: extensions
        )
        return SessionTicket(
            lifetime: plan.policy.lifetime,
            newest: isNewest ? newest : nil,
            ticket: try plan.policy.seal(session, nonce: nonce)
                + [UInt8](repeating: 0, count: plan.filling)
        )
    }

    /// Returns the number of the scheme, unless `isOlder` is true, followed by the signature (RFC
    /// 5246 §4.7).
    private func encoded(_ proof: Proof, of parameters: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let signature: [UInt8]
        switch proof.signer {
        case .literal(let bytes): signature = bytes
        case .cubeRoot:
            signature = try forged(over: signed(by: proof, parameters))
        case .scalar(let bytes):
            let content = try signed(by: proof, parameters)
            let key = try PrivateKey(.p256, scalar: bytes)
            signature = try key.sign(content, by: proof.signature)
        case .credential:
            let content = try signed(by: proof, parameters)
            signature =
                proof.isOlder
                ? try older(over: content) : try settings.key.sign(content, by: proof.signature)
        }
        var bytes = proof.isOlder ? [] : [UInt8](proof.scheme)
        bytes.putVector(signature.damaged(by: proof.damage), lengthBytes: 2)
        return bytes
    }

    /// Returns a number as long as the modulus.
    ///
    /// The cube of the number has the hash of `content` after only eight bytes of padding, the
    /// minimum of PKCS #1 v1.5.
    private func forged(over content: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        // The DigestInfo of SHA-256.
        let digestInfo: [UInt8] = [
            0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02,
            0x01, 0x05, 0x00, 0x04, 0x20,
        ]
        let start = [0, 1] + [UInt8](repeating: 0xff, count: 8) + [0] + digestInfo
        var block = start + (try Digest.sha256.hash(content))
        let rest = max(0, settings.key.algorithm.bits / 8 - block.count)
        block += [UInt8](repeating: 0xff, count: rest)
        return try CubeRoot.floor(of: block)
    }

    private func older(over content: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        guard settings.key.algorithm.family == .rsa else {
            return try settings.key.sign(content, by: .ecdsa(.sha1))
        }
        return try settings.key.signBare(Digest.md5AndSHA1(of: content))
    }

    private func signed(by proof: Proof, _ parameters: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        switch proof.covers {
        case .transcript(let context, let omitted):
            let hash = try transcript.hash(without: omitted.map(\.rawValue))
            return [UInt8](repeating: 0x20, count: 64) + Array(context.utf8) + [0] + hash
        case .prefixed(let prefix): return prefix + (try transcript.hash())
        case .staleRandoms:
            return [UInt8](repeating: 0, count: 32) + serverRandom + parameters
        case .randoms(let serverFirst):
            return (serverFirst ? serverRandom + hello.random : hello.random + serverRandom)
                + parameters
        }
    }

    /// Returns the bytes that a client signs: all messages so far or, in TLS 1.3, their hash after
    /// a context (RFC 8446 §4.4.3).
    func signedByClient() throws(OpenSSLError) -> [UInt8] {
        guard script.version == .v1_3 else { return transcript.bytes() }
        return [UInt8](repeating: 0x20, count: 64) + Array(Proof.clientContext.utf8) + [0]
            + (try transcript.hash())
    }

    mutating func foldTranscript() throws(OpenSSLError) {
        try transcript.fold(script.suite.digest)
    }

    // MARK: Keys

    /// Returns the protection of the records that one side sends from now on; nil for plaintext.
    ///
    /// - Throws: `.share` if the client's share is unusable.
    mutating func protection(
        of side: Side,
        in epoch: Epoch
    ) throws(ProtocolFailure) -> RecordProtection? {
        if epoch == .early, !secrets.hasTraffic(.early) {
            try deriveEarly()
        } else if script.version == .v1_3, epoch != .plain, epoch != .early, !secrets.isReady {
            let shared = try sharedSecret()
            let (helloHash, key) = (helloHash, script.resumption?.secret)
            try derive { (secrets, hash) throws(OpenSSLError) in
                try secrets.deriveHandshake(
                    shared: shared,
                    resuming: key,
                    transcript: helloHash ?? hash
                )
            }
        }
        if script.version == .v1_3, epoch == .application, !secrets.hasTraffic(.application) {
            try derive { (secrets, hash) throws(OpenSSLError) in
                try secrets.deriveApplication(transcript: hash)
            }
        }
        do throws(OpenSSLError) {
            return try secrets.protection(of: side, in: epoch)
        } catch {
            throw .primitive(error)
        }
    }

    private mutating func deriveEarly() throws(ProtocolFailure) {
        guard let session = script.earlySession, let suite = EngineSuite.numbered(session.suite)
        else {
            return
        }
        let hello = hello.bytes
        try derive { (secrets, _) throws(OpenSSLError) in
            try secrets.deriveEarly(session.secret, suite, hello: hello)
        }
    }

    private mutating func derive(
        _ body: (inout HandshakeSecrets, [UInt8]) throws(OpenSSLError) -> Void
    ) throws(ProtocolFailure) {
        do throws(OpenSSLError) {
            let hash = try transcript.hash()
            try body(&secrets, hash)
        } catch {
            throw .primitive(error)
        }
    }

    /// Returns TLS 1.3's shared secret; zeros if an edited script requests a group without a share
    /// from the client.
    private func sharedSecret() throws(ProtocolFailure) -> [UInt8] {
        if case .known(let secret) = script.secret { return secret }
        guard case .agreed(let group, let key) = script.secret,
            let share = hello.shares.first(where: { $0.group == group.rawValue })
        else { return [UInt8](repeating: 0, count: 32) }
        if let field = key.field {
            // RFC 8446 §4.2.8.1: the share has the length of the prime and is a valid public
            // number.
            guard share.bytes.count == field.prime.count, field.contains(share.bytes) else {
                throw .share
            }
        }
        do throws(OpenSSLError) {
            return try key.secret(with: share.bytes)
        } catch {
            throw .share
        }
    }

    mutating func update(_ side: Side) throws(OpenSSLError) { try secrets.update(side) }

    // MARK: The client's messages

    /// Handles the second ClientHello.
    mutating func take(secondHello bytes: [UInt8]) throws(ProtocolFailure) {
        hello = try ClientHello(bytes)
        if case .agreed(let group, _) = script.secret,
            !hello.shares.contains(where: { $0.group == group.rawValue })
        {
            throw .share
        }
        // RFC 8446 §4.2.2: the client must send the cookie back unchanged. An empty cookie is
        // invalid, so it need not come back.
        let returned = hello.extensions.first { $0.type == Extension.cookie }?.data
        guard returned == cookie || cookie == [0, 0] else { throw .cookie }
        try followSession()
        try append(bytes)
    }

    /// Finds the session to resume in the second hello, after a HelloRetryRequest.
    private mutating func followSession() throws(ProtocolFailure) {
        guard let session = script.resumption else { return }
        let digest = script.suite.digest
        guard let place = session.place(in: hello, after: transcript.bytes(), digest) else {
            throw .binder
        }
        script.move(session, to: place)
    }

    /// Reads a ClientKeyExchange (RFC 8422 §5.7, RFC 5246 §7.4.7).
    mutating func take(keyExchange bytes: [UInt8]) throws(ProtocolFailure) {
        let malformed = ProtocolFailure.malformed(
            message: HandshakeType.clientKeyExchange.rawValue
        )
        var body = ByteReader(Array(bytes.dropFirst(4)))
        try append(bytes)
        let premaster: [UInt8]
        switch script.secret {
        case .agreed(_, let key), .exchanged(let key):
            let share = body.vector(key.field == nil ? 1 : 2)
            guard let share, body.isAtEnd else { throw malformed }
            // RFC 7919 §4: the share must be a valid public number.
            if case .agreed = script.secret, key.field?.contains(share) == false { throw .share }
            do throws(OpenSSLError) {
                premaster = try key.premaster(with: share)
            } catch {
                throw .share
            }
        case .known(let secret): premaster = secret
        case .transportedTo(let key):
            guard let encrypted = body.vector(2), body.isAtEnd else { throw malformed }
            premaster = key.decrypt(encrypted) ?? [UInt8](repeating: 0, count: 48)
        case .transported:
            // SSL 3.0 has no length here (RFC 5246 §7.4.7.1), but some clients send a length.
            let count = bytes.count - 4
            let isBare = script.version == .ssl3 && count == settings.key.algorithm.bits / 8
            let encrypted = isBare ? body.bytes(count) : body.vector(2)
            guard let encrypted, body.isAtEnd else { throw malformed }
            // RFC 5246 §7.4.7.1: do not report a secret that cannot be decrypted. Use zeros in its
            // place, so that Finished fails.
            let decrypted = try? settings.key.decrypt(encrypted)
            premaster = decrypted ?? [UInt8](repeating: 0, count: 48)
        }
        let isExtended = script.hasExtendedMasterSecret
        try derive { (secrets, hash) throws(OpenSSLError) in
            try secrets.deriveMaster(premaster: premaster, session: isExtended ? hash : nil)
        }
    }

    /// Checks the client's Finished.
    mutating func take(
        finished bytes: [UInt8],
        in epoch: Epoch = .handshake
    ) throws(ProtocolFailure) {
        var expected: [UInt8] = []
        try derive { (secrets, hash) throws(OpenSSLError) in
            expected = try secrets.finished(.client, transcript: hash, in: epoch)
        }
        guard bytes.dropFirst(4).elementsEqual(expected) else { throw .finished }
        verifyData.client = expected
        hasClientFinished = true
        if script.version == .v1_2, epoch == .handshake, script.resumption == nil {
            settings.namedSession?.session = KeptSession(
                suite: script.suite.code,
                secret: secrets.keptMaster,
                hasExtendedMasterSecret: script.hasExtendedMasterSecret
            )
        }
        try append(bytes)
    }

    /// Adds a message of the client to the transcript.
    mutating func append(_ bytes: [UInt8]) throws(ProtocolFailure) {
        guard let type = bytes.first else { return }
        do throws(OpenSSLError) {
            try transcript.append(bytes, type: type, from: .client)
        } catch {
            throw .primitive(error)
        }
    }
}

extension Script {
    /// Sets the session's index in the ServerHello, unless a violation has set another index.
    fileprivate mutating func move(_ session: ResumedSession, to place: Int) {
        let old = Extension.preSharedKey(at: session.index)
        let new = Extension.preSharedKey(at: place)
        resumption?.index = place
        guard old != new else { return }
        for (index, step) in steps.enumerated() {
            guard case .say(var message) = step, case .serverHello(var hello) = message.body else {
                continue
            }
            hello.extensions = hello.extensions?.map { $0 == old ? new : $0 }
            message.body = .serverHello(hello)
            steps[index] = .say(message)
        }
    }

    /// The random of the last ServerHello; nil if none is sent.
    fileprivate var serverRandom: [UInt8]? {
        for case .say(let message) in steps.reversed() {
            if case .serverHello(let hello) = message.body { return hello.random }
        }
        return nil
    }
}
