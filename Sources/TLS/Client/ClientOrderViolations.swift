import Crypto

extension ClientViolation {
    private static let ofCertificate: @Sendable (ClientFlight) -> Bool = { $0.shows(.certificate) }
    private static let ofProof: @Sendable (ClientFlight) -> Bool = {
        $0.shows(.certificate) && $0.shows(.certificateVerify)
    }

    // MARK: Certificates

    /// Violations of the content of Certificate.
    static let certificates = [
        ClientViolation(
            "empty-certificate",
            "The client sends an empty list of certificates, and a CertificateVerify.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6",
            when: ofProof
        ) { $0.chain = [] },
        ClientViolation(
            "empty-entry",
            "The list of certificates has an entry without bytes.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6",
            when: ofCertificate
        ) { $0.chain = [[]] },
        ClientViolation(
            "bytes-after-certificate",
            "The Certificate has a byte after its list.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6",
            when: ofCertificate
        ) { $0.damage[.certificate] = .append([0]) },
        ClientViolation(
            "certificate-context",
            "The Certificate has a context that the server's request does not have.",
            rule: "RFC 8446 §4.4.2",
            in: [.v1_3],
            when: ofCertificate
        ) { $0.context = [1] },
        ClientViolation(
            "unrequested-extension",
            "The certificate has SCTs, which the server did not request.",
            rule: "RFC 8446 §4.4.2",
            in: [.v1_3],
            when: { ofProof($0) && !$0.requestedExtensions.contains(Extension.certificateSCTs) }
        ) {
            // A list with one SCT of one byte (RFC 6962 §3.3).
            $0.certificateExtensions = [Extension(Extension.certificateSCTs, [0, 3, 0, 1, 0])]
        },
        ClientViolation(
            "unknown-extension",
            "The certificate has an extension of an unknown type.",
            rule: "RFC 8446 §4.2, §4.4.2",
            in: [.v1_3],
            when: ofProof
        ) { $0.certificateExtensions = [Extension(0x1a1a)] },
        ClientViolation(
            "repeated-extension",
            "The certificate has the same extension twice.",
            rule: "RFC 8446 §4.2",
            in: [.v1_3],
            when: ofProof
        ) {
            let status = Extension(Extension.statusRequest, CertificateStatus.encoded([0x30, 0]))
            $0.certificateExtensions = [status, status]
        },
        ClientViolation(
            "unrequested-compression",
            "The Certificate is compressed, which the server did not request.",
            rule: "RFC 8879 §3",
            in: [.v1_3],
            when: {
                $0.shows(.certificate)
                    && !$0.requestedExtensions.contains(Extension.compressCertificate)
            }
        ) { $0.compression = .zlib },
        ClientViolation(
            "unrequested-raw-key",
            "The client sends a raw public key, which the server did not request, as its certificate.",
            rule: "RFC 7250 §4.2, RFC 8446 §4.4.2",
            when: ofProof
        ) { flight in flight.chain = flight.key.map { [$0.spki] } ?? [] },
    ]

    // MARK: Order

    /// Violations of the order of the client's own messages.
    static let orders = [
        ClientViolation(
            "no-certificate-message",
            "The client ignores the request: it sends neither Certificate nor CertificateVerify.",
            rule: "RFC 8446 §4.4.2, RFC 5246 §7.4.6",
            when: ofCertificate
        ) { $0.leaveOut(.certificate, .certificateVerify) },
        ClientViolation(
            "only-certificate-verify",
            "The client sends a CertificateVerify without a Certificate.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §7.4.8",
            when: ofProof
        ) { $0.leaveOut(.certificate) },
        ClientViolation(
            "proof-before-certificate",
            "CertificateVerify comes before the Certificate.",
            rule: "RFC 8446 §4, RFC 5246 §7.3",
            when: ofProof
        ) { $0.move(.certificateVerify, before: .certificate) },
        ClientViolation(
            "proof-after-finished",
            "CertificateVerify comes after Finished.",
            rule: "RFC 8446 §4, RFC 5246 §7.3",
            when: ofProof
        ) { flight in
            flight.leaveOut(.certificateVerify)
            flight.steps.append(.certificateVerify)
        },
        ClientViolation(
            "certificate-after-finished",
            "Certificate and CertificateVerify come after Finished.",
            rule: "RFC 8446 §4, RFC 5246 §7.3",
            when: ofProof
        ) { flight in
            flight.leaveOut(.certificate, .certificateVerify)
            flight.steps += [.certificate, .certificateVerify]
        },
        ClientViolation(
            "proof-before-key-exchange",
            "CertificateVerify comes before ClientKeyExchange.",
            rule: "RFC 5246 §7.3",
            in: [.v1_2],
            when: ofProof
        ) { $0.move(.certificateVerify, before: .keyExchange) },
        ClientViolation(
            "key-exchange-before-certificate",
            "ClientKeyExchange comes before the Certificate.",
            rule: "RFC 5246 §7.3",
            in: [.v1_2],
            when: ofProof
        ) { $0.move(.keyExchange, before: .certificate) },
        ClientViolation(
            "key-exchange-twice",
            "The client sends its ClientKeyExchange twice.",
            rule: "RFC 5246 §7.3",
            in: [.v1_2]
        ) { $0.repeatStep(.keyExchange) },
        ClientViolation(
            "no-key-exchange",
            "The client sends no ClientKeyExchange, and uses an empty secret.",
            rule: "RFC 5246 §7.3, §7.4.7",
            in: [.v1_2]
        ) { $0.leaveOut(.keyExchange) },
        ClientViolation(
            "certificate-twice",
            "The client sends its Certificate twice.",
            rule: "RFC 8446 §4, RFC 5246 §7.3",
            when: ofProof
        ) { $0.repeatStep(.certificate) },
        ClientViolation(
            "proof-twice",
            "The client sends its CertificateVerify twice.",
            rule: "RFC 8446 §4, RFC 5246 §7.3",
            when: ofProof
        ) { $0.repeatStep(.certificateVerify) },
        ClientViolation(
            "unasked-late-certificate",
            "The client authenticates again after the handshake, without a request.",
            rule: "RFC 8446 §4.6.2",
            in: [.v1_3],
            when: { ofProof($0) && !$0.isLate }
        ) { flight in
            flight.steps += [.certificate, .certificateVerify, .lateFinished]
        },
        ClientViolation(
            "late-context",
            "The answer to a request after the handshake has another context than the request.",
            rule: "RFC 8446 §4.4.2",
            in: [.v1_3],
            when: { ofCertificate($0) && $0.isLate }
        ) { $0.context?.append(1) },
    ]

    // MARK: Other messages

    /// Messages that the client must not send.
    static let strays: [ClientViolation] = [
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
        ) { $0.insert(.message(type, []), before: .finished) }
    }
}
