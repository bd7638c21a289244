import Basics
import Forge
import ScenarioFormat
import X509

// Path length and name constraints (RFC 5280 §4.2.1.9, §4.2.1.10). Each is one literal; a new one
// needs nothing else.

extension Defect {
    static let ofConstraints = ofLengths + ofHosts.flatMap(\.self) + subjects

    private static let ofLengths = [
        Defect(
            "path-length-enough",
            "Allows as many issuers below it as there are, or more.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, choices in entity.pathLength = choices.one(of: [1, 2, 1_000, Int.max]) },
        Defect(
            "path-length-exceeded",
            "Allows no issuer below it, and there is one.",
            at: [.root]
        ) { entity, _ in
            entity.pathLength = 0
        },
    ]

    private static let ofHosts = [
        constraint(
            "permitted-host",
            "Permits the host.",
            isAccepted: true,
            permitting: [
                .dns("example.test"), .dns("www.example.test"), .dns("test"), .dns("EXAMPLE.test"),
            ]
        ),
        constraint(
            "permitted-other-host",
            "Permits other hosts alone.",
            permitting: [
                .dns("example.com"), .dns("w.example.test"), .dns("ample.test"),
                .dns("a.www.example.test"),
            ]
        ),
        constraint(
            "excluded-host",
            "Excludes the host.",
            excluding: [
                .dns("example.test"), .dns("www.example.test"), .dns("test"), .dns("Example.Test"),
            ]
        ),
        constraint(
            "excluded-other-host",
            "Excludes other hosts.",
            isAccepted: true,
            excluding: [
                .dns("example.com"), .dns("ww.example.test"), .dns("a.www.example.test"),
            ]
        ),
        constraint("excluded-everything", "Excludes every host.", excluding: [.dns("")]),
        constraint(
            "permitted-everything",
            "Permits every host.",
            isAccepted: true,
            permitting: [.dns("")]
        ),
        constraint(
            "permitted-below-dot",
            "Permits hosts by a leading dot.",
            permitting: [.dns(".example.test")]
        ),
        constraint(
            "excluded-below-dot",
            "Excludes hosts by a leading dot.",
            excluding: [.dns(".example.test"), .dns(".example.com")]
        ),
        constraint(
            "wildcard-constraint",
            "Permits hosts by a wildcard.",
            permitting: [.dns("*.example.test")]
        ),
        kind(
            "address",
            .ip([192, 0, 2, 1]),
            inside: [.ip([192, 0, 2, 0, 255, 255, 255, 0])],
            outside: [.ip([198, 51, 100, 0, 255, 255, 255, 0])]
        ),
        kind(
            "mailbox",
            .email("who@example.test"),
            inside: [.email("example.test"), .email("who@example.test")],
            outside: [
                .email("example.com"), .email("other@example.test"), .email(".example.test"),
            ]
        ),
        kind(
            "uri",
            .uri("https://www.example.test/"),
            inside: [.uri("www.example.test"), .uri(".example.test")],
            outside: [.uri("example.test"), .uri(".example.com")]
        ),
        kind(
            "directory",
            .directory(Name((.organization, "Hatpin"))),
            inside: [
                .directory(Name((.organization, "Hatpin"))),
                .directory(Name((.organization, "HATPIN"))),
            ],
            outside: [.directory(Name((.organization, "Others")))]
        ),
    ]

    private static let subjects = [
        Defect(
            "wildcard-under-exclusion",
            "Names by a wildcard a host that its issuer may not."
        ) { setup, choices in
            let names: [DeclaredName] = [.dns("a.example.test"), .dns("www.example.test")]
            setup.pki.entities["leaf"]?.subjectAlternativeNames = [.dns("*.example.test")]
            setup.pki.entities["intermediate"]?.nameConstraints = Entity.NameConstraints(
                permitted: [],
                excluded: choices.one(of: names).map { [$0] } ?? []
            )
        },
        Defect(
            "constrained-other-name",
            "Is constrained in names of a kind that it has none of.",
            at: [.intermediate],
            accepted: [.intermediate]
        ) { entity, choices in
            let names: [DeclaredName] = [
                .other(.policy(9), [0x0c, 0x01, 0x61]), .uri(".example.com"), .email("example.com"),
                .ip([10, 0, 0, 0, 255, 0, 0, 0]),
            ]
            entity.nameConstraints = Entity.NameConstraints(
                permitted: choices.one(of: names).map { [$0] } ?? [],
                excluded: []
            )
        },
        Defect(
            "mask-with-holes",
            "Constrains addresses by a mask that is no prefix.",
            at: [.intermediate]
        ) { entity, choices in
            let masked: [DeclaredName] = [
                .ip([192, 0, 2, 1, 255, 0, 255, 0]), .ipBytes([192, 0, 2, 1, 255, 255, 255]),
            ]
            entity.nameConstraints = Entity.NameConstraints(
                permitted: choices.one(of: masked).map { [$0] } ?? [],
                excluded: []
            )
        },
        Defect(
            "constrained-server",
            "Has name constraints and issues nothing.",
            at: [.leaf]
        ) { entity, _ in
            entity.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.com")],
                excluded: []
            )
        },
        Defect(
            "common-name-under-constraints",
            "Has a common name outside what its issuer may name, which constrains other names.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["leaf"]?.subject = Name((.commonName, "www.example.com"))
            setup.pki.entities["leaf"]?.subjectAlternativeNames = [.dns("www.example.test")]
            setup.pki.entities["intermediate"]?.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.test")],
                excluded: []
            )
        },
        Defect(
            "mailbox-in-subject-under-constraints",
            "Has a mailbox in its subject that its issuer may not name, beside alternative names.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["leaf"]?.subject = Name((.emailAddress, "who@example.com"))
            setup.pki.entities["intermediate"]?.nameConstraints = Entity.NameConstraints(
                permitted: [.email("example.test")],
                excluded: []
            )
        },
    ]

    /// Name constraints of an issuer on hosts, one of these lists' names at a time.
    private static func constraint(
        _ name: String,
        _ about: String,
        isAccepted: Bool = false,
        permitting permitted: [DeclaredName] = [],
        excluding excluded: [DeclaredName] = []
    ) -> [Defect] {
        let places: [Place] = [.intermediate, .root]
        let defect = Defect(
            name,
            about,
            at: places,
            accepted: isAccepted ? Set(places) : []
        ) { entity, choices in
            entity.nameConstraints = Entity.NameConstraints(
                permitted: choices.one(of: permitted).map { [$0] } ?? [],
                excluded: choices.one(of: excluded).map { [$0] } ?? []
            )
        }
        return [defect]
    }

    /// Name constraints on another kind of name, which the leaf has: four defects.
    private static func kind(
        _ word: String,
        _ presented: DeclaredName,
        inside: [DeclaredName],
        outside: [DeclaredName]
    ) -> [Defect] {
        func defect(
            _ prefix: String,
            _ about: String,
            isAccepted: Bool,
            _ subtrees: [DeclaredName],
            isPermitted: Bool
        ) -> Defect {
            Defect("\(prefix)-\(word)", about, isAccepted: isAccepted) { setup, choices in
                let names = choices.one(of: subtrees).map { [$0] } ?? []
                setup.pki.entities["leaf"]?.subjectAlternativeNames = [.dns(host), presented]
                setup.pki.entities["leaf"]?.subject = Name((.organization, "Hatpin"))
                setup.pki.entities["intermediate"]?.nameConstraints = Entity.NameConstraints(
                    permitted: isPermitted ? names : [],
                    excluded: isPermitted ? [] : names
                )
            }
        }
        return [
            defect(
                "permitted",
                "Permits a name's kind and the name.",
                isAccepted: true,
                inside,
                isPermitted: true
            ),
            defect(
                "permitted-other",
                "Permits a name's kind and not the name.",
                isAccepted: false,
                outside,
                isPermitted: true
            ),
            defect("excluded", "Excludes a name.", isAccepted: false, inside, isPermitted: false),
            defect(
                "excluded-other",
                "Excludes others than a name.",
                isAccepted: true,
                outside,
                isPermitted: false
            ),
        ]
    }
}
