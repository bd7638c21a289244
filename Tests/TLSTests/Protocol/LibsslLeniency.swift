import Crypto

@testable import TLS

/// The observed cases in which libssl 3.0.19 does not follow a rule.
enum LibsslLeniency {
    /// The violations that libssl accepts, by name and version.
    static let accepted: Set<String> = [
        "alert-amid-message v1_3", "composite-field v1_2", "compressed-point v1_2",
        "delegated-credential v1_3", "early-data-under-other-suite v1_3", "echoed-session-id v1_2",
        "empty-handshake-record v1_2",
        "field-of-1024-bits v1_2", "grease-extension v1_2", "grease-extension v1_3",
        "hello-request-before-certificate v1_3", "hello-request-before-finished v1_3",
        "key-change-amid-message v1_3", "key-of-512-bits v1_0", "key-of-512-bits v1_1",
        "key-of-512-bits v1_2", "late-empty-handshake-record v1_2", "legacy-version-1-0 v1_3",
        "legacy-version-1-1 v1_3", "legacy-version-1-3 v1_3", "legacy-version-ssl-2 v1_3",
        "legacy-version-unknown v1_3", "master-secret-byte v1_2", "most-extensions v1_2",
        "no-authority-names v1_3", "request-with-context v1_3",
        "renegotiation-with-other-certificate v1_2", "retry-with-empty-cookie v1_3",
        "retry-with-unknown-extension v1_3", "retry-without-version v1_3",
        "small-order-signature v1_2", "small-order-signature v1_3", "small-subgroup v1_2",
        "unasked-client-raw-key v1_2", "unasked-client-raw-key v1_3",
        "unasked-encrypted-hello v1_2", "unasked-encrypted-hello v1_3", "unasked-heartbeat v1_2",
        "unasked-heartbeat v1_3", "unasked-raw-key v1_2", "unasked-raw-key v1_3",
        "unasked-record-limit v1_2", "unasked-record-limit v1_3", "unasked-short-mac v1_2",
        "unasked-short-mac v1_3", "unknown-entry-extension v1_3", "unknown-extension v1_2",
        "unknown-extension v1_3", "unknown-extension-in-hello v1_3",
    ]

    /// What libssl 3.0.22 does instead with some violations: the alert, or nil if it accepts them.
    static let later: [String: UInt8?] = [
        "clear-data-before-finished v1_2": 20, "compressed-points-only v1_2": nil,
        "empty-record v1_2": 20, "finished-in-clear v1_2": 20,
    ]

    /// The correct handshakes that libssl rejects.
    static let refused: Set<String> = [
        "early-compatibility-change v1_3", "empty-extension-block v1_2", "no-extension-block v1_2",
    ]

    /// The reason why a violation is impossible with libssl's client of these tests; nil if it is
    /// possible.
    static func missing(_ violation: Violation) -> NoOccasion? {
        let type = unsent.first { violation.needs.contains(.offer(of: $0)) }
        return type.map(NoOccasion.notAsked) ?? others[violation.name]
    }

    private static let others: [String: NoOccasion] = [
        "unasked-staple": .allOffered, "request-under-anonymous-suite": .otherSuite,
    ]

    /// The extensions that libssl 3.0 does not send by default.
    private static let unsent = [
        Extension.compressCertificate, Extension.serverCertificateType,
        Extension.delegatedCredential, Extension.postHandshakeAuth, Extension.encryptedHello,
        Extension.statusRequestOfSeveral,
    ]

    /// The alerts of libssl that differ from the rule's; nil if libssl only waits, or the engine
    /// fails first.
    static let alerts: [String: UInt8?] = [
        "certificate-context v1_3": 50, "certificate-entry-length-too-short v1_2": 42,
        "certificate-entry-length-too-short v1_3": 42, "change-cipher-spec-of-2 v1_3": 47,
        "clear-data-before-finished v1_2": 80, "early-data-after-retry v1_3": nil,
        "empty-alert v1_2": 10, "empty-alert v1_3": 10,
        "empty-change-cipher-spec v1_3": 47, "empty-entry v1_2": 42, "empty-entry v1_3": 42,
        "empty-point v1_3": 50, "empty-record v1_2": 80, "empty-status v1_2": 80,
        "empty-status v1_3": 80, "explicit-curve v1_2": 47,
        "short-explicit-curve v1_2": 47,
        "finished-in-clear v1_2": 80, "finished-length-too-short v1_3": 10,
        "guessed-premaster v1_2": nil, "heartbeat-record v1_2": 20, "infinite-point v1_2": 80,
        "long-change-cipher-spec v1_3": 47, "long-key-update v1_3": 47, "long-session-id v1_2": 47,
        "long-session-id v1_3": 47, "master-secret-added v1_2": 40,
        "master-secret-dropped v1_2": 40, "newest-session-in-1-2 v1_3": 10,
        "byte-after-point v1_2": 47,
        "byte-in-certificate v1_2": 50, "byte-in-certificate v1_3": 50,
        "older-hello-after-retry v1_3": 70, "outer-type-unknown v1_2": 20,
        "renegotiated-first v1_2": 47, "renegotiation-of-other-handshake v1_2": 47,
        "renegotiation-resumes-other-session v1_2": 10,
        "server-hello-done-of-unknown-type v1_2": nil,
        "server-hello-done-with-byte-after v1_2": 47,
        "server-key-exchange-length-too-long v1_2": nil,
        "server-key-exchange-length-too-short v1_2": nil, "short-alert v1_2": 10,
        "short-alert v1_3": 10, "two-alerts v1_2": 10, "two-alerts v1_3": 10,
        "unasked-extension v1_2": 47, "unasked-extension v1_3": 47,
        "unasked-next-protocol v1_3": 47, "unasked-protocol v1_2": 50, "unasked-protocol v1_3": 50,
        "unoffered-scheme v1_2": 40, "unoffered-scheme v1_3": 40, "version-in-share v1_3": 50,
    ]
}
