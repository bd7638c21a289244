/// The rules in which OkHttp's releases differ.
struct OkHttpRelease: ModelledRelease {
    /// The releases that make the same decisions; some releases between two entries of the
    /// catalogue are not modelled.
    let releases: ReleaseRange
    /// Whether pins are compared with the served certificates and not with a verified chain: in
    /// 3.0, and before 2.7.4 (CVE-2016-2402).
    ///
    /// The CVE record also names 3.1.0 and 3.1.1. From 3.1.0 on, however, the trusted root can be
    /// pinned (change log), so these releases compare pins with the cleaned chain.
    var comparesServedList = false
    /// Whether pins are SHA-256: from 3.2.0 on; earlier releases had SHA-1 pins.
    var pinsSHA256 = true
    /// Whether a pattern with `*.` is compared only up to its length: from 3.2.0 until 3.9 (issue
    /// 3324).
    ///
    /// Earlier releases looked patterns up in a table.
    var matchesSubstring = false
    /// Whether `**.` is known and asterisks elsewhere are rejected: from 4.3.0 on.
    var hasDoubleAsterisk = true
    /// Whether the common name is compared if a certificate has no DNS names: before 3.10.0.
    var readsCommonName = false
    /// Whether patterns, like hosts, are converted to lower case and A-labels: from 3.4.0 (change
    /// log).
    var canonicalizesPatterns = true
    /// Whether addresses are compared as text: before 4.5.0 (change log).
    ///
    /// The text of a certificate's IPv6 address has eight groups (Java's notation); the canonical
    /// text of the host has `::` for zeros.
    var comparesAddressesAsText = false
    /// Whether names are converted to lower case by Unicode's rules: before 4.9.2 (CVE-2021-0341).
    var foldsUnicode = false
    /// Whether the chain cleaner checks that a signer is a CA: from 5.0.0 (pull request 6921, of
    /// 2021-11).
    var asksWhetherSignersAreCAs = true

    /// The current release.
    ///
    /// A comparison of the tags showed that CertificatePinner.kt, OkHostnameVerifier.kt and
    /// BasicCertificateChainCleaner.kt make the same decisions from 5.0.0 to 5.4.0.
    static let current = OkHttpRelease(releases: ReleaseRange("5", from: "5", to: "5"))

    static let v4_12_0 = OkHttpRelease(
        releases: ReleaseRange("4.12.0", from: "4.9.2", to: "4.12"),
        asksWhetherSignersAreCAs: false
    )
    static let v4_9_1 = OkHttpRelease(
        releases: ReleaseRange("4.9.1", from: "4.5.0", to: "4.9.1"),
        foldsUnicode: true,
        asksWhetherSignersAreCAs: false
    )
    static let v3_14_9 = OkHttpRelease(
        releases: ReleaseRange("3.14.9", from: "3.10.0", to: "4.2"),
        hasDoubleAsterisk: false,
        comparesAddressesAsText: true,
        foldsUnicode: true,
        asksWhetherSignersAreCAs: false
    )
    static let v3_7_0 = OkHttpRelease(
        releases: ReleaseRange("3.7.0", from: "3.4.0", to: "3.8"),
        matchesSubstring: true,
        hasDoubleAsterisk: false,
        readsCommonName: true,
        comparesAddressesAsText: true,
        foldsUnicode: true,
        asksWhetherSignersAreCAs: false
    )
    static let v3_0_1 = OkHttpRelease(
        releases: ReleaseRange("3.0.1", from: "3.0.0", to: "3.0.1"),
        comparesServedList: true,
        pinsSHA256: false,
        hasDoubleAsterisk: false,
        readsCommonName: true,
        canonicalizesPatterns: false,
        comparesAddressesAsText: true,
        foldsUnicode: true,
        asksWhetherSignersAreCAs: false
    )

    /// The releases, newest first.
    package static let catalogue = [current, v4_12_0, v4_9_1, v3_14_9, v3_7_0, v3_0_1]
}
