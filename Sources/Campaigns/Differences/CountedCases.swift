/// The number of cases in which each known difference was the explanation, by its name.
///
/// `Fuzz/Differences.md` has the same numbers by verdict; the two change together.
enum CountedCases {
    /// The campaign that was counted.
    static let seed: UInt64 = 1
    /// The number of its cases.
    static let range: ClosedRange<UInt64> = 1...1_000_000

    /// The counts of OpenSSL 3.0.22.
    static let openSSL = [
        "one path": 4_723,
        "common names under constraints": 4,
        "the last second": 6_790,
        "serial numbers, versions and empty names": 14_142,
        "bodies nobody asks for": 14_748,
        "a common name as host": 3_835,
        "a wildcard inside a label": 3_730,
        "constraints with a leading period": 7_446,
        "wildcards under exclusions": 2_204,
        "a dot behind a name": 2,
        "a dot behind the host": 1_821,
        "underscores under wildcards": 4,
        "mailboxes in subjects under constraints": 1_978,
        "identifiers of issuers' keys": 3_510,
        "any purpose in issuers": 5_562,
        "bodies of extensions of no concern": 777,
        "ECDSA over SHA-3": 856,
        "policies that anchors demand": 15_287,
        "anchors that are no authorities": 1_918,
        "key usages of handshakes long gone": 1_221,
        "keys of end entities": 208,
        "two signature algorithms in an anchor": 408,
        "issuers out of form": 6_808,
        "extensions that stand there twice": 99,
    ]

    /// The counts of GnuTLS 3.7.9.
    static let gnuTLS = [
        "one path": 15_648,
        "names in another spelling": 10_968,
        "a dot behind the host": 1_833,
        "common names under constraints": 5,
        "constraints that permit every host": 3,
        "RSASSA-PSS over SHA-3": 30,
        "policies": 22_072,
        "any purpose in issuers": 2_707,
        "constraints of kinds that it does not compare": 4_334,
        "mailboxes in subjects under constraints": 1_903,
        "large path lengths": 1_429,
        "identifiers of issuers' keys": 3_458,
        "bodies of extensions of no concern": 438,
        "what an anchor says": 316,
        "TLS features of issuers": 1_017,
        "issuers out of form": 10_356,
        "certificates out of form": 14_987,
        "bodies of extensions out of form": 20_670,
        "constraints without a meaning": 5_212,
        "a common name as host": 3_669,
        "any purpose, or another one above": 8_410,
        "keys of 80 bits": 7_145,
        "points off their curve": 361,
        "anchors that are no authorities": 2_019,
        "key usages of handshakes": 1_898,
        "wildcards under exclusions": 2_092,
        "a wildcard inside a label": 1_783,
        "constraints on URIs and directory names that permit": 4_021,
        "addresses of the other family": 2,
        "a dot behind a name": 2,
        "critical extensions of what is trusted itself": 25,
        "critical key identifiers": 6_994,
    ]

    /// The counts of Mbed TLS 2.28.3.
    static let mbedTLS = [
        "algorithms": 7_537,
        "one path": 726,
        "names in another spelling": 4_004,
        "a dot behind the host": 1_724,
        "addresses": 1_747,
        "critical extensions that it does not process": 55_198,
        "large path lengths": 1_042,
        "key usages of nine bits": 3_537,
        "unique identifiers": 996,
        "end entities that are trusted themselves": 3_743,
        "signatures of what is trusted itself": 186,
        "what an anchor says": 10,
        "issuers out of form": 8_221,
        "certificates out of form": 7_643,
        "bodies of extensions out of form": 12_160,
        "extensions that stand there twice": 1_895,
        "constraints without a meaning": 11,
        "a common name as host": 3_424,
        "any purpose, or another one above": 10_629,
        "a dot behind a name": 1,
        "wildcards below top-level domains": 1,
        "a path length without cA": 5,
        "addresses as names": 1_719,
        "anchors that are no authorities": 1_364,
        "constraints that are not critical": 37,
    ]

    /// The counts of swift-certificates 1.21.1.
    static let swiftCertificates = [
        "one path": 14,
        "names in another spelling": 14_532,
        "policies": 25_194,
        "critical purposes": 3_543,
        "algorithms": 16_785,
        "underscores": 1_664,
        "end entities that are trusted themselves": 12_792,
        "constraints of kinds that it does not compare": 10_443,
        "large path lengths": 652,
        "unique identifiers": 1_009,
        "hosts of URIs under exclusions": 823,
        "what an anchor says": 531,
        "issuers out of form": 6_834,
        "certificates out of form": 12_164,
        "bodies of extensions out of form": 20_797,
        "constraints without a meaning": 6_962,
        "a common name as host": 1_801,
        "any purpose, or another one above": 10_882,
        "purposes": 5_629,
        "key usages": 5_964,
        "issuers of version 1": 2_748,
        "wildcards under exclusions": 2_049,
        "a wildcard inside a label, or a dot behind a name": 5_069,
        "wildcards below top-level domains": 1,
        "hosts of URIs": 871,
        "two signature algorithms": 1_172,
        "signatures over SHA-1": 3_913,
    ]

    /// The counts of our other profiles.
    static let profiles = [
        "rfc5280, what it asks beside": 26_762,
        "rfc5280, what it leaves out": 7_490,
        "webpki, what it asks beside": 134_070,
        "apple, what it asks beside": 17_031,
        "apple, what it leaves out": 16_426,
        "legacy, what it asks beside": 4,
        "legacy, what it leaves out": 87_790,
    ]
}
