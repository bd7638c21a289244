import ClientModels
import Crypto
import Forge
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A setup that is served to remote clients, under its own host name or on its own port.
package struct ServedSetup: Sendable {
    /// The host of the setup's URL: a name, or an address without brackets.
    package let host: String
    /// Whether the setup uses the shared port, where the server name indication selects the setup.
    package let isShared: Bool
    /// The path of the setup's URL, which differs in each process.
    ///
    /// Requests for other paths are answered, too.
    package let path: String
    /// The trust anchors that a remote client must have.
    package let anchors: [[UInt8]]
    /// Base64 SHA-256 of the public keys that a remote client must pin, or nil for a setup without
    /// pins.
    package let pins: [String]?
    let presentation: Presentation

    /// Returns the authority of the setup's `https` URL with this port.
    package func authority(port: UInt16) -> String {
        (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// Forges a setup, with the new domain in its names if one is given and fits.
    ///
    /// - Parameters:
    ///   - setup: the setup as its scenario states it.
    ///   - renaming: the new domain, or nil if the setup gets its own port instead.
    ///   - forging: the settings of certificates.
    /// - Throws: if the setup cannot be forged or served.
    init(
        _ setup: Setup,
        renaming: Renaming?,
        by forging: SetupForging
    ) throws(VisitObstacle) {
        let renamed = try renaming?.setup(setup).map { (setup) throws(VisitObstacle) in
            try forging.challenge(setup)
        }
        let challenge: Challenge
        if let renamed, Renaming.isWhole(renamed.pki) {
            (challenge, isShared) = (renamed, true)
        } else {
            (challenge, isShared) = (try forging.challenge(setup), false)
        }
        host = challenge.setup.connect.host
        path = "/" + Self.token()
        let setup = challenge.setup
        anchors = (setup.trust + setup.userTrust)
            .compactMap { challenge.pki.members[$0]?.certificate }
        let pinsCertificate = challenge.pins?.contains {
            if case .certificate = $0 { true } else { false }
        }
        if pinsCertificate == true { throw .certificatePin }
        pins = challenge.pins?.compactMap { $0.spkiHash().map(Base64.text) }
        presentation = try forging.presentation(of: challenge)
    }

    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36)
    }
}

/// Forges setups and prepares their servers; several threads share it.
struct SetupForging: Sendable {
    let seed: UInt64
    let now: Instant
    let loopback: Loopback
    let cache = ForgeCache()

    func challenge(_ setup: Setup) throws(VisitObstacle) -> Challenge {
        do {
            return try Challenge(setup, seed: seed, now: now, cache: cache)
        } catch {
            throw .unforgeable(error)
        }
    }

    /// Returns the presentation of a setup's server.
    ///
    /// If the setup has a proxy, returns the presentation of the proxy: a remote client receives
    /// the proxy's certificate without using a proxy.
    func presentation(of challenge: Challenge) throws(VisitObstacle) -> Presentation {
        var presentation = challenge.presentation
        do throws(WireError) {
            presentation.credential = try challenge.received()
            if presentation.proxy != nil {
                presentation.proxy = nil
                presentation.offer = presentation.proxyOffer
                presentation.clientAuthentication = nil
            }
            try loopback.rehearse(presentation)
        } catch {
            throw .unserved(error)
        }
        return presentation
    }
}
