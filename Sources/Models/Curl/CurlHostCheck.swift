import PKIX
import Trust

// `ossl_verifyhost` (curl 5c61e168, lib/vtls/openssl.c) and `Curl_cert_hostcheck`
// (lib/vtls/hostcheck.c). They differ from RFC 9525 in that the common name counts where the
// certificate has neither DNS names nor addresses, and in that a wildcard may stand above a public
// suffix of two labels, such as `*.co.uk`.
extension Certificate {
    /// Requires that the certificate presents the host, as curl compares it.
    func requireHost(of identity: ReferenceIdentity) throws(Rejection) {
        let (presented, addresses) = (dnsNames, addresses)
        switch identity {
        case _ where presented.isEmpty && addresses.isEmpty:
            // Even an address is compared with it, as text.
            guard let name = commonNameAsHost else { throw .noIdentity }
            try requireHost(identity, among: [name])
        case .dns:
            try requireHost(identity, among: presented)
        case .ip(let reference):
            guard addresses.contains(reference) else {
                throw .ipMismatch(reference: reference, presented: addresses)
            }
        }
    }

    private func requireHost(
        _ identity: ReferenceIdentity,
        among presented: [ArraySlice<UInt8>]
    ) throws(Rejection) {
        let host = Array(identity.host.utf8)
        let isAddress = IPAddress.octets(identity.host) != nil
        guard
            !presented.contains(where: {
                $0.isHost(host[...].withoutRoot, allowsWildcard: !isAddress)
            })
        else { return }
        throw .nameMismatch(
            reference: identity.host,
            presented: presented.map { String(decoding: $0, as: UTF8.self) }
        )
    }
}

extension ArraySlice<UInt8> {
    /// Without the dot of the root.
    fileprivate var withoutRoot: ArraySlice<UInt8> {
        last == UInt8(ascii: ".") ? dropLast() : self
    }

    /// `hostmatch`: the whole left-most label may be a wildcard, above at least two others.
    fileprivate func isHost(_ host: ArraySlice<UInt8>, allowsWildcard: Bool) -> Bool {
        let dot = UInt8(ascii: ".")
        let pattern = withoutRoot
        guard !pattern.isEmpty, !host.isEmpty else { return false }
        let above = HostText.withoutWildcard(pattern)
        guard above != pattern, above.contains(dot) else { return HostText.equals(pattern, host) }
        guard allowsWildcard, let end = host.firstIndex(of: dot) else { return false }
        return HostText.equals(above, host[(end + 1)...])
    }
}
