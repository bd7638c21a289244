import PathValidation
import X509

/// The order of the certificates in an input (RFC 8446 §4.4.2: end entity first, each certified by
/// the next; the root may be left out).
package struct ChainOrder {
    /// The errors in the order, as lowercase fragments; certificates are numbered from 1.
    package private(set) var problems: [String] = []
    /// Remarks about the order that are not errors.
    package private(set) var notes: [String] = []
    /// The number of certificates, from the first, that form a chain: each certificate after the
    /// first is named as issuer of the certificate before it.
    package let length: Int

    package static let source = "RFC 8446 §4.4.2"
    /// The most certificates of a chain.
    ///
    /// An input with more certificates is a bundle of certificates.
    ///
    /// A certification path must not be longer (`Budget.pathLength`). The limit also bounds the
    /// time, because each name is compared with all the others.
    private static let maximumLength = 102

    /// - Parameter certificates: the certificates in the order of the input; nil for a certificate
    ///   that does not decode.
    package init(_ certificates: [Certificate?]) {
        length = Self.length(certificates)
        let present = certificates.enumerated().compactMap { index, certificate in
            certificate.map { (index, $0) }
        }
        guard present.count <= Self.maximumLength else { return }
        // Certificates without any issuer in the input form a bundle, for example of roots.
        guard present.contains(where: { !Self.issuers(of: $0, in: present).isEmpty }) else {
            return
        }
        for (index, certificate) in present { judge(index, certificate, certificates, present) }
    }

    private typealias Numbered = (index: Int, certificate: Certificate)

    private static func length(_ certificates: [Certificate?]) -> Int {
        var length = 0
        while length < min(certificates.count, maximumLength), let next = certificates[length] {
            if length > 0, let below = certificates[length - 1],
                below.isSelfIssued || !below.issuerName.matches(next.subjectName)
            {
                return length
            }
            length += 1
        }
        return length
    }

    /// Returns the indexes of other certificates whose subject is the issuer of a certificate.
    private static func issuers(of subject: Numbered, in present: [Numbered]) -> [Int] {
        guard !subject.certificate.isSelfIssued else { return [] }
        return present.filter {
            $0.index != subject.index
                && subject.certificate.issuerName.matches($0.certificate.subjectName)
        }
        .map(\.index)
    }

    private mutating func judge(
        _ index: Int,
        _ certificate: Certificate,
        _ certificates: [Certificate?],
        _ present: [Numbered]
    ) {
        let name = "certificate \(index + 1)"
        if let first = present.first(where: { $0.certificate == certificate }), first.index < index
        {
            problems.append("\(name) repeats certificate \(first.index + 1)")
            return
        }
        if certificate.isSelfIssued {
            if index > 0 {
                notes.append(
                    "\(name) is self-issued; a server need not send it, because clients have "
                        + "their own trusted roots"
                )
            }
            return
        }
        let issuers = Self.issuers(of: (index, certificate), in: present)
        guard let issuer = issuers.first else {
            let issuer = "\(certificate.issuerName)"
            if index == certificates.count - 1 {
                notes.append("the chain ends at a certificate issued by \(issuer)")
            } else {
                problems.append("\(name) was issued by \(issuer), which is not in the input")
            }
            return
        }
        guard issuers.contains(index + 1) else {
            problems.append(
                "\(name) was issued by certificate \(issuer + 1), which should follow it"
            )
            return
        }
    }
}
