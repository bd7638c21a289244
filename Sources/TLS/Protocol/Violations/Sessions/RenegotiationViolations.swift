import Crypto

extension Violation {
    /// Violations in second handshakes of TLS 1.2; the client has sent a request and waits for the
    /// answer.
    static let renegotiations: [Violation] = [
        again(
            "renegotiation",
            "correctly",
            gain: .nothing,
            .honest,
            "RFC 5246 §7.4.1.1",
            nil,
            "TLS-032"
        ),
        // RFC 5246 lets the client decide whether to accept another certificate; the client must
        // check the certificate in any case.
        again(
            "renegotiation-with-other-certificate",
            "with another certificate for its key, with a wrong signature",
            gain: .nothing,
            .changedCertificate,
            "RFC 7627 §1",
            42,
            or: [47, 48],
            "TLS-026"
        ),
        again(
            "renegotiation-without-proof",
            "in a suite without authentication",
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
        )
        .undecided(because: .twoChecks),
        again(
            "renegotiation-without-master-secret",
            "without the extended_master_secret of the first handshake",
            gain: .nothing,
            .noMasterSecret,
            "RFC 7627 §5.2",
            40,
            "TLS-039"
        ),
        again(
            "renegotiation-of-other-handshake",
            "and refers to another handshake",
            gain: .secrecy,
            .wrongInfo,
            "RFC 5746 §3.5",
            40,
            "TLS-037"
        ),
        again(
            "renegotiation-of-no-handshake",
            "and refers to no handshake",
            gain: .secrecy,
            .noInfo,
            "RFC 5746 §3.5",
            40,
            "TLS-037"
        ),
        // Both lists of certificates lead to a trust anchor; a client may still require the list of
        // the first handshake.
        Violation(
            "renegotiation-with-other-issuer",
            about: "The server renegotiates, and of its issuer certificates sends only the last "
                + "one.",
            gain: .nothing,
            rule: "RFC 5246 §7.4.2",
            versions: [.v1_2],
            alert: nil,
            isAllowed: true,
            attacks: ["TLS-033"]
        ) { (script, facts) throws(NoOccasion) in
            guard facts.settings.chain.count > 2 else { throw .otherCertificate }
            try script.negotiateAgain(.otherIssuer, facts)
        }
        .needing(.renegotiation),
        Violation(
            "renegotiation-resumes-other-session",
            about: "The server renegotiates and resumes a session of an earlier connection.",
            gain: .secrecy,
            rule: "RFC 7627 §1",
            versions: [.v1_2],
            alert: nil,
            attacks: ["TLS-035"]
        ) { (script, facts) throws(NoOccasion) in
            guard let session = script.resumption?.session else { throw .noSession }
            // The first handshake does not resume the session; only the second handshake does.
            var whole = facts
            whole.settings.tickets = nil
            guard let full = try? Script.honest(whole) else { throw .noStep }
            script = full
            try script.negotiateAgain(.resumed(session), facts)
        }
        .needing(.renegotiation, .session)
        .changing(.script),
    ]

    private static func again(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ kind: Renegotiation,
        _ rule: String,
        _ alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        _ attack: String
    ) -> Violation {
        Violation(
            name,
            about: "The server renegotiates \(about).",
            gain: gain,
            rule: rule,
            versions: [.v1_2],
            alert: alert,
            or: otherAlerts,
            isAllowed: kind == .honest,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            try script.negotiateAgain(kind, facts)
        }
        .needing(.renegotiation)
    }
}

extension Script {
    fileprivate mutating func negotiateAgain(
        _ kind: Renegotiation,
        _ facts: Facts
    ) throws(NoOccasion) {
        guard facts.hello.knowsSecureRenegotiation else { throw .noRenegotiation }
        // No transcript contains a HelloRequest (RFC 5246 §7.4.1.1). Many clients ignore one that
        // comes in the same records as the end of the first handshake.
        let request = Step.record(type: ContentType.handshake, [0, 0, 0, 0], inPlaintext: false)
        steps += [.awaitsData, request, .renegotiates(kind)]
    }
}
