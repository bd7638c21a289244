import Crypto
import Forge
import X509

extension Forms {
    /// The form of CRLs by name; a CRL without a stated issuer is issued by the entity of its name.
    static let lists = Form<[String: RevocationList]>.table(
        "crls",
        key: .name,
        value: list,
        pairs: { lists in lists.sorted { $0.key < $1.key } }
    ) { pairs in
        Dictionary(
            pairs.map { name, list in
                var list = list
                if list.issuer.isEmpty { list.issuer = name }
                return (name, list)
            }
        ) { $1 }
    }

    private static let list = Form<RevocationList>.mapping(
        "a CRL",
        definition: "list",
        from: RevocationList(issuer: ""),
        listedEntities + [
            thisUpdate(\.thisUpdate), nextUpdate(\.nextUpdate),
            // The version is read before `number` and `authority-key-id`, whose absence has another
            // meaning in version 1.
            Member(
                "version",
                "the list's version; 2 unless stated",
                Form<Int>.text(.number(1...3)),
                get: { $0.version },
                set: { list, version in
                    list.version = version
                    if version == 1 { (list.number, list.authorityKeyID) = (nil, .none) }
                }
            ),
        ] + numbering + [
            digest(\.digest),
            Member(
                "authority-key-id",
                "authorityKeyIdentifier: auto, none or hex; none in a list of version 1",
                .text(.keyID),
                sets: \.authorityKeyID,
                examples: ["auto", "none"]
            ),
        ] + changes(extensions: \.extensions, drop: \.drop, critical: \.critical) + [
            Member("raw", "DER surgery, in order", surgery(on: .revocationList), sets: \.raw)
        ]
    )

    private static let listedEntities: [Member<RevocationList>] = [
        Member(
            "issuer",
            "the entity that issues the list; the entity with the list's name unless stated",
            .text(.name),
            sets: \.issuer,
            examples: ["intermediate"]
        ),
        Member(
            "signer",
            "the entity whose key signs; the issuer unless stated",
            .text(.name),
            at: \.signer,
            examples: ["impostor"]
        ),
        Member(
            "revokes",
            """
            the listed entities, each with its entry if that differs from its crl; unless stated, \
            the issuer's entities with a crl
            """,
            revoked,
            examples: ["[leaf]", "{ leaf: { reason: remove-from-crl } }"],
            get: { list in list.revokes.map { Revoked(names: $0, entries: list.entries) } },
            set: { ($0.revokes, $0.entries) = ($1.names, $1.entries) }
        ),
        Member(
            "others",
            "the number of unrelated certificates that are listed before the entities, a "
                + "million at most",
            Form<Int>.text(.number(0...1_000_000)),
            sets: \.others,
            examples: ["1000000"]
        ),
    ]

    /// The listed entities, with the entries stated for them.
    private struct Revoked: Sendable {
        var names: [String]
        var entries: [String: Revocation] = [:]
    }

    private static let revoked = Form<Revoked>.choice(
        text: Form<String>.text(.name).map { Revoked(names: [$0]) },
        list: Form<[String]>.list(of: .text(.name), isEmptyAllowed: true)
            .map(back: { $0.entries.isEmpty ? $0.names : nil }, { Revoked(names: $0) }),
        mapping: .table(
            "revokes",
            key: .name,
            value: revocation,
            pairs: { revoked throws(Unwritable) in
                guard Set(revoked.names) == Set(revoked.entries.keys) else {
                    throw Unwritable("state an entry for each entity that it lists, or for none")
                }
                return revoked.names.map { ($0, revoked.entries[$0] ?? Revocation()) }
            }
        ) { pairs in
            Revoked(
                names: pairs.map(\.key),
                entries: Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
            )
        }
    )

    private static let numbering: [Member<RevocationList>] = [
        Member(
            "number",
            "cRLNumber; 1 unless stated, and none in a list of version 1",
            .text(Syntax<[UInt8]>.serial.orNone),
            sets: \.number,
            examples: ["7", "none"]
        ),
        Member(
            "delta-of",
            "the number of the complete list that this delta list updates",
            .text(.serial),
            at: \.deltaOf
        ),
        Member(
            "scope",
            "the scope of the list, in issuingDistributionPoint",
            scope,
            at: \.scope,
            examples: ["{ only: user }"]
        ),
    ]

    private static let scope = Form<RevocationList.Scope>.mapping(
        "a scope",
        definition: "scope",
        from: RevocationList.Scope(),
        [
            Member(
                "names",
                "the distribution point's names",
                names,
                sets: \.names,
                examples: ["[\"uri:http://a.test/\"]"]
            ),
            Member(
                "only",
                "the types of certificates that the list covers",
                .list(
                    of: .word(
                        Vocabulary(
                            "kind of certificates",
                            names: RevocationList.Scope.Kind.allCases.map(\.rawValue)
                        )
                    ),
                    isOneBare: true
                ),
                sets: \.only
            ),
            Member("reasons", "onlySomeReasons", reasons, sets: \.reasons),
            Member(
                "indirect",
                "whether the list contains certificates of other issuers",
                .flag,
                sets: \.isIndirect
            ),
        ]
    )
}
