import Basics
import Campaigns
import Crypto
import PathValidation
import X509

/// A chain of the public vectors for which OpenSSL and we differ.
struct VectorDifference: Difference {
    let chain: ChainDifference
    /// Our reason in words; empty if we accept.
    let words: String

    var direction: DifferenceDirection? { chain.direction }
}

extension VectorDifference: CustomStringConvertible {
    var description: String { "\(chain): \(words)" }
}

extension KnownDifference<VectorDifference> {
    /// The known differences for the chains of x509-limbo and PKITS.
    static let ofChains: [KnownDifference] =
        (shared + ofVectorsAlone + ofEncodings).counted(cases)

    /// The number of chains in both suites that each known difference explains.
    private static let cases = [
        "one path": 16, "common names under constraints": 9, "the last second": 1,
        "a common name as host": 14, "a wildcard inside a label": 1, "server key usage": 2,
        "certificate profiles": 20, "unusual keys": 3, "CRLs without a number": 1,
        "revocation of CRL issuers": 1, "serial numbers": 2, "empty issuers": 1,
        "access descriptions without a method": 1, "issuers without a serial number": 1,
        "empty subtrees": 1, "constraints with a leading period": 1,
        "wildcards under exclusions": 1,
    ]

    /// The product's differences that occur in the vectors; the others explain defects that no
    /// vector has.
    private static let shared = KnownDifference<ChainDifference>.ofOpenSSLAnywhere
        .filter { cases[$0.name] != nil && !ofEncodings.map(\.name).contains($0.name) }
        .map { known in
            KnownDifference<VectorDifference>(known.name, known.direction, known.about) {
                known.explains($0.chain)
            }
        }

    /// Certificates that only OpenSSL accepts, by our reason and its wording.
    private static let ofEncodings: [KnownDifference] = [
        laxer(
            "serial numbers",
            .malformed,
            "serial number not positive",
            "OpenSSL accepts any serial number (RFC 5280 §4.1.2.2)."
        ),
        laxer(
            "empty issuers",
            .malformed,
            "empty distinguished name",
            "OpenSSL accepts an issuer without a name (RFC 5280 §4.1.2.4)."
        ),
        laxer(
            "access descriptions without a method",
            .badExtension,
            "authorityInfoAccess",
            "OpenSSL decodes only the extensions that it uses (RFC 5280 §4.2.2.1)."
        ),
        laxer(
            "issuers without a serial number",
            .badExtension,
            "authorityKeyIdentifier",
            "OpenSSL accepts one of the two fields without the other (RFC 5280 §4.2.1.1)."
        ),
        laxer(
            "empty subtrees",
            .badExtension,
            "nameConstraints",
            "OpenSSL accepts empty lists (RFC 5280 §4.2.1.10: SIZE (1..MAX))."
        ),
        laxer(
            "constraints with a leading period",
            .badNameConstraint,
            "has no meaning",
            "OpenSSL accepts .example.com as a constraint on DNS names; RFC 5280 §4.2.1.10 allows "
                + "the leading period for URIs only."
        ),
        laxer(
            "wildcards under exclusions",
            .nameExcluded,
            "*.",
            "OpenSSL compares * like any other label; but a wildcard covers names that RFC 5280 "
                + "§4.2.1.10 excludes."
        ),
    ]

    private static func laxer(
        _ name: String,
        _ code: Rejection.Code,
        _ words: String,
        _ about: String
    ) -> KnownDifference {
        KnownDifference(name, .laxer, about) {
            $0.chain.ours == code && $0.words.contains(words)
        }
    }

    /// Differences for other profiles, unusual keys and CRLs, which generated setups do not have.
    private static let ofVectorsAlone: [KnownDifference] = [
        KnownDifference(
            "server key usage",
            .stricter,
            "OpenSSL's purpose requires the key usages of handshakes (check_purpose_ssl_server); RFC "
                + "5280 §4.2.1.3 leaves them to protocols, and so does the profile rfc5280."
        ) { difference in
            // X509_V_ERR_INVALID_PURPOSE.
            guard difference.chain.ours == nil, let error = difference.chain.error,
                error.code == 26,
                error.depth == 0
            else { return false }
            return difference.chain.vanishes { $0.purpose = nil }
        },
        KnownDifference(
            "certificate profiles",
            .laxer,
            "Without X509_V_FLAG_X509_STRICT, OpenSSL does not check these rules (RFC 5280 §4.1, "
                + "§4.2; CA/B Forum BR §7.1)."
        ) { $0.chain.ours == .nonconforming },
        KnownDifference(
            "unusual keys",
            .laxer,
            "OpenSSL's levels count bits of security; CA/B Forum BR §6.1.5 allows no DSA, and only "
                + "RSA keys of whole bytes."
        ) { $0.chain.ours == .weakKey },
        KnownDifference(
            "CRLs without a number",
            .laxer,
            "OpenSSL accepts a CRL without cRLNumber, which RFC 5280 §5.2.3 requires."
        ) { difference in
            guard difference.chain.ours == .revocationUnknown else { return false }
            let lists = (difference.chain.verification?.crls ?? []).map {
                try? CertificateList(der: $0)
            }
            return lists.contains { $0?.extensions.number == nil }
        },
        KnownDifference(
            "revocation of CRL issuers",
            .stricter,
            "OpenSSL does not check the revocation of a CRL's issuer (check_crl_path); RFC 5280 "
                + "§6.3.3 (f) validates the issuer's path like any other."
        ) { difference in
            // X509_V_ERR_CRL_PATH_VALIDATION_ERROR.
            guard difference.chain.ours == nil, difference.chain.error?.code == 54 else {
                return false
            }
            return difference.chain.vanishes { $0.crls = [] }
        },
    ]
}
