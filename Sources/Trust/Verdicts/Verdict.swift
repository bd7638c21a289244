import PKIX

// Trust answers: is this chain trusted for this name at this time, and why. It builds and checks
// paths (RFC 5280), matches identities (RFC 9525) and judges revocation. It knows no client and no
// platform, does no I/O and forges nothing; signatures are checked by OpenSSL.

/// What a relying party decided.
package enum Verdict: Hashable, Sendable {
    case accept(Grounds)
    case reject(Rejection)
}

/// Why a chain was accepted; "no error" proves nothing.
package enum Grounds: Hashable, Sendable {
    /// A path to a trust anchor was validated.
    case path(VerifiedPath)
    /// A pinned certificate or key was found, and nothing else was asked.
    case pin
    /// Nothing was checked.
    case unchecked
    /// A program behaved as if it had accepted; its reasons are its own.
    case observed
}
