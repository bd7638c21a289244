import Crypto

extension Violation {
    /// Violations with a wrong Finished, whose content does not match the messages that both ends
    /// sent.
    static let finished: [Violation] =
        [
            finished("wrong-finished", "sends a Finished with one bit wrong", 51, "HS-067") {
                $0.damage = [.flip]
            },
            finished(
                "client-finished",
                "makes Finished with the client's key or label",
                51,
                "HS-065"
            ) {
                $0.side = .client
            },
            // In TLS 1.2, the client sends its Finished before the server.
            finished(
                "finished-reflected",
                "sends the client's Finished back",
                51,
                "HS-060",
                [.v1_2]
            ) {
                $0.side = .client
                $0.without = [.finished]
            },
            finished("zero-finished", "sends a Finished of zeros", 51, "HS-067") {
                $0.damage = [.zero]
            },
            finished("short-finished", "sends a Finished without its last byte", 50, "HS-067") {
                $0.damage = [.cut(1)]
            },
        ]
        + Said.all.filter { $0.type != .finished }.map { said in
            finished(
                "finished-without-\(said.name)",
                "hashes everything except its \(said.text)",
                51,
                "HS-066",
                said.versions,
                lacking: said.type
            ) { $0.without = [said.type] }
        } + [
            finished(
                "finished-without-client-hello",
                "hashes everything except the first hello",
                51,
                "HS-066"
            ) {
                $0.without = [.clientHello]
            }
        ]

    private static func finished(
        _ name: String,
        _ about: String,
        _ alert: UInt8,
        _ attack: String,
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        lacking message: HandshakeType? = nil,
        _ change: @escaping @Sendable (inout FinishedPlan) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: .authentication,
            rule: "RFC 8446 §4.4.4",
            versions: versions,
            alert: alert,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            // If the server does not send `message`, a transcript without `message` is correct, and
            // the violation is not possible.
            if let message { _ = try script.place(of: message) }
            try script.editFinished(change)
        }
    }
}
