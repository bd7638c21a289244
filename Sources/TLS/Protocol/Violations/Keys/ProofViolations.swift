import Crypto

extension Violation {
    /// Violations with wrong signatures in the messages that prove possession of the server's key:
    /// CertificateVerify and ServerKeyExchange.
    static let proofs: [Violation] = coverages + signatures + schemes + paddings

    private static let pad = [UInt8](repeating: 0x20, count: 64)
    private static let context = Array(Proof.serverContext.utf8)

    private static let coverages: [Violation] = [
        proof(
            "wrong-transcript",
            "signs a transcript without its certificate",
            gain: .authentication,
            [.v1_3],
            "HS-016"
        ) {
            $0.covers = .transcript(context: Proof.serverContext, without: [.certificate])
        },
        proof(
            "replayed-proof",
            "signs a transcript without the client's hello",
            gain: .authentication,
            [.v1_3],
            "HS-017"
        ) {
            $0.covers = .transcript(context: Proof.serverContext, without: [.clientHello])
        },
        proof(
            "transcript-without-hello",
            "signs a transcript without its own hello",
            gain: .authentication,
            [.v1_3],
            "HS-017"
        ) { $0.covers = .transcript(context: Proof.serverContext, without: [.serverHello]) },
        proof(
            "client-context",
            "signs with the client's context string",
            gain: .authentication,
            [.v1_3],
            "HS-019"
        ) {
            $0.covers = .transcript(context: Proof.clientContext, without: [])
        },
        proof(
            "no-context",
            "signs without a context string",
            gain: .authentication,
            [.v1_3],
            "HS-019"
        ) {
            $0.covers = .transcript(context: "", without: [])
        },
        proof("no-pad", "signs without the 64 spaces", gain: .authentication, [.v1_3], "HS-019") {
            $0.covers = .prefixed(context + [0])
        },
        proof(
            "no-separator",
            "signs without the zero byte",
            gain: .authentication,
            [.v1_3],
            "HS-019"
        ) {
            $0.covers = .prefixed(pad + context)
        },
        proof(
            "bare-hash",
            "signs the bare hash of the transcript",
            gain: .authentication,
            [.v1_3],
            "HS-019"
        ) {
            $0.covers = .prefixed([])
        },
        proof(
            "swapped-randoms",
            "signs the randoms in the wrong order",
            gain: .authentication,
            [.v1_2],
            "HS-035"
        ) {
            $0.covers = .randoms(serverFirst: true)
        },
        proof(
            "replayed-key-exchange",
            "signs for another connection",
            gain: .authentication,
            [.v1_2],
            "HS-036"
        ) {
            $0.covers = .staleRandoms
        },
    ]

    private static let signatures: [Violation] = [
        proof(
            "empty-signature",
            "sends an empty signature",
            gain: .authentication,
            [.v1_2, .v1_3],
            "HS-020"
        ) {
            $0.damage = [.empty]
        },
        proof(
            "zero-signature",
            "sends a signature of zeros",
            gain: .authentication,
            [.v1_2, .v1_3],
            "HS-020"
        ) {
            $0.damage = [.zero]
        },
        proof(
            "cut-signature",
            "leaves out the signature's last byte",
            gain: .authentication,
            [.v1_2, .v1_3],
            "HS-020"
        ) {
            $0.damage = [.cut(1)]
        },
        proof(
            "long-signature",
            "adds a byte to the signature",
            gain: .nothing,
            [.v1_2, .v1_3],
            "HS-020"
        ) {
            $0.damage = [.append([0])]
        },
        proof(
            "wrong-signature",
            "sends a signature with one bit wrong",
            gain: .authentication,
            [.v1_2, .v1_3],
            "HS-003"
        ) {
            $0.damage = [.flip]
        },
        Violation(
            "edwards-order-added",
            about: "The server adds the group's order to its Ed25519 signature.",
            gain: .nothing,
            rule: "RFC 8032 §5.1.7",
            versions: [.v1_2, .v1_3],
            alert: 51,
            attacks: ["HS-033"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm == .ed25519 else { throw .otherKey }
            try script.editProof { $0.damage = [.signature(.edwardsOrder)] }
        }
        .needing(.key(.edwards)),
    ]

    private static func proof(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ versions: Set<TLSVersion>,
        _ attack: String,
        _ change: @escaping @Sendable (inout Proof) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: versions.contains(.v1_3) ? "RFC 8446 §4.4.3" : "RFC 5246 §7.4.3",
            versions: versions,
            alert: 51,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in try script.editProof { change(&$0) } }
    }

    // MARK: Schemes

