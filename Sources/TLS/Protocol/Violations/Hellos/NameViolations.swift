import Crypto

extension Violation {
    /// Answers to the names of hosts and of protocols that the client has sent.
    static let names: [Violation] = [
        refusal("fatal-unrecognized-name", "the client's name", 112, "RFC 6066 §3", "SNI-004"),
        refusal(
            "fatal-no-application-protocol",
            "the client's protocols",
            120,
            "RFC 7301 §3.2",
            "ALPN-003"
        ),
        Violation(
            "unrecognized-name-warning",
            about: "The server warns that it does not know the client's name, and goes on.",
            gain: .nothing,
            rule: "RFC 6066 §3",
            // RFC 8446 §6.2: in TLS 1.3 it is fatal at any level.
            versions: [.v1_2],
            alert: nil,
            isAllowed: true,
            rows: ["SNI-005"]
        ) { (script, _) throws(NoOccasion) in try script.sayAlertFirst([1, 112]) },
        Violation(
            "cut-encrypted-hello",
            about: "The server sends configurations for encrypted hellos without their end.",
            gain: .nothing,
            rule: "RFC 9849 §7.1",
            versions: [.v1_3],
            alert: 50,
            rows: ["SNI-015"]
        ) { (script, facts) throws(NoOccasion) in
            let type = Extension.encryptedHello
            guard facts.hello.offers(extension: type) else { throw .notAsked(type) }
            // A list of eight bytes, of which two are there.
            try script.editExtensions { $0.append(Extension(type, [0, 8, 0xfe, 0x0d])) }
        },
    ]

    /// A fatal alert before the hello, after which the server goes on.
    private static func refusal(
        _ name: String,
        _ about: String,
        _ number: UInt8,
        _ rule: String,
        _ row: String
    ) -> Violation {
        Violation(
            name,
            about: "The server ends the connection because it does not know \(about), and goes on.",
            gain: .nothing,
            rule: rule,
            versions: [.v1_2, .v1_3],
            alert: nil,
            rows: [row]
        ) { (script, _) throws(NoOccasion) in try script.sayAlertFirst([2, number]) }
    }
}

extension Script {
    /// Sends an alert before the hello.
    fileprivate mutating func sayAlertFirst(_ content: [UInt8]) throws(NoOccasion) {
        let alert = Step.record(type: ContentType.alert, content, inPlaintext: false)
        steps.insert(alert, at: try place(of: .serverHello))
    }
}
