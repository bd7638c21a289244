import Crypto
import Forge

extension Forms {
    /// The key `about`, which only the scenario itself may have.
    static let about = Member<ScenarioNotes>(
        "about",
        "what is wrong and why it matters; lists show the first sentence",
        .text(.prose("about")),
        sets: \.about,
        isRequired: true
    )

    /// The keys of the notes that every overlay may have.
    static let notes: [Member<ScenarioNotes>] = [
        Member(
            "sources",
            "rules and CVEs, cited so that readers can find them",
            .list(of: .text(.prose("a source")), orOne: true),
            sets: \.sources,
            examples: ["[RFC 5280 §6.1.3 (a)(2)]"]
        ),
        Member(
            "covers",
            "ids of the attack catalogue",
            .list(of: .text(.catalogueRow), orOne: true),
            sets: \.covers,
            examples: ["[PIN-018]"]
        ),
        Member(
            "tags",
            "words to select by",
            .list(of: .text(.name), orOne: true),
            sets: \.tags
        ),
        Member("importance", "medium unless stated", .word(.importances), sets: \.importance),
        Member(
            "class",
            "practical unless stated; formal for a rule that only a standard requires: an attacker "
                + "gains nothing unless a CA or the server violates the standards, so accepting "
                + "has low severity; strict for a formal rule that hardly any program enforces: "
                + "programs are only tested with it under --strict",
            .word(.classes),
            sets: \.class
        ),
        Member(
            "gains",
            "what an attacker gains if a client accepts: impersonating the server "
                + "(authentication), reading or changing the connection (secrecy), or nothing but "
                + "a broken rule (nothing); required unless the reason or a mutation, violation or "
                + "server fault implies it",
            .word(.gains),
            at: \.gains
        ),
    ]
}

extension Forms {
    /// The keys for the notes of a case, which include the `about` of its scenario.
    static let caseNotes = Members([about] + notes)
}

extension Shape {
    /// The shape of a scenario's document.
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
                    "the name, the same as the file's",
                    .text(Syntax.name.shape),
                    isRequired: true,
                    examples: ["expired-leaf"]
                ),
                Forms.about.field,
                Field(
                    "base",
                    "the id of the scenario from whose setup this scenario starts",
                    .text(Syntax.scenarioID.shape),
                    examples: ["standard/good-site"]
                ),
            ] + overlayFields + [
                Field(
                    "cases",
                    "named overlays",
                    .table(noun: "cases", key: Syntax.name.shape, value: overlay)
                ),
                Field(
                    "matrix",
                    "crossed overlays: the path of a field and the values it takes",
                    .table(noun: "matrix", key: .any("a path"), value: .list(of: .anything)),
                    examples: ["{ leaf.key: [rsa2048, p256] }"]
                ),
                Field(
                    "steps",
                    "connections of one client to one port, in order, each an overlay on the case; "
                        + "the last step and each step with expect are cases",
                    .list(of: overlay, isEmptyAllowed: false),
                    examples: ["[{}, { serve: [other, intermediate] }]"]
                ),
            ]
        )
    )

    /// The keys that a case may have: setup, notes and verdicts.
    static let overlay = Shape.mapping(
        MappingShape("a case", definition: "overlay", overlayFields)
    )

    /// The keys that `control` may have.
    private static let control = Shape.mapping(
        MappingShape("a control", definition: "control", Forms.setupMembers.map(\.field))
    )

    private static let overlayFields: [Field] =
        Forms.setupMembers.map(\.field) + Forms.notes.map(\.field) + [
            Field(
                "party",
                "the relying party that the scenario is about, with settings",
                Forms.party.shape,
                examples: [
                    "{ afnetworking: { mode: public-key } }",
                    "{ curl: { pinned-public-key: sha256//$(spki(leaf)) } }",
                ]
            ),
            Field(
                "expect",
                "the verdict",
                .expectation,
                examples: ["accept", "{ reject: expired }"]
            ),
            Field(
                "secure",
                "what a correct client does",
                .expectation,
                examples: ["{ reject: expired }"]
            ),
            Field(
                "known",
                "documented differences of parties, each with its reason",
                .table(
                    noun: "known",
                    key: Syntax.party.shape,
                    value: Forms.difference.shape
                ),
                examples: ["{ \"alamofire:policy=disable-evaluation\": { accept: by design } }"]
            ),
            Field("control", "overlay for the control", control),
        ]

    /// The shape of a node of any type, whose content is checked elsewhere.
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
