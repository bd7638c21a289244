import Forge
import OpenSSL
import PKIX
import Scenarios

/// What judges of chains are asked: whether to trust `chain`, for whom and when.
package struct ChainQuestion: Hashable, Sendable {
    /// The trust anchors, each DER.
    package var anchors: [[UInt8]]
    /// As served, each DER, the end entity first.
    package var chain: [[UInt8]]
    /// Whom the client means to speak to.
    package var identity: ReferenceIdentity
    /// When the chain is to be valid.
    package var verifyDate: Instant

    /// A question of these parts.
    package init(
        anchors: [[UInt8]],
        chain: [[UInt8]],
        identity: ReferenceIdentity,
        verifyDate: Instant
    ) {
        self.anchors = anchors
        self.chain = chain
        self.identity = identity
        self.verifyDate = verifyDate
    }
}

/// A world with its certificates.
package struct ForgedWorld: Sendable {
    /// What was declared.
    package let world: World
    /// Its certificates and keys.
    package let pki: ForgedPKI
    /// What judges of chains are asked of it.
    package let question: ChainQuestion

    /// What keys and serial numbers of generated worlds follow from; it is also what `hatpin run`
    /// takes, so that a finding's scenario forges the same certificates.
    package static let seed: UInt64 = 1

    /// What their relative times count from: 2026-11-01T00:00:00Z.
    package static let now = Instant(seconds: 1_793_491_200)

    /// Forges the certificates of a world.
    ///
    /// - Parameters:
    ///   - world: its proxy, staples and CRLs are not judges of chains' concern.
    ///   - now: what relative times count from.
    ///   - cache: where what was made before is kept; nil keeps none.
    /// - Throws: for a world that contradicts itself.
    package init(
        _ world: World,
        at now: Instant = Self.now,
        cache: ForgeCache? = nil
    ) throws(ForgeError) {
        let pki = try world.pki.forge(seed: Self.seed, at: now, cache: cache)
        self.world = world
        self.pki = pki
        question = ChainQuestion(
            anchors: world.trust.compactMap { pki.members[$0]?.certificate },
            chain: world.serve.compactMap { pki.members[$0]?.certificate },
            identity: world.connect,
            verifyDate: world.clock?.instant(at: now) ?? now
        )
    }
}

extension ForgedWorld {
    /// The same world with one path in it: the last of its certificates is trusted, and the others
    /// are served.
    ///
    /// - Parameters:
    ///   - path: certificates of this world, each DER, from the end entity up.
    ///   - cache: where what was made before is kept; nil keeps none.
    /// - Returns: the world; nil for no path, and for a certificate that no entity here has.
    func alone(_ path: [[UInt8]], cache: ForgeCache?) -> ForgedWorld? {
        let names = path.compactMap { certificate in
            pki.members.filter { $0.value.certificate == certificate }.keys.min()
        }
        guard let anchor = names.last, names.count == path.count else { return nil }
        var world = world
        world.trust = [anchor]
        world.serve = names.count == 1 ? names : names.dropLast()
        return try? ForgedWorld(world, cache: cache)
    }
}

extension GeneratedWorld {
    /// This world with its certificates, or with its last defects taken away where those before
    /// them leave nothing that they could be done to.
    ///
    /// - Parameter cache: where what was made before is kept; nil keeps none.
    /// - Returns: the world that could be made, and its certificates.
    /// - Throws: where not even the standard world can be.
    package func forged(
        cache: ForgeCache? = nil
    ) throws(ForgeError) -> (generated: GeneratedWorld, forged: ForgedWorld) {
        do throws(ForgeError) {
            return (self, try ForgedWorld(world, cache: cache))
        } catch {
            guard let last = defects.last else { throw error }
            return try without(last).forged(cache: cache)
        }
    }
}
