import Crypto

extension Violation {
    /// Second handshakes of TLS 1.2, whose end the client's request awaits.
    static let renegotiations: [Violation] = [
        again(
            "renegotiation",
            "as it should be",
            gain: .nothing,
            .honest,
            "RFC 5246 §7.4.1.1",
            nil,
            "TLS-032"
        ),
        // RFC 5246 leaves to the client which change it bears; none is one that it does not check.
        again(
            "renegotiation-with-other-certificate",
            "with another certificate of its key, whose signature is wrong",
            gain: .nothing,
            .changedCertificate,
            "RFC 7627 §1",
            42,
            or: [47, 48],
            "TLS-026"
        ),
        again(
            "renegotiation-without-proof",
            "under a suite without certificates",
            gain: .authentication,
            .anonymous,
            "RFC 5246 §7.4.1.3",
            47,
            or: [40],
            "TLS-034"
        ),
        again(
            "renegotiation-in-older-version",
            "in TLS 1.1",
            gain: .secrecy,
            .olderHello,
            "RFC 5246 §7.4.1.3",
            70,
            "TLS-038"
        ),
        again(
            "renegotiation-in-newest-version",
            "in TLS 1.3",
            gain: .nothing,
            .newestHello,
            "RFC 8446 §4.1.3",
            70,
            or: [47, 110],
            "TLS-038"
        ),
        again(
            "renegotiation-without-master-secret",
            "without extended_master_secret, which the first had",
            gain: .nothing,
            .noMasterSecret,
            "RFC 7627 §5.2",
            40,
            "TLS-039"
        ),
        again(
            "renegotiation-of-other-handshake",
            "and names another handshake before it",
            gain: .secrecy,
            .wrongInfo,
            "RFC 5746 §3.5",
            40,
            "TLS-037"
        ),
        again(
            "renegotiation-of-no-handshake",
            "and names none before it",
            gain: .secrecy,
            .noInfo,
            "RFC 5746 §3.5",
            40,
            "TLS-037"
        ),
        // Both ways lead to an anchor: a client is as right that wants the first list again.
        Violation(
            "renegotiation-with-other-issuer",
            about: "The server negotiates again below the last issuer that it has shown.",
            gain: .nothing,
            rule: "RFC 5246 §7.4.2",
            versions: [.v1_2],
            alert: nil,
            isAllowed: true,
            rows: ["TLS-033"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.chain.count > 2 else { throw .otherCertificate }
            try script.negotiateAgain(.otherIssuer, facts)
        },
        Violation(
            "renegotiation-resumes-other-session",
            about: "The server negotiates again and resumes a session of before this connection.",
            gain: .secrecy,
            rule: "RFC 7627 §1",
            versions: [.v1_2],
            alert: nil,
            rows: ["TLS-035"]
        ) { (script, facts) throws(NoOccasion) in
            guard let session = script.resumption?.session else { throw .noSession }
            // The first handshake is a full one, whose session is another.
            var whole = facts
            whole.settings.tickets = nil
            guard let full = try? Script.honest(whole) else { throw .noStep }
            script = full
            try script.negotiateAgain(.resumed(session), facts)
        },
    ]

    /// Whether it is of a second handshake, which the client may decline.
    package var renegotiates: Bool { Self.renegotiations.contains { $0.name == name } }

    private static func again(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ kind: Renegotiation,
        _ rule: String,
        _ alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        _ row: String
    ) -> Violation {
        Violation(
            name,
            about: "The server negotiates again \(about).",
            gain: gain,
            rule: rule,
            versions: [.v1_2],
            alert: alert,
            or: otherAlerts,
            isAllowed: kind == .honest,
            rows: [row]
        ) { (script, facts) throws(NoOccasion) in
            try script.negotiateAgain(kind, facts)
        }
    }
}

extension Script {
    fileprivate mutating func negotiateAgain(
        _ kind: Renegotiation,
        _ facts: Facts
    ) throws(NoOccasion) {
        guard facts.hello.knowsSecureRenegotiation else { throw .noRenegotiation }
        // HelloRequest, of no transcript (RFC 5246 §7.4.1.1).
        let request = Step.record(type: ContentType.handshake, [0, 0, 0, 0], inPlaintext: false)
        steps += [request, .renegotiates(kind)]
    }
}
