import Crypto

extension ClientViolation {
    private static let rule = "RFC 8446 §4.4.3, RFC 5246 §7.4.8"

    /// Violations of the proof of the client's key.
    static let proofs = content + coverage + schemes

    private static func proof(
        _ name: String,
        _ about: String,
        rule: String = rule,
        in versions: Set<TLSVersion> = [.v1_2, .v1_3],
        of family: KeyAlgorithm.Family? = nil,
        unless requested: [HandshakeScheme] = [],
        edit: @escaping @Sendable (inout ClientFlight) -> Void
    ) -> ClientViolation {
        ClientViolation(
            name,
            about,
            rule: rule,
            in: versions,
            when: { flight in
                flight.shows(.certificateVerify)
                    && (family == nil || flight.key?.algorithm.family == family)
                    && !requested.contains { flight.requestedSchemes.contains($0.rawValue) }
            },
            edit: edit
        )
    }

    // MARK: The signature

    private static let content = [
        proof(
            "no-certificate-verify",
            "The client sends a certificate and no CertificateVerify."
        ) { $0.leaveOut(.certificateVerify) },
        proof(
            "damaged-certificate-verify",
            "One bit of the signature in CertificateVerify is flipped."
        ) { $0.signatureDamage = .flip },
        proof(
            "empty-certificate-verify",
            "The signature in CertificateVerify is empty."
        ) { $0.signatureDamage = .empty },
        proof(
            "zero-certificate-verify",
            "The signature in CertificateVerify consists of zeros; in ECDSA, r and s are zero."
        ) { flight in
            let isElliptic = flight.key?.algorithm.family == .ec
            flight.signatureDamage = isElliptic ? .signature(.numbers([0])) : .zero
        },
        proof(
            "cut-certificate-verify",
            "The signature in CertificateVerify lacks its last byte."
        ) { $0.signatureDamage = .cut(1) },
        proof(
            "longer-certificate-verify",
            "The signature in CertificateVerify has a byte after its end."
        ) { $0.signatureDamage = .append([0]) },
        proof(
            "bytes-after-certificate-verify",
            "CertificateVerify has a byte after the signature."
        ) { $0.damage[.certificateVerify] = .append([0]) },
    ]

    // MARK: What is signed

    private static let coverage = [
        proof(
            "proof-without-hello",
            "CertificateVerify does not cover the ClientHello, as if it were of another connection."
        ) { $0.coverage = .messages(without: [.clientHello]) },
        proof(
            "proof-without-server-hello",
            "CertificateVerify does not cover the ServerHello."
        ) { $0.coverage = .messages(without: [.serverHello], of: .server) },
        proof(
            "proof-without-certificate",
            "CertificateVerify does not cover the client's certificates."
        ) { $0.coverage = .messages(without: [.certificate]) },
        proof(
            "proof-of-nothing",
            "CertificateVerify covers no message."
        ) { $0.coverage = .nothing },
        proof(
            "proof-of-later-transcript",
            "CertificateVerify covers a message that the client has not sent yet."
        ) { $0.coverage = .messagesBefore(HandshakeType.finished.message([])) },
        proof(
            "proof-of-other-version",
            "CertificateVerify signs what TLS 1.2 signs in TLS 1.3, and the reverse."
        ) { $0.proofForm = .ofOtherVersion },
        proof(
            "proof-in-servers-words",
            "CertificateVerify has the context of a server's signature.",
            rule: "RFC 8446 §4.4.3",
            in: [.v1_3]
        ) { $0.proofContext = Proof.serverContext },
        proof(
            "proof-without-words",
            "CertificateVerify has no context before the transcript.",
            rule: "RFC 8446 §4.4.3",
            in: [.v1_3]
        ) { $0.proofContext = "" },
        proof(
            "proof-of-bare-hash",
            "CertificateVerify signs the transcript's hash without spaces and context before it.",
            rule: "RFC 8446 §4.4.3",
            in: [.v1_3]
        ) { $0.proofForm = .bare },
    ]

    // MARK: The scheme

    private static let schemes = [
        proof(
            "other-scheme-named",
            "CertificateVerify names another scheme than that of its signature.",
            rule: "RFC 8446 §4.2.3, RFC 5246 §7.4.8"
        ) { flight in
            let other: HandshakeScheme =
                flight.scheme?.number == HandshakeScheme.ecdsaSecp256r1SHA256.rawValue
                ? .ecdsaSecp384r1SHA384 : .ecdsaSecp256r1SHA256
            flight.scheme?.number = other.rawValue
        },
        proof(
            "scheme-of-other-key",
            "CertificateVerify names a scheme of another kind of key.",
            rule: "RFC 8446 §4.2.3, RFC 5246 §7.4.8"
        ) { flight in
            let isOfRSA = flight.key?.algorithm.family == .rsa
            let other: HandshakeScheme = isOfRSA ? .ed25519 : .rsaPSSSHA256
            flight.scheme?.number = other.rawValue
        },
        proof(
            "unrequested-scheme",
            "CertificateVerify has a scheme with SHA-1, which the server did not request.",
            rule: "RFC 8446 §4.2.3, RFC 5246 §7.4.4",
            unless: [.ecdsaSHA1, .rsaPKCS1SHA1]
        ) { flight in
            // EdDSA has its own digest, so that only the name of the scheme is wrong.
            guard let family = flight.key?.algorithm.family else { return }
            switch family {
            case .rsa: flight.sign(by: .rsaPKCS1SHA1)
            case .ec: flight.sign(by: .ecdsaSHA1)
            default: flight.scheme?.number = HandshakeScheme.ecdsaSHA1.rawValue
            }
        },
        proof(
            "md5-scheme",
            "CertificateVerify has a scheme with MD5.",
            rule: "RFC 8446 §4.2.3, RFC 9155 §5",
            of: .rsa,
            unless: [.rsaPKCS1MD5]
        ) { $0.sign(by: .rsaPKCS1MD5) },
        proof(
            "pkcs1-scheme",
            "CertificateVerify has a PKCS #1 v1.5 signature, which TLS 1.3 allows in certificates only.",
            rule: "RFC 8446 §4.2.3",
            in: [.v1_3],
            of: .rsa
        ) { $0.sign(by: .rsaPKCS1SHA256) },
        proof(
            "unknown-scheme",
            "CertificateVerify names a scheme that does not exist.",
            rule: "RFC 8446 §4.2.3, RFC 5246 §7.4.4"
        ) { $0.scheme?.number = 0x0a0a },
        proof(
            "no-scheme",
            "CertificateVerify names no scheme, as before TLS 1.2.",
            rule: "RFC 8446 §4.4.3, RFC 5246 §4.7"
        ) { $0.namesScheme = false },
    ]
}

extension ClientFlight {
    fileprivate mutating func sign(by scheme: HandshakeScheme) {
        self.scheme = (scheme.rawValue, scheme.signature)
    }
}
