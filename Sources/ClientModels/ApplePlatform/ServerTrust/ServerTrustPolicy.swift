import PathValidation
import X509

extension ServerTrust {
    /// A policy of an evaluation: `SecPolicyRef`.
    package enum Policy: Hashable, Sendable {
        /// `SecPolicyCreateBasicX509`: checks no host, no extended key usage, and no TLS rules on
        /// strength.
        case basicX509
        /// `SecPolicyCreateSSL(true, host)`; without a host all other rules remain.
        case ssl(host: ReferenceIdentity?)
        /// The policy of `SecPolicyCreateRevocation`.
        ///
        /// A revocation policy alone checks neither host nor dates nor strength. An application
        /// that sets it instead of an SSL policy loses those checks.
        case revocation(RevocationFlags)
    }

    /// `kSecRevocation…`, without the flags about fetching: the model fetches nothing.
    package struct RevocationFlags: OptionSet, Hashable, Sendable {
        /// The bits of `kSecRevocation…`.
        package let rawValue: UInt

        /// Creates the flags of these bits, including bits that Security does not define.
        package init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// OCSP responses are read; stapled responses are read even without this flag.
        static let ocspMethod = RevocationFlags(rawValue: 1 << 0)
        /// Available CRLs are read.
        static let crlMethod = RevocationFlags(rawValue: 1 << 1)
        /// A leaf with unknown status is rejected.
        package static let requirePositiveResponse = RevocationFlags(rawValue: 1 << 3)
        /// OCSP responses and available CRLs are read.
        package static let useAnyAvailableMethod: RevocationFlags = [.ocspMethod, .crlMethod]
    }
}

// Several policies that are evaluated as one policy. A trust is evaluated once, under all policies.
// A path is rejected if one policy rejects it, and the most severe objection is the result.
extension [ServerTrust.Policy] {
    /// The hosts of the SSL policies.
    var hosts: [ReferenceIdentity] {
        compactMap { if case .ssl(let host?) = $0 { host } else { nil } }
    }

    /// The flags of all revocation policies; nil without a revocation policy.
    var revocationFlags: ServerTrust.RevocationFlags? {
        let flags = compactMap { if case .revocation(let flags) = $0 { flags } else { nil } }
        return flags.isEmpty ? nil : flags.reduce([]) { $0.union($1) }
    }

    /// Whether one of the policies checks dates, digests and key sizes.
    var askBasics: Bool {
        contains { if case .revocation = $0 { false } else { true } }
    }

    /// The policies' rules on a path, without the comparison with the first host.
    var checks: [PathCheck] {
        let isSSL = contains { if case .ssl = $0 { true } else { false } }
        let checks = isSSL ? Checks.ssl : askBasics ? Checks.basic : Checks.forced
        // The validator compares only the first host, so a further check compares all hosts.
        return hosts.count < 2
            ? checks : checks + [.identities(hosts, by: .belowRegistries)]
    }
}

/// The rules of each policy, from OSX/sec/Security/SecPolicy.c and trust/trustd/SecPolicyServer.c,
/// both of Security-61901.0.87.0.1.
///
/// No policy checks an end entity's key usage; the TLS stack checks it.
private enum Checks {
    static let ssl = PathProfile.apple.checks().leavingOut(.revocation) + [.appleRevocation]
    static let basic = PathProfile.appleBasic.leavingOut(.revocation) + [.appleRevocation]
    /// The rules that apply under every policy.
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
