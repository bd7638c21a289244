import Crypto

/// The operations with which violations change scripts; scenario files can name some of them
/// (`ScriptOperation`).
extension Script {
    /// Returns the index at which a message is first sent.
    package func place(of type: HandshakeType) throws(NoOccasion) -> Int {
        guard let place = steps.firstIndex(where: { $0.said == type }) else {
            throw .noMessage(type)
        }
        return place
    }

    /// Leaves a message out.
    package mutating func drop(_ type: HandshakeType) throws(NoOccasion) {
        steps.remove(at: try place(of: type))
    }

    /// Leaves a message out.
    ///
    /// If the message ends the server's flight, another step replaces it, because the client would
    /// otherwise wait.
    package mutating func leaveOut(_ type: HandshakeType) throws(NoOccasion) {
        let place = try place(of: type)
        switch type {
        case .finished: steps[place] = .record(type: 23, Array("data".utf8), inPlaintext: false)
        case .serverHelloDone: steps[place] = .changeCipherSpec
        default: steps.remove(at: place)
        }
    }

    /// Sends a message twice, so that the repetition is the only defect.
    package mutating func sayTwice(_ type: HandshakeType) throws(NoOccasion) {
        try `repeat`(type)
        // If the transcript contained the message twice, Finished would fail. The test could not
        // distinguish this failure from a rejection of the second message.
        guard type.endsFlight else { return }
        try edit(type) { (message) throws(NoOccasion) in message.isHashed = false }
    }

    /// Sends a message before another message.
    ///
    /// The message is a copy of the script's message of that type or, if there is none, a
    /// placeholder.
    package mutating func insert(
        _ type: HandshakeType,
        before other: HandshakeType,
        _ facts: Facts
    ) throws(NoOccasion) {
        let place = try place(of: other)
        let own = steps.first { $0.said == type }
        let echo = Message(.clientHello, .bytes(Array(facts.hello.bytes.dropFirst(4))))
        let message = type == .clientHello ? echo : .stray(type, in: version)
        steps.insert(own ?? .say(message), at: place)
    }

    /// Sends a message twice.
    package mutating func `repeat`(_ type: HandshakeType) throws(NoOccasion) {
        let place = try place(of: type)
        steps.insert(steps[place], at: place)
    }

    /// Swaps two messages.
    package mutating func swap(
        _ first: HandshakeType,
        _ second: HandshakeType
    ) throws(NoOccasion) {
        steps.swapAt(try place(of: first), try place(of: second))
    }

    /// Sends nothing after a message.
    package mutating func stop(after type: HandshakeType) throws(NoOccasion) {
        steps.replaceSubrange((try place(of: type) + 1)..., with: [.stops])
    }

    /// Changes the first message of this type.
    package mutating func edit(
        _ type: HandshakeType,
        _ change: (inout Message) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        let place = try place(of: type)
        guard case .say(var message) = steps[place] else { throw .noMessage(type) }
        try change(&message)
        steps[place] = .say(message)
    }

    /// Changes the server's signature, in CertificateVerify or ServerKeyExchange.
    package mutating func editProof(
        _ change: (inout Proof) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        let type: HandshakeType = version == .v1_3 ? .certificateVerify : .serverKeyExchange
        try edit(type) { (message) throws(NoOccasion) in
            switch message.body {
            case .certificateVerify(var proof):
                try change(&proof)
                message.body = .certificateVerify(proof)
            case .serverKeyExchange(var plan):
                try change(&plan.proof)
                message.body = .serverKeyExchange(plan)
            default: throw .noMessage(type)
            }
        }
    }

    /// Changes the certificates.
    package mutating func editCertificates(
        _ change: (inout [CertificateMessage.Entry]) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        try edit(.certificate) { (message) throws(NoOccasion) in
            guard case .certificate(var list) = message.body else {
                throw .noMessage(.certificate)
            }
            try change(&list.entries)
            message.body = .certificate(list)
        }
    }

