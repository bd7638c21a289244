import Crypto
import Forge
import ScenarioFormat
import X509

/// The input of an oracle: a chain, the wanted server and the time.
package struct ChainQuestion: Hashable, Sendable {
    /// The trust anchors in DER.
    package var anchors: [[UInt8]]
    /// The served chain in DER, end entity first.
    package var chain: [[UInt8]]
    /// The server that the client wants to reach.
    package var identity: ReferenceIdentity
    /// The time at which the chain must be valid.
    package var verifyDate: Instant

    /// Creates a question.
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

    /// Hashes only the last bytes of certificates, where their signatures differ.
    ///
    /// Hashing all bytes would take as long as verifying a signature.
    package func hash(into hasher: inout Hasher) {
        for certificate in anchors + chain {
            certificate.withUnsafeBytes {
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.suffix(32)))
            }
        }
    }
}

/// A setup with its forged certificates.
package struct ForgedSetup: Sendable {
    /// The declaration of the setup.
    package private(set) var setup: Setup
    /// The certificates and keys.
    package let pki: ForgedPKI
    /// The time that relative times count from.
    private let now: Instant
    /// The question to oracles about this setup.
    package let question: ChainQuestion
    /// The case number for `CaseNote`; nil for a setup that is not a campaign's case.
    package private(set) var number: UInt64?

    /// The seed of the keys and serial numbers in generated setups.
    ///
    /// `hatpin run` uses the same seed, so that a finding's scenario forges the same certificates.
    package static let seed: UInt64 = 1

    /// The time that relative times count from: 2026-11-01T00:00:00Z.
    package static let now = Instant(seconds: 1_793_491_200)

    /// Forges the certificates of a setup.
    ///
    /// - Parameters:
    ///   - setup: the declaration; the question to oracles omits its proxy, staples and CRLs.
    ///   - now: the time that relative times count from.
    ///   - cache: the cache of forged certificates; nil for none.
    /// - Throws: an error if the setup contradicts itself.
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
    /// Returns the same certificates with a changed server.
    ///
    /// - Parameter change: changes the setup, but neither the served nor the trusted certificates.
    /// - Returns: the changed setup.
    package func with(_ change: (inout Setup) -> Void) -> ForgedSetup {
        var changed = self
        change(&changed.setup)
        return changed
    }

    /// Returns the same setup with a case number.
    package func numbered(_ number: UInt64) -> ForgedSetup {
        var numbered = self
        numbered.number = number
        return numbered
    }

    /// Returns the same setup with only one path: the last certificate is trusted, and the other
    /// certificates are served.
    ///
    /// - Parameters:
    ///   - path: certificates of this setup in DER, end entity first.
    ///   - cache: the cache of forged certificates; nil for none.
    /// - Returns: the setup; nil for an empty path or an unknown certificate.
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
    /// Forges this setup.
    ///
    /// If the defects cannot be applied together, the last defects are removed.
    ///
    /// - Parameters:
    ///   - now: the time that relative times count from.
    ///   - cache: the cache of forged certificates; nil for none.
    /// - Returns: the setup without the removed defects, and its certificates.
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
