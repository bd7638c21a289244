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
            "the cipher suites that the server accepts, by IANA's names; all that clients offer "
                + "unless stated",
            .list(
                of: .word(.cipherSuites, name: \.name) { CipherSuite(name: $0) },
                orOne: true
            ),
            at: \.suites,
            examples: ["TLS_RSA_WITH_AES_128_GCM_SHA256"]
        ),
        Member(
            "client-auth",
            "whether it requests a client certificate, and continues without one, or requires it",
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
            what the server staples to the served certificates, in order: none, the entity with \
            the ocsp to staple, or bytes:HEX and bytes:HEX*COUNT
            """,
            .list(of: staple, isOneBare: true),
            sets: \.staples,
            examples: ["leaf", "bytes:0a*100"]
        ),
        Member(
            "scts",
            "the SCTs in the handshake, by the entity whose certificate they are sent with",
            sctsByEntity,
            sets: \.scts,
            examples: ["{ leaf: [first, second] }"]
        ),
        Member(
            "fault",
            "names of server faults",
            .list(of: .word(.serverFaults), orOne: true),
            sets: \.serverFaults
        ),
        Member(
            "handshake",
            "what the server does wrong in the handshake: names of violations, and operations "
                + "on messages",
            .list(of: HandshakeForm.step, orOne: true),
            sets: \.handshake,
            examples: ["wrong-transcript", "{ drop: certificate-verify }"]
        ),
        Member(
            "engine",
            "the server's implementation of TLS: libssl, or hatpin, which can break the rules",
            .word(.engines),
            at: \.engine
        ),
        Member(
            "tickets",
            "what the server does with session tickets in later steps: it resumes their sessions, "
                + "with or without early data, or refuses to; by-id resumes TLS 1.2 sessions by "
                + "their id, without tickets; unless stated, the server sends no tickets",
            .word(.tickets),
            at: \.tickets
        ),
        Member(
            "starttls",
            "the plaintext protocol that upgrades to TLS; TLS from the start unless stated",
            .word(.upgradedProtocols, name: \.name, meaning: ApplicationProtocol.named),
            at: \.startTLS
        ),
        Member(
            "data-channel",
            "the entities that the server presents on FTP data connections, to which clients "
                + "upload; no data connections unless stated",
            .list(of: .text(.name), orOne: true),
            sets: \.dataChannel,
            examples: ["other", "[other, intermediate]"]
        ),
        Member(
            "groups",
            "the groups that the server accepts, by IANA's names, preferred first; all unless "
                + "stated",
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
            "the signature schemes that the server uses, by IANA's names, preferred first; all "
                + "except those with SHA-1 and MD5 unless stated",
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
            "the application protocols that the server accepts, preferred first; none unless "
                + "stated",
            .list(of: .word(.protocols), isOneBare: true),
            sets: \.protocols,
            examples: ["h2", "[h2, http/1.1]"]
        ),
        Member(
            "keep-alive",
            "whether connections in HTTP/1.1 stay open after a redirect to the next step; false "
                + "unless stated",
            .flag,
            sets: \.keepsAlive
        ),
        Member(
            "misdirected",
            "whether the server answers a request of this step with status 421 (Misdirected Request) "
                + "on a connection of an earlier step, so that the client needs a new connection; "
                + "false unless stated",
            .flag,
            sets: \.isMisdirected
        ),
        Member(
            "sni",
            "the entities that are served to clients that indicate these names, in place of serve",
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
