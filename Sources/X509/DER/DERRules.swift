/// Leniencies of a reader: encodings that it accepts against DER (X.690) or the form of RFC 5280.
///
/// By default there are none. Each leniency accepts more and changes nothing about other encodings.
/// Real systems have some of them, as their models state; `catalogue` names the parsers of each.
///
/// ```swift
/// let rules: DERRules = [.longLengths, .anyTrue]
/// var reader = DERReader([0x30, 0x81, 0x00], rules: rules)
/// try reader.next(.sequence)
/// ```
package struct DERRules: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(bit: UInt32) {
        rawValue = 1 << bit
    }

    /// Distinguished encodings only.
    package static let strict: DERRules = []
    /// Every leniency, by which a field is still shown where its encoding breaks a rule.
    package static let lenient = DERRules(catalogue.map(\.rules))

    /// A length may have more bytes than it needs, up to four.
    package static let longLengths = DERRules(bit: 0)
    /// A BOOLEAN is true for any byte but 00.
    package static let anyTrue = DERRules(bit: 1)
    /// A value that goes without saying may be said, the version apart.
    package static let encodedDefaults = DERRules(bit: 2)
    /// An INTEGER may have more bytes than it needs.
    package static let paddedIntegers = DERRules(bit: 3)
    /// The unused bits of a BIT STRING need not be zero.
    package static let unusedBits = DERRules(bit: 4)
    /// Named bits may end with zeros in the bytes of their names.
    package static let trailingZeroBits = DERRules(bit: 5)
    /// Named bits may go on after the last name, or be all zero.
    package static let looseNamedBits = DERRules(bit: 6)
    /// The attributes of a relative distinguished name may be in any order.
    package static let unsortedSets = DERRules(bit: 7)
    /// A list that must have an entry may be empty.
    package static let emptyLists = DERRules(bit: 8)
    /// The IA5Strings of general names may have bytes from 80 on.
    package static let highIA5 = DERRules(bit: 9)
    /// The character strings of names may have bytes outside their alphabet.
    package static let looseStrings = DERRules(bit: 10)
    /// A time may leave out its seconds.
    package static let timesWithoutSeconds = DERRules(bit: 11)
    /// A time may state its offset from UTC in place of Z.
    package static let timesWithOffsets = DERRules(bit: 12)
    /// Version 1 may be said.
    package static let encodedVersion = DERRules(bit: 13)
    /// A field may stand in a version that does not have it.
    package static let looseVersions = DERRules(bit: 14)
    /// Anything may follow the certificate.
    package static let trailingBytes = DERRules(bit: 15)
    /// Anything may follow the body of an extension.
    package static let trailingExtensionBytes = DERRules(bit: 16)
    /// A policy may stand there twice, a mapping may have anyPolicy, an authority key identifier
    /// half an issuer, and an iPAddress any length.
    package static let forbiddenValues = DERRules(bit: 17)
    /// The algorithm of an RSA key may leave out its NULL.
    package static let keysWithoutNull = DERRules(bit: 18)
    /// A general name of a form that no rule compares may hold anything.
    package static let opaqueNames = DERRules(bit: 19)
}

extension DERRules {
    /// One leniency with its name and source.
    package struct Leniency: Hashable, Sendable {
        /// The one leniency.
        package let rules: DERRules
        /// Hyphenated.
        package let name: String
        /// The encodings that it accepts, in a sentence.
        package let about: String
        /// The rule that it breaks, and the parsers that were seen to break it.
        package let source: String

        fileprivate init(_ rules: DERRules, _ name: String, about: String, source: String) {
            self.rules = rules
            self.name = name
            self.about = about
            self.source = source
        }
    }

