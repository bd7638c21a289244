import Crypto

extension Violation {
    /// Violations in the server's answers to the client's host name, application protocols and
    /// encrypted hello.
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
            about: "The server warns that it does not know the host name, and continues.",
            gain: .nothing,
            rule: "RFC 6066 §3",
            // Only TLS 1.2: in TLS 1.3 this alert is fatal, whatever its level (RFC 8446 §6.2).
            versions: [.v1_2],
            alert: nil,
            isAllowed: true,
            attacks: ["SNI-005"]
        ) { (script, _) throws(NoOccasion) in try script.sayAlertFirst([1, 112]) },
        Violation(
            "cut-encrypted-hello",
            about: "The server sends truncated ECH configurations.",
            gain: .nothing,
            rule: "RFC 9849 §7.1",
            versions: [.v1_3],
            alert: 50,
            attacks: ["SNI-015"]
        ) { (script, facts) throws(NoOccasion) in
            let type = Extension.encryptedHello
            guard facts.hello.offers(extension: type) else { throw .notAsked(type) }
            // The length field states eight bytes, but only two bytes follow.
            try script.editExtensions { $0.append(Extension(type, [0, 8, 0xfe, 0x0d])) }
        }
        .needing(.offer(of: Extension.encryptedHello)),
    ]

    /// Returns a violation that sends a fatal alert before the hello and then continues.
    private static func refusal(
        _ name: String,
        _ about: String,
        _ number: UInt8,
        _ rule: String,
        _ attack: String
    ) -> Violation {
        Violation(
            name,
            about: "The server sends a fatal alert about \(about), and continues.",
            gain: .nothing,
            rule: rule,
            versions: [.v1_2, .v1_3],
            alert: nil,
            attacks: [attack]
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
