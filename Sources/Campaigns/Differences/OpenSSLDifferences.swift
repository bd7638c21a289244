import Basics
import Crypto
import PathValidation

// Known differences between OpenSSL 3.0 and `reference`. If OpenSSL has a switch for its rule, or
// the cause is known, the explanation is an experiment. OpenSSL's verifier runs again with one
// change, and must then agree with `reference`.
extension KnownDifference<ChainDifference> {
    /// The differences that generated setups show.
    static let ofOpenSSL = ofOpenSSLAnywhere + ofOpenSSLInSetups

    /// The differences that public test vectors show as well.
    package static let ofOpenSSLAnywhere = stricterOpenSSL + laxerOpenSSL

    private static let stricterOpenSSL: [KnownDifference] = [
        onePath(of: "OpenSSL"),
        KnownDifference(
            "common names under constraints",
            .stricter,
            "Without a dNSName, OpenSSL applies constraints on DNS names to the common name "
                + "(NAME_CONSTRAINTS_check_CN); RFC 5280 §4.2.1.10 applies them to alternative "
                + "names."
        ) { difference in
            // 47 and 48 are X509_V_ERR_PERMITTED_VIOLATION and X509_V_ERR_EXCLUDED_VIOLATION.
            guard difference.ours == nil, let error = difference.error,
                [47, 48].contains(error.code), error.depth == 0
            else { return false }
            return difference.vanishes { $0.nameRules = [.neverCheckSubject] }
        },
        KnownDifference(
            "the last second",
            .stricter,
            "OpenSSL ends a validity when notAfter is reached (X509_cmp_time); RFC 5280 §4.1.2.5 "
                + "includes that second."
        ) { difference in
            // 10 is X509_V_ERR_CERT_HAS_EXPIRED.
            guard difference.ours == nil, difference.error?.code == 10 else { return false }
            return difference.vanishes { $0.verifyDate -= 1 }
                || difference.has("zero-length-validity")
        },
    ]

    private static let laxerOpenSSL: [KnownDifference] = [
        KnownDifference(
            "serial numbers, versions and empty names",
            .laxer,
            "OpenSSL does not check serial numbers, versions and empty names (RFC 5280 "
                + "§4.1.2.1, §4.1.2.2, §4.1.2.4, §4.1.2.6)."
        ) { $0.ours == .malformed && $0.isOf(["version-1"], groups: formGroups) },
        KnownDifference(
            "unused extension bodies",
            .laxer,
            "OpenSSL decodes only the extensions that it uses, and accepts empty sequences (RFC "
                + "5280 §4.2)."
        ) {
            // `reference` decodes keyCertSign without cA, and then rejects it as nonconforming.
            [.badExtension, .nonconforming].contains($0.ours)
                && $0.isOf(oddBodies, groups: formGroups)
        },
        KnownDifference(
            "a common name as host",
            .laxer,
            "Without a dNSName, OpenSSL compares the common name; RFC 9525 §2 has no such rule."
        ) { difference in
            [.noIdentity, .nameMismatch].contains(difference.ours)
                && difference.vanishes { $0.nameRules = [.neverCheckSubject] }
        },
        KnownDifference(
            "a wildcard inside a label",
            .laxer,
            "OpenSSL lets * match a part of a label (X509_check_host); RFC 9525 §6.3 does not."
        ) { difference in
            difference.ours == .nameMismatch
                && difference.vanishes { $0.nameRules = [.noPartialWildcards] }
        },
        KnownDifference(
            "constraints with a leading period",
            .laxer,
            "OpenSSL accepts .example.com as a constraint on DNS names; RFC 5280 §4.2.1.10 allows "
                + "the period only for URIs."
        ) { $0.ours == .badNameConstraint && $0.isOf(oddConstraints) },
        wildcards(of: "OpenSSL"),
    ]
}
