/// The number of cases that each known difference explains, by its name.
///
/// Known differences without cases are omitted: they need two defects that rarely occur together.
///
/// `Fuzz/Differences.md` has the same numbers by verdict. Change both together.
enum CountedCases {
    /// The seed of the counted campaign.
    static let seed: UInt64 = 1
    /// The numbers of the counted cases.
    static let range: ClosedRange<UInt64> = 1...100_000

    /// The counts of OpenSSL 3.0.19.
    static let openSSL = [
        "one path": 466,
        "the last second": 693,
        "serial numbers, versions and empty names": 1_436,
        "unused extension bodies": 1_541,
        "a common name as host": 364,
        "a wildcard inside a label": 396,
        "constraints with a leading period": 674,
        "wildcards under exclusions": 208,
        "a dot after the host": 185,
        "mailboxes in subjects under constraints": 191,
        "authority key identifiers": 362,
        "any purpose in issuers": 537,
        "bodies of irrelevant extensions": 86,
        "ECDSA over SHA-3": 81,
        "policies required by anchors": 1_545,
        "anchors that are not CAs": 192,
        "key usages of obsolete handshakes": 121,
        "keys of end entities": 22,
        "two signature algorithms in an anchor": 41,
        "malformed issuers": 710,
        "repeated extensions": 11,
    ]

    /// The counts of GnuTLS 3.7.9.
    static let gnuTLS = [
        "one path": 1_499,
        "names in another spelling": 1_150,
        "a dot after the host": 186,
        "RSASSA-PSS over SHA-3": 1,
        "policies": 2_154,
        "any purpose in issuers": 252,
        "constraints on unsupported name types": 440,
        "mailboxes in subjects under constraints": 188,
        "large path lengths": 129,
        "authority key identifiers": 361,
        "bodies of irrelevant extensions": 42,
        "fields of anchors": 27,
        "TLS features of issuers": 95,
        "malformed issuers": 1_003,
        "malformed certificates": 1_475,
        "malformed extension bodies": 2_128,
        "invalid name constraints": 464,
        "a common name as host": 352,
        "any purpose, or a wrong one in an issuer": 841,
        "keys of 80 bits": 738,
        "points off their curve": 36,
        "anchors that are not CAs": 207,
        "key usages of handshakes": 200,
        "wildcards under exclusions": 199,
        "a wildcard inside a label": 188,
        "permitted URIs and directory names": 421,
        "critical extensions of trusted end entities": 1,
        "critical key identifiers": 727,
    ]

    /// The counts of Mbed TLS 2.28.3.
    static let mbedTLS = [
        "algorithms": 751,
        "one path": 60,
        "names in another spelling": 409,
        "a dot after the host": 174,
        "addresses": 159,
        "critical extensions that it does not process": 5_532,
        "large path lengths": 92,
        "key usages of nine bits": 339,
        "unique identifiers": 97,
        "trusted end entities": 365,
        "signatures of trusted end entities": 17,
        "fields of anchors": 2,
        "malformed issuers": 791,
        "malformed certificates": 774,
        "malformed extension bodies": 1_234,
        "repeated extensions": 189,
        "invalid name constraints": 1,
        "a common name as host": 341,
        "any purpose, or a wrong one in an issuer": 1_073,
        "a path length without cA": 1,
        "addresses as names": 169,
        "anchors that are not CAs": 141,
        "constraints that are not critical": 2,
    ]

    /// The counts of swift-certificates 1.21.1.
    static let swiftCertificates = [
        "one path": 1,
        "names in another spelling": 1_504,
        "policies": 2_477,
        "critical purposes": 337,
        "algorithms": 1_682,
        "underscores": 163,
        "trusted end entities": 1_232,
        "constraints on unsupported name types": 1_047,
        "large path lengths": 55,
        "unique identifiers": 99,
        "hosts of URIs under exclusions": 75,
        "fields of anchors": 43,
        "malformed issuers": 633,
        "malformed certificates": 1_238,
        "malformed extension bodies": 2_142,
        "invalid name constraints": 625,
        "a common name as host": 173,
        "any purpose, or a wrong one in an issuer": 1_090,
        "purposes": 543,
        "key usages": 613,
        "issuers of version 1": 281,
        "wildcards under exclusions": 194,
        "a wildcard inside a label, or a dot after a name": 524,
        "hosts of URIs": 97,
        "two signature algorithms": 124,
        "signatures over SHA-1": 384,
    ]

    /// The counts of Hatpin's other profiles.
    static let profiles = [
        "rfc5280, additional rules": 2_975,
        "rfc5280, missing rules": 771,
        "webpki, additional rules": 14_195,
        "apple, additional rules": 1_624,
        "apple, missing rules": 1_904,
        "apple, names in another spelling": 1_550,
        "apple, constraints on unsupported name types": 61,
        "apple, invalid name constraints": 464,
        "apple, keys and signatures": 1_446,
        "apple, keyCertSign of end entities": 202,
        "apple, critical extensions that it knows": 713,
        "legacy, missing rules": 8_857,
    ]
}
