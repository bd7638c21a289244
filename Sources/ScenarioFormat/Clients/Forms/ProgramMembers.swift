extension ClientForms {
    /// The keys for the name and the description of a program; `example` is a name in the help.
    static func naming(_ key: String, such example: String) -> [Member<ClientDefinition>] {
        [
            Member(
                key,
                "the name, the same as the file's",
                .text(.name),
                sets: \.name,
                isRequired: true,
                examples: [example]
            ),
            Member(
                "about",
                "the program and its TLS library; lists show the first sentence",
                .text(.prose("about")),
                sets: \.about,
                isRequired: true
            ),
            Member(
                "library",
                "the TLS library that decides; Libraries/NAME.yaml lists its error messages, with "
                    + "the reason that each means",
                .text(.name),
                at: \.library,
                examples: ["gnutls"]
            ),
        ]
    }

    static func environment(in scope: PlaceholderScope) -> Member<ClientDefinition> {
        Member(
            "environment",
            "environment variables in addition to PATH, HOME, TMPDIR and LC_ALL; the program "
                + "gets no others",
            variables(in: scope),
            sets: \.environment,
            examples: ["{ SSL_CERT_FILE: \"{ca}\" }"]
        )
    }

    static func prepare(in scope: PlaceholderScope) -> Member<ClientDefinition> {
        Member(
            "prepare",
            "commands before the program, in the same home; their time does not count",
            .list(of: command(in: scope), orOne: true),
            sets: \.prepare,
            examples: ["[\"certutil -N --empty-password -d sql:{home}\"]"]
        )
    }

    static func files(in scope: PlaceholderScope, such example: String) -> Member<ClientDefinition>
    {
        Member(
            "files",
            "files in the home, by their paths below it, such as a configuration",
            files(in: scope),
            sets: \.files,
            examples: [example]
        )
    }

    static func can(
        _ abilities: Vocabulary,
        such example: String
    ) -> Member<ClientDefinition> {
        Member(
            "can",
            "abilities in addition to those that options and placeholders imply",
            .list(of: .word(abilities), orOne: true),
            sets: \.statedAbilities,
            examples: [example]
        )
    }

    static let deadline = Member<ClientDefinition>(
        "deadline",
        "the time limit for one case; 5 s unless stated",
        .text(.duration),
        sets: \.deadline,
        examples: ["10 s"]
    )

    /// The keys for the interpretation of the program's refusals.
    ///
    /// - Parameters:
    ///   - reason: the form of a reason.
    ///   - evidence: the texts that reasons are compared with.
    ///   - example: a reason.
    /// - Returns: the keys.
    static func judging(
        by reason: Form<ReasonPattern>,
        _ evidence: String,
        such example: String
    ) -> [Member<ClientDefinition>] {
        [
            Member(
                "reasons",
                "reasons for a refusal by \(evidence), tried before those of the library; the first "
                    + "match counts",
                .list(of: reason),
                sets: \.reasons,
                examples: ["[\(example)]"]
            ),
            Member(
                "otherwise",
                "reasons tried after those of the library, for unspecific messages",
                .list(of: reason),
                sets: \.otherwise,
                examples: ["[{ says: verify failed, reason: [unknown-issuer, expired] }]"]
            ),
            Member(
                "messages",
                "whose messages the output contains; unless stated, those of the program and of its "
                    + "library",
                .word(.messageOrigins),
                sets: \.messages
            ),
            Member(
                "known",
                "cases that the program is known to decide differently; an entry that no longer "
                    + "applies fails the run",
                .list(of: violation),
                sets: \.known,
                examples: [
                    "[{ cases: names/common-name-*, accept: true, because: reported to its maintainers }]"
                ]
            ),
        ]
    }

    static let installing: [Member<ClientDefinition>] = [
        Member(
            "version",
            "how the version of the program is found",
            probe,
            at: \.version,
            examples: [#"{ command: wget --version, pattern: 'GNU Wget (\S+)' }"#]
        ),
        Member("install", "how it is installed", install, sets: \.install),
    ]
}
