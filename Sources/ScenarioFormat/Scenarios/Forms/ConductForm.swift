import TLS

extension Forms {
    /// The keys of `connects`.
    static let conductMembers: [Member<Setup>] = [
        Member(
            "user",
            "the user that the client claims to be, and, if the case expects acceptance, the user "
                + "that the server must take it for; the common name of its certificate unless "
                + "stated",
            .text(.prose("a user")),
            at: \.conduct.user,
            examples: ["admin"]
        ),
        Member(
            "certificate",
            "whether the client sends its certificate; true unless stated",
            .flag,
            sets: \.conduct.sendsCertificate
        ),
        Member(
            "handshake",
            "what the client does wrong in the handshake: names of violations",
            .list(of: .word(.clientViolations), orOne: true),
            sets: \.conduct.violations,
            examples: ["no-certificate-verify"]
        ),
        Member(
            "sni",
            "the host in the server name indication; protected unless stated",
            .word(.virtualHosts),
            at: \.conduct.indicated
        ),
        Member(
            "host",
            "the host in the request; protected unless stated",
            .word(.virtualHosts),
            at: \.conduct.requested
        ),
        Member(
            "resumes",
            "whether the client resumes the session of the step before; false unless stated",
            .flag,
            sets: \.conduct.resumes
        ),
        Member(
            "headers",
            "header lines that the client adds to its HTTP request, sent as stated",
            .list(of: .text(.prose("a header line")), orOne: true),
            sets: \.conduct.headers,
            examples: ["X-User: admin"]
        ),
    ]
}

extension Vocabulary {
    fileprivate static let virtualHosts = Vocabulary(
        "host",
        VirtualHost.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
    fileprivate static let clientViolations = Vocabulary(
        "violation of a client",
        ClientViolation.catalogue.map { Word(name: $0.name, about: $0.about) }
    )
}
