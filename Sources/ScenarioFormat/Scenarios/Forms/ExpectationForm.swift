import ClientModels
import PathValidation
import X509

/// The keys of an expectation; `accept` and `reject` exclude each other.
struct StatedVerdict: Sendable {
    var accept: String?
    var reject: [Rejection.Code]?
    /// The expectation, whose verdict follows from `accept` or `reject`.
    var expectation = Expectation(verdict: .accept)
}

/// The keys of an entry of `known`; `accept` and `reject` exclude each other.
struct StatedDifference: Sendable {
    var accept: String?
    var reject: [Rejection.Code]?
    var because: String?
    var ref: String?
    var until: Instant?
}

extension Forms {
    /// The form of a verdict with other assertions, as a mapping.
    static let verdict = Form<StatedVerdict>.mapping(
        "an expectation",
        definition: "expectation",
        from: StatedVerdict(),
        verdictMembers
    )

    fileprivate static let verdictMembers: [Member<StatedVerdict>] = [
        Member("accept", "why the party must accept", .text(.any("a reason")), at: \.accept),
        Member(
            "reject",
            "the reason, a list of allowed reasons, or any",
            expectedReasons,
            at: \.reject,
            examples: ["expired", "[weak-key, weak-signature]", "any"]
        ),
        Member(
            "disposition",
            "the answer of the delegate",
            .word(.dispositions),
            at: \.expectation.disposition
        ),
        Member(
            "trust-result",
            "the platform's trust result",
            .word(.trustResults),
            at: \.expectation.trustResult
        ),
        Member(
            "error",
            "the error that the application sees",
            .text(.prose("error")),
            at: \.expectation.error
        ),
        Member(
            "alert",
            "the TLS alert that the client sends, by name or number, a list of allowed alerts, or "
                + "none",
            .list(of: .text(.alert), isOneBare: true),
            at: \.expectation.alert,
            examples: ["certificate-expired", "[unexpected-message, none]"]
        ),
        Member(
            "hello",
            "fields of the last ClientHello that the server sees",
            HelloForm.hello,
            sets: \.expectation.hello,
            examples: ["{ server-name: absent }", "{ psk: present }"]
        ),
        Member(
            "client-certificate",
            "whether the client sends a client certificate: shown or none",
            .word(.clientCertificates),
            at: \.expectation.clientCertificate
        ),
        Member(
            "answer",
            "whether the client accepts the response as complete, by its exit status: taken or "
                + "refused",
            .word(.answerUses),
            at: \.expectation.answer
        ),
        Member(
            "heartbeat",
            "whether the client sends a heartbeat, which may contain bytes of its memory: sent or "
                + "none",
            .word(.heartbeats),
            at: \.expectation.heartbeat
        ),
        Member(
            "or",
            "outcomes that are as correct as the verdict: a refusal of what may be accepted, a "
                + "timeout of a waiting party, a connection closed without an alert",
            .list(of: .word(.alternatives), orOne: true),
            sets: \.expectation.alternatives,
            examples: ["refusal", "[timeout, closed]"]
        ),
        Member(
            "path",
            "the entities of the verified path, end entity first",
            .list(of: .text(.name)),
            at: \.expectation.path,
            examples: ["[leaf, intermediate, root]"]
        ),
        Member(
            "connections",
            "the number of connections that the server sees",
            .text(.number(0...1_000)),
            at: \.expectation.connections
        ),
        Member(
            "config-error",
            "the error before any connection",
            .text(.prose("config-error")),
            at: \.expectation.configurationError
        ),
    ]

    /// The form of reasons by name; the word `any` means all reasons.
    private static let expectedReasons = Form<[[Rejection.Code]]>.list(
        of: Form<[Rejection.Code]>.word(.expectedReasons) { word in
            word == Expectation.Verdict.anyReason
                ? Rejection.Code.ofRules : Rejection.Code(rawValue: word).map { [$0] }
        },
        orOne: true
    ).map { words in
        let all = Rejection.Code.ofRules
        return words.contains(all) ? all : words.flatMap(\.self)
    }

    /// The form of an entry of `known`.
    static let difference = Form<StatedDifference>.mapping(
        "a known difference",
        definition: "difference",
        from: StatedDifference(),
        [
            Member("accept", "why the party accepts", .text(.prose("accept")), at: \.accept),
            Member(
                "reject",
                "the reason that the party gives",
                .list(of: .word(.reasons), orOne: true),
                at: \.reject
            ),
            Member("because", "why the party differs", .text(.prose("because")), at: \.because),
            Member("ref", "where it is documented", .text(.prose("ref")), at: \.ref),
            Member(
                "until",
                "the last day on which the difference is tolerated",
                .text(.date),
                at: \.until,
                examples: ["2027-06-30"]
            ),
            Member(notBuilt: "when", "the versions of the client that differ"),
        ]
    )
}

extension Shape {
    /// The shape of `expect`: `accept`, `{ reject: REASON }`, or rules.
    static let expectation = Shape.choice(
        text: .word(acceptance),
        list: .list(
            of: .choice(text: .word(acceptance), list: nil, mapping: .mapping(rule)),
            isEmptyAllowed: false
        ),
        mapping: Forms.verdict.shape
    )

    private static let acceptance = Vocabulary("verdict", names: ["accept"])

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
        ] + Forms.verdictMembers.map(\.field)
    )
}
