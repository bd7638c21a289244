import Basics
import TLS

// Where libssl 3.0 does not do what the rules say, each seen.
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
            "libssl passes over types that are not in its table (tls_collect_extensions); RFC 8446 §4.2 "
                + "and RFC 5246 §7.4.1.4 want an alert about each that the client has not sent."
        ),
        laxer(
            "an extension that has more in it than nothing",
            ["master-secret-byte 1.2"],
            "libssl does not look into the server's extended_master_secret, which RFC 7627 §5.1 has "
                + "empty."
        ),
        laxer(
            "forms of points that no certificate depends on",
            ["compressed-points-only 1.2"],
            "libssl compares the server's ec_point_formats with the key of its certificate alone "
                + "(tls1_check_pkey_comp); RFC 8422 §5.1.2 has uncompressed in each list."
        ),
        laxer(
            "a retry whose extensions say little",
            ["retry-with-empty-cookie 1.3", "retry-without-version 1.3"],
            "libssl takes a cookie of no bytes (RFC 8446 §4.2.2: at least one), and a HelloRetryRequest "
                + "that does not choose a version (§4.1.4)."
        ),
        laxer(
            "a request for a certificate with a context, or with a list of no names",
            ["request-with-context 1.3", "no-authority-names 1.3"],
            "libssl keeps a request's context for the answer, though in a handshake it is empty (RFC 8446 "
                + "§4.3.2), and takes certificate_authorities without a name (§4.2.4: at least one)."
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
            "libssl goes by supported_versions alone. RFC 8446 §4.1.3 has the field be 0x0303 and names "
                + "no alert for another value; RFC 9846 §4.1.3 wants protocol_version."
        ),
        laxer(
            "a session ID that names no session",
            ["echoed-session-id 1.2"],
            "A server of TLS 1.2 echoes the ID that a client of TLS 1.3 has made up (RFC 8446 §D.4); "
                + "libssl offered no session and goes on. RFC 5246 §7.4.1.3 has it mean one that was offered."
        ),
        laxer(
            "fields that are not to be trusted",
            ["composite-field 1.2", "field-of-1024-bits 1.2", "small-subgroup 1.2"],
            right: .both,
            "libssl does not test the prime of a server's own field, which would cost more than the "
                + "handshake (RFC 7919 §1); its length is a matter of the security level, here 0."
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
            "libssl passes over a HelloRequest before it looks at the version (tls_get_message_header); "
                + "RFC 8446 §4 has no such message any more, and wants unexpected_message."
        ),
        laxer(
            "messages that end in another record than they should",
            [
                "empty-handshake-record 1.2", "key-change-amid-message 1.3",
                "alert-amid-message 1.3",
            ],
            "libssl takes a handshake record of no bytes in TLS 1.2 (RFC 5246 §6.2.1), and records of "
                + "other types amid a message (RFC 8446 §5.1)."
        ),
    ]

    private static let strict: [KnownDifference] = [
        KnownDifference(
            "a ChangeCipherSpec before ServerHello",
            .stricter,
            "RFC 8446 §5 has a client pass over it from its ClientHello on; libssl does so from the "
                + "ServerHello on."
        ) { $0.isOf(["early-compatibility-change 1.3"]) },
        KnownDifference(
            "a ServerHello without renegotiation_info",
            .stricter,
            right: .both,
            "A client may end the handshake where the server does not say that it renegotiates securely "
                + "(RFC 5746 §4.1); libssl does."
        ) { $0.isOf(["no-extension-block 1.2", "empty-extension-block 1.2"]) },
    ]
}
