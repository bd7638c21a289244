import X509

/// Revocation evidence, and the mode and rules for its evaluation.
package struct RevocationInputs: Sendable {
    /// A stapled OCSP response and the certificate that the server sent with it.
    struct Staple: Sendable {
        let certificate: [UInt8]
        let response: [UInt8]
    }

    package let mode: RevocationMode
    /// Rules on CRLs and OCSP responses.
    package var checks: [RevocationCheck]
    /// The CRLs whose entries can be parsed.
    let lists: [CertificateList]
    /// The error of the first CRL that is not in `lists`.
    let malformedList: DERError?
    let staples: [Staple]

    /// Revocation is not checked.
    package static let off = RevocationInputs(.off)

    /// Decodes the CRLs, unless `mode` is off.
    ///
    /// - Parameters:
    ///   - mode: the treatment of an unknown status.
    ///   - crls: the available CRLs as DER, in any order.
    ///   - chain: the presented certificates as DER.
    ///   - staples: the OCSP responses that came with the entries of `chain`, in their order; nil
    ///     for an entry without a response. The list may end with the last response.
    ///   - checks: rules on CRLs and OCSP responses.
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
                lists.append(try CertificateList(der: der, keepsFaults: true))
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
