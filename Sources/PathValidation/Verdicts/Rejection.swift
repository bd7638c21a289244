import X509

/// The reason why a chain was rejected, with the operands of the failed check.
///
/// A depth is the position of the certificate at fault in the path; the end entity has depth 0.
///
/// ```swift
/// throw Rejection.nameMismatch(reference: "www.example.test", presented: ["other.test"])
/// ```
package enum Rejection: Error, Hashable, Sendable {
    // Identity (RFC 9525)
    case nameMismatch(reference: String, presented: [String])
    /// The rejection by a client that compares only one text of the subject; `summary` is nil if
    /// the subject has no text.
    case subjectMismatch(reference: String, summary: String?)
    case ipMismatch(reference: [UInt8], presented: [[UInt8]])
    case mailboxMismatch(reference: String, presented: [String])
    case noIdentity
    case badNameSyntax(String)

    // Validity (RFC 5280 §4.1.2.5)
    case expired(notAfter: Instant, verifyDate: Instant, depth: Int)
    case notYetValid(notBefore: Instant, verifyDate: Instant, depth: Int)
    case badValidity(notBefore: Instant, notAfter: Instant, depth: Int)

    // Path
    case selfSigned
    case unknownIssuer(depth: Int)
    case distrusted(depth: Int)
    case issuerNotCA(depth: Int)
    case pathLength(limit: Int, depth: Int)
    case chainTooLong(limit: Int)
    case nameChaining(depth: Int)

    // Usage
    case keyUsage(missing: KeyUsageBit, depth: Int)
    case extendedKeyUsage(missing: ObjectIdentifier, depth: Int)

    // Constraints
    case nameNotPermitted(String, depth: Int)
    case nameExcluded(String, depth: Int)
    case badNameConstraint(depth: Int)
    /// The relying party accepts none of the policies for which the path is valid. `valid` has
    /// these policies; it is empty if the certificate at this depth leaves no valid policy.
    case policy(valid: [ObjectIdentifier], depth: Int)

    // Signature and key
    case badSignature(depth: Int)
    case signatureAlgorithmMismatch(depth: Int)
    case weakSignature(algorithm: String, depth: Int)
    case weakKey(String, depth: Int)
    case badKey(depth: Int)
    case unsupportedAlgorithm(ObjectIdentifier, depth: Int)

    // Encoding and extensions
    case malformed(DERError, depth: Int)
    case badExtension(ObjectIdentifier, DERError, depth: Int)
    case duplicateExtension(ObjectIdentifier, depth: Int)
    case unhandledCriticalExtension(ObjectIdentifier, depth: Int)
    case nonconforming(Nonconformance, depth: Int)

    // Revocation and transparency
    case revoked(RevocationRecord, depth: Int)
    case revocationUnknown(RevocationGap, depth: Int)
    case revocationStale(StatusPeriod, verifyDate: Instant, depth: Int)
    /// The later of thisUpdate and producedAt is in the future.
    case revocationNotYetValid(begins: Instant, verifyDate: Instant, depth: Int)
    case revocationInvalid(ResponseFault, depth: Int)
    /// The reason why the end entity's SCTs are not enough, and why some of them do not count.
    case certificateTransparency(TransparencyGap, [SCTFault])

    // Pinning
    case pinMismatch
    case pinExpired
    case pinsMissing
    /// The client's configuration contradicts itself; AFNetworking checks this.
    case policyGuard(String)

    // Statements of the domain about its servers (RFC 6698, RFC 8461)
    case associationMismatch
    case nameLookup
    /// The domain's policy does not list this mail host.
    case mailHostMismatch(String, listed: [String])

    // Protocol
    case protocolVersion
    case cipherPolicy
    case noALPN
    case handshakeSignature
    case brokenHandshake
    /// A plaintext application protocol did not upgrade to TLS.
    case cleartext
    case missingCertificate
    case clientCertificateRequired
    case resumedWithoutCheck
    case proxyTLS

    // Bounds
    case budgetExceeded(String)

    // Programs
    /// The rejection by a program, with the program's words and every reason that would explain
    /// them. The list of reasons is empty if the program does not give a reason.
    case reported([Code], words: String)

    /// The names of reasons in scenarios, verdicts and reports.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case nameMismatch = "name-mismatch"
        case ipMismatch = "ip-mismatch"
        case mailboxMismatch = "mailbox-mismatch"
        case noIdentity = "no-identity"
        case badNameSyntax = "bad-name-syntax"
        case expired
        case notYetValid = "not-yet-valid"
        case badValidity = "bad-validity"
        case selfSigned = "self-signed"
        case unknownIssuer = "unknown-issuer"
        case distrusted
        case issuerNotCA = "issuer-not-ca"
        case pathLength = "path-length"
        case chainTooLong = "chain-too-long"
        case nameChaining = "name-chaining"
        case keyUsage = "key-usage"
        case extendedKeyUsage = "extended-key-usage"
        case nameNotPermitted = "name-not-permitted"
        case nameExcluded = "name-excluded"
        case badNameConstraint = "bad-name-constraint"
        case policy
        case badSignature = "bad-signature"
        case signatureAlgorithmMismatch = "signature-algorithm-mismatch"
        case weakSignature = "weak-signature"
        case weakKey = "weak-key"
        case badKey = "bad-key"
        case unsupportedAlgorithm = "unsupported-algorithm"
        case malformed
        case badExtension = "bad-extension"
        case duplicateExtension = "duplicate-extension"
        case unhandledCriticalExtension = "unhandled-critical-extension"
        case nonconforming
        case revoked
        case revocationUnknown = "revocation-unknown"
        case revocationStale = "revocation-stale"
        case revocationNotYetValid = "revocation-not-yet-valid"
        case revocationInvalid = "revocation-invalid"
        case certificateTransparency = "ct-policy"
        case pinMismatch = "pin-mismatch"
        case pinExpired = "pin-expired"
        case pinsMissing = "pins-missing"
        case policyGuard = "policy-guard"
        case associationMismatch = "tlsa-mismatch"
        case nameLookup = "name-lookup"
        case mailHostMismatch = "mx-mismatch"
        case protocolVersion = "protocol-version"
        case cipherPolicy = "cipher-policy"
        case noALPN = "no-alpn"
        case handshakeSignature = "handshake-signature"
        case brokenHandshake = "broken-handshake"
        case cleartext
        case missingCertificate = "missing-certificate"
        case clientCertificateRequired = "client-certificate-required"
        case resumedWithoutCheck = "resumed-without-check"
        case proxyTLS = "proxy-tls"
        case budgetExceeded = "budget-exceeded"
        /// The reason for the rejection by a program that does not state a reason.
        case unknown

        /// The reasons with which a rule can reject a chain: all except `unknown`.
        package static let ofRules = allCases.filter { $0 != .unknown }
    }
}
