import PathValidation
import X509

/// The one text of a certificate that 2.2.0 reads: `SecCertificateCopySubjectSummary`.
///
/// `ModelScope.afnetworking` says which release of Security the model follows, and how other
/// releases differ.
struct AFSubjectSummary: Hashable {
    /// The summary; nil if neither the subject nor the alternative names have a text.
    let text: String?

    init(text: String?) {
        self.text = text
    }

    init(of certificate: [UInt8]) {
        text = (try? ServerTrust.decoded(certificate)).flatMap(Self.text)
    }

    /// Returns the text of `SecCertificateCopySubjectSummary` (Security-61901).
    private static func text(of certificate: Certificate) -> String? {
        let subject = SubjectTexts(certificate.subjectName)
        if let name = subject.joined(.commonName) {
            return subject.joined(.description).map { "\(name) (\($0))" } ?? name
        }
        return certificate.mailboxes.first ?? subject.mailboxes.first ?? certificate.hosts.first
            ?? subject.joined(.organizationalUnit) ?? subject.joined(.organization)
            ?? subject.joined()
    }

    /// Whether the summary matches a domain label by label, as `AFCertificateHostMatchesDomain`
    /// decides; an asterisk on either side matches any label at any position.
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

/// The attributes of a subject that have a text, in the order of the encoding.
private struct SubjectTexts {
    private let attributes: [(type: ObjectIdentifier, text: String)]

    init(_ name: EncodedName) {
        attributes = name.relativeNames.joined().compactMap { attribute in
            name.text(of: attribute.value).map { text in
                (ObjectIdentifier(content: Array(name.bytes[attribute.type])), text)
            }
        }
    }

    /// The mailboxes of the subject, as `SecCertificateCopyRFC822Names` returns them.
    var mailboxes: [String] { texts(of: .emailAddress) }

    /// Returns the joined texts of this type or of all types, the last text first, as
    /// `obtainSummaryFromX501Name` does; nil if the subject has no such text.
    func joined(_ type: ObjectIdentifier? = nil) -> String? {
        let texts = texts(of: type)
        return texts.isEmpty ? nil : texts.reversed().joined(separator: ", ")
    }

    private func texts(of type: ObjectIdentifier?) -> [String] {
        attributes.filter { type == nil || $0.type == type }.map(\.text)
    }
}

extension Certificate {
    /// The mailboxes of subjectAltName, as `SecCertificateCopyRFC822Names` returns them.
    fileprivate var mailboxes: [String] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            guard case .email(let bytes) = name else { return nil }
            return String(validating: der[bytes], as: UTF8.self)
        }
    }

    /// The DNS names that `SecCertificateCopyDNSNames` returns for a certificate without a common
    /// name.
    fileprivate var hosts: [String] {
        dnsNames.compactMap { String(validating: $0, as: UTF8.self) }
    }
}

extension ObjectIdentifier {
    /// The attribute type description, 2.5.4.13 (RFC 4519 §2.5).
    fileprivate static let description = ObjectIdentifier(content: [0x55, 0x04, 0x0d])
}
