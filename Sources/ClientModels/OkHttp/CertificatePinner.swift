import PathValidation
import X509

/// The exception of a misconfigured builder.
struct IllegalArgumentException: Error, Hashable, CustomStringConvertible {
    let message: String

    var description: String { "IllegalArgumentException: \(message)" }
}

/// `CertificatePinner`: host patterns, each with the hash of a key.
struct CertificatePinner {
    let pins: [Pin]
    let release: OkHttpRelease
    var checks = CheckSet.all

    /// Compares the pins with the chain from the cleaner.
    func check(_ hostname: String, _ presented: Presented) throws(SSLException) {
        try check(hostname) { () throws(SSLException) in
            guard !release.comparesServedList, checks.contains(.okHttpCleanedChain) else {
                return presented.peerCertificates
            }
            let cleaner = BasicCertificateChainCleaner(
                trustRootIndex: presented.trustedRoots,
                asksWhetherSignersAreCAs: release.asksWhetherSignersAreCAs,
                checks: checks
            )
            return try cleaner.clean(presented.peerCertificates)
        }
    }

    /// Requires a pinned key in at least one certificate, if a pattern matches the host.
    func check(
        _ hostname: String,
        cleanedPeerCertificates: () throws(SSLException) -> [Certificate]
    ) throws(SSLException) {
        let pins = findMatchingPins(hostname)
        guard !pins.isEmpty else { return }
        let isPinned = try cleanedPeerCertificates().contains { certificate in
            pins.contains { $0.matchesCertificate(certificate) }
        }
        guard isPinned || !checks.contains(.okHttpPin) else {
            throw SSLException(
                kind: .peerUnverified,
                message: "Certificate pinning failure!",
                rejection: .pinMismatch
            )
        }
    }

    /// Returns the pins of every pattern that matches, in the order in which they were added.
    func findMatchingPins(_ hostname: String) -> [Pin] {
        pins.filter { $0.matchesHostname(hostname) }
    }
}

extension CertificatePinner {
    /// Collects pins, as the application adds them.
    struct Builder {
        let release: OkHttpRelease
        let checks: CheckSet
        var pins: [Pin] = []

        init(release: OkHttpRelease = .current, checks: CheckSet = .all) {
            (self.release, self.checks) = (release, checks)
        }

        /// - Throws: OkHttp's exception, at the first wrong pin.
        mutating func add(_ pattern: String, _ pins: [String]) throws(IllegalArgumentException) {
            for pin in pins {
                self.pins.append(try Pin(pattern, pin, release, checks))
            }
        }
    }
}
