import ApplePlatform
import PKIX

/// The one text that 2.2.0 has of a certificate: `SecCertificateCopySubjectSummary`.
///
/// It is the common name here; the platform falls back on the unit, the organization and the
/// mailbox.
struct AFSubjectSummary: Hashable {
    /// Nil where the subject has no common name.
    let text: String?

    init(text: String?) {
        self.text = text
    }

    init(of certificate: [UInt8]) {
        let decoded = try? ServerTrust.decoded(certificate)
        text = decoded?.subjectName.texts(of: .commonName).last
    }

    /// `AFCertificateHostMatchesDomain`: label by label, where an asterisk on either side stands
    /// for any label at any place.
    func matches(_ domain: String) -> Bool {
        guard let host = text?.lowercased() else { return false }
        let domain = domain.lowercased()
        if host == domain { return true }
        let hostComponents = components(of: host)
        let domainComponents = components(of: domain)
        guard hostComponents.count == domainComponents.count else { return false }
        return zip(hostComponents, domainComponents).allSatisfy { host, domain in
            host == domain || host == "*" || domain == "*"
        }
    }

    private func components(of name: String) -> [Substring] {
        name.split(separator: ".", omittingEmptySubsequences: false)
    }
}
