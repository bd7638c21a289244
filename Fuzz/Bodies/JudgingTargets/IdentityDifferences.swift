import Basics
import ClientModels
import Crypto
import PathValidation
import X509

/// Our rules for presented names, strictest first; each accepts everything that the rule before it
/// accepts.
enum IdentityRuling: CaseIterable {
    /// The profiles `reference`, `webpki` and `apple`.
    case belowRegistries
    /// The profile `rfc5280`.
    case wholeLabel
    /// The profile `legacy`.
    case legacy

    private var matching: IdentityMatching {
        switch self {
        case .belowRegistries: .belowRegistries
        case .wholeLabel: IdentityMatching()
        case .legacy: IdentityMatching(wildcards: .anyPart, readsCommonName: true)
        }
    }

    /// The OpenSSL flags for the same rule; nil if OpenSSL has no such flags.
    var openSSL: Set<OpenSSLCertificate.NameRule>? {
        switch self {
        case .belowRegistries: nil
        case .wholeLabel: [.neverCheckSubject, .noPartialWildcards]
        case .legacy: []
        }
    }

    func accepts(_ identity: ReferenceIdentity, _ certificate: Certificate) -> Bool {
        (try? matching.require(identity, of: certificate)) != nil
    }
}

/// A certificate that only one of the two, OpenSSL or Hatpin, accepts for a reference identity.
struct IdentityDifference: Difference {
    let named: NamedServer
    let ruling: IdentityRuling
    /// Whether we decode the alternative names.
    let areNamesRead: Bool
    let isOpenSSLLaxer: Bool

    var direction: DifferenceDirection? { isOpenSSLLaxer ? .laxer : .stricter }
}

/// The known differences between OpenSSL 3.0's comparison of names and ours.
extension KnownDifference<IdentityDifference> {
    static let ofNames: [KnownDifference] = [
        KnownDifference(
            "identities that no certificate can present",
            .laxer,
            "OpenSSL compares any reference identity. RFC 9525 §2 and §6.3 allow only host names of "
                + "letters, digits and hyphens that are not addresses, and addresses of 4 or 16 "
                + "bytes."
        ) { !$0.named.reference.isOneThatIsMeant },
        KnownDifference(
            "subject alternative names that do not decode",
            .laxer,
            "OpenSSL does not check the characters of an IA5String and accepts addresses of any "
                + "length (X.690 §8.23, RFC 5280 §4.2.1.6). We read no name from such a list."
        ) { !$0.areNamesRead },
        KnownDifference(
            "wildcards that OpenSSL does not support",
            .stricter,
            "OpenSSL's wildcards match only letters, digits and hyphens, and the labels after them "
                + "must not begin or end with a hyphen (valid_star, wildcard_match); RFC 9525 "
                + "§6.3 has no such rule, and names with underscores exist in the DNS. OpenSSL "
                + "accepts one asterisk, at either end of the left-most label, if two dots follow; "
                + "RFC 2818 §3.1 accepts one in any label."
        ) { !$0.weAcceptWithoutOddWildcards },
        KnownDifference(
            "wildcards that match no character",
            .laxer,
            "An asterisk may match no character in OpenSSL: www* matches www. RFC 2818 §3.1 does "
                + "not decide this; by RFC 6125 §6.4.3 an asterisk matches a part of a label."
        ) { difference in
            difference.ruling == .legacy
                && difference.wildcards.contains { $0.coversNothing(of: difference.named) }
        },
        KnownDifference(
            "wildcards inside A-labels",
            .laxer,
            "OpenSSL checks whether the part that an asterisk matches is an A-label, not whether "
                + "the whole label is: x* matches xn--a (RFC 6125 §6.4.3)."
        ) { difference in
            difference.ruling == .legacy && difference.named.isALabelMeant
                && !difference.wildcards.isEmpty
        },
        KnownDifference(
            "common names other than the most specific one",
            .laxer,
            "OpenSSL compares every common name, we only the most specific (RFC 2818 §3.1)."
        ) { difference in
            difference.ruling == .legacy && difference.named.bytes(.commonName).count > 1
        },
    ]
}

/// A presented name with an asterisk, in lower case.
struct WildcardName {
    let labels: [ArraySlice<UInt8>]

