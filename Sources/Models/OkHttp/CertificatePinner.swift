import PKIX
import Policies
import Trust

/// What a builder throws at an application that configures it wrongly.
struct IllegalArgumentException: Error, Hashable, CustomStringConvertible {
    let message: String

    var description: String { "IllegalArgumentException: \(message)" }
}

/// `CertificatePinner`: patterns of hosts, each with the hash of a key.
struct CertificatePinner {
    let pins: [Pin]
    let release: OkHttpRelease

    /// `check`, of the chain as the cleaner makes it.
    func check(_ hostname: String, _ presented: Presented) throws(SSLException) {
        let asks = presented.asks
        try check(hostname, asks) { () throws(SSLException) in
            guard !release.comparesServedList, asks(.okHttpCleanedChain) else {
                return presented.peerCertificates
            }
            let cleaner = BasicCertificateChainCleaner(
                trustRootIndex: presented.trustedRoots,
                asks: asks
            )
            return try cleaner.clean(presented.peerCertificates)
        }
    }

    /// `check`: nothing where no pattern matches, or else some certificate has a pinned key.
    func check(
        _ hostname: String,
        _ asks: (ModelCheck) -> Bool = { _ in true },
        cleanedPeerCertificates: () throws(SSLException) -> [Certificate]
    ) throws(SSLException) {
        let pins = findMatchingPins(hostname, asks)
        guard !pins.isEmpty else { return }
        let isPinned = try cleanedPeerCertificates().contains { certificate in
            pins.contains { $0.matchesCertificate(certificate) }
        }
        guard isPinned || !asks(.okHttpPin) else {
            throw SSLException(
                kind: .peerUnverified,
                message: "Certificate pinning failure!",
                rejection: .pinMismatch
            )
        }
    }

    /// `findMatchingPins`: those of every pattern that matches, in the order they were added.
    func findMatchingPins(
        _ hostname: String,
        _ asks: (ModelCheck) -> Bool = { _ in true }
    ) -> [Pin] {
        pins.filter { $0.matchesHostname(hostname, asks) }
    }
}

extension CertificatePinner {
    /// `CertificatePinner.Builder`.
    struct Builder {
        let release: OkHttpRelease
        let asks: (ModelCheck) -> Bool
        var pins: [Pin] = []

        init(
            release: OkHttpRelease = .current,
            asks: @escaping (ModelCheck) -> Bool = { _ in true }
        ) {
            (self.release, self.asks) = (release, asks)
        }

        /// - Throws: as the original, at the first pin that is wrong.
        mutating func add(_ pattern: String, _ pins: [String]) throws(IllegalArgumentException) {
            for pin in pins {
                self.pins.append(try Pin(pattern, pin, release, asks: asks))
            }
        }
    }
}
