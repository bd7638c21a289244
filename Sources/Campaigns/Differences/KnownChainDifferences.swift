import Basics

/// A known difference between `reference` and another judge of chains.
package typealias KnownChainDifference = KnownDifference<ChainDifference>

extension KnownDifference<ChainDifference> {
    /// The lists, by the first word of a judge's name.
    private static let lists: [String: [KnownDifference]] = [
        "openssl": ofOpenSSL.counted(CountedCases.openSSL),
        "gnutls": ofGnuTLS.counted(CountedCases.gnuTLS),
        "mbedtls": ofMbedTLS.counted(CountedCases.mbedTLS),
        "swift-certificates": ofSwiftCertificates.counted(CountedCases.swiftCertificates),
        "hatpin": ofProfiles.counted(CountedCases.profiles),
    ]

    /// The judge that each model of a relying party builds on.
    ///
    /// A library or a platform's profile validates the party's paths, so its known differences
    /// apply.
    private static let foundations = [
        "afnetworking": "hatpin apple", "alamofire": "hatpin apple", "alamofire5": "hatpin apple",
        "curl": "openssl", "info-plist": "hatpin apple", "trustkit": "hatpin apple",
        "urlsession": "hatpin apple",
    ]

    /// The name of the judge whose known differences apply to the judge of this name.
    package static func foundation(of oracle: String) -> String {
        let party = "party "
        guard oracle.hasPrefix(party) else { return oracle }
        let model = oracle.dropFirst(party.count).prefix { $0 != ":" }
        return foundations[String(model)] ?? oracle
    }

    /// The known differences of the judge of this name.
    package static func list(of oracle: String) -> [KnownDifference] {
        lists[String(foundation(of: oracle).prefix { $0 != " " })] ?? []
    }

    /// The first that explains a difference.
    ///
    /// - Returns: nil if our own verdict contradicts the catalogue of defects.
    package static func explaining(_ difference: ChainDifference) -> KnownDifference? {
        guard difference.isAsCatalogued else { return nil }
        let differences = difference.byEveryReason
        return list(of: difference.oracle).first { differences.contains(where: $0.explains) }
    }
}
