import FileFormat

extension Shape {
    /// The keys of a world, which every overlay may state.
    static let worldFields = [
        Field(
            "pki",
            "entities by name",
            .table(noun: "pki", key: .name, value: .entity),
            examples: ["{ charles-root: {} }"]
        ),
        Field("root", "short for pki.root", .entity),
        Field("intermediate", "short for pki.intermediate", .entity),
        Field("leaf", "short for pki.leaf", .entity, examples: ["{ valid: -90d..-1d }"]),
        Field(
            "crls",
            "CRLs by name, where they are to say more than that an entity's crl; one that bears an "
                + "entity's name is that entity's",
            .lists,
            examples: ["{ intermediate: { next-update: -1d } }"]
        ),
        Field(
            "serve",
            "entities in the order sent; extras, duplicates and anchors allowed",
            .list(of: .text(.name), orOne: true),
            examples: ["[leaf, intermediate]"]
        ),
        Field("server", "how the server behaves", server),
        Field("network", "what lies between client and server", network),
        Field(
            "connect",
            "the reference identity: a DNS name or an IP address",
            .text(.identity),
            examples: ["www.example.test", "192.0.2.1"]
        ),
        Field("client", "what the client trusts and pins", client),
        Field(
            "clock",
            "the verify date, relative to now or as an instant",
            .text(.moment),
            examples: ["+100d", "2026-11-21T09:30:00Z"]
        ),
    ]

    /// The keys of a world.
    static let worldKeys = Set(worldFields.map(\.key))

    private static let server = Shape.mapping(
        MappingShape(
            "the server",
            definition: "server",
            [
                Field(
                    "tls",
                    "the versions it offers",
                    .list(of: .word(.versions), orOne: true),
                    examples: ["[1.2, 1.3]"]
                ),
                Field(
                    "ciphers",
                    "the cipher suites it takes, by IANA's names; all that clients offer unless "
                        + "stated",
                    .list(of: .word(.cipherSuites), orOne: true),
                    examples: ["TLS_RSA_WITH_AES_128_GCM_SHA256"]
                ),
                Field(
                    "client-auth",
                    "whether it requests a certificate of the client, and goes on without one, or "
                        + "requires it",
                    .word(.clientAuthentications)
                ),
                Field(
                    "key-of",
                    "the entity whose key signs the handshake",
                    .text(.name),
                    examples: ["root"]
                ),
                Field(
                    "staple",
                    """
                    what it staples to the certificates served, in order: none, the entity whose \
                    ocsp it is, or bytes:HEX and bytes:HEX*COUNT
                    """,
                    .list(of: .text(.staple), orOne: true),
                    examples: ["leaf", "bytes:0a*100"]
                ),
                Field(
                    "behave",
                    "words of the behaviour catalogue",
                    .list(of: .word(.behaviours), orOne: true)
                ),
                Field(notBuilt: "groups", "the groups it offers"),
                Field(notBuilt: "alpn", "the application protocols it offers"),
                Field(notBuilt: "sni", "other chains for other names"),
                Field(notBuilt: "tickets", "resumption"),
            ]
        )
    )

    private static let network = Shape.mapping(
        MappingShape(
            "the network",
            definition: "network",
            [
                Field(
                    "proxy",
                    "an intercepting proxy",
                    .mapping(
                        MappingShape(
                            "a proxy",
                            [
                                Field(
                                    "mints-under",
                                    "the entity that signs look-alikes of the origin's certificate",
                                    .text(.name),
                                    examples: ["charles-root"]
                                ),
                                Field(
                                    "serves",
                                    "the entities that it shows, in order",
                                    .list(of: .text(.name), orOne: true)
                                ),
                                Field(
                                    "tls",
                                    "the versions it offers the client: all unless stated",
                                    .list(of: .word(.versions), orOne: true),
                                    examples: ["1.2"]
                                ),
                                Field(notBuilt: "listens", "TLS to the proxy itself"),
                            ]
                        )
                    ),
                    examples: ["{ mints-under: charles-root }"]
                ),
                Field("address", "the loopback address: ipv4 unless stated", .word(.families)),
            ]
        )
    )

    private static let client = Shape.mapping(
        MappingShape(
            "the client",
            definition: "client",
            [
                Field(
                    "trust",
                    "the store's anchors",
                    .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
                    examples: ["[root]"]
                ),
                Field(
                    "user-trust",
                    "the anchors that the user installed",
                    .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
                    examples: ["[charles-root]"]
                ),
                Field(
                    "pins",
                    "spki(ENTITY), certificate(ENTITY), sha256/BASE64 or a certificate file",
                    .list(of: .text(.pin), orOne: true, isEmptyAllowed: true),
                    examples: ["[spki(leaf)]"]
                ),
                Field(
                    "crls",
                    "the CRLs at hand: of crls, or of entities",
                    .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
                    examples: ["[intermediate, root]"]
                ),
                Field(notBuilt: "tls", "the versions it offers"),
                Field(notBuilt: "alpn", "the application protocols it offers"),
                Field(notBuilt: "identity", "the certificate it shows"),
            ]
        )
    )
}
