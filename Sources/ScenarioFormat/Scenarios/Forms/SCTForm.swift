import Forge
import PathValidation
import X509

// Certificate Transparency: logs and SCTs.

extension Forms {
    /// The form of the CT logs of a setup by name.
    static let logs = Form<[String: Setup.DeclaredLog]>.table(
        "logs",
        key: .name,
        value: log,
        pairs: { logs in logs.sorted { $0.key < $1.key } }
    ) { pairs in Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }

    private static let log = Form<Setup.DeclaredLog>.mapping(
        "a log",
        definition: "log",
        from: Setup.DeclaredLog(),
        [
            Member(
                "operator",
                "who operates the log; an operator with the log's name unless stated",
                .text(.name),
                at: \.operatedBy,
                examples: ["one"]
            ),
            Member(
                "state",
                "the state of the log in the client's list of logs; usable unless stated",
                .word(.logStates),
                sets: \.state
            ),
            Member(
                "since",
                "when that state started; -1y unless stated",
                .text(.moment),
                sets: \.since,
                examples: ["-30d"]
            ),
        ]
    )

    /// The form of the SCTs in the handshake, by the entity whose certificate they are sent with.
    static let sctsByEntity = Form<[String: [DeclaredSCT]]>.table(
        "scts",
        key: .name,
        value: scts,
        pairs: { lists in lists.sorted { $0.key < $1.key } }
    ) { pairs in Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }

    /// The form of a list of SCTs, which may be empty.
    static let scts = Form<[DeclaredSCT]>.list(
        of: .choice(
            text: .text(.timestamp).map(back: { $0.isPlain ? $0 : nil }, { $0 }),
            mapping: timestamp
        ),
        isEmptyAllowed: true
    )

    private static let timestamp = Form<LogPromise>.mapping(
        "a timestamp",
        definition: "timestamp",
        from: LogPromise(log: ""),
        [
            Member(
                "log",
                "the log whose id the SCT contains",
                .text(.name),
                sets: \.log,
                isRequired: true,
                examples: ["first"]
            ),
            Member(
                "signer",
                "the log that signs the SCT; unless stated, the log whose id the SCT contains",
                .text(.name),
                at: \.signer,
                examples: ["second"]
            ),
            Member(
                "of",
                "the entity for whose certificate the SCT is; unless stated, the entity with "
                    + "which the SCT is sent",
                .text(.name),
                at: \.of,
                examples: ["other"]
            ),
            Member(
                "at",
                "when the SCT was issued; -1d unless stated",
                .text(.moment),
                sets: \.at,
                examples: ["+1d"]
            ),
        ]
    ).map(
        back: { timestamp in
            if case .made(let promise) = timestamp { promise } else { nil }
        },
        DeclaredSCT.made
    )
}

extension DeclaredSCT {
    /// Whether a log's name or bytes are enough to write the SCT.
    fileprivate var isPlain: Bool {
        if case .made(let promise) = self { promise == LogPromise(log: promise.log) } else { true }
    }
}

extension Syntax where Parsed == DeclaredSCT {
    /// The syntax of an SCT: `LOG`, or `bytes:HEX`.
    fileprivate static var timestamp: Syntax {
        let prefix = "bytes:"
        return Syntax(
            "a timestamp",
            pattern: "^([a-z0-9-]+|bytes:[0-9A-Fa-f :]*)$",
            readings: .textOrNumber,
            write: { timestamp in
                switch timestamp {
                case .bytes(let bytes): return .text(prefix + bytes.hex)
                case .made(let promise): return .text(promise.log)
                }
            }
        ) { text throws(Fault) in
            guard text.hasPrefix(prefix) else {
                return .made(LogPromise(log: try Syntax<String>.name.parse(text)))
            }
            return .bytes(try hexBytes(String(text.dropFirst(prefix.count))))
        }
    }
}

extension Vocabulary {
    fileprivate static let logStates = Vocabulary(
        "state",
        TransparencyLog.State.allCases.map { Word(name: $0.rawValue, about: $0.about) }
    )
}
