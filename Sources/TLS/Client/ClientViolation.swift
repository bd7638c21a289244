import Crypto

/// A violation of the protocol by a client, by which it would get in without proof of its key.
package struct ClientViolation: Sendable {
    /// The word of scenario files.
    package let name: String
    /// What the client does wrong.
    package let about: String
    /// The rule that servers enforce.
    package let rule: String
    /// The TLS versions in which the violation is possible.
    package let versions: Set<TLSVersion>
    let edit: @Sendable (inout ClientFlight) -> Void

    fileprivate init(
        _ name: String,
        _ about: String,
        rule: String,
        in versions: Set<TLSVersion> = [.v1_2, .v1_3],
        edit: @escaping @Sendable (inout ClientFlight) -> Void
    ) {
        (self.name, self.about, self.rule) = (name, about, rule)
        (self.versions, self.edit) = (versions, edit)
    }

    /// Returns the violation with this name; nil for none.
    package static func named(_ name: String) -> ClientViolation? {
        catalogue.first { $0.name == name }
    }

    /// Returns the change of a flight by several violations, in order; nil for none.
    package static func edit(
        by violations: [ClientViolation]
    ) -> (@Sendable (inout ClientFlight) -> Void)? {
        guard !violations.isEmpty else { return nil }
        return { flight in for violation in violations { violation.edit(&flight) } }
    }

    /// All violations.
    package static let catalogue: [ClientViolation] = proofs + orders + strays + ends

    // MARK: Proofs

    private static let proofs = [
        ClientViolation(
            "no-certificate-verify",
            "The client sends a certificate and no CertificateVerify.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.steps.removeAll { $0 == .certificateVerify } },
        ClientViolation(
            "damaged-certificate-verify",
            "One bit of the signature in CertificateVerify is flipped.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.flipsSignature = true },
        ClientViolation(
            "empty-certificate-verify",
            "The signature in CertificateVerify is empty.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.proofLength = 0 },
        ClientViolation(
            "proof-without-hello",
            "CertificateVerify does not cover the ClientHello, as if replayed from a connection.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.uncovered = [.clientHello] },
        ClientViolation(
            "proof-without-server-hello",
            "CertificateVerify does not cover the ServerHello.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.uncovered = [.serverHello] },
        ClientViolation(
            "proof-without-certificate",
            "CertificateVerify does not cover the certificates.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.uncovered = [.certificate] },
        ClientViolation(
            "proof-in-servers-words",
            "CertificateVerify has the context of a server's signature.",
            rule: "RFC 8446 §4.4.3",
            in: [.v1_3]
        ) { $0.proofContext = Proof.serverContext },
        ClientViolation(
            "proof-without-words",
            "CertificateVerify has no context before the transcript.",
            rule: "RFC 8446 §4.4.3",
            in: [.v1_3]
        ) { $0.proofContext = "" },
        ClientViolation(
            "other-scheme-named",
            "CertificateVerify names another scheme than that of its signature.",
            rule: "RFC 8446 §4.2.3, RFC 5246 §7.4.8"
        ) { flight in
            guard let scheme = flight.scheme else { return }
            let other: HandshakeScheme =
                scheme.number == HandshakeScheme.ecdsaSecp256r1SHA256.rawValue
                ? .ecdsaSecp384r1SHA384 : .ecdsaSecp256r1SHA256
            flight.scheme = (other.rawValue, scheme.signature)
        },
        ClientViolation(
            "unrequested-scheme",
            "CertificateVerify has a scheme with SHA-1, which the server did not request.",
            rule: "RFC 8446 §4.2.3, RFC 5246 §7.4.4"
        ) { flight in
            let scheme: HandshakeScheme =
                flight.key?.algorithm.family == .rsa ? .rsaPKCS1SHA1 : .ecdsaSHA1
            flight.scheme = (scheme.rawValue, scheme.signature)
        },
    ]

    // MARK: Certificates and order

    private static let orders = [
        ClientViolation(
            "no-certificate-message",
            "The client ignores the request: it sends neither Certificate nor CertificateVerify.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6"
        ) { $0.steps.removeAll { [.certificate, .certificateVerify].contains($0) } },
        ClientViolation(
            "only-certificate-verify",
            "The client sends a CertificateVerify without a Certificate.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8"
        ) { $0.steps.removeAll { $0 == .certificate } },
        ClientViolation(
            "empty-certificate",
            "The client sends an empty list of certificates, and a CertificateVerify.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6"
        ) { $0.chain = [] },
        ClientViolation(
            "empty-entry",
            "The list of certificates has an entry without bytes.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6"
        ) { $0.chain = [[]] },
        ClientViolation(
            "certificate-context",
            "The Certificate has a context that the server's request does not have.",
            rule: "RFC 8446 §4.4.2",
            in: [.v1_3]
        ) { $0.context = [1] },
        ClientViolation(
            "proof-before-certificate",
            "CertificateVerify comes before the Certificate.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { $0.move(.certificateVerify, before: .certificate) },
        ClientViolation(
            "proof-after-finished",
            "CertificateVerify comes after Finished.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { flight in
            flight.steps.removeAll { $0 == .certificateVerify }
            flight.steps.append(.certificateVerify)
        },
        ClientViolation(
            "certificate-after-finished",
            "Certificate and CertificateVerify come after Finished.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { flight in
            flight.steps.removeAll { [.certificate, .certificateVerify].contains($0) }
            flight.steps += [.certificate, .certificateVerify]
        },
        ClientViolation(
            "proof-before-key-exchange",
            "CertificateVerify comes before ClientKeyExchange.",
            rule: "RFC 5246 §7.3",
            in: [.v1_2]
        ) { $0.move(.certificateVerify, before: .keyExchange) },
        ClientViolation(
            "certificate-twice",
            "The client sends its Certificate twice.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { $0.repeatStep(.certificate) },
        ClientViolation(
            "proof-twice",
            "The client sends its CertificateVerify twice.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { $0.repeatStep(.certificateVerify) },
    ]

    // MARK: Other messages

    private static let strays: [ClientViolation] = [
        ("client-hello", HandshakeType.clientHello, "a ClientHello without content"),
        ("hello-request", .helloRequest, "a HelloRequest"),
        ("server-hello-done", .serverHelloDone, "a ServerHelloDone"),
        ("encrypted-extensions", .encryptedExtensions, "EncryptedExtensions"),
        ("certificate-request", .certificateRequest, "a CertificateRequest"),
        ("unknown-message", .unknown, "a message of an unknown type"),
    ].map { name, type, words in
        ClientViolation(
            "stray-" + name,
            "The client sends \(words) before Finished.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { flight in
            let place = flight.steps.firstIndex(of: .finished) ?? 0
            flight.steps.insert(.message(type, []), at: place)
        }
    }

    // MARK: The end of the handshake

    private static let ends = [
        ClientViolation(
            "damaged-finished",
            "One bit of Finished is flipped.",
            rule: "RFC 8446 §4.4.4, RFC 5246 §7.4.9"
        ) { $0.flipsFinished = true },
        ClientViolation(
            "no-finished",
            "The client sends its request without Finished.",
            rule: "RFC 8446 §4.4.4, RFC 5246 §7.4.9"
        ) { $0.steps.removeAll { $0 == .finished } },
        ClientViolation(
            "finished-twice",
            "The client sends Finished twice.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { $0.repeatStep(.finished) },
        ClientViolation(
            "no-key-change",
            "The client sends Finished without ChangeCipherSpec, in plaintext.",
            rule: "RFC 5246 §7.1",
            in: [.v1_2]
        ) { $0.steps.removeAll { $0 == .keyChange } },
        ClientViolation(
            "early-key-change",
            "ChangeCipherSpec comes before CertificateVerify.",
            rule: "RFC 5246 §7.1",
            in: [.v1_2]
        ) { $0.move(.keyChange, before: .certificateVerify) },
    ]
}

extension ClientFlight {
    /// Moves a step to the place before another one; does nothing if one of them is missing.
    fileprivate mutating func move(_ step: Step, before other: Step) {
        guard let from = steps.firstIndex(of: step), steps.contains(other) else { return }
        steps.remove(at: from)
        guard let place = steps.firstIndex(of: other) else { return }
        steps.insert(step, at: place)
    }

    /// Repeats a step after its first place.
    fileprivate mutating func repeatStep(_ step: Step) {
        guard let place = steps.firstIndex(of: step) else { return }
        steps.insert(step, at: place)
    }
}
