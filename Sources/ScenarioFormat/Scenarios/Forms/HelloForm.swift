import Crypto
import TLS

/// The fields of a ClientHello that `expect` may assert.
enum HelloForm {
    static let hello = Form<[HelloField: String]>.mapping(
        "a hello",
        definition: "hello",
        from: [:],
        [
            Member(
                HelloField.serverName.rawValue,
                "the server name indication, or absent",
                .text(.prose("server-name")),
                at: \.[.serverName],
                examples: ["www.example.test", "absent"]
            ),
            Member(
                HelloField.versions.rawValue,
                "the versions that the client offers",
                versions,
                at: \.[.versions],
                examples: ["[1.2, 1.3]"]
            ),
            Member(
                HelloField.protocols.rawValue,
                "the application protocols that the client offers, in order, or absent",
                protocols,
                at: \.[.protocols],
                examples: ["[h2, http/1.1]", "absent"]
            ),
            Member(
                HelloField.session.rawValue,
                "whether the client offers to resume a session by pre_shared_key",
                .word(.presences),
                at: \.[.session]
            ),
            Member(
                HelloField.earlyData.rawValue,
                "whether the client announces early data",
                .word(.presences),
                at: \.[.earlyData]
            ),
            Member(
                HelloField.weakening.rawValue,
                "whether an earlier hello offered a version, suite or group that a later one does not",
                .word(.presences),
                at: \.[.weakening]
            ),
        ]
    )

    private static let versions = Form<[TLSVersion]>.list(of: .word(.versions), isOneBare: true)
        .map(
            back: { text in text.parts.compactMap(TLSVersion.init) },
            { HelloField.text(of: $0.sorted().map(\.rawValue)) }
        )

    private static let protocols = Form<[String]>.list(of: .text(.prose("alpn")), isOneBare: true)
        .map(back: \.parts) { HelloField.text(of: $0) }
}

extension String {
    /// The values of a field with several values.
    fileprivate var parts: [String] { split(separator: ", ").map(String.init) }
}

extension Vocabulary {
    fileprivate static let presences = Vocabulary(
        "presence",
        names: [HelloField.present, HelloField.absent]
    )
}

extension Syntax where Parsed == String {
    /// The syntax of an alert: its name, its number, or `none`.
    static var alert: Syntax {
        Syntax(
            "an alert",
            pattern: "^(alert-)?[0-9]{1,3}$",
            words: TLSAlert.allNames + [TLSAlert.none],
            readings: .textOrNumber,
            write: Written.word
        ) { text throws(Fault) in
            if text == TLSAlert.none { return text }
            guard let alert = TLSAlert(written: text) else {
                throw .unknownWord(text, noun: "alert", known: TLSAlert.allNames)
            }
            return alert.name
        }
    }
}
