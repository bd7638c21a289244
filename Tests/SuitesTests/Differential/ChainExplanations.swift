import Basics
import Campaigns
import Crypto
import PathValidation
import X509

/// A chain of the public vectors on which OpenSSL and we differ.
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
    /// The differences of the chains of x509-limbo and PKITS, with the chains that each explained.
    static let ofChains: [KnownDifference] =
        (shared + ofVectorsAlone + ofEncodings).counted(cases)

    /// The chains of both suites that each explained.
    private static let cases = [
        "one path": 16, "common names under constraints": 9, "the last second": 1,
        "a common name as host": 14, "a wildcard inside a label": 1, "key usage of servers": 2,
        "profiles of certificates": 20, "keys of odd kinds": 3, "CRLs without a number": 1,
        "CRL issuers under CRLs of their own": 1, "serial numbers": 2, "empty issuers": 1,
        "access descriptions without a method": 1, "issuers without a serial number": 1,
        "empty subtrees": 1, "constraints with a leading period": 1,
        "wildcards under exclusions": 1,
    ]

    /// The product's own that vectors show; its others look for defects that no vector has.
    private static let shared = KnownDifference<ChainDifference>.ofOpenSSLAnywhere
        .filter { cases[$0.name] != nil && !ofEncodings.map(\.name).contains($0.name) }
        .map { known in
            KnownDifference<VectorDifference>(known.name, known.direction, known.about) {
                known.explains($0.chain)
            }
        }

    /// Certificates that only OpenSSL accepts, by our reason and its words.
    private static let ofEncodings: [KnownDifference] = [
        laxer(
            "serial numbers",
            .malformed,
            "serial number not positive",
            "OpenSSL takes any serial number (RFC 5280 §4.1.2.2)."
        ),
        laxer(
            "empty issuers",
            .malformed,
            "empty distinguished name",
            "OpenSSL takes an issuer without a name (RFC 5280 §4.1.2.4)."
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
            "OpenSSL takes one of the two fields alone (RFC 5280 §4.2.1.1)."
        ),
        laxer(
            "empty subtrees",
            .badExtension,
            "nameConstraints",
            "OpenSSL takes lists of nothing (RFC 5280 §4.2.1.10: SIZE (1..MAX))."
        ),
        laxer(
            "constraints with a leading period",
            .badNameConstraint,
            "has no meaning",
            "OpenSSL takes .example.com for a constraint on DNS names; RFC 5280 §4.2.1.10 has the "
                + "period for URIs alone."
        ),
        laxer(
            "wildcards under exclusions",
            .nameExcluded,
            "*.",
            "OpenSSL compares * as a label like others; a wildcard stands for names that RFC 5280 "
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

    /// Other profiles, odd keys and CRLs, of which no generated setup has any.
    private static let ofVectorsAlone: [KnownDifference] = [
        KnownDifference(
            "key usage of servers",
            .stricter,
            "OpenSSL's purposes ask for key usages of handshakes (check_purpose_ssl_server); RFC "
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
            "profiles of certificates",
            .laxer,
            "Without X509_V_FLAG_X509_STRICT OpenSSL asks for no form (RFC 5280 §4.1, §4.2; CA/B "
                + "Forum BR §7.1)."
        ) { $0.chain.ours == .nonconforming },
        KnownDifference(
            "keys of odd kinds",
            .laxer,
            "OpenSSL's levels count bits of security; CA/B Forum BR §6.1.5 has no DSA, and whole "
                + "bytes of RSA."
        ) { $0.chain.ours == .weakKey },
        KnownDifference(
            "CRLs without a number",
            .laxer,
            "OpenSSL takes a CRL without cRLNumber, which RFC 5280 §5.2.3 demands of every CRL."
        ) { difference in
            guard difference.chain.ours == .revocationUnknown else { return false }
            let lists = (difference.chain.verification?.crls ?? []).map {
                try? CertificateList(der: $0)
            }
            return lists.contains { $0?.extensions.number == nil }
        },
        KnownDifference(
            "CRL issuers under CRLs of their own",
            .stricter,
            "OpenSSL does not look into CRLs for the issuer of a CRL (check_crl_path); RFC 5280 "
                + "§6.3.3 (f) validates its path as any other."
        ) { difference in
            // X509_V_ERR_CRL_PATH_VALIDATION_ERROR.
            guard difference.chain.ours == nil, difference.chain.error?.code == 54 else {
                return false
            }
            return difference.chain.vanishes { $0.crls = [] }
        },
    ]
}
