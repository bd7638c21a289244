import Crypto

extension ClientViolation {
    private static let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)

    // MARK: Records

    /// Records of application data or alerts between handshake messages, or in the middle of one.
    static let records = [
        ClientViolation(
            "data-after-hello",
            "The client sends application data in plaintext after its ClientHello.",
            rule: "RFC 8446 §2, RFC 5246 §7.3"
        ) { (offer: inout ClientOffer) in
            offer.plainData = request
            return true
        },
        ClientViolation(
            "data-before-certificate",
            "The client sends application data before its Certificate.",
            rule: "RFC 8446 §2, RFC 5246 §7.3",
            when: { $0.shows(.certificate) && !$0.isLate && !$0.isOfRenegotiation }
        ) { $0.insert(.data(request), before: .certificate) },
        ClientViolation(
            "data-before-finished",
            "The client sends application data before Finished.",
            rule: "RFC 8446 §2, RFC 5246 §7.3",
            when: { !$0.isLate && !$0.isOfRenegotiation }
        ) { $0.insert(.data(request), before: .finished) },
        ClientViolation(
            "data-inside-certificate",
            "Application data comes in the middle of the Certificate.",
            rule: "RFC 8446 §5.1, RFC 5246 §7.3",
            when: { $0.shows(.certificate) }
        ) { $0.interlude = (ContentType.applicationData, request) },
        ClientViolation(
            "alert-inside-certificate",
            "A warning comes in the middle of the Certificate.",
            rule: "RFC 8446 §5.1",
            in: [.v1_3],
            when: { $0.shows(.certificate) }
        ) {
            // user_canceled, which alone does not end a connection.
            $0.interlude = (ContentType.alert, [1, 90])
        },
    ]

    // MARK: Finished

    private static let finishedRule = "RFC 8446 §4.4.4, RFC 5246 §7.4.9"

    /// Violations of Finished.
    static let ends = [
        ClientViolation(
            "damaged-finished",
            "One bit of Finished is flipped.",
            rule: finishedRule
        ) { $0.damage[.finished] = .flip },
        ClientViolation(
            "empty-finished",
            "Finished is empty.",
            rule: finishedRule
        ) { $0.damage[.finished] = .empty },
        ClientViolation(
            "cut-finished",
            "Finished lacks its last byte.",
            rule: finishedRule
        ) { $0.damage[.finished] = .cut(1) },
        ClientViolation(
            "longer-finished",
            "Finished has a byte after its end.",
            rule: finishedRule
        ) { $0.damage[.finished] = .append([0]) },
        ClientViolation(
            "finished-of-server",
            "The client sends the Finished that the server would send.",
            rule: finishedRule
        ) { $0.finishedSide = .server },
        ClientViolation(
            "finished-without-certificate",
            "Finished does not cover the client's certificates.",
            rule: finishedRule,
            when: { $0.shows(.certificate) }
        ) { $0.uncoveredByFinished = [.certificate] },
        ClientViolation(
            "finished-without-proof",
            "Finished does not cover CertificateVerify.",
            rule: finishedRule,
            when: { $0.shows(.certificateVerify) }
        ) { $0.uncoveredByFinished = [.certificateVerify] },
        ClientViolation(
            "no-finished",
            "The client sends its request without Finished.",
            rule: finishedRule
        ) { $0.leaveOut(.finished) },
        ClientViolation(
            "finished-twice",
            "The client sends Finished twice.",
            rule: "RFC 8446 §4, RFC 5246 §7.3"
        ) { $0.steps.append(.finished) },
    ]

    // MARK: ChangeCipherSpec

    /// Violations of the change of keys.
    static let keyChanges = [
        ClientViolation(
            "no-key-change",
            "The client sends Finished without ChangeCipherSpec, in plaintext.",
            rule: "RFC 5246 §7.1",
            in: [.v1_2]
        ) { $0.leaveOut(.keyChange) },
        ClientViolation(
            "early-key-change",
            "ChangeCipherSpec comes before CertificateVerify.",
            rule: "RFC 5246 §7.1",
            in: [.v1_2],
            when: { $0.shows(.certificateVerify) }
        ) { $0.move(.keyChange, before: .certificateVerify) },
        ClientViolation(
            "key-change-twice",
            "The client sends ChangeCipherSpec twice.",
            rule: "RFC 5246 §7.1",
            in: [.v1_2]
        ) {
            $0.insert(
                .record(type: ContentType.changeCipherSpec, [1], inPlaintext: false),
                before: .finished
            )
        },
        ClientViolation(
            "wrong-key-change",
            "The client sends a ChangeCipherSpec with the value 2.",
            rule: "RFC 8446 §5, RFC 5246 §7.1",
            when: { !$0.isLate }
        ) { flight in
            flight.keyChange = [2]
            guard flight.context != nil else { return }
            flight.insert(
                .record(type: ContentType.changeCipherSpec, [2], inPlaintext: true),
                before: .finished
            )
        },
        ClientViolation(
            "protected-key-change",
            "The client sends a protected ChangeCipherSpec.",
            rule: "RFC 8446 §5",
            in: [.v1_3]
        ) {
            $0.insert(
                .record(type: ContentType.changeCipherSpec, [1], inPlaintext: false),
                before: .finished
            )
        },
        ClientViolation(
            "late-key-change",
            "The client sends ChangeCipherSpec after Finished.",
            rule: "RFC 8446 §5",
            in: [.v1_3]
        ) { $0.steps.append(.record(type: ContentType.changeCipherSpec, [1], inPlaintext: true)) },
    ]

    // MARK: Sessions and renegotiation

    /// Violations of resumption and renegotiation.
    static let sessions = [
        ClientViolation(
            "damaged-ticket",
            "The client offers a ticket with one bit flipped.",
            rule: "RFC 8446 §4.6.1, RFC 5077 §4"
        ) { (offer: inout ClientOffer) in
            for index in offer.sessions.indices {
                Damage.flip.apply(to: &offer.sessions[index].ticket)
            }
            return !offer.sessions.isEmpty
        },
        ClientViolation(
            "damaged-binder",
            "The client offers one session, and one bit of its binder is flipped.",
            rule: "RFC 8446 §4.2.11",
            in: [.v1_3]
        ) { (offer: inout ClientOffer) in
            // Servers check the binder of the chosen session alone.
            offer.sessions = offer.sessions.suffix(1)
            offer.flipsBinder = true
            return !offer.newestSessions.isEmpty
        },
        ClientViolation(
            "no-resumption-modes",
            "The client offers a session without psk_key_exchange_modes.",
            rule: "RFC 8446 §4.2.9",
            in: [.v1_3]
        ) { (offer: inout ClientOffer) in
            offer.statesModes = false
            return !offer.newestSessions.isEmpty
        },
        ClientViolation(
            renegotiating: "renegotiation-without-proof",
            "The client renegotiates, and sends its certificate without CertificateVerify.",
            rule: "RFC 5246 §7.4.8"
        ) { $0.leaveOut(.certificateVerify) },
        ClientViolation(
            renegotiating: "renegotiation-with-damaged-proof",
            "The client renegotiates, and one bit of the signature in CertificateVerify is flipped.",
            rule: "RFC 5246 §7.4.8"
        ) { $0.signatureDamage = .flip },
        ClientViolation(
            renegotiating: "renegotiation-with-other-certificate",
            "The client renegotiates, and sends its certificate with the last bit flipped.",
            rule: "RFC 5246 §7.4.6"
        ) { flight in
            if !flight.chain.isEmpty { Damage.flip.apply(to: &flight.chain[0]) }
        },
    ]
}

extension ClientFlight.Step {
    /// A record of application data.
    fileprivate static func data(_ bytes: [UInt8]) -> Self {
        .record(type: ContentType.applicationData, bytes, inPlaintext: false)
    }
}