    /// Every leniency, in the order of X.690 and then of RFC 5280.
    ///
    /// The parsers are OpenSSL 3.0.19, BoringSSL (crypto/x509), GnuTLS 3.7.9, Go 1.27
    /// (crypto/x509), Java 17, pyca/cryptography 48 and swift-certificates 1.21.1, each where it
    /// was seen to accept.
    package static let catalogue: [Leniency] = [
        Leniency(
            .longLengths,
            "long-lengths",
            about: "A length may have more bytes than it needs, up to four.",
            source: "X.690 §10.1; OpenSSL"
        ),
        Leniency(
            .anyTrue,
            "any-true",
            about: "A BOOLEAN is true for any byte but 00.",
            source: "X.690 §11.1; OpenSSL, BoringSSL, GnuTLS, Java"
        ),
        Leniency(
            .encodedDefaults,
            "encoded-defaults",
            about: "A value that goes without saying may be said, the version apart.",
            source: "X.690 §11.5; OpenSSL, BoringSSL, GnuTLS, Go, Java"
        ),
        Leniency(
            .paddedIntegers,
            "padded-integers",
            about: "An INTEGER may have more bytes than it needs.",
            source: "X.690 §8.3.2; GnuTLS, Java"
        ),
        Leniency(
            .unusedBits,
            "unused-bits",
            about: "The unused bits of a BIT STRING need not be zero.",
            source: "X.690 §11.2.1; OpenSSL"
        ),
        Leniency(
            .trailingZeroBits,
            "trailing-zero-bits",
            about: "Named bits may end with zeros in the bytes of their names.",
            source: "X.690 §11.2.2; OpenSSL, BoringSSL, GnuTLS, Go, pyca"
        ),
        Leniency(
            .looseNamedBits,
            "loose-named-bits",
            about: "Named bits may go on after the last name, or be all zero.",
            source: "RFC 5280 §4.2.1.3; OpenSSL, BoringSSL, GnuTLS, Go, pyca"
        ),
        Leniency(
            .unsortedSets,
            "unsorted-sets",
            about: "The attributes of a relative distinguished name may be in any order.",
            source: "X.690 §11.6; OpenSSL, BoringSSL, GnuTLS, Go, Java"
        ),
        Leniency(
            .emptyLists,
            "empty-lists",
            about: "A list that must have an entry may be empty.",
            source: "RFC 5280 §4.1.2.4, §4.1.2.9, §4.2.1; OpenSSL, pyca"
        ),
        Leniency(
            .highIA5,
            "high-ia5",
            about: "The IA5Strings of general names may have bytes from 80 on.",
            source: "X.680 §41; OpenSSL, BoringSSL, Java, pyca"
        ),
        Leniency(
            .looseStrings,
            "loose-strings",
            about: "The character strings of names may have bytes outside their alphabet.",
            source: "X.680 §41; OpenSSL, BoringSSL"
        ),
        Leniency(
            .timesWithoutSeconds,
            "times-without-seconds",
            about: "A time may leave out its seconds.",
            source: "RFC 5280 §4.1.2.5; OpenSSL, GnuTLS, Go, Java"
        ),
        Leniency(
            .timesWithOffsets,
            "times-with-offsets",
            about: "A time may state its offset from UTC in place of Z.",
            source: "RFC 5280 §4.1.2.5; OpenSSL, BoringSSL, Java"
        ),
        Leniency(
            .encodedVersion,
            "encoded-version",
            about: "Version 1 may be said.",
            source: "X.690 §11.5, RFC 5280 §4.1.2.1; OpenSSL, Go"
        ),
        Leniency(
            .looseVersions,
            "loose-versions",
            about: "A field may stand in a version that does not have it.",
            source: "RFC 5280 §4.1.2.1; OpenSSL, Go, pyca, swift-certificates"
        ),
        Leniency(
            .trailingBytes,
            "trailing-bytes",
            about: "Anything may follow the certificate.",
            source: "RFC 5280 §4.1; Java"
        ),
        Leniency(
            .trailingExtensionBytes,
            "trailing-extension-bytes",
            about: "Anything may follow the body of an extension.",
            source: "RFC 5280 §4.2; OpenSSL, BoringSSL, pyca"
        ),
        Leniency(
            .forbiddenValues,
            "forbidden-values",
            about: "A policy may stand there twice, a mapping may have anyPolicy, an "
                + "authority key identifier half an issuer, and an iPAddress any length.",
            source: "RFC 5280 §4.2.1.1, §4.2.1.4 to §4.2.1.6; OpenSSL, BoringSSL, pyca"
        ),
        Leniency(
            .keysWithoutNull,
            "keys-without-null",
            about: "The algorithm of an RSA key may leave out its NULL.",
            source: "RFC 3279 §2.3.1; OpenSSL, pyca"
        ),
        Leniency(
            .opaqueNames,
            "opaque-names",
            about: "An otherName, x400Address or ediPartyName may hold anything.",
            source: "RFC 5280 §4.2.1.6; Go"
        ),
    ]
}
