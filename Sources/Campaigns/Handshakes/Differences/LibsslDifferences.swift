import Basics
import TLS

// Observed differences between libssl 3.0 and the rules.
extension KnownDifference<HandshakeDifference> {
    static let ofLibssl = laxInExtensions + laxInFields + laxInRecords + strict

    private static func laxer(
        _ name: String,
        _ edits: Set<String>,
        right: Right = .ours,
        _ about: String
    ) -> KnownDifference {
        KnownDifference(name, .laxer, right: right, about) { $0.isOf(edits) }
    }

    private static let laxInExtensions: [KnownDifference] = [
        laxer(
            "extensions of types that libssl does not know",
            [
                "unknown-extension", "unknown-extension-in-hello 1.3", "grease-extension",
                "unknown-entry-extension 1.3", "retry-with-unknown-extension 1.3",
                "unasked-client-raw-key", "unasked-raw-key", "unasked-encrypted-hello",
                "unasked-heartbeat", "unasked-record-limit", "unasked-short-mac",
                "delegated-credential 1.3",
            ],
            "libssl ignores types that are not in its table (tls_collect_extensions); RFC 8446 "
                + "§4.2 and RFC 5246 §7.4.1.4 require an alert about each type that the client has "
                + "not sent."
        ),
        laxer(
            "an extension that should be empty",
            ["master-secret-byte 1.2"],
            "libssl does not check that the server's extended_master_secret is empty, as RFC 7627 "
                + "§5.1 requires."
        ),
        laxer(
            "unused point formats",
            ["compressed-points-only 1.2"],
            "libssl only compares the server's ec_point_formats with the key of its certificate "
                + "(tls1_check_pkey_comp); RFC 8422 §5.1.2 requires uncompressed in each list."
        ),
        laxer(
            "incomplete extensions in HelloRetryRequest",
            ["retry-with-empty-cookie 1.3", "retry-without-version 1.3"],
            "libssl accepts an empty cookie (RFC 8446 §4.2.2: at least one byte), and a "
                + "HelloRetryRequest that does not choose a version (§4.1.4)."
        ),
        laxer(
            "a certificate request with a context or an empty list of names",
            ["request-with-context 1.3", "no-authority-names 1.3"],
            "libssl keeps a request's context for the response, though it must be empty in a "
                + "handshake (RFC 8446 §4.3.2), and accepts certificate_authorities without a name "
                + "(§4.2.4: at least one)."
        ),
    ]

    private static let laxInFields: [KnownDifference] = [
        laxer(
            "any legacy_version above SSL 3",
            [
                "legacy-version-1-0 1.3", "legacy-version-1-1 1.3", "legacy-version-1-3 1.3",
                "legacy-version-ssl-2 1.3", "legacy-version-unknown 1.3",
            ],
            right: .both,
            "libssl only uses supported_versions. RFC 8446 §4.1.3 requires 0x0303 in the field and "
                + "names no alert for another value; RFC 9846 §4.1.3 requires protocol_version."
        ),
        laxer(
            "a session ID that names no session",
            ["echoed-session-id 1.2"],
            "A TLS 1.2 server echoes the session ID that a TLS 1.3 client made up (RFC 8446 §D.4). "
                + "libssl offered no session and continues. By RFC 5246 §7.4.1.3 the echo means an "
                + "offered session."
        ),
        laxer(
            "untrusted finite fields",
            ["composite-field 1.2", "field-of-1024-bits 1.2", "small-subgroup 1.2"],
            right: .both,
            "libssl does not test the prime of a server's own field, which would cost more than "
                + "the handshake (RFC 7919 §1). The security level decides its length, here level "
                + "0."
        ),
    ]

    private static let laxInRecords: [KnownDifference] = [
        laxer(
            "HelloRequest in TLS 1.3",
            Set(
                HandshakeType.honest.dropFirst().compactMap(\.word).flatMap {
                    ["hello-request-before-\($0) 1.3", "insert hello-request before \($0) 1.3"]
                } + ["insert hello-request before certificate-request 1.3"]
            ),
            "libssl ignores a HelloRequest before it checks the version (tls_get_message_header); "
                + "RFC 8446 §4 no longer has this message, and requires unexpected_message."
        ),
        laxer(
            "messages with wrong record boundaries",
            [
                "empty-handshake-record 1.2", "key-change-amid-message 1.3",
                "alert-amid-message 1.3",
            ],
            "libssl accepts an empty handshake record in TLS 1.2 (RFC 5246 §6.2.1), and records of "
                + "other types within a message (RFC 8446 §5.1)."
        ),
    ]

    private static let strict: [KnownDifference] = [
        KnownDifference(
            "a ChangeCipherSpec before ServerHello",
            .stricter,
            "RFC 8446 §5: a client ignores ChangeCipherSpec after its ClientHello. libssl "
                + "ignores ChangeCipherSpec only after the ServerHello."
        ) { $0.isOf(["early-compatibility-change 1.3"]) },
        KnownDifference(
            "a ServerHello without renegotiation_info",
            .stricter,
            right: .both,
            "A client may end the handshake if the server does not support secure renegotiation "
                + "(RFC 5746 §4.1); libssl ends it."
        ) { $0.isOf(["no-extension-block 1.2", "empty-extension-block 1.2"]) },
    ]
}