    private static let schemes: [Violation] =
        [
            scheme(
                "unoffered-scheme",
                "signs with a scheme that was not offered",
                gain: .nothing,
                "HS-025"
            ) {
                (proof, facts) throws(NoOccasion) in
                let key = facts.settings.key.algorithm
                let others = HandshakeScheme.allCases.filter {
                    !facts.hello.schemes.contains($0.rawValue) && $0.fits(key, in: .v1_2)
                }
                // Use a scheme that TLS 1.2 and 1.3 both have, so that the server breaks no second
                // rule.
                guard let scheme = others.first(where: { $0.fits(key, in: .v1_3) }) ?? others.first
                else { throw .allOffered }
                (proof.scheme, proof.signature) = (scheme.rawValue, scheme.signature)
            }
            // TLS 1.3 binds every elliptic-curve scheme to a curve.
            .needing(.key(.rsa)),
            scheme(
                "scheme-of-other-key",
                "names a scheme for another kind of key",
                gain: .nothing,
                "HS-026"
            ) {
                (proof, facts) throws(NoOccasion) in
                let family = facts.settings.key.algorithm.family
                let scheme = HandshakeScheme.allCases.first {
                    facts.hello.schemes.contains($0.rawValue)
                        && $0.fits(family == .rsa ? .p256 : .rsa2048, in: .v1_3)
                }
                guard let scheme else { throw .noStep }
                proof.scheme = scheme.rawValue
            },
            scheme(
                "scheme-of-other-curve",
                "signs with another curve's scheme",
                gain: .nothing,
                "HS-027",
                versions: [.v1_3]
            ) {
                (proof, facts) throws(NoOccasion) in
                guard facts.settings.key.algorithm == .p256 else { throw .otherKey }
                let scheme = HandshakeScheme.ecdsaSecp384r1SHA384
                guard facts.hello.schemes.contains(scheme.rawValue) else { throw .noStep }
                (proof.scheme, proof.signature) = (scheme.rawValue, scheme.signature)
            },
            scheme(
                "grease-scheme",
                "names a reserved (GREASE) scheme",
                gain: .nothing,
                "HS-034"
            ) {
                (proof, _) throws(NoOccasion) in proof.scheme = 0x0a0a
            },
            scheme("md5-scheme", "signs with MD5", gain: .nothing, "HS-038", "HS-024") {
                (proof, facts) throws(NoOccasion) in
                let scheme = HandshakeScheme.rsaPKCS1MD5
                guard facts.settings.key.algorithm.family == .rsa else {
                    // No modern client offers this digest for ECDSA, so stating its number is
                    // enough.
                    proof.scheme = 0x0103
                    if facts.hello.schemes.contains(proof.scheme) { proof.signature = .ecdsa(.md5) }
                    return
                }
                (proof.scheme, proof.signature) = (scheme.rawValue, scheme.signature)
            }
            .needing(.key(.rsa))
            .undecided(because: .twoChecks),
            scheme("anonymous-scheme", "names an anonymous scheme", gain: .authentication, "HS-002")
            {
                (proof, _) throws(NoOccasion) in proof.scheme = 0x0400
            },
            rsa(
                "pss-key-scheme",
                "names the scheme of PSS-only keys",
                gain: .nothing,
                "HS-031",
                47
            ) {
                $0.scheme = 0x0809
            },
        ]
        + [
            HandshakeScheme.rsaPKCS1SHA256: "pkcs1-signature",
            .rsaPKCS1SHA384: "pkcs1-sha384-signature", .rsaPKCS1SHA512: "pkcs1-sha512-signature",
            .rsaPKCS1SHA1: "sha1-signature",
        ].sorted { $0.key.rawValue < $1.key.rawValue }.map { scheme, name in
            rsa(
                name,
                "signs with RSA PKCS#1, which TLS 1.3 forbids",
                gain: .nothing,
                scheme == .rsaPKCS1SHA1 ? "HS-024" : "HS-023",
                47,
                [.v1_3]
            ) { ($0.scheme, $0.signature) = (scheme.rawValue, scheme.signature) }
        }

    private static func scheme(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attacks: String...,
        versions: Set<TLSVersion> = [.v1_2, .v1_3],
        _ change: @escaping @Sendable (inout Proof, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.3",
            versions: versions,
            alert: 47,
            attacks: attacks
        ) { (script, facts) throws(NoOccasion) in
            try script.editProof { (proof) throws(NoOccasion) in try change(&proof, facts) }
        }
    }

    // MARK: RSA

    private static let paddings: [Violation] = [
        rsa("no-salt", "signs with RSASSA-PSS without a salt", gain: .nothing, "HS-030", 51) {
            $0.signature = .rsaPSS(.sha256, mgf1: .sha256, saltLength: 0)
        },
        rsa(
            "longest-salt",
            "signs with RSASSA-PSS with the longest salt",
            gain: .nothing,
            "HS-030",
            51
        ) {
            // The salt has the 256 bytes of the modulus, minus the 32 bytes of the digest, minus
            // two (RFC 8017 §9.1.1).
            $0.signature = .rsaPSS(.sha256, mgf1: .sha256, saltLength: 222)
        },
        rsa("other-mask", "signs with RSASSA-PSS with a SHA-1 mask", gain: .nothing, "HS-030", 51) {
            $0.signature = .rsaPSS(.sha256, mgf1: .sha1, saltLength: 32)
        },
        rsa(
            "pkcs1-as-pss",
            "signs with RSA PKCS#1 but names RSASSA-PSS",
            gain: .nothing,
            "HS-030",
            51
        ) {
            $0.signature = .rsaPKCS1(.sha256)
        },
        rsa(
            "other-digest",
            "signs a digest other than the digest of its scheme",
            gain: .nothing,
            "HS-029",
            51
        ) {
            $0.signature = .rsaPSS(.sha384, mgf1: .sha384, saltLength: 48)
        },
    ]

    private static func rsa(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ attack: String,
        _ alert: UInt8,
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        _ change: @escaping @Sendable (inout Proof) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: "RFC 8446 §4.2.3",
            versions: versions,
            alert: alert,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .rsa else { throw .otherKey }
            try script.editProof { change(&$0) }
        }
        .needing(.key(.rsa))
    }
}
