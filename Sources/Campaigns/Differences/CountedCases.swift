/// The number of cases in which each known difference was the explanation, by its name.
///
/// Those that explained none are left out: they need two defects that seldom meet.
///
/// `Fuzz/Differences.md` has the same numbers by verdict; the two change together.
enum CountedCases {
    /// The campaign that was counted.
    static let seed: UInt64 = 1
    /// The number of its cases.
    static let range: ClosedRange<UInt64> = 1...100_000

    /// The counts of OpenSSL 3.0.19.
    static let openSSL = [
        "one path": 466,
        "the last second": 693,
        "serial numbers, versions and empty names": 1_436,
        "bodies that are not asked for": 1_541,
        "a common name as host": 364,
        "a wildcard inside a label": 396,
        "constraints with a leading period": 674,
        "wildcards under exclusions": 208,
        "a dot after the host": 185,
        "mailboxes in subjects under constraints": 191,
        "identifiers of issuers' keys": 362,
        "any purpose in issuers": 537,
        "bodies of extensions of no concern": 86,
        "ECDSA over SHA-3": 81,
        "policies that anchors demand": 1_545,
        "anchors that are no authorities": 192,
        "key usages of handshakes long gone": 121,
        "keys of end entities": 22,
        "two signature algorithms in an anchor": 41,
        "issuers out of form": 710,
        "extensions that stand there twice": 11,
    ]

    /// The counts of GnuTLS 3.7.9.
    static let gnuTLS = [
        "one path": 1_499,
        "names in another spelling": 1_150,
        "a dot after the host": 186,
        "RSASSA-PSS over SHA-3": 1,
        "policies": 2_154,
        "any purpose in issuers": 252,
        "constraints of kinds that it does not compare": 440,
        "mailboxes in subjects under constraints": 188,
        "large path lengths": 129,
        "identifiers of issuers' keys": 361,
        "bodies of extensions of no concern": 42,
        "what an anchor says": 27,
        "TLS features of issuers": 95,
        "issuers out of form": 1_003,
        "certificates out of form": 1_475,
        "bodies of extensions out of form": 2_128,
        "constraints without a meaning": 464,
        "a common name as host": 352,
        "any purpose, or another one above": 841,
        "keys of 80 bits": 738,
        "points off their curve": 36,
        "anchors that are no authorities": 207,
        "key usages of handshakes": 200,
        "wildcards under exclusions": 199,
        "a wildcard inside a label": 188,
        "constraints on URIs and directory names that permit": 421,
        "critical extensions of what is trusted itself": 1,
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
        "end entities that are trusted themselves": 365,
        "signatures of what is trusted itself": 17,
        "what an anchor says": 2,
        "issuers out of form": 791,
        "certificates out of form": 774,
        "bodies of extensions out of form": 1_234,
        "extensions that stand there twice": 189,
        "constraints without a meaning": 1,
        "a common name as host": 341,
        "any purpose, or another one above": 1_073,
        "a path length without cA": 1,
        "addresses as names": 169,
        "anchors that are no authorities": 141,
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
        "end entities that are trusted themselves": 1_232,
        "constraints of kinds that it does not compare": 1_047,
        "large path lengths": 55,
        "unique identifiers": 99,
        "hosts of URIs under exclusions": 75,
        "what an anchor says": 43,
        "issuers out of form": 633,
        "certificates out of form": 1_238,
        "bodies of extensions out of form": 2_142,
        "constraints without a meaning": 625,
        "a common name as host": 173,
        "any purpose, or another one above": 1_090,
        "purposes": 543,
        "key usages": 613,
        "issuers of version 1": 281,
        "wildcards under exclusions": 194,
        "a wildcard inside a label, or a dot after a name": 524,
        "hosts of URIs": 97,
        "two signature algorithms": 124,
        "signatures over SHA-1": 384,
    ]

    /// The counts of our other profiles.
    static let profiles = [
        "rfc5280, what it asks beside": 2_975,
        "rfc5280, what it leaves out": 771,
        "webpki, what it asks beside": 14_195,
        "apple, what it asks beside": 1_624,
        "apple, what it leaves out": 1_904,
        "apple, names in another spelling": 1_550,
        "apple, constraints of kinds that it does not compare": 61,
        "apple, constraints without a meaning": 464,
        "apple, keys and signatures": 1_446,
        "apple, keyCertSign of end entities": 202,
        "apple, critical extensions that it knows": 713,
        "legacy, what it leaves out": 8_857,
    ]
}
