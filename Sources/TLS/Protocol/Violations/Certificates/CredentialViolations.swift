import Crypto

extension Violation {
    /// Violations with delegated credentials (RFC 9345).
    static let credentials: [Violation] = [
        credential(
            "credential-in-order",
            "a delegated credential",
            gain: .nothing,
            "HS-081",
            isAllowed: true
        ),
        unaskedCredential,
        credential("expired-credential", "an expired credential", gain: .nothing, "HS-083") {
            $0.end = -3_600
        },
        credential(
            "credential-beyond-a-week",
            "a credential that is valid for eight more days",
            gain: .nothing,
            "HS-083"
        ) { $0.end = 8 * 86_400 },
        credential(
            "credential-by-its-own-key",
            "a credential that its own key signed",
            gain: .authentication,
            "HS-084"
        ) {
            $0.isSelfSigned = true
        },
        credential(
            "credential-for-another-leaf",
            "a credential signed for another certificate",
            gain: .authentication,
            "HS-084"
        ) { $0.certificate.append(0) },
        credential(
            "credential-for-another-scheme",
            "a credential whose signature covers another scheme than the credential states",
            gain: .authentication,
            "HS-084"
        ) { $0.signedScheme = 0x0804 },
        credential(
            "credential-without-usage",
            "a credential that its certificate does not allow",
            gain: .nothing,
            "HS-085",
            under: .noUsage
        ),
        credential(
            "credential-without-signing",
            "a credential although its certificate's key must not sign",
            gain: .nothing,
            "HS-085",
            under: .noSigning
        ),
        credential(
            "certificate-key-beside-credential",
            "a credential, but signs with its certificate's key",
            gain: .nothing,
            "HS-086",
            alert: 51
        ) { $0.isProved = false },
        credential(
            "credential-for-another-proof",
            "a credential that names another signature scheme than its CertificateVerify uses",
            gain: .nothing,
            "HS-086"
        ) { $0.statedScheme = $0.offered.first { $0 != CredentialPlan.proofScheme } },
        credential(
            "credential-with-issuer",
            "a credential with its issuer's certificate, where it is ignored",
            gain: .nothing,
            "HS-087",
            isAllowed: true,
            under: .any
        ) { ($0.entry, $0.isProved) = (1, false) },
    ]

    // RFC 9345 §4.1.1 requires alert 10; only clients that know the extension send it.
    private static let unaskedCredential = Violation(
        "delegated-credential",
        about: "The server sends a delegated credential that the client did not request.",
        gain: .nothing,
        rule: "RFC 9345 §4.1.1",
        versions: [.v1_3],
        alert: 110,
        or: [10],
        attacks: ["HS-082"]
    ) { (script, facts) throws(NoOccasion) in
        let type = Extension.delegatedCredential
        guard !facts.hello.offers(extension: type) else { throw .allOffered }
        try script.extend(entry: 0, by: Extension(type, [0, 0, 0, 1, 4, 3, 0, 0, 0]))
    }

    private static func credential(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        alert: UInt8 = 47,
        isAllowed: Bool = false,
        under leaf: DelegatingLeaf = .right,
        _ change: @escaping @Sendable (inout CredentialPlan) -> Void = { _ in }
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: gain,
            rule: "RFC 9345 §4.1.3",
            versions: [.v1_3],
            alert: isAllowed ? nil : alert,
            isAllowed: isAllowed,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            var plan = try CredentialPlan(facts, under: leaf)
            change(&plan)
            try plan.apply(to: &script, facts)
        }
        .needing(.offer(of: Extension.delegatedCredential))
    }
}

/// The certificates that a violation applies to (RFC 9345 §4.2).
private enum DelegatingLeaf: Sendable {
    case right, noUsage, noSigning, any

    func includes(_ certificate: OpenSSLCertificate) -> Bool {
        switch self {
        case .right: certificate.mayDelegate && certificate.signsHandshakes
        case .noUsage: !certificate.mayDelegate && certificate.signsHandshakes
        case .noSigning: certificate.mayDelegate && !certificate.signsHandshakes
        case .any: true
        }
    }
}

/// A server's use of a delegated credential; correct by default.
private struct CredentialPlan {
    /// ecdsa_secp256r1_sha256, the scheme of the credential's key.
    static let proofScheme: UInt16 = 0x0403

    /// The schemes that the client offers for credentials.
    let offered: [UInt16]
    /// The end of the credential's validity, in seconds from now.
    var end: Int64 = 3 * 86_400
    /// The certificate that the signature covers.
    var certificate: [UInt8]
    var isSelfSigned = false
    /// The signature scheme in the signed data, and the scheme that the credential states; nil
    /// means the correct scheme.
    var signedScheme, statedScheme: UInt16?
    /// Whether the credential's key signs the handshake.
    var isProved = true
    /// The index of the certificate whose entry contains the credential.
    var entry = 0
    /// The start of the certificate's validity, in seconds since 1970.
    private let start: Int64
    /// The credential's private key, a P-256 scalar.
    private let scalar: [UInt8]

    init(
        _ facts: Facts,
        under kind: DelegatingLeaf
    ) throws(NoOccasion) {
        let type = Extension.delegatedCredential
        guard facts.hello.offers(extension: type) else { throw .notAsked(type) }
        offered = facts.hello.delegatedSchemes
        guard offered.contains(Self.proofScheme) else { throw .noneInCommon(type) }
        guard let leaf = facts.settings.chain.first,
            let certificate = OpenSSLCertificate(der: leaf),
            let start = certificate.validFrom, kind.includes(certificate)
        else { throw .otherCertificate }
        (self.certificate, self.start) = (leaf, start)
        // The scalar differs from the share's key, is below the group's order, and is not zero.
        scalar = [0x3f] + facts.settings.draws.share.prefix(31).map { ~$0 }
    }

    func apply(to script: inout Script, _ facts: Facts) throws(NoOccasion) {
        guard let now = facts.settings.now ?? wallClock() else { throw .noStep }
        let validTime = start.distance(to: now + end)
        guard validTime >= 0, let key = try? PrivateKey(.p256, scalar: scalar) else {
            throw .otherCertificate
        }
        var proof: Proof?
        try script.editProof { proof = $0 }
        guard let proof else { throw .noMessage(.certificateVerify) }
        var credential = DelegatedCredential(
            validTime: validTime,
            proofScheme: signedScheme ?? statedScheme ?? Self.proofScheme,
            key: key.spki,
            scheme: isSelfSigned ? Self.proofScheme : proof.scheme
        )
        let signer = isSelfSigned ? key : facts.settings.key
        let scheme = isSelfSigned ? .ecdsa(.sha256) : proof.signature
        let signed = credential.signed(under: certificate)
        guard let signature = try? signer.sign(signed, by: scheme) else { throw .otherKey }
        credential.proofScheme = statedScheme ?? Self.proofScheme
        let data = credential.encoded(signature)
        try script.extend(entry: entry, by: Extension(Extension.delegatedCredential, data))
        guard isProved else { return }
        let scalar = scalar
        try script.editProof {
            ($0.scheme, $0.signature) = (Self.proofScheme, .ecdsa(.sha256))
            $0.signer = .scalar(scalar)
        }
    }
}

extension Script {
    /// Adds an extension to the extensions of a certificate.
    fileprivate mutating func extend(
        entry: Int,
        by item: Extension
    ) throws(NoOccasion) {
        try editCertificates { (entries) throws(NoOccasion) in
            guard entries.indices.contains(entry) else { throw .noMessage(.certificate) }
            entries[entry].extensions.append(item)
        }
    }
}
