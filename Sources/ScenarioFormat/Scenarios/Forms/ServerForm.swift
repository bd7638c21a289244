import Crypto
import TLS

// MARK: The server

extension Forms {
    static let serverMembers: [Member<Setup>] = [
        Member(
            "tls",
            "the versions it offers",
            versions,
            sets: \.versions,
            examples: ["[1.2, 1.3]"]
        ),
        Member(
            "ciphers",
            "the cipher suites it takes, by IANA's names; all that clients offer unless "
                + "stated",
            .list(
                of: .word(.cipherSuites, name: \.name) { CipherSuite(name: $0) },
                orOne: true
            ),
            at: \.suites,
            examples: ["TLS_RSA_WITH_AES_128_GCM_SHA256"]
        ),
        Member(
            "client-auth",
            "whether it requests a certificate of the client, and goes on without one, or "
                + "requires it",
            .word(.clientAuthentications),
            at: \.clientAuthentication
        ),
        Member(
            "key-of",
            "the entity whose key signs the handshake",
            .text(.name),
            at: \.serverKeyOf,
            examples: ["root"]
        ),
        Member(
            "staple",
            """
            what it staples to the certificates served, in order: none, the entity whose \
            ocsp it is, or bytes:HEX and bytes:HEX*COUNT
            """,
            .list(of: staple, isOneBare: true),
            sets: \.staples,
            examples: ["leaf", "bytes:0a*100"]
        ),
        Member(
            "scts",
            "the timestamps of logs in the handshake, by the entity whose certificate they come with",
            sctsByEntity,
            sets: \.scts,
            examples: ["{ leaf: [first, second] }"]
        ),
        Member(
            "fault",
            "words of the behaviour catalogue",
            .list(of: .word(.serverFaults), orOne: true),
            sets: \.behave
        ),
        Member(
            "handshake",
            "what it does wrong in the handshake, by words of the violation catalogue and by "
                + "operations on messages",
            .list(of: HandshakeForm.step, orOne: true),
            sets: \.handshake,
            examples: ["wrong-transcript", "{ drop: certificate-verify }"]
        ),
        Member(
            "engine",
            "its implementation of TLS: libssl, or hatpin, which breaks the rules it is told to",
            .word(.engines),
            at: \.engine
        ),
        Member(
            "tickets",
            "what it does with the tickets that it gives, none unless stated: their sessions are "
                + "resumed in later steps, with early data or without, or refused; by-id resumes "
                + "sessions of TLS 1.2 by their id, without tickets",
            .word(.tickets),
            at: \.tickets
        ),
        Member(
            "starttls",
            "the protocol in plaintext that goes over to TLS; TLS at once unless stated",
            .word(.upgradedProtocols),
            at: \.startTLS
        ),
        Member(
            "data-channel",
            "what it serves on FTP's data connections, to which clients upload; none of them unless "
                + "stated",
            .list(of: .text(.name), orOne: true),
            sets: \.dataChannel,
            examples: ["other", "[other, intermediate]"]
        ),
        Member(
            "groups",
            "the groups that it agrees keys in, by IANA's names, the preferred first; all unless stated",
            .list(
                of: .word(.groups, name: \.name) { name in
                    NamedGroup.allCases.first { $0.name == name }
                },
                orOne: true
            ),
            at: \.groups,
            examples: ["secp384r1", "[x448, x25519]"]
        ),
        Member(
            "schemes",
            "the signature schemes that it signs by, by IANA's names, the preferred first; all but those "
                + "by SHA-1 and MD5 unless stated",
            .list(
                of: .word(.schemes, name: \.name) { name in
                    HandshakeScheme.allCases.first { $0.name == name }
                },
                orOne: true
            ),
            at: \.schemes,
            examples: ["rsa_pss_rsae_sha512"]
        ),
        Member(
            "alpn",
            "the application protocols that it takes, the preferred first; none unless stated",
            .list(of: .word(.protocols), isOneBare: true),
            sets: \.protocols,
            examples: ["h2", "[h2, http/1.1]"]
        ),
        Member(
            "sni",
            "the entities that clients are shown that indicate these names, in place of serve",
            named,
            sets: \.named,
            examples: ["{ other.example.test: [other, intermediate] }"]
        ),
    ]

    private static let named = Form<[String: [String]]>.table(
        "server.sni",
        key: .hostName,
        value: .list(of: .text(.name), orOne: true),
        pairs: { named in named.sorted { $0.key < $1.key } }
    ) { pairs in Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }

    private static let staple = Form<WrittenStaple>.text(.staple)
        .map(
            back: { staple in
                switch staple {
                case nil: .nothing
                case .response(let entity): .response(entity)
                case .bytes(let bytes): .bytes(bytes)
                }
            },
            { staple -> Setup.DeclaredStaple?? in
                switch staple {
                case .nothing: .some(nil)
                case .response(let entity): .response(entity)
                case .bytes(let bytes): .bytes(bytes)
                }
            }
        )
}
