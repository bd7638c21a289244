import PKIX

/// What a relying party has at hand about revocation, and what it makes of it.
package struct RevocationInputs: Sendable {
    /// An OCSP response and the certificate that it came with.
    struct Staple: Sendable {
        let certificate: [UInt8]
        let response: [UInt8]
    }

    package let mode: RevocationMode
    /// What is asked of CRLs and OCSP responses.
    package var checks: [RevocationCheck]
    /// Of the CRLs at hand, those that decode.
    let lists: [CertificateList]
    /// Why the first of the others does not.
    let malformedList: DERError?
    let staples: [Staple]

    /// Nobody asks.
    package static let off = RevocationInputs(.off)

    /// Decodes the CRLs, unless nobody asks.
    ///
    /// - Parameters:
    ///   - mode: what to make of a certificate of which nothing is known.
    ///   - crls: those at hand, as DER, in any order.
    ///   - chain: what was presented, as DER.
    ///   - staples: the OCSP responses that came with the entries of `chain`, in their order; nil,
    ///     or missing at the end, where none came.
    ///   - checks: what is asked of CRLs and OCSP responses.
    package init(
        _ mode: RevocationMode,
        crls: [[UInt8]] = [],
        of chain: [[UInt8]] = [],
        staples: [[UInt8]?] = [],
        checks: [RevocationCheck] = RevocationCheck.catalogue
    ) {
        self.mode = mode
        self.checks = checks
        var lists: [CertificateList] = []
        var malformed: DERError?
        for der in mode == .off ? [] : crls {
            do throws(DERError) {
                lists.append(try CertificateList(der: der))
            } catch {
                malformed = malformed ?? error
            }
        }
        self.lists = lists
        malformedList = malformed
        self.staples = zip(chain, staples).compactMap { certificate, response in
            response.map { Staple(certificate: certificate, response: $0) }
        }
    }
}
