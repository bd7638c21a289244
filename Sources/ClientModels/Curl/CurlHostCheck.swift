import PathValidation
import X509

/// How curl or its TLS library compares the host with a certificate.
enum CurlHostRule: Sendable {
    /// `ossl_verifyhost` (curl 5c61e168, lib/vtls/openssl.c) and `Curl_cert_hostcheck`
    /// (lib/vtls/hostcheck.c).
    ///
    /// These functions differ from the profile `reference` in two ways. The common name is compared
    /// if the certificate has neither DNS names nor addresses. A wildcard may be directly below a
    /// public suffix of two labels, such as `*.co.uk`.
    case curl
    /// `Curl_verify_host` (lib/vtls/schannel_verify.c).
    ///
    /// `Curl_cert_hostcheck` compares the names that `CertGetNameString` returns: the DNS names or,
    /// if there are none, the common name.
    case schannel
    /// `gnutls_x509_crt_check_hostname` (GnuTLS 3.8.13, lib/x509/hostname-verify.c, lib/str.c).
    case gnuTLS
    /// `x509_crt_verify_name` (Mbed TLS 3.6.2, library/x509_crt.c).
    case mbedTLS
    /// The comparison of rustls-webpki, by RFC 9525.
    case webPKI
    /// The comparison of SecTrust.
    case apple
}

extension Certificate {
    /// Requires that the certificate presents the host, as curl compares it.
    func requireHost(
        of identity: ReferenceIdentity,
        by rule: CurlHostRule = .curl
    ) throws(Rejection) {
        switch rule {
        case .curl: try requireHostAsCurl(identity)
        case .schannel: try requireHostAsSchannel(identity)
        case .gnuTLS: try requireHostAsGnuTLS(identity)
        case .mbedTLS: try requireHostAsMbedTLS(identity)
        case .webPKI: try IdentityMatching().require(identity, of: self)
        case .apple: try IdentityMatching.belowRegistries.require(identity, of: self)
        }
    }

    private func requireHostAsCurl(_ identity: ReferenceIdentity) throws(Rejection) {
        switch identity {
        case _ where dnsNames.isEmpty && addresses.isEmpty:
            // Even an address is compared with the common name, as text.
            guard let name = commonNameAsHost else { throw .noIdentity }
            try require(identity, among: [name], by: isHostToCurl)
        case .dns:
            try require(identity, among: dnsNames, by: isHostToCurl)
        case .ip(let reference):
            try require(reference)
        }
    }

    private func requireHostAsSchannel(_ identity: ReferenceIdentity) throws(Rejection) {
        switch identity {
        case .dns:
            let names = dnsNames.isEmpty ? commonNameAsHost.map { [$0] } ?? [] : dnsNames
            guard !names.isEmpty else { throw .noIdentity }
            try require(identity, among: names, by: isHostToCurl)
        case .ip(let reference):
            // As in `get_alt_name_info`.
            guard self.extension(.subjectAlternativeName) != nil else { throw .noIdentity }
            try require(reference)
        }
    }

    private func requireHostAsGnuTLS(_ identity: ReferenceIdentity) throws(Rejection) {
        switch identity {
        case .dns:
            let names = precludesCommonName ? dnsNames : commonNames
            try require(identity, among: names) { name, host in
                // curl passes the name without the trailing dot.
                name.isHostToGnuTLS(host.withoutRoot)
            }
        case .ip(let reference):
            try require(reference)
        }
    }

    /// Whether GnuTLS ignores the common name, because the certificate has a DNS name, an address
    /// or a URI, does not have exactly one common name, or is not for servers.
    private var precludesCommonName: Bool {
        let isNamed = (extensions.subjectAlternativeNames ?? []).contains { name in
            switch name {
            case .dns, .ip, .uri: true
            default: false
            }
        }
        let servers = [ObjectIdentifier.serverAuth, .anyExtendedKeyUsage]
        let isOfServers =
            extensions.extendedKeyUsage.map { stated in
                stated.contains { place in
                    servers.contains { der[place].elementsEqual($0.content) }
                }
            } ?? true
        return isNamed || commonNames.count != 1 || !isOfServers
    }

    private func requireHostAsMbedTLS(_ identity: ReferenceIdentity) throws(Rejection) {
        let isSilent = self.extension(.subjectAlternativeName) == nil
        if case .ip(let reference) = identity, addresses.contains(reference) { return }
        let uris = (extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .uri(let bytes) = name { der[bytes] } else { nil }
        }
        guard !uris.contains(where: { $0.elementsEqual(identity.host.utf8) }) else { return }
        // An address is also compared as text, including wildcards.
        try require(identity, among: isSilent ? commonNames : dnsNames) { name, host in
            name.isHostToMbedTLS(host.withoutRoot)
        }
    }

    private func require(_ address: [UInt8]) throws(Rejection) {
        guard addresses.contains(address) else {
            throw .ipMismatch(reference: address, presented: addresses)
        }
    }

    private func require(
        _ identity: ReferenceIdentity,
        among presented: [ArraySlice<UInt8>],
        by isHost: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
    ) throws(Rejection) {
        let host = Array(identity.host.utf8)[...]
        guard !presented.contains(where: { isHost($0, host) }) else { return }
        throw .nameMismatch(
            reference: identity.host,
            presented: presented.map { String(decoding: $0, as: UTF8.self) }
        )
    }
}

/// Whether a name matches a host as in `hostmatch`: a wildcard may be the whole left-most label,
/// above at least two further labels.
///
/// A wildcard never matches an address.
private func isHostToCurl(_ pattern: ArraySlice<UInt8>, _ host: ArraySlice<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    let isAddress = IPAddress.bytes(String(decoding: host, as: UTF8.self)) != nil
    let (pattern, host) = (pattern.withoutRoot, host.withoutRoot)
    guard !pattern.isEmpty, !host.isEmpty else { return false }
    let above = HostName.withoutWildcard(pattern)
    guard above != pattern, above.contains(dot) else { return HostName.equals(pattern, host) }
    guard !isAddress, let end = host.firstIndex(of: dot) else { return false }
    return HostName.equals(above, host[(end + 1)...])
}

extension ArraySlice<UInt8> {
    /// The host without the trailing dot.
    fileprivate var withoutRoot: ArraySlice<UInt8> {
        last == UInt8(ascii: ".") ? dropLast() : self
    }

    /// Whether a name matches a host as in `_gnutls_hostname_compare`: a wildcard matches the
    /// beginning of a label, or the whole label, if at least two labels follow.
    fileprivate func isHostToGnuTLS(_ host: ArraySlice<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        guard first == UInt8(ascii: "*") else { return HostName.equals(self, host) }
        guard count(where: { $0 == dot }) > 1, last != dot else { return false }
        let rest = dropFirst()
        let label = host.prefix { $0 != dot }.count
        return (0...label).contains { HostName.equals(rest, host.dropFirst($0)) }
    }

    /// Whether a name matches a host as in `x509_check_wildcard`: a wildcard may be the whole
    /// left-most label, above any name.
    fileprivate func isHostToMbedTLS(_ host: ArraySlice<UInt8>) -> Bool {
        if HostName.equals(self, host) { return true }
        let above = HostName.withoutWildcard(self)
        guard above != self, let end = host.firstIndex(of: UInt8(ascii: ".")),
            end > host.startIndex
        else { return false }
        return HostName.equals(above, host[(end + 1)...])
    }
}
