import Basics
import Forge
import ScenarioFormat
import X509

// Defects of path lengths and name constraints (RFC 5280 §4.2.1.9, §4.2.1.10). Each defect is one
// literal.

extension Defect {
    static let ofConstraints = ofLengths + ofHosts.flatMap(\.self) + subjects

    private static let ofLengths = [
        Defect(
            "path-length-enough",
            "Has a path length that is long enough.",
            at: [.intermediate, .root],
            accepted: [.intermediate, .root]
        ) { entity, choices in entity.pathLength = choices.one(of: [1, 2, 1_000, Int.max]) },
        Defect(
            "path-length-exceeded",
            "Has a path length of 0 above another issuer.",
            at: [.root]
        ) { entity, _ in
            entity.pathLength = 0
        },
    ]

    private static let ofHosts = [
        constraint(
            "permitted-host",
            "Has a constraint that permits the host.",
            isAccepted: true,
            permitting: [
                .dns("example.test"), .dns("www.example.test"), .dns("test"), .dns("EXAMPLE.test"),
            ]
        ),
        constraint(
            "permitted-other-host",
            "Has a constraint that permits only other hosts.",
            permitting: [
                .dns("example.com"), .dns("w.example.test"), .dns("ample.test"),
                .dns("a.www.example.test"),
            ]
        ),
        constraint(
            "excluded-host",
            "Has a constraint that excludes the host.",
            excluding: [
                .dns("example.test"), .dns("www.example.test"), .dns("test"), .dns("Example.Test"),
            ]
        ),
        constraint(
            "excluded-other-host",
            "Has a constraint that excludes other hosts.",
            isAccepted: true,
            excluding: [
                .dns("example.com"), .dns("ww.example.test"), .dns("a.www.example.test"),
            ]
        ),
        constraint(
            "excluded-everything",
            "Has a constraint that excludes every host.",
            excluding: [.dns("")]
        ),
        constraint(
            "permitted-everything",
            "Has a constraint that permits every host.",
            isAccepted: true,
            permitting: [.dns("")]
        ),
        constraint(
            "permitted-below-dot",
            "Has a permitted subtree with a leading dot.",
            permitting: [.dns(".example.test")]
        ),
        constraint(
            "excluded-below-dot",
            "Has an excluded subtree with a leading dot.",
            excluding: [.dns(".example.test"), .dns(".example.com")]
        ),
        constraint(
            "wildcard-constraint",
            "Has a permitted subtree with a wildcard.",
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
            "Has a wildcard that covers a host its issuer excludes."
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
            "Has constraints on a name type that the leaf does not have.",
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
            "Has a constraint on addresses with an invalid mask.",
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
            "Has name constraints but is an end entity.",
            at: [.leaf]
        ) { entity, _ in
            entity.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.com")],
                excluded: []
            )
        },
        Defect(
            "common-name-under-constraints",
            "Has a common name outside its issuer's constraints, and a DNS name inside them.",
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
            "Has a mailbox in its subject outside its issuer's constraints, and other names.",
            isAccepted: true
        ) { setup, _ in
            setup.pki.entities["leaf"]?.subject = Name((.emailAddress, "who@example.com"))
            setup.pki.entities["intermediate"]?.nameConstraints = Entity.NameConstraints(
                permitted: [.email("example.test")],
                excluded: []
            )
        },
    ]

    /// Returns a defect for name constraints on hosts; each variant has one name of each list.
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

    /// Returns four defects for name constraints on one name type; the leaf also has a name of this
    /// type.
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
                "Has a constraint that permits the name.",
                isAccepted: true,
                inside,
                isPermitted: true
            ),
            defect(
                "permitted-other",
                "Has a constraint that permits only other names of this type.",
                isAccepted: false,
                outside,
                isPermitted: true
            ),
            defect(
                "excluded",
                "Has a constraint that excludes the name.",
                isAccepted: false,
                inside,
                isPermitted: false
            ),
            defect(
                "excluded-other",
                "Has a constraint that excludes other names of this type.",
                isAccepted: true,
                outside,
                isPermitted: false
            ),
        ]
    }
}
