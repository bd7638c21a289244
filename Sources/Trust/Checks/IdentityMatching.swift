import PKIX
import PublicSuffixes

// Who the certificate says it is, against whom the relying party meant (RFC 9525 §6).

/// How presented names are compared, where authorities differ.
package struct IdentityMatching: Sendable {
    /// What a wildcard may stand for.
    package enum Wildcards: Sendable {
        /// The left-most label, whole, above at least two others, so that no top-level domain's
        /// names are covered (RFC 9525 §6.3, which leaves other public suffixes out of its scope,
        /// §7.1).
        case wholeLabel
        /// The same, and what is above is no registry's either: Chromium's rule
        /// (net/cert/x509_certificate.cc, which leaves out the list's private domains, since an
        /// owner may well have certificates for all its customers) and Apple's
        /// (Security-61901.0.87.0.1 SecPolicyLeafCallbacks.c, SecDNSIsTLD).
        case wholeLabelBelowRegistries
        /// A label or part of one, wherever it stands but at the end (RFC 2818 §3.1); never part of
        /// an A-label (RFC 6125 §6.4.3).
        case anyPart
    }

    package var wildcards: Wildcards
    /// Whether the most specific common name counts where no DNS name stands (RFC 2818 §3.1, RFC
    /// 6125 §6.4.4); RFC 9525 §2 has it as text for people.
    package var readsCommonName: Bool

    /// RFC 9525's comparison, but for what is said.
    package init(wildcards: Wildcards = .wholeLabel, readsCommonName: Bool = false) {
        (self.wildcards, self.readsCommonName) = (wildcards, readsCommonName)
    }

    /// No common name, and no wildcard for a registry's names.
    package static let belowRegistries = IdentityMatching(wildcards: .wholeLabelBelowRegistries)

    /// Requires that `certificate` presents `identity`.
    package func require(
        _ identity: ReferenceIdentity,
        of certificate: Certificate
    ) throws(Rejection) {
        switch identity {
        case .dns(let reference):
            guard let name = ReferenceName(reference) else {
                throw Rejection.badNameSyntax(reference)
            }
            let presented = try presentedNames(of: certificate)
            guard presented.contains(where: { name.matches($0, wildcards) }) else {
                throw Rejection.nameMismatch(
                    reference: reference,
                    presented: presented.map { String(decoding: $0, as: UTF8.self) }
                )
            }
        case .ip(let reference):
            guard reference.count == 4 || reference.count == 16 else {
                throw Rejection.badNameSyntax(reference.hex)
            }
            guard certificate.extensions.subjectAlternativeNames != nil else {
                throw Rejection.noIdentity
            }
            let presented = certificate.addresses
            guard presented.contains(reference) else {
                throw Rejection.ipMismatch(reference: reference, presented: presented)
            }
        }
    }

    private func presentedNames(
        of certificate: Certificate
    ) throws(Rejection) -> [ArraySlice<UInt8>] {
        let presented = certificate.dnsNames
        let isRead = certificate.extensions.subjectAlternativeNames != nil
        // In a list that does not decode there may be DNS names, beside which no common name counts.
        let isAbsent = certificate.extension(.subjectAlternativeName) == nil
        if readsCommonName, isRead || isAbsent, presented.isEmpty,
            let name = certificate.commonNameAsHost
        {
            return [name]
        }
        guard isRead else { throw Rejection.noIdentity }
        return presented
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
    func matches(
        _ presented: ArraySlice<UInt8>,
        _ wildcards: IdentityMatching.Wildcards = .wholeLabel
    ) -> Bool {
        if HostText.equals(octets[...], presented) { return true }
        guard presented.contains(UInt8(ascii: "*")) else { return false }
        if case .anyPart = wildcards { return matchesByParts(presented) }
        guard presented.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")]),
            let dot = octets.firstIndex(of: UInt8(ascii: "."))
        else { return false }
        let parent = octets[(dot + 1)...]
        guard parent.contains(UInt8(ascii: ".")),
            HostText.equals(parent, presented.dropFirst(2))
        else { return false }
        switch wildcards {
        case .wholeLabel, .anyPart: return true
        case .wholeLabelBelowRegistries:
            return !PublicSuffixList.contains(parent, of: .registries)
        }
    }

    /// Label by label, each with at most one `*` but the last, which has none.
    private func matchesByParts(_ presented: ArraySlice<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        let mine = octets.split(separator: dot)
        let theirs = presented.split(separator: dot, omittingEmptySubsequences: false)
        guard mine.count == theirs.count, let (name, last) = zip(mine, theirs).suffix(1).first
        else { return false }
        return HostText.equals(name, last) && zip(mine, theirs).dropLast().allSatisfy(Self.matches)
    }

    private static func matches(_ label: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
        let star = UInt8(ascii: "*")
        guard let place = pattern.firstIndex(of: star) else {
            return HostText.equals(label, pattern)
        }
        let (before, after) = (pattern[..<place], pattern[(place + 1)...])
        guard pattern.count > 1 else { return true }
        return !after.contains(star) && !label.starts(with: "xn--".utf8)
            && label.count > before.count + after.count
            && HostText.equals(label.prefix(before.count), before)
            && HostText.equals(label.suffix(after.count), after)
    }
}

/// ASCII only, as DNS compares (RFC 4343).
package func lowercased(_ octet: UInt8) -> UInt8 {
    (0x41...0x5a).contains(octet) ? octet | 0x20 : octet
}

package func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

/// A digit or a letter up to F, of either case.
package func isHexadecimal(_ octet: UInt8) -> Bool {
    isDigit(octet) || (0x61...0x66).contains(lowercased(octet))
}

func isNameOctet(_ octet: UInt8) -> Bool {
    isDigit(octet) || (0x61...0x7a).contains(octet)
        || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_")
}
