/// The rules of a release that differ from others.
struct OkHttpRelease: Sendable {
    /// The releases that decide alike; some between two entries of the catalogue are not modelled.
    let releases: ReleaseRange
    /// Pins are compared with the served certificates, not with a verified chain: in 3.0, and
    /// before 2.7.4 (CVE-2016-2402).
    ///
    /// From 3.1.0 the trusted root can be pinned (change log), so 3.1.0 and 3.1.1, which the record
    /// names too, clean the list.
    var comparesServedList = false
    /// SHA-256 pins came with 3.2.0; earlier releases had SHA-1 pins.
    var pinsSHA256 = true
    /// `*.` is compared only up to the length of the pattern: from 3.2.0 until 3.9 (issue 3324).
    ///
    /// Earlier releases looked patterns up in a table.
    var matchesSubstring = false
    /// `**.`, and the rejection of asterisks elsewhere, came with 4.3.0.
    var hasDoubleAsterisk = true
    /// The common name counts if a certificate has no DNS names: before 3.10.0.
    var readsCommonName = false
    /// Patterns are converted to lower case and A-labels, as hosts are: from 3.4.0 (change log).
    var canonicalizesPatterns = true
    /// Addresses of a certificate are compared in Java's notation, eight groups for IPv6, with the
    /// canonical text of the host's, which has `::` for zeros: before 4.5.0 (change log).
    var comparesAddressesAsText = false
    /// Names are converted to lower case by Unicode's rules: before 4.9.2 (CVE-2021-0341).
    var foldsUnicode = false
    /// The cleaner checks whether a signer is a CA: from 5.0.0 (pull request 6921, of 2021-11).
    var asksWhetherSignersAreCAs = true

    /// CertificatePinner.kt, OkHostnameVerifier.kt and BasicCertificateChainCleaner.kt decide alike
    /// from 5.0.0 to 5.4.0: the tags were compared.
    static let current = OkHttpRelease(releases: ReleaseRange("5", from: "5", to: "5"))

    /// The newest first.
    package static let catalogue = [
        current,
        OkHttpRelease(
            releases: ReleaseRange("4.12.0", from: "4.9.2", to: "4.12"),
            asksWhetherSignersAreCAs: false
        ),
        OkHttpRelease(
            releases: ReleaseRange("4.9.1", from: "4.5.0", to: "4.9.1"),
            foldsUnicode: true,
            asksWhetherSignersAreCAs: false
        ),
        OkHttpRelease(
            releases: ReleaseRange("3.14.9", from: "3.10.0", to: "4.2"),
            hasDoubleAsterisk: false,
            comparesAddressesAsText: true,
            foldsUnicode: true,
            asksWhetherSignersAreCAs: false
        ),
        OkHttpRelease(
            releases: ReleaseRange("3.7.0", from: "3.4.0", to: "3.8"),
            matchesSubstring: true,
            hasDoubleAsterisk: false,
            readsCommonName: true,
            comparesAddressesAsText: true,
            foldsUnicode: true,
            asksWhetherSignersAreCAs: false
        ),
        OkHttpRelease(
            releases: ReleaseRange("3.0.1", from: "3.0.0", to: "3.0.1"),
            comparesServedList: true,
            pinsSHA256: false,
            hasDoubleAsterisk: false,
            readsCommonName: true,
            canonicalizesPatterns: false,
            comparesAddressesAsText: true,
            foldsUnicode: true,
            asksWhetherSignersAreCAs: false
        ),
    ]
}

extension OkHttpRelease {
    var version: String { releases.value }

    /// The current release for a version that is not in the catalogue.
    init(named version: String) {
        self = Self.catalogue.first { $0.version == version } ?? .current
    }
}
