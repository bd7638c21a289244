import Crypto
import Forge
import ScenarioFormat
import X509

/// A question to a judge: whether to trust this chain, for which server and at which time.
package struct ChainQuestion: Hashable, Sendable {
    /// The trust anchors, each DER.
    package var anchors: [[UInt8]]
    /// The chain as served, each DER, the end entity first.
    package var chain: [[UInt8]]
    /// The server that the client wants to reach.
    package var identity: ReferenceIdentity
    /// The time at which the chain must be valid.
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

    /// Of the ends of certificates, where their signatures tell them apart: a hash of all bytes takes as
    /// long as a signature's verification.
    package func hash(into hasher: inout Hasher) {
        for certificate in anchors + chain {
            certificate.withUnsafeBytes {
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.suffix(32)))
            }
        }
    }
}

/// A setup with its certificates.
package struct ForgedSetup: Sendable {
    /// The declaration.
    package private(set) var setup: Setup
    /// Its certificates and keys.
    package let pki: ForgedPKI
    /// The time that relative times count from.
    private let now: Instant
    /// The question that judges answer about this setup.
    package let question: ChainQuestion
    /// The number of its case, for notes; nil for a setup of no case.
    package private(set) var number: UInt64?

    /// The seed of the keys and serial numbers in generated setups.
    ///
    /// `hatpin run` takes the same seed, so that a finding's scenario forges the same certificates.
    package static let seed: UInt64 = 1

    /// The time that relative times count from: 2026-11-01T00:00:00Z.
    package static let now = Instant(seconds: 1_793_491_200)

    /// Forges the certificates of a setup.
    ///
    /// - Parameters:
    ///   - setup: the declaration; its proxy, staples and CRLs are not part of the question.
    ///   - now: the time that relative times count from.
    ///   - cache: the certificates made before; nil keeps none.
    /// - Throws: for a setup that contradicts itself.
    package init(
        _ setup: Setup,
        at now: Instant = Self.now,
        cache: ForgeCache? = nil
    ) throws(ForgeError) {
        let pki = try setup.pki.forge(seed: Self.seed, at: now, cache: cache)
        self.setup = setup
        self.pki = pki
        self.now = now
        question = ChainQuestion(
            anchors: setup.trust.compactMap { pki.members[$0]?.certificate },
            chain: setup.serve.compactMap { pki.members[$0]?.certificate },
            identity: setup.connect,
            verifyDate: setup.clock?.instant(at: now) ?? now
        )
    }
}

extension ForgedSetup {
    /// The same certificates after a server that is another in what it does.
    ///
    /// - Parameter change: leaves the certificates, those served and those trusted alone.
    /// - Returns: the setup.
    package func with(_ change: (inout Setup) -> Void) -> ForgedSetup {
        var changed = self
        change(&changed.setup)
        return changed
    }

    /// The same setup as a case of this number.
    package func numbered(_ number: UInt64) -> ForgedSetup {
        var numbered = self
        numbered.number = number
        return numbered
    }

    /// The same setup with one path in it: the last of its certificates is trusted, and the others
    /// are served.
    ///
    /// - Parameters:
    ///   - path: certificates of this setup, each DER, from the end entity up.
    ///   - cache: the certificates made before; nil keeps none.
    /// - Returns: the setup; nil for no path, and for a certificate that no entity here has.
    func alone(_ path: [[UInt8]], cache: ForgeCache?) -> ForgedSetup? {
        let names = path.compactMap { certificate in
            pki.members.filter { $0.value.certificate == certificate }.keys.min()
        }
        guard let anchor = names.last, names.count == path.count else { return nil }
        var setup = setup
        setup.trust = [anchor]
        setup.serve = names.count == 1 ? names : names.dropLast()
        return try? ForgedSetup(setup, at: now, cache: cache)
    }
}

extension GeneratedSetup {
    /// This setup with its certificates.
    ///
    /// The last defects are removed if the ones before them leave nothing to apply them to.
    ///
    /// - Parameters:
    ///   - now: the time that relative times count from.
    ///   - cache: the certificates made before; nil keeps none.
    /// - Returns: the setup that was forged, and its certificates.
    /// - Throws: an error if even the baseline setup cannot be forged.
    package func forged(
        at now: Instant = ForgedSetup.now,
        cache: ForgeCache? = nil
    ) throws(ForgeError) -> (generated: GeneratedSetup, forged: ForgedSetup) {
        do throws(ForgeError) {
            return (self, try ForgedSetup(setup, at: now, cache: cache))
        } catch {
            guard let last = defects.last else { throw error }
            return try without(last).forged(at: now, cache: cache)
        }
    }
}
