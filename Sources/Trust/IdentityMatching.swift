import PKIX

// Who the certificate says it is, against whom the relying party meant (RFC 9525 §6).
extension ReferenceIdentity {
    /// Requires that `certificate` presents this identity.
    ///
    /// Only subjectAltName counts; a common name is text for people (RFC 9525 §2).
    func requirePresented(by certificate: Certificate) throws(Rejection) {
        switch self {
        case .dns(let reference):
            guard let name = ReferenceName(reference) else {
                throw Rejection.badNameSyntax(reference)
            }
            let presented = try Self.names(of: certificate).compactMap { presented in
                if case .dns(let octets) = presented { certificate.der[octets] } else { nil }
            }
            guard presented.contains(where: name.matches) else {
                throw Rejection.nameMismatch(
                    reference: reference,
                    presented: presented.map { String(decoding: $0, as: UTF8.self) }
                )
            }
        case .ip(let reference):
            guard reference.count == 4 || reference.count == 16 else {
                throw Rejection.badNameSyntax(reference.hex)
            }
            let presented = try Self.names(of: certificate).compactMap { presented in
                if case .ip(let octets) = presented { Array(certificate.der[octets]) } else { nil }
            }
            guard presented.contains(reference) else {
                throw Rejection.ipMismatch(reference: reference, presented: presented)
            }
        }
    }

    private static func names(of certificate: Certificate) throws(Rejection) -> [GeneralName] {
        guard let names = certificate.extensions.subjectAlternativeNames else {
            throw Rejection.noIdentity
        }
        return names
    }
}

/// A DNS name that one means to reach, in lower case and without the dot of the root.
struct ReferenceName: Hashable {
    private let octets: [UInt8]

    /// Nil for what no server can prove to be: an empty name or label, one that is too long
    /// (RFC 1035 §2.3.4), characters outside letters, digits, hyphen and underscore, or an IPv4
    /// address, which is an IP-ID (RFC 9525 §4.2.1) and which every name would be that ends in a
    /// number (WHATWG URL, "ends in a number").
    init?(_ text: String) {
        var octets = text.utf8.map(lowercased)
        if octets.last == UInt8(ascii: ".") { octets.removeLast() }
        let labels = octets.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard octets.count <= 253,
            labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(isNameOctet) }),
            labels.last?.allSatisfy(isDigit) == false
        else { return nil }
        self.octets = octets
    }

    /// Whether a dNSName is this name, or a wildcard for the names beside it.
    ///
    /// `*` stands for one label, whole and left-most (RFC 9525 §6.3), above at least two others,
    /// so that no registry's names are covered; of public suffixes of more labels nothing is known.
    func matches(_ presented: ArraySlice<UInt8>) -> Bool {
        guard presented.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")]) else {
            return equals(octets[...], presented)
        }
        guard let dot = octets.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let parent = octets[(dot + 1)...]
        return parent.contains(UInt8(ascii: ".")) && equals(parent, presented.dropFirst(2))
    }

    private func equals(_ mine: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) -> Bool {
        mine.count == theirs.count && mine.elementsEqual(theirs.lazy.map(lowercased))
    }
}

/// ASCII only, as DNS compares (RFC 4343).
func lowercased(_ octet: UInt8) -> UInt8 {
    (0x41...0x5a).contains(octet) ? octet | 0x20 : octet
}

func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

func isNameOctet(_ octet: UInt8) -> Bool {
    isDigit(octet) || (0x61...0x7a).contains(octet)
        || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_")
}
