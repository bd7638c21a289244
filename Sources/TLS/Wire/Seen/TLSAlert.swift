/// An alert description (RFC 8446 §6, and the descriptions of RFC 5246 that a peer may still send).
package struct TLSAlert: Hashable, Sendable, RawRepresentable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The hyphenated RFC name, such as `bad-certificate`; `alert-N` for an alert without a name.
    package var name: String { Self.names[rawValue] ?? "alert-\(rawValue)" }

    /// The word for "no alert".
    package static let none = "none"

    /// Finds the alert for a name or a number; nil for other text.
    package init?(written text: String) {
        let number = text.hasPrefix("alert-") ? text.dropFirst(6) : text[...]
        let named = Self.names.first { $0.value == text }?.key
        guard let value = named ?? UInt8(number) else { return nil }
        rawValue = value
    }

    /// The names that scenarios can expect.
    package static let allNames: [String] = names.sorted { $0.key < $1.key }.map(\.value)

    private static let names: [UInt8: String] = [
        0: "close-notify",
        10: "unexpected-message",
        20: "bad-record-mac",
        22: "record-overflow",
        40: "handshake-failure",
        42: "bad-certificate",
        43: "unsupported-certificate",
        44: "certificate-revoked",
        45: "certificate-expired",
        46: "certificate-unknown",
        47: "illegal-parameter",
        48: "unknown-ca",
        49: "access-denied",
        50: "decode-error",
        51: "decrypt-error",
        70: "protocol-version",
        71: "insufficient-security",
        80: "internal-error",
        86: "inappropriate-fallback",
        90: "user-canceled",
        109: "missing-extension",
        110: "unsupported-extension",
        112: "unrecognized-name",
        113: "bad-certificate-status-response",
        115: "unknown-psk-identity",
        116: "certificate-required",
        120: "no-application-protocol",
    ]
}
