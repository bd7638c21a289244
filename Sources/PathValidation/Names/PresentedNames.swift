import X509

extension Certificate {
    /// The bytes of the dNSNames; empty if the extension does not decode.
    package var dnsNames: [ArraySlice<UInt8>] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .dns(let bytes) = name { der[bytes] } else { nil }
        }
    }

    /// The bytes of the iPAddresses; empty if the extension does not decode.
    package var addresses: [[UInt8]] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .ip(let bytes) = name { Array(der[bytes]) } else { nil }
        }
    }

    /// The service names (SRV-IDs, RFC 4985 §2): the text `_service.host`, the service in lower
    /// case, and the host.
    var serviceNames: [(text: ArraySlice<UInt8>, service: String, host: ArraySlice<UInt8>)] {
        otherNames(.serviceName, .ia5String).compactMap { text in
            guard text.first == UInt8(ascii: "_"),
                let dot = text.firstIndex(of: UInt8(ascii: "."))
            else { return nil }
            let service = text[(text.startIndex + 1)..<dot].map(lowercased)
            return (text, String(decoding: service, as: UTF8.self), text[(dot + 1)...])
        }
    }

    /// The XMPP addresses (RFC 6120 §13.7.1.4); a server's address is its domain.
    var xmppAddresses: [ArraySlice<UInt8>] { otherNames(.xmppAddress, .utf8String) }

    /// The SIP URIs that name a domain, and the hosts in them (RFC 5922 §7.1).
    ///
    /// A URI with a user names a person; ports and parameters do not count (§7.2).
    var sipURIs: [(uri: ArraySlice<UInt8>, host: ArraySlice<UInt8>)] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            guard case .uri(let bytes) = name else { return nil }
            let uri = der[bytes]
            guard uri.prefix(4).map(lowercased).elementsEqual("sip:".utf8),
                !uri.contains(UInt8(ascii: "@"))
            else { return nil }
            return (uri, uri.dropFirst(4).prefix { !":;?".utf8.contains($0) })
        }
    }

    /// Returns the contents of the otherNames that have this type and a value with this tag.
    private func otherNames(_ identifier: ObjectIdentifier, _ tag: DERTag) -> [ArraySlice<UInt8>] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            guard case .other(let type, let value) = name,
                der[type].elementsEqual(identifier.content)
            else { return nil }
            var reader = DERReader(der, in: value)
            guard let content = try? reader.content(tag) else { return nil }
            return der[content]
        }
    }

    /// The bytes of the common names of the subject, in order.
    package var commonNames: [ArraySlice<UInt8>] {
        let subject = subjectName
        return subject.relativeNames.joined()
            .filter { subject.bytes[$0.type].elementsEqual(ObjectIdentifier.commonName.content) }
            .map { subject.bytes[$0.value.content] }
    }

    /// The bytes of the most specific common name; nil if the certificate has a DNS name.
    package var commonNameAsHost: ArraySlice<UInt8>? {
        let isNamed = (extensions.subjectAlternativeNames ?? []).contains { name in
            if case .dns = name { true } else { false }
        }
        return isNamed ? nil : commonNames.last
    }
}
