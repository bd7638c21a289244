/// The leniencies of a reader: encodings that it accepts although they violate DER (X.690) or the
/// syntax of RFC 5280.
///
/// By default, a reader has no leniency. Each leniency only adds accepted encodings. Some real
/// parsers and their models have these leniencies; `catalogue` names the parsers for each.
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

    /// No leniency: distinguished encodings only.
    package static let strict: DERRules = []
    /// Every leniency; with it, a field can be shown even if its encoding breaks a rule.
    package static let lenient = DERRules(catalogue.map(\.rules))

    /// A length may have more bytes than it needs, up to four.
    package static let longLengths = DERRules(bit: 0)
    /// A BOOLEAN is true for any byte but 00.
    package static let anyTrue = DERRules(bit: 1)
    /// A default value may be encoded, except the default version.
    package static let encodedDefaults = DERRules(bit: 2)
    /// An INTEGER may have more bytes than it needs.
    package static let paddedIntegers = DERRules(bit: 3)
    /// The unused bits of a BIT STRING may be non-zero.
    package static let unusedBits = DERRules(bit: 4)
    /// A BIT STRING of named bits may end with zero bits, within the bytes that its names need.
    package static let trailingZeroBits = DERRules(bit: 5)
    /// A BIT STRING of named bits may be longer than its last defined name, or all zero.
    package static let looseNamedBits = DERRules(bit: 6)
    /// The attributes of a relative distinguished name may be in any order.
    package static let unsortedSets = DERRules(bit: 7)
    /// A list that requires an entry may be empty.
    package static let emptyLists = DERRules(bit: 8)
    /// The IA5Strings of general names may have bytes from 0x80 on.
    package static let highIA5 = DERRules(bit: 9)
    /// The character strings of names may have bytes outside their alphabet.
    package static let looseStrings = DERRules(bit: 10)
    /// A time may omit its seconds.
    package static let timesWithoutSeconds = DERRules(bit: 11)
    /// A time may state an offset from UTC instead of Z.
    package static let timesWithOffsets = DERRules(bit: 12)
    /// Version 1 may be encoded.
    package static let encodedVersion = DERRules(bit: 13)
    /// A field may occur in a version that does not define it.
    package static let looseVersions = DERRules(bit: 14)
    /// Anything may follow the certificate.
    package static let trailingBytes = DERRules(bit: 15)
    /// Anything may follow the body of an extension.
    package static let trailingExtensionBytes = DERRules(bit: 16)
    /// A policy may occur twice, a mapping may have anyPolicy, an authority key identifier may
    /// state the issuer's name without a serial number or the reverse, and an iPAddress may have
    /// any length.
    package static let forbiddenValues = DERRules(bit: 17)
    /// The algorithm of an RSA key may omit its NULL.
    package static let keysWithoutNull = DERRules(bit: 18)
    /// A general name of a form that no rule compares may have any content.
    package static let opaqueNames = DERRules(bit: 19)
    /// A version may be any number.
    package static let anyVersion = DERRules(bit: 20)
    /// The algorithms of signatures and of RSA keys may state any parameters, even algorithms that
    /// define no parameters.
    package static let anyParameters = DERRules(bit: 21)
}

extension DERRules {
    /// One leniency, with its name and source.
    package struct Leniency: Hashable, Sendable {
        /// The leniency itself.
        package let rules: DERRules
        /// The hyphenated name.
        package let name: String
        /// A sentence about the encodings that the leniency accepts.
        package let about: String
        /// The rule that the leniency breaks, and the parsers that break it.
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
    /// (crypto/x509), Java 17, pyca/cryptography 48 and swift-certificates 1.21.1. Each was
    /// observed to accept the encoding.
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
            about: "A default value may be encoded, except that of the version.",
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
            about: "The unused bits of a BIT STRING may be non-zero.",
            source: "X.690 §11.2.1; OpenSSL"
        ),
        Leniency(
            .trailingZeroBits,
            "trailing-zero-bits",
            about: "Named bits may end with zeros within the bytes of their names.",
            source: "X.690 §11.2.2; OpenSSL, BoringSSL, GnuTLS, Go, pyca"
        ),
        Leniency(
            .looseNamedBits,
            "loose-named-bits",
            about: "Named bits may continue after the last name, or be all zero.",
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
            about: "A list that requires an entry may be empty.",
            source: "RFC 5280 §4.1.2.4, §4.1.2.9, §4.2.1; OpenSSL, pyca"
        ),
        Leniency(
            .highIA5,
            "high-ia5",
            about: "The IA5Strings of general names may have bytes from 0x80 on.",
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
            about: "A time may omit its seconds.",
            source: "RFC 5280 §4.1.2.5; OpenSSL, GnuTLS, Go, Java"
        ),
        Leniency(
            .timesWithOffsets,
            "times-with-offsets",
            about: "A time may state an offset from UTC instead of Z.",
            source: "RFC 5280 §4.1.2.5; OpenSSL, BoringSSL, Java"
        ),
        Leniency(
            .encodedVersion,
            "encoded-version",
            about: "Version 1 may be encoded.",
            source: "X.690 §11.5, RFC 5280 §4.1.2.1; OpenSSL, Go"
        ),
        Leniency(
            .looseVersions,
            "loose-versions",
            about: "A field may occur in a version that does not define it.",
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
            about: "A policy may occur twice, a mapping may have anyPolicy, an authority key "
                + "identifier may state the issuer's name without a serial number or the reverse, "
                + "and an iPAddress may have any length.",
            source: "RFC 5280 §4.2.1.1, §4.2.1.4 to §4.2.1.6; OpenSSL, BoringSSL, pyca"
        ),
        Leniency(
            .keysWithoutNull,
            "keys-without-null",
            about: "The algorithm of an RSA key may omit its NULL.",
            source: "RFC 3279 §2.3.1; OpenSSL, pyca"
        ),
        Leniency(
            .opaqueNames,
            "opaque-names",
            about: "An otherName, x400Address or ediPartyName may have any content.",
            source: "RFC 5280 §4.2.1.6; Go"
        ),
        Leniency(
            .anyVersion,
            "any-version",
            about: "A version may be any number.",
            source: "RFC 5280 §4.1.2.1; OpenSSL"
        ),
        Leniency(
            .anyParameters,
            "any-parameters",
            about: "The algorithms of signatures and of RSA keys may state any parameters, even "
                + "algorithms that define no parameters.",
            source: "RFC 3279 §2.2.1, §2.3.1, RFC 5758 §3.2, RFC 8410 §3; OpenSSL"
        ),
    ]
}