    private static let dot = UInt8(ascii: ".")
    private static let star = UInt8(ascii: "*")
    private static let hyphen = UInt8(ascii: "-")

    init?(_ bytes: [UInt8]) {
        guard bytes.contains(Self.star) else { return nil }
        labels = bytes.split(separator: Self.dot, omittingEmptySubsequences: false)
    }

    var hasOddLabel: Bool {
        labels.contains { label in
            label.first == Self.hyphen || label.last == Self.hyphen
                || !label.allSatisfy {
                    $0.isLetterOrDigit || [Self.hyphen, Self.star].contains($0)
                }
        }
    }

    var isInFirstLabelAlone: Bool {
        guard let first = labels.first, labels.count > 2 else { return false }
        let isAtEnd = first.first == Self.star || first.last == Self.star
        return isAtEnd && labels.joined().count { $0 == Self.star } == 1
            && first.contains(Self.star)
    }

    /// Whether the asterisk would match the empty string.
    func coversNothing(of named: NamedServer) -> Bool {
        guard case .dns(let name) = named.reference, let first = labels.first else { return false }
        let meant = name.utf8.prefix { $0 != Self.dot }
        return first.count == meant.count + 1 && first.count > 1
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7a).contains(self | 0x20)
    }
}

extension IdentityDifference {
    /// The presented names with an asterisk, with common names if they count.
    var wildcards: [WildcardName] {
        let names = named.bytes(.dns) + (ruling == .legacy ? named.bytes(.commonName) : [])
        return names.compactMap(WildcardName.init)
    }
}

extension IdentityDifference {
    /// Whether our rule accepts the certificate without the wildcards that OpenSSL does not
    /// support.
    fileprivate var weAcceptWithoutOddWildcards: Bool {
        var other = named
        for index in other.names.indices where isOddWildcard(other.names[index]) {
            // The name is replaced by a longer name that cannot match. If the name were removed,
            // common names would count.
            other.names[index].bytes = named.reference.unequalName
        }
        guard let certificate = try? Certificate(der: other.certificate) else { return true }
        return ruling.accepts(named.reference, certificate)
    }

    private func isOddWildcard(_ name: NamedServer.Presented) -> Bool {
        guard [.dns, .commonName].contains(name.kind), let wildcard = WildcardName(name.bytes)
        else { return false }
        return named.hasUnderscoreInFirstLabel || wildcard.hasOddLabel
            || ruling == .legacy && !wildcard.isInFirstLabelAlone
    }
}

extension NamedServer {
    fileprivate var hasUnderscoreInFirstLabel: Bool {
        guard case .dns(let name) = reference else { return false }
        return name.utf8.prefix { $0 != UInt8(ascii: ".") }.contains(UInt8(ascii: "_"))
    }

    fileprivate var isALabelMeant: Bool {
        guard case .dns(let name) = reference else { return false }
        return name.lowercased().hasPrefix("xn--")
    }
}

extension ReferenceIdentity {
    /// A DNS name with one label, longer than the reference identity.
    fileprivate var unequalName: [UInt8] {
        let count =
            switch self {
            case .dns(let name): name.utf8.count
            case .ip(let bytes): bytes.count
            }
        return Array(repeating: UInt8(ascii: "x"), count: count + 1)
    }

    /// Whether a certificate can present this identity.
    ///
    /// A host name has at most 253 bytes, in labels of 1 to 63 bytes; its last label is not a
    /// number. An address has 4 or 16 bytes.
    fileprivate var isOneThatIsMeant: Bool {
        switch self {
        case .ip(let bytes): return [4, 16].contains(bytes.count)
        case .dns(let name):
            var labels = name.utf8.split(
                separator: UInt8(ascii: "."),
                omittingEmptySubsequences: false
            )
            if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
            let isNamed = labels.allSatisfy { label in
                (1...63).contains(label.count)
                    && label.allSatisfy { $0.isLetterOrDigit || $0 == 0x2d || $0 == 0x5f }
            }
            let isNumber = labels.last?.allSatisfy { (0x30...0x39).contains($0) } ?? true
            return isNamed && !isNumber && labels.joined().count + labels.count - 1 <= 253
        }
    }
}
