import TLS

extension ClientForms {
    /// The document of a server's definition.
    static let server = Form<ClientDefinition>.mapping(
        "a server",
        from: {
            var definition = ClientDefinition()
            definition.server = ServerPart()
            return definition
        }(),
        naming + startingServer + asking + understanding + installing
    )

    private static let naming: [Member<ClientDefinition>] = [
        Member(
            "server",
            "the name, the same as the file's",
            .text(.name),
            sets: \.name,
            isRequired: true,
            examples: ["nginx"]
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
            "the TLS library that decides",
            .text(.name),
            at: \.library,
            examples: ["openssl"]
        ),
    ]

    private static let startingServer: [Member<ClientDefinition>] = [
        Member(
            "command",
            "the program and its arguments; it stays in the foreground",
            command(in: .server),
            sets: \.command,
            isRequired: true,
            examples: ["nginx -p {home} -c {home}/nginx.conf"]
        ),
        Member(
            "environment",
            "environment variables in addition to PATH, HOME, TMPDIR and LC_ALL",
            variables(in: .server),
            sets: \.environment
        ),
        Member(
            "files",
            "files in the home, by their paths below it, such as a configuration",
            files(in: .server),
            sets: \.files,
            examples: ["{ nginx.conf: \"ssl_client_certificate {ca}; {options}\" }"]
        ),
        Member(
            "prepare",
            "commands before the program, in the same home",
            .list(of: command(in: .server), orOne: true),
            sets: \.prepare
        ),
        Member(
            "options",
            "words for {options} in cases that need them",
            options([.crls], in: .server),
            sets: \.options,
            examples: ["{ crls: \"ssl_crl {crls};\" }"]
        ),
        Member(
            "ready",
            "a pattern in the program's output after which it takes connections; unless stated, "
                + "it is ready as soon as its port is open",
            .text(.pattern),
            examples: ["ready to accept connections"],
            get: { $0.server?.ready },
            set: { $0.server?.ready = $1 }
        ),
        Member(
            "deadline",
            "the time limit for one case; 5 s unless stated",
            .text(.duration),
            sets: \.deadline,
            examples: ["10 s"]
        ),
    ]

    private static let asking: [Member<ClientDefinition>] = [
        Member(
            "probe",
            "the protocol in which Hatpin asks whether the server has accepted; http unless stated",
            .word(.probes, name: \.name, meaning: ProbeProtocol.named),
            examples: ["postgres"],
            get: { $0.server.flatMap { $0.probe == .http ? nil : $0.probe } },
            set: { $0.server?.probe = $1 }
        ),
        Member(
            "witness",
            "what shows that the server has accepted: a successful answer with the token, or any "
                + "answer (data) that is not a refusal; token unless stated",
            .word(.witnesses),
            sets: \.witness
        ),
        Member(
            "identity",
            "a pattern in the server's answer, whose first group is the user that it took the "
                + "client for",
            .text(.pattern),
            examples: ["'user=(.*)'"],
            get: { $0.server?.identity },
            set: { $0.server?.identity = $1 }
        ),
    ]
}
