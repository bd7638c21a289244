import PathValidation
import X509

/// `OkHostnameVerifier`, and the names of a certificate as the JVM returns them.
package struct OkHostnameVerifier {
    let release: OkHttpRelease
    var checks = CheckSet.all

    /// The current release's verifier.
    package static let current = OkHostnameVerifier(release: .current)

    private static let (dot, asterisk) = (UInt8(ascii: "."), UInt8(ascii: "*"))

    /// Requires that the end entity is valid for `host`, which is in canonical form.
    func verify(
        _ host: String,
        _ presented: Presented,
        for identity: ReferenceIdentity
    ) throws(SSLException) {
        guard checks.contains(.okHttpHostname) else { return }
        guard let certificate = presented.peerCertificates.first,
            !verify(host, certificate)
        else { return }
        throw SSLException(
            kind: .peerUnverified,
            message: "Hostname \(host) not verified",
            rejection: identity.mismatch(with: certificate)
        )
    }

    /// Whether the certificate is valid for the host; a non-ASCII host never matches.
    package func verify(_ host: String, _ certificate: Certificate) -> Bool {
        guard release.foldsUnicode || host.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        return CanonicalHost.canParseAsIPAddress(host)
            ? verifyIPAddress(host, certificate) : verifyHostname(host, certificate)
    }

    private func verifyIPAddress(_ address: String, _ certificate: Certificate) -> Bool {
        let canonical = CanonicalHost.text(address)
        return certificate.addresses.contains { bytes in
            release.comparesAddressesAsText
                ? IPAddress.javaText(bytes) == canonical
                : CanonicalHost.text(IPAddress.text(bytes)) == canonical
        }
    }

    private func verifyHostname(_ hostname: String, _ certificate: Certificate) -> Bool {
        let name = Array(asciiToLowercase(hostname).utf8)
        var patterns = certificate.dnsNames.map(text)
        if release.readsCommonName || !checks.contains(.okHttpNoCommonName),
            let commonName = certificate.commonNameAsHost
        {
            patterns.append(String(decoding: commonName, as: UTF8.self))
        }
        return patterns.contains { verifyHostname(name, $0) }
    }

    /// Returns the text of a name, read as ASCII with U+FFFD for other bytes; before 4.9.2 read as
    /// UTF-8.
    private func text(_ name: ArraySlice<UInt8>) -> String {
        foldsUnicode
            ? String(decoding: name, as: UTF8.self)
            : String(
                String.UnicodeScalarView(
                    name.map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{fffd}" }
                )
            )
    }

    private var foldsUnicode: Bool {
        release.foldsUnicode || !checks.contains(.okHttpASCIILowercase)
    }

    /// Returns the text in lower case if it is ASCII.
    ///
    /// In Unicode's lower case, some other characters become ASCII, such as the Kelvin sign.
    private func asciiToLowercase(_ text: String) -> String {
        foldsUnicode || text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : text
    }

    private func verifyHostname(_ hostname: [UInt8], _ pattern: String) -> Bool {
        let pattern = Array(asciiToLowercase(pattern).utf8)
        guard Self.isName(hostname), Self.isName(pattern) else { return false }
        return matches(Self.absolute(hostname), Self.absolute(pattern))
    }

    private static func isName(_ name: [UInt8]) -> Bool {
        !name.isEmpty && name.first != dot && name.suffix(2) != [dot, dot]
    }

    private static func absolute(_ name: [UInt8]) -> [UInt8] {
        name.last == dot ? name : name + [dot]
    }

    /// Whether the host matches the pattern; both are absolute names in lower case.
    private func matches(_ hostname: [UInt8], _ pattern: [UInt8]) -> Bool {
        guard pattern.contains(Self.asterisk) else { return hostname == pattern }
        if checks.contains(.okHttpLeftMostLabel) {
            guard pattern.starts(with: [Self.asterisk, Self.dot]),
                !pattern.dropFirst().contains(Self.asterisk)
            else { return false }
        }
        guard hostname.count >= pattern.count,
            !checks.contains(.okHttpWildcardDomain) || pattern.count > 2
        else { return false }
        let suffix = pattern.dropFirst()
        guard hostname.suffix(suffix.count) == suffix else { return false }
        return !hostname.dropLast(suffix.count).contains(Self.dot)
            || !checks.contains(.okHttpWildcardLabel)
    }
}

extension IPAddress {
    /// Returns the text of `InetAddress.getHostAddress`, which writes every group of an IPv6
    /// address.
    fileprivate static func javaText(_ bytes: [UInt8]) -> String {
        guard bytes.count == 16 else { return text(bytes) }
        return stride(from: 0, to: 16, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}

extension ReferenceIdentity {
    /// Returns the reason for a certificate that does not match the host.
    fileprivate func mismatch(with certificate: Certificate) -> Rejection {
        guard certificate.extensions.subjectAlternativeNames != nil else { return .noIdentity }
        return switch self {
        case .dns(let reference):
            .nameMismatch(
                reference: reference,
                presented: certificate.dnsNames.map { String(decoding: $0, as: UTF8.self) }
            )
        case .ip(let reference):
            .ipMismatch(reference: reference, presented: certificate.addresses)
        }
    }
}
