import ClientModels
import Crypto
import Forge
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A world as it is served to visitors, under a name or on a port of its own.
package struct Stand: Sendable {
    /// As a visitor's URL has it: a name, or an address without brackets.
    package let host: String
    /// Whether it has the shared port, where the visitor's indication of `host` tells it from others.
    package let isShared: Bool
    /// The path to ask for, different in each process; any other is answered too.
    package let path: String
    /// The certificates of the trust anchors that a visitor must have.
    package let anchors: [[UInt8]]
    /// Base64 SHA-256 of the public keys that a visitor must pin; nil for none.
    package let pins: [String]?
    let presentation: Presentation

    /// The authority of an `https` URL at this port.
    package func authority(port: UInt16) -> String {
        (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// Forges a world, under names of its own where that is possible and asked for.
    ///
    /// - Parameters:
    ///   - world: as its scenario states it.
    ///   - renaming: gives it a domain of its own; nil where it gets a port.
    ///   - forging: what certificates follow from.
    /// - Throws: where it cannot be forged or served.
    init(
        _ world: World,
        renaming: Renaming?,
        by forging: ForgingOfStands
    ) throws(VisitObstacle) {
        let renamed = try renaming?.world(world).map { (world) throws(VisitObstacle) in
            try forging.challenge(world)
        }
        let challenge: Challenge
        if let renamed, Renaming.isWhole(renamed.pki) {
            (challenge, isShared) = (renamed, true)
        } else {
            (challenge, isShared) = (try forging.challenge(world), false)
        }
        host = challenge.world.connect.host
        path = "/" + Self.token()
        let world = challenge.world
        anchors = (world.trust + world.userTrust)
            .compactMap { challenge.pki.members[$0]?.certificate }
        pins = try Self.hashes(of: world.pins, in: challenge.pki)
        presentation = try forging.presentation(of: challenge)
    }

    private static func hashes(
        of pins: [World.DeclaredPin]?,
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

/// Forges worlds and arranges what visitors are shown; shared by the threads that do so.
struct ForgingOfStands: Sendable {
    let seed: UInt64
    let now: Instant
    let loopback: Loopback
    let cache = ForgeCache()

    func challenge(_ world: World) throws(VisitObstacle) -> Challenge {
        do {
            return try Challenge(world, seed: seed, now: now, cache: cache)
        } catch {
            throw .unforgeable(error)
        }
    }

    /// The presentation of a world's server, or of the proxy before it: a visitor needs no proxy
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
