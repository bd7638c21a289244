import TLS

/// The forms of values in definitions.
enum ClientForms {}

extension ClientForms {
    /// The form of a client definition.
    static let client = Form<ClientDefinition>.mapping(
        "a client",
        from: ClientDefinition(),
        naming("client", such: "wget") + comparing + starting + meeting
            + judging(
                by: reason,
                "exit code and output",
                such: "{ exit: 60, says: has expired, reason: expired }"
            )
            + installing
    )

    // MARK: Keys

    private static let comparing: [Member<ClientDefinition>] = [
        Member(
            "like",
            "the client that uses the same library with its defaults; an audit separates its "
                + "weaknesses from the program's",
            .text(.name),
            at: \.like,
            examples: ["libcurl-openssl"]
        )
    ]

    private static let starting: [Member<ClientDefinition>] = [
        Member(
            "command",
            "the program and its arguments",
            command(in: .command),
            sets: \.command,
            isRequired: true,
            examples: ["curl -sS --cacert {ca} {options} {url}"]
        ),
        Member(
            "address-command",
            "the command for a host that is an IP address; unless stated, `command`",
            command(in: .command),
            at: \.addressCommand
        ),
        environment(in: .oneCase),
        Member(
            "input",
            "standard input, which stays open until the response; empty unless stated",
            .text(.template("input", in: .oneCase)),
            at: \.input,
            examples: [#""GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n""#]
        ),
        prepare(in: .oneCase),
        files(in: .oneCase, such: "{ client.conf: \"server = {host}:{port}\" }"),
        Member(
            "poke",
            "a command that makes a daemon connect; it runs again until the daemon has connected",
            command(in: .oneCase),
            at: \.poke,
            examples: ["curl -s http://127.0.0.1:{own-port}/{token}"]
        ),
        Member(
            "terminal",
            "whether the program runs in a terminal; false unless stated",
            .flag,
            sets: \.hasTerminal
        ),
        Member(
            "worker",
            "a program that handles many cases, with one line of JSON for each",
            command(in: .worker),
            at: \.worker,
            examples: ["python3 {definition}/Programs/worker.py"]
        ),
    ]

    private static let meeting: [Member<ClientDefinition>] = [
        Member(
            "speaks",
            "the protocol that the client speaks, and how TLS starts in it; HTTPS unless stated",
            spoken,
            at: \.speaks,
            examples: ["postgres", "{ imap: implicit }"]
        ),
        Member(
            "witness",
            "what shows that the client has accepted the server; token unless stated",
            .word(.witnesses),
            sets: \.witness
        ),
        Member(
            "names",
            "how the host's name leads to the server, best first; unless stated, hosts and "
                + "wrapper, after command if the client has {address}",
            .list(of: .word(.nameRoutes), orOne: true),
            sets: \.statedNames,
            examples: ["[hosts, wrapper, proxy]"]
        ),
        Member(
            "anchor",
            "how the program gets its trust anchors; file unless stated",
            .word(.anchorRoutes),
            sets: \.anchor
        ),
        Member(
            "ends",
            "when the program has decided; by-itself unless stated",
            .word(.endRules),
            sets: \.ends
        ),
        Member(
            "repeat",
            "how often the program runs for each case; if one run accepts, the verdict is "
                + "accept; once unless stated",
            .text(.number(1...100)),
            sets: \.runs
        ),
        deadline,
        Member(
            "timeout",
            "how the program exits after its own timeout, which is not a verdict; by words such as "
                + "\"timed out\" unless stated",
            .list(of: timeout, orOne: true),
            sets: \.statedTimeouts,
            examples: ["{ exit: 28 }"]
        ),
        Member(
            "options",
            "words for {options} in cases that need them; except for pins, starttls and "
                + "documents, they also give the client the ability",
            options(ClientOption.allCases, in: .oneCase),
            sets: \.options,
            examples: ["{ crls: \"--crl-file {crls}\" }"]
        ),
        Member("pin", "how pins are compared, and written at {pins}", pin, sets: \.pin),
        can(.abilities, such: "[addresses, redirects]"),
        Member(
            "cannot",
            "abilities that the client lacks, with the reason for each",
            missingAbilities,
            sets: \.missingAbilities,
            examples: ["{ addresses: it writes no brackets around IPv6 addresses }"]
        ),
    ]
}

extension ClientForms {
    /// The form of a file with the messages of a TLS library.
    static let libraryWords = Form<LibraryWords>.mapping(
        "a TLS library",
        from: LibraryWords(),
        [
            Member(
                "library",
                "the name, the same as the file's",
                .text(.name),
                sets: \.library,
                isRequired: true,
                examples: ["openssl"]
            ),
            Member(
                "name",
                "the name in reports; unless stated, the name of the file",
                .text(.prose("a name")),
                at: \.title,
                examples: ["OpenSSL"]
            ),
            Member(
                "about",
                "the library, and which programs print its messages",
                .text(.prose("about")),
                sets: \.about,
                isRequired: true
            ),
            Member(
                "plain",
                "the client that uses the library with its defaults; an audit compares programs "
                    + "on the library with this client",
                .text(.name),
                at: \.plain,
                examples: ["libssl"]
            ),
            Member(
                "loads",
                "a pattern of the paths of files that a program on the library has loaded",
                .text(.pattern),
                at: \.loads,
                examples: [#"'/libssl\.so'"#]
            ),
            Member(
                "contains",
                "a text in the executable of a program that contains the library",
                .text(.prose("a text")),
                at: \.contains,
                examples: ["Go buildinf"]
            ),
            Member(
                "reasons",
                "reasons for a refusal by its messages; the first match counts; required without plain",
                .list(of: reason),
                sets: \.reasons
            ),
        ]
    ).checked { library throws(Fault) in
        if library.reasons.isEmpty, library.plain == nil {
            throw .missingKey("reasons", in: "a TLS library")
        }
    }
}

// MARK: Commands

extension ClientForms {
    /// Returns the form of a command line, which is one text or a list of words.
    static func command(in scope: PlaceholderScope) -> Form<ClientCommand> {
        .choice(
            text: .text(.command(in: scope)),
            list: Form<[Template]>.list(of: .text(.template("a word", in: scope))).checked(
                back: \.words,
                making: { words throws(Fault) in try ClientCommand(words) }
            )
        )
    }

