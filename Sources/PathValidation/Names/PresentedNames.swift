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
