import ClientModels
import Crypto
import Forge
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A setup as it is served to remote clients, under a name or on a port of its own.
package struct Stand: Sendable {
    /// As a remote client's URL has it: a name, or an address without brackets.
    package let host: String
    /// Whether it has the shared port, where the remote client's indication of `host` tells it from others.
    package let isShared: Bool
    /// The path to ask for, different in each process; any other is answered too.
    package let path: String
    /// The certificates of the trust anchors that a remote client must have.
    package let anchors: [[UInt8]]
    /// Base64 SHA-256 of the public keys that a remote client must pin; nil for none.
    package let pins: [String]?
    let presentation: Presentation

    /// The authority of an `https` URL at this port.
    package func authority(port: UInt16) -> String {
        (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// Forges a setup, under names of its own where that is possible and asked for.
    ///
    /// - Parameters:
    ///   - setup: as its scenario states it.
    ///   - renaming: gives it a domain of its own; nil where it gets a port.
    ///   - forging: what certificates follow from.
    /// - Throws: where it cannot be forged or served.
    init(
        _ setup: Setup,
        renaming: Renaming?,
        by forging: ForgingOfStands
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
        pins = try Self.hashes(of: setup.pins, in: challenge.pki)
        presentation = try forging.presentation(of: challenge)
    }

    private static func hashes(
        of pins: [Setup.DeclaredPin]?,
        in pki: ForgedPKI
    ) throws(VisitObstacle) -> [String]? {
        guard let pins else { return nil }
        var hashes: [String] = []
        for pin in pins {
            switch pin {
            case .sha256(let digest): hashes.append(Base64.text(digest))
            case .entity(let pin) where pin.function == .spki:
                guard let key = pki.members[pin.entity]?.key,
                    let digest = try? Digest.sha256.hash(key.spki)
                else { continue }
                hashes.append(Base64.text(digest))
            case .entity, .file: throw .certificatePin
            }
        }
        return hashes
    }

    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36)
    }
}

/// Forges setups and arranges what remote clients are shown; shared by the threads that do so.
struct ForgingOfStands: Sendable {
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

    /// The presentation of a setup's server, or of the proxy before it: a remote client needs no proxy
    /// to be shown the proxy's certificate.
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
