import ChainPeer

/// Codes for the messages of swift-certificates, which has no codes.
///
/// A message contains names of a certificate, which an attacker may choose. Only its beginning and
/// end are compared.
enum Reason {
    static let undecodable = "undecodable"
    private static let noPath = "no-path"
    private static let other = "other"

    private static let beginnings: [(text: String, code: String)] = [
        ("version 1 certificate contains extensions", "version-1-with-extensions"),
        ("RFC5280Policy: Self-signed cert ", "self-signed-not-a-ca"),
        ("RFC5280Policy: Error processing basic constraints", "bad-basic-constraints"),
        ("RFC5280Policy: CA ", "path-length"),
        ("RFC5280Policy: Unable to decode name constraints", "bad-name-constraints"),
        ("RFC5280Policy: Unable to decode SAN field", "bad-subject-alternative-name"),
        ("RFC5280Policy: directoryName name constraints are not", "unsupported-name-constraint"),
        (
            "RFC5280Policy: Unable to validate permitted subtree for name ",
            "unsupported-name-constraint"
        ),
        ("RFC5280Policy: Unable to validate permitted subtree for ", "name-not-permitted"),
        ("RFC5280Policy: Unable to validate excluded subtree", "unsupported-name-constraint"),
        ("RFC5280Policy: dnsName ", "name-excluded"),
        ("RFC5280Policy: ipAddress ", "name-excluded"),
        ("RFC5280Policy: URI ", "name-excluded"),
        ("Error parsing SAN field", "bad-subject-alternative-name"),
        ("None of the names in SAN extension matched", "name-mismatch"),
        ("No SAN extension and no common name", "no-name"),
        ("Common name ", "name-mismatch"),
        ("The leaf certificate has critical extensions", "unhandled-critical-extension"),
        (
            "A candidate issuer of a certificate in the (partial) chain has critical extensions",
            "unhandled-critical-extension"
        ),
        (
            "A candidate issuer of a certificate in the (partial) chain has not signed",
            "signature-failure"
        ),
    ]

    private static let endings: [(text: String, code: String)] = [
        (" has expired", "expired"),
        (" is not yet valid", "not-yet-valid"),
        (" is not marked as a CA", "not-a-ca"),
        (" has invalid expiry, notValidAfter is earlier than notValidBefore", "invalid-expiry"),
    ]

    private static func code(of text: String) -> String? {
        beginnings.first { text.hasPrefix($0.text) }?.code
            ?? endings.first { text.hasSuffix($0.text) }?.code
    }

    /// The rejection for these messages: each code once, in alphabetical order.
    static func verdict(for texts: [String]) -> Verdict {
        // Most events of the verifier are not reasons for a rejection.
        let reasons = texts.compactMap { text in code(of: text).map { (code: $0, text: text) } }
        guard let first = reasons.first else {
            let isPolicy = texts.first.map { $0.hasPrefix("RFC5280Policy") } ?? false
            return .reject(code: isPolicy ? other : noPath, words: texts.last ?? "")
        }
        return .reject(
            code: Set(reasons.map(\.code)).sorted().joined(separator: "+"),
            words: first.text
        )
    }
}