    static func variables(in scope: PlaceholderScope) -> Form<[ClientDefinition.Variable]> {
        .table(
            "environment",
            key: .variable,
            value: .text(.template("a value", in: scope)),
            pairs: { variables in variables.isEmpty ? nil : variables.map { ($0.name, $0.value) } }
        ) { pairs in
            pairs.map { ClientDefinition.Variable(name: $0.key, value: $0.value) }
        }
    }

    static func files(in scope: PlaceholderScope) -> Form<[ClientDefinition.HomeFile]> {
        .table(
            "files",
            key: .homePath,
            value: .text(.template("a file's text", in: scope)),
            pairs: { files in files.isEmpty ? nil : files.map { ($0.path, $0.content) } }
        ) { pairs in
            pairs.map { ClientDefinition.HomeFile(path: $0.key, content: $0.value) }
        }
    }

    private static let spoken = Form<SpokenProtocol>.choice(
        text: Form.word(.applicationProtocols, name: \.name, meaning: ApplicationProtocol.named)
            .map(back: { $0 == SpokenProtocol($0.application) ? $0.application : nil }) {
                SpokenProtocol($0)
            },
        mapping: Form<[SpokenProtocol]>.mapping(
            "a protocol",
            from: [],
            ApplicationProtocol.catalogue.map { application in
                Member(
                    application.name,
                    application.about,
                    .word(.transports),
                    get: { $0.first { $0.application == application }?.transport },
                    set: { $0.append(SpokenProtocol(application, over: $1)) }
                )
            }
        ).checked(back: { [$0] }) { (stated: [SpokenProtocol]) throws(Fault) in
            guard let spoken = stated.first, stated.count == 1 else {
                throw .notOneProtocol(stated.count)
            }
            return spoken
        }
    )

    private static let missingAbilities = Form<[ClientAbility: String]>.mapping(
        "cannot",
        from: [:],
        ClientAbility.ofClients.map { ability in
            Member(
                ability.rawValue,
                ability.about,
                .text(.prose("a reason")),
                get: { $0[ability] },
                set: { $0[ability] = $1 }
            )
        }
    )

    static func options(
        _ options: [ClientOption],
        in scope: PlaceholderScope
    ) -> Form<[ClientOption: [Template]]> {
        .mapping(
            "options",
            from: [:],
            options.map { option in
                Member(
                    option.rawValue,
                    option.about,
                    .choice(
                        text: .text(.words(in: scope)),
                        list: .list(of: .text(.template("a word", in: scope)))
                    ),
                    get: { $0[option] },
                    set: { $0[option] = $1 }
                )
            }
        )
    }
}
