import PathValidation
import X509

/// How the certificates of an input hang together (RFC 8446 §4.4.2: the end entity first, each
/// certified by the next; the root may be left out).
package struct ChainOrder {
    /// Faults of the order, in lowercase; certificates have numbers from 1.
    package private(set) var problems: [String] = []
    /// Remarks on an order that is no fault.
    package private(set) var notes: [String] = []
    /// How many from the first on are a chain: each is named as issuer of the one before.
    package let length: Int

    package static let source = "RFC 8446 §4.4.2"
    /// More certificates than that are a bundle and no chain: more than a path may have
    /// (`Budget.pathLength`), and every name is compared with every other.
    private static let maximumLength = 102

    /// - Parameter certificates: in the order of the input; nil is what does not decode.
    package init(_ certificates: [Certificate?]) {
        length = Self.length(certificates)
        let present = certificates.enumerated().compactMap { index, certificate in
            certificate.map { (index, $0) }
        }
        guard present.count <= Self.maximumLength else { return }
        // Certificates without any issuer in the input are a bundle, such as one of roots.
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

    /// The indexes of others that bear the name of a certificate's issuer.
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
            problems.append("\(name) is certificate \(first.index + 1) again")
            return
        }
        if certificate.isSelfIssued {
            if index > 0 {
                notes.append(
                    "\(name) names itself as its issuer: a server need not send it, since clients "
                        + "have the roots that they trust"
                )
            }
            return
        }
        let issuers = Self.issuers(of: (index, certificate), in: present)
        guard let issuer = issuers.first else {
            let issuer = "\(certificate.issuerName)"
            if index == certificates.count - 1 {
                notes.append("the chain ends below \(issuer)")
            } else {
                problems.append("\(name) was issued by \(issuer), which is not here")
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
