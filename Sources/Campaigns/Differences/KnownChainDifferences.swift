import Basics

/// A known difference between `reference` and another oracle for chains.
package typealias KnownChainDifference = KnownDifference<ChainDifference>

extension KnownDifference<ChainDifference> {
    /// The known differences of oracles, by the first word of an oracle's name.
    static let lists: [String: [KnownDifference]] = [
        "openssl": ofOpenSSL, "gnutls": ofGnuTLS, "mbedtls": ofMbedTLS,
        "swift-certificates": ofSwiftCertificates, "hatpin": ofProfiles,
    ]
    .reduce(into: [:]) { lists, list in
        lists[list.key] = list.value.counted(CountedCases.byOracle[list.key] ?? [:])
    }

    /// The oracle that each model builds on.
    ///
    /// The library or the platform's profile validates paths for the model, so its known
    /// differences apply to the model too.
    private static let foundations = [
        "afnetworking": "hatpin apple", "alamofire": "hatpin apple", "alamofire5": "hatpin apple",
        "curl": "openssl", "info-plist": "hatpin apple", "trustkit": "hatpin apple",
        "urlsession": "hatpin apple",
    ]

    /// Returns the name of the oracle whose known differences apply to the oracle of this name.
    package static func foundation(of oracle: String) -> String {
        let party = "party "
        guard oracle.hasPrefix(party) else { return oracle }
        let model = oracle.dropFirst(party.count).prefix { $0 != ":" }
        return foundations[String(model)] ?? oracle
    }

    /// Returns the known differences of the oracle of this name.
    package static func list(of oracle: String) -> [KnownDifference] {
        lists[String(foundation(of: oracle).prefix { $0 != " " })] ?? []
    }

    /// Returns the first known difference that explains a disagreement.
    ///
    /// - Returns: the known difference; nil if no known difference explains the disagreement, or if
    ///   the verdict of `reference` contradicts the catalogue of defects.
    package static func explaining(_ difference: ChainDifference) -> KnownDifference? {
        guard difference.isAsCatalogued else { return nil }
        let differences = difference.byEveryReason
        return list(of: difference.oracle).first { differences.contains(where: $0.explains) }
    }
}
