import FileFormat

extension Shape {
    /// A scenario's document.
    static let scenario = Shape.mapping(
        MappingShape(
            "a scenario",
            [
                Field(
                    "version",
                    "of the format",
                    .word(Vocabulary("version of the format", names: ["1"]))
                ),
                Field(
                    "scenario",
                    "the name, as the file's",
                    .text(.name),
                    isRequired: true,
                    examples: ["expired-leaf"]
                ),
                Field(
                    "about",
                    "what is wrong and why it matters; its first sentence stands in lists",
                    .text(.prose("about")),
                    isRequired: true
                ),
                Field(
                    "base",
                    "id of the scenario whose world this one starts from",
                    .text(.scenarioID),
                    examples: ["standard/good-site"]
                ),
            ] + overlayFields + [
                Field(
                    "cases",
                    "named overlays",
                    .table(noun: "cases", key: .name, value: overlay)
                ),
                Field(
                    "matrix",
                    "crossed overlays: the path of a field and the values it takes",
                    .table(noun: "matrix", key: .any("a path"), value: .list(of: .anything)),
                    examples: ["{ leaf.key: [rsa2048, p256] }"]
                ),
                Field(notBuilt: "steps", "several connections of one client"),
            ]
        )
    )

    /// What a case may state: the world, and what is said of it.
    static let overlay = Shape.mapping(
        MappingShape("a case", definition: "overlay", overlayFields)
    )

    /// What `control` may state.
    private static let control = Shape.mapping(
        MappingShape("a control", definition: "control", worldFields)
    )

    private static let overlayFields =
        worldFields + [
            Field(
                "sources",
                "rules and CVEs, cited so that a reader finds them",
                .list(of: .text(.prose("a source")), orOne: true),
                examples: ["[RFC 5280 §6.1.3 (a)(2)]"]
            ),
            Field(
                "covers",
                "rows of the attack catalogue",
                .list(of: .text(.catalogueRow), orOne: true),
                examples: ["[PIN-018]"]
            ),
            Field("tags", "words to select by", .list(of: .text(.name), orOne: true)),
            Field("importance", "medium unless stated", .word(.importances)),
            Field(
                "party",
                "the relying party, with settings, that this is about",
                .party,
                examples: ["{ afnetworking: { mode: public-key } }"]
            ),
            Field(
                "expect",
                "the verdict",
                .expectation,
                examples: ["accept", "{ reject: expired }"]
            ),
            Field(
                "secure",
                "what a correct client would do",
                .expectation,
                examples: ["{ reject: expired }"]
            ),
            Field(
                "known",
                "documented departures of parties, each with its reason",
                .table(noun: "known", key: .party, value: .departure),
                examples: ["{ \"alamofire:policy=disable-evaluation\": { accept: by design } }"]
            ),
            Field("control", "overlay for the control twin", control),
        ]

    /// Any node; its own checks come elsewhere.
    static let anything = Shape.choice(
        text: .text(.any("text")),
        list: .list(of: .text(.any("text"))),
        mapping: .table(
            noun: "a mapping",
            key: .any("a key"),
            value: .list(of: .text(.any("text")), orOne: true)
        )
    )
}

extension Shape {
    /// `accept`, `{ reject: REASON }`, or rules.
    static let expectation = Shape.choice(
        text: .word(acceptance),
        list: .list(
            of: .choice(text: .word(acceptance), list: nil, mapping: .mapping(rule)),
            isEmptyAllowed: false
        ),
        mapping: .mapping(verdict)
    )

    private static let acceptance = Vocabulary("verdict", names: ["accept"])

    private static let verdict = MappingShape(
        "an expectation",
        definition: "expectation",
        verdictFields
    )

    private static let rule = MappingShape(
        "a rule",
        definition: "rule",
        [
            Field(
                "when",
                "axes, case and party that the rule applies to",
                .table(
                    noun: "when",
                    key: .any("an axis"),
                    value: .list(of: .text(.any("a value")), orOne: true)
                ),
                examples: ["{ leaf.key: rsa1024 }"]
            )
        ] + verdictFields
    )

    private static let verdictFields = [
        Field("accept", "why it is to be accepted", .text(.any("a reason"))),
        Field(
            "reject",
            "the reason, reasons of which one will do, or any",
            .list(of: .word(.expectedReasons), orOne: true),
            examples: ["expired", "[weak-key, weak-signature]", "any"]
        ),
        Field("disposition", "what the delegate answers", .word(.dispositions)),
        Field("trust-result", "the platform's trust result", .word(.trustResults)),
        Field("error", "the error that the application sees", .text(.prose("error"))),
        Field("alert", "the TLS alert that the client sends", .word(.alerts)),
        Field(
            "path",
            "the entities of the verified path, end entity first",
            .list(of: .text(.name)),
            examples: ["[leaf, intermediate, root]"]
        ),
        Field("connections", "how many the server sees", .text(.number(0...1_000))),
        Field(
            "config-error",
            "what goes wrong before any connection",
            .text(.prose("config-error"))
        ),
    ]

    /// An entry of `known`.
    static let departure = Shape.mapping(
        MappingShape(
            "a known departure",
            definition: "departure",
            [
                Field("accept", "why the party accepts", .text(.prose("accept"))),
                Field(
                    "reject",
                    "the reason that the party gives",
                    .list(of: .word(.reasons), orOne: true)
                ),
                Field("because", "why the party departs", .text(.prose("because"))),
                Field("ref", "where it is documented", .text(.prose("ref"))),
                Field(
                    "until",
                    "the last day that it is tolerated",
                    .text(.date),
                    examples: ["2027-06-30"]
                ),
                Field(notBuilt: "when", "the versions that it applies to"),
            ]
        )
    )
}
