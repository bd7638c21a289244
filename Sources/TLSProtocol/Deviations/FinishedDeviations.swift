import OpenSSL

extension Deviation {
    /// Wrong ends of the handshake.
    static let finished: [Deviation] = [
        finished("wrong-finished", "sends a Finished with one bit wrong", 51) {
            $0.damage = [.flip]
        },
        finished("client-finished", "makes its Finished with the client's key or label", 51) {
            $0.side = .client
        },
        finished("finished-without-certificate", "hashes all but its certificate", 51) {
            $0.without = [.certificate]
        },
        finished("zero-finished", "sends a Finished of zeros", 51) { $0.damage = [.zero] },
        finished("short-finished", "sends a Finished without its last octet", 50) {
            $0.damage = [.cut(1)]
        },
    ]

    private static func finished(
        _ name: String,
        _ about: String,
        _ alert: UInt8,
        _ change: @escaping @Sendable (inout FinishedPlan) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server \(about).",
            rule: "RFC 8446 §4.4.4",
            versions: [.v1_2, .v1_3],
            alert: alert
        ) { (script, _) throws(NoOccasion) in try script.editFinished(change) }
    }
}
