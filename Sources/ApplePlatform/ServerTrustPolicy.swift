import PKIX
import Trust

extension ServerTrust {
    /// `SecPolicyRef`.
    package enum Policy: Hashable, Sendable {
        /// `SecPolicyCreateBasicX509`: no host, no extended key usage, no rule of TLS on strength.
        case basicX509
        /// `SecPolicyCreateSSL(true, host)`; a nil host leaves out nothing but the host.
        case ssl(host: ReferenceIdentity?)
        /// `SecPolicyCreateRevocation`.
        ///
        /// Alone it asks for neither host nor dates nor strength: whoever sets it in place of an
        /// SSL policy, and not beside one, has lost those.
        case revocation(RevocationFlags)
    }

    /// `kSecRevocation…`, as far as anything is looked up without a network: whether one could be
    /// used (`NetworkAccessDisabled`) makes no difference here.
    package struct RevocationFlags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt

        package init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// OCSP responses are looked at, which those that were stapled are in any case.
        package static let ocspMethod = RevocationFlags(rawValue: 1 << 0)
        /// CRLs at hand are looked at.
        package static let crlMethod = RevocationFlags(rawValue: 1 << 1)
        /// CRLs before OCSP responses, which matters to who must fetch them.
        package static let preferCRL = RevocationFlags(rawValue: 1 << 2)
        /// A leaf of which nothing is known is refused.
        package static let requirePositiveResponse = RevocationFlags(rawValue: 1 << 3)
        /// Nothing is fetched.
        package static let networkAccessDisabled = RevocationFlags(rawValue: 1 << 4)
        /// OCSP responses and CRLs.
        package static let useAnyAvailableMethod: RevocationFlags = [.ocspMethod, .crlMethod]
    }
}

// What several policies ask together. A trust is evaluated once, under all of them: a path that
// one refuses is refused, and the gravest of what they have against it is the result.
extension [ServerTrust.Policy] {
    /// Whom the SSL policies mean.
    var hosts: [ReferenceIdentity] {
        compactMap { if case .ssl(let host?) = $0 { host } else { nil } }
    }

    /// What the revocation policies ask together; nil where there is none.
    var revocationFlags: ServerTrust.RevocationFlags? {
        let flags = compactMap { if case .revocation(let flags) = $0 { flags } else { nil } }
        return flags.isEmpty ? nil : flags.reduce([]) { $0.union($1) }
    }

    /// Whether one of them asks for dates, digests and sizes of keys.
    var askBasics: Bool {
        contains { if case .revocation = $0 { false } else { true } }
    }

    /// What they ask of a path, but for hosts.
    var checks: [PathCheck] {
        let isSSL = contains { if case .ssl = $0 { true } else { false } }
        let checks = isSSL ? Checks.ssl : askBasics ? Checks.basic : Checks.forced
        // The first host is the validator's own; one more is rare.
        return hosts.count < 2
            ? checks : checks + [.identities(hosts, by: .belowRegistries)]
    }
}

/// The rules of each policy; facts of OSX/sec/Security/SecPolicy.c and
/// trust/trustd/SecPolicyServer.c, both of Security-61901.0.87.0.1.
///
/// None asks for an end entity's key usage; the TLS stack does.
private enum Checks {
    package static let ssl = PathProfile.apple.checks().leavingOut(.revocation) + [.appleRevocation]
    static let basic = PathProfile.appleBasic.leavingOut(.revocation) + [.appleRevocation]
    /// What is asked though no policy says so.
    static let forced = basic.leavingOut(
        .validity,
        .timeTypes,
        .emptyNames,
        .criticalExtensions,
        .appleKeyLinkage,
        .appleWeakSignature,
        .appleWeakKeySize
    )
}
