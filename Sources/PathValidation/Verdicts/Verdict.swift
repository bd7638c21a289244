import X509

// PathValidation decides whether a chain is trusted for a name at a time, and why. It builds and
// checks paths (RFC 5280), matches identities (RFC 9525) and checks revocation. It follows the
// rules of libraries and platforms on paths, but has no models of clients. It does no I/O and
// creates no certificates; OpenSSL verifies signatures.
//
// Its folders, from the bottom up: PublicSuffixes, Transparency, Verdicts, Names, Signatures,
// Resources, Revocation, Checks, Issuance, Paths, Profiles, DANE, MailPolicies. A file refers only
// to types of its own folder and of earlier folders.

/// The decision of a relying party.
package enum Verdict: Hashable, Sendable {
    case accept(Grounds)
    case reject(Rejection)
}

/// The reason why a chain was accepted.
///
/// The absence of an error alone does not prove that anything was checked.
package enum Grounds: Hashable, Sendable {
    /// A path to a trust anchor was validated.
    case path(VerifiedPath)
    /// A pinned certificate or key was found; nothing else was checked.
    case pin
    /// Nothing was checked.
    case unchecked
    /// A program behaved as if it had accepted; its reasons are unknown.
    case observed
    /// A program sent its request without TLS.
    case plaintext
}
