import Policies

/// The rules of a release that differ from others.
struct OkHttpRelease: Sendable {
    /// The releases that decide alike; some between two entries of the catalogue are not modelled.
    let releases: ReleaseRange
    /// Pins are compared with what was served, not with a verified chain: before 2.7.4 and 3.1.2
    /// (CVE-2016-2402).
    var comparesServedList = false
    /// SHA-256 pins came with 3.2.0; before there were those of SHA-1.
    var pinsSHA256 = true
    /// `*.` is compared as far as the pattern goes and no further: before 3.9 (issue 3324).
    var matchesSubstring = false
    /// `**.`, and the refusal of asterisks elsewhere, came with 4.3.0.
    var hasDoubleAsterisk = true
    /// A certificate without DNS names is known by its common name: before 3.10.0.
    var readsCommonName = false
    /// Names are put into lower case by Unicode's rules: before 4.9.2 (CVE-2021-0341).
    var foldsUnicode = false
    /// The cleaner asks whether a signer is a CA; releases 3 do not (2e3e971a,
    /// BasicCertificateChainCleaner.java; seen of 3.13.1).
    var asksWhetherSignersAreCAs = true

    static let current = OkHttpRelease(releases: ReleaseRange("5", from: "4.9.2", to: "5"))

    /// The newest first.
    package static let catalogue = [
        current,
        OkHttpRelease(
            releases: ReleaseRange("4.9.1", from: "4.3.0", to: "4.9.1"),
            foldsUnicode: true
        ),
        OkHttpRelease(
            releases: ReleaseRange("3.7.0", from: "3.2.0", to: "3.8"),
            matchesSubstring: true,
            hasDoubleAsterisk: false,
            readsCommonName: true,
            foldsUnicode: true,
            asksWhetherSignersAreCAs: false
        ),
        OkHttpRelease(
            releases: ReleaseRange("3.1.1", from: "3.0.0", to: "3.1.1"),
            comparesServedList: true,
            pinsSHA256: false,
            matchesSubstring: true,
            hasDoubleAsterisk: false,
            readsCommonName: true,
            foldsUnicode: true,
            asksWhetherSignersAreCAs: false
        ),
    ]
}

extension OkHttpRelease {
    var version: String { releases.value }

    /// The current one for a version that is not in the catalogue.
    init(named version: String) {
        self = Self.catalogue.first { $0.version == version } ?? .current
    }
}