    /// Changes the Finished.
    package mutating func editFinished(
        _ change: (inout FinishedPlan) -> Void
    ) throws(NoOccasion) {
        try edit(.finished) { (message) throws(NoOccasion) in
            guard case .finished(var plan) = message.body else { throw .noMessage(.finished) }
            change(&plan)
            message.body = .finished(plan)
        }
    }

    /// Changes the last ServerHello: the ServerHello after a HelloRetryRequest, if there is a
    /// HelloRetryRequest.
    package mutating func editHello(
        _ change: (inout ServerHello) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        guard let place = steps.lastIndex(where: { $0.said == .serverHello }),
            case .say(var message) = steps[place], case .serverHello(var hello) = message.body
        else { throw .noMessage(.serverHello) }
        try change(&hello)
        message.body = .serverHello(hello)
        steps[place] = .say(message)
    }

    /// Changes the extensions of the message that answers the client's extensions.
    ///
    /// This is EncryptedExtensions in TLS 1.3 and the ServerHello in older versions.
    package mutating func editExtensions(
        _ change: (inout [Extension]) throws(NoOccasion) -> Void
    ) throws(NoOccasion) {
        guard version == .v1_3 else {
            return try editHello { (hello) throws(NoOccasion) in
                var extensions = hello.extensions ?? []
                try change(&extensions)
                hello.extensions = extensions
            }
        }
        try edit(.encryptedExtensions) { (message) throws(NoOccasion) in
            guard case .encryptedExtensions(var extensions) = message.body else {
                throw .noMessage(.encryptedExtensions)
            }
            try change(&extensions)
            message.body = .encryptedExtensions(extensions)
        }
    }
}

extension HandshakeType {
    /// Whether a message of this type ends the server's flight: the server then waits for the
    /// client's answer.
    var endsFlight: Bool { self == .finished || self == .serverHelloDone }
}

extension Message {
    /// Returns a short message of this type, to send where the type is not allowed.
    static func stray(_ type: HandshakeType, in version: TLSVersion) -> Message {
        let isNewest = version == .v1_3
        let body: Body =
            switch type {
            case .newSessionTicket where isNewest:
                .newSessionTicket(
                    SessionTicket(
                        lifetime: 3_600,
                        newest: SessionTicket.Newest(ageAdd: 0, nonce: [0]),
                        ticket: [1, 2, 3]
                    )
                )
            case .certificateRequest where isNewest:
                .certificateRequest(
                    .extensions(
                        context: [],
                        [Extension(Extension.signatureAlgorithms, [0, 2, 4, 3])]
                    )
                )
            case .certificateRequest: .certificateRequest(.types([64], schemes: [0x0403]))
            default: .bytes(bytes(ofStray: type))
            }
        var message = Message(type, body)
        // RFC 5246 §7.4.1.1: no transcript contains a HelloRequest, so a client that ignores it can
        // continue.
        message.isHashed = type != .helloRequest
        return message
    }

    private static func bytes(ofStray type: HandshakeType) -> [UInt8] {
        switch type {
        case .helloRequest, .endOfEarlyData, .serverHelloDone: []
        case .newSessionTicket: [0, 0, 1, 0, 0, 1, 7]
        case .encryptedExtensions: [0, 0]
        case .certificateStatus: [1, 0, 0, 1, 0]
        case .clientKeyExchange: [1, 4]
        case .messageHash: [UInt8](repeating: 0, count: 32)
        case .compressedCertificate: [0, 1, 0, 0, 1, 0, 0, 0]
        // A one-byte signature with ecdsa_secp256r1_sha256.
        case .certificateVerify: [4, 3, 0, 1, 0]
        // A one-byte point on secp256r1, and a one-byte signature.
        case .serverKeyExchange: [3, 0, 23, 1, 4, 4, 3, 0, 1, 0]
        default: [0]
        }
    }
}
