import TLS

extension ClientForms {
    /// The form of a server definition.
    static let server = Form<ClientDefinition>.mapping(
        "a server",
        from: {
            var definition = ClientDefinition()
            definition.server = ServerPart()
            return definition
        }(),
        naming("server", such: "nginx") + startingServer + asking
            + judging(
                by: reasonOfServer,
                "output or answer",
                such: "{ says: has expired, reason: expired }"
            )
            + installing
    )

    private static let startingServer: [Member<ClientDefinition>] = [
        Member(
            "command",
            "the program and its arguments; it stays in the foreground",
            command(in: .server),
            sets: \.command,
            isRequired: true,
            examples: ["nginx -p {home} -c {home}/nginx.conf"]
        ),
        environment(in: .server),
        files(in: .server, such: "{ nginx.conf: \"ssl_client_certificate {ca}; {options}\" }"),
        prepare(in: .server),
        Member(
            "options",
            "words for {options} in cases that need them",
            options([.crls], in: .server),
            sets: \.options,
            examples: ["{ crls: [\"ssl_crl {crls};\"] }"]
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
            "fresh",
            "whether each case gets a server of its own, because the server remembers what earlier "
                + "clients sent; false unless stated",
            .flag,
            get: { $0.server?.isFresh },
            set: { $0.server?.isFresh = $1 }
        ),
        Member(
            "reload",
            "a command that makes the running server use the CAs, CRLs and user that Hatpin has "
                + "written to its files; it ends when new connections use them; unless stated, a "
                + "case with other CAs gets another server",
            command(in: .server),
            examples: ["curl -sSf http://127.0.0.1:{own-port}/reload"],
            get: { $0.server?.reload },
            set: { $0.server?.reload = $1 }
        ),
        deadline,
        can(.abilitiesOfServers, such: "virtual-hosts"),
    ]

    private static let asking: [Member<ClientDefinition>] = [
        Member(
            "probe",
            "the protocol in which Hatpin asks whether the server has accepted the client; http "
                + "unless stated",
            .word(.probes, name: \.name, meaning: ProbeProtocol.named),
            examples: ["postgres"],
            get: { $0.server.flatMap { $0.probe == .http ? nil : $0.probe } },
            set: { $0.server?.probe = $1 }
        ),
        Member(
            "witness",
            "what shows that the server has accepted the client: a successful answer with the "
                + "token, or any answer (data) that is not a refusal; token unless stated",
            .word(.witnesses),
            sets: \.witness
        ),
        Member(
            "identity",
            "a pattern in the server's answer, whose first group is the user that the server took "
                + "the client for",
            .text(.pattern),
            examples: ["'user=(.*)'"],
            get: { $0.server?.identity },
            set: { $0.server?.identity = $1 }
        ),
    ]
}
