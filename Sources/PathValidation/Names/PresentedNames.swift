import X509

extension Certificate {
    /// The octets of the dNSNames; empty if the extension does not decode.
    package var dnsNames: [ArraySlice<UInt8>] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .dns(let octets) = name { der[octets] } else { nil }
        }
    }

    /// The octets of the iPAddresses; empty if the extension does not decode.
    package var addresses: [[UInt8]] {
        (extensions.subjectAlternativeNames ?? []).compactMap { name in
            if case .ip(let octets) = name { Array(der[octets]) } else { nil }
        }
    }

    /// The octets of the common names of the subject, in their order.
    package var commonNames: [ArraySlice<UInt8>] {
        let subject = subjectName
        return subject.relativeNames.joined()
            .filter { subject.bytes[$0.type].elementsEqual(ObjectIdentifier.commonName.content) }
            .map { subject.bytes[$0.value.content] }
    }

    /// The octets of the most specific common name; nil if there is a DNS name.
    package var commonNameAsHost: ArraySlice<UInt8>? {
        let isNamed = (extensions.subjectAlternativeNames ?? []).contains { name in
            if case .dns = name { true } else { false }
        }
        return isNamed ? nil : commonNames.last
    }
}
