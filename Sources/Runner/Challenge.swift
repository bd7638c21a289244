import ClientModels
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import TLS
import X509

/// A forged setup as one relying party sees it.
package struct Challenge: Sendable {
    package private(set) var setup: Setup
    package let pki: ForgedPKI
    package let presentation: Presentation
    package let store: TrustStore
    /// The pins; nil if no pins are configured, and empty if pins are configured without a value.
    package private(set) var pins: [Pin]?
    /// The certificates that the client presents, end entity first, with the private key; nil for
    /// none.
    package let identity: Credential?
    /// The CRLs that the client already has.
    package let crls: [[UInt8]]
    /// The CT logs that the client knows.
    let logs: [TransparencyLog]
    /// The time at which validity is checked.
    package let verifyDate: Instant
    /// The challenges of the earlier steps, in order.
    package let earlier: [Challenge]
    private let seed: UInt64
    private let now: Instant

    /// Forges the certificates of `setup` and prepares what its server presents.
    ///
    /// - Parameters:
    ///   - setup: the setup; the reader has checked that each name belongs to an entity.
    ///   - seed: the seed of all keys and serial numbers.
    ///   - now: the time that relative times count from.
    ///   - cache: the cache of what was forged before; nil for no cache.
    /// - Throws: if the setup cannot be forged or served.
    package init(
        _ setup: Setup,
        seed: UInt64,
        now: Instant,
        cache: ForgeCache? = nil
    ) throws(HarnessError) {
        (self.setup, self.seed, self.now) = (setup, seed, now)
        let pki: ForgedPKI
        do {
            pki = try setup.pki.forge(seed: seed, at: now, cache: cache)
        } catch {
            throw .forge(error)
        }
        self.pki = pki
        func certificates(_ entities: [String]) -> [[UInt8]] {
            entities.compactMap { pki.members[$0]?.certificate }
        }
        store = TrustStore(system: certificates(setup.trust), user: certificates(setup.userTrust))
        pins = setup.pins?.compactMap { $0.pin(in: pki) }
        identity =
            setup.identity.isEmpty
            ? nil : try Self.credential(serving: setup.identity, keyOf: nil, pki)
        crls = setup.crls.compactMap { pki.crls[$0] }
        verifyDate = setup.clock?.instant(at: now) ?? now
        presentation = try Self.presentation(of: setup, pki, at: now)
        logs = try setup.logs(seed: seed, at: now)
        var earlier: [Challenge] = []
        for step in setup.earlier {
            earlier.append(try Challenge(step, seed: seed, now: now, cache: cache))
        }
        self.earlier = earlier
    }

    /// Returns the challenge of a changed setup, forged anew; this challenge if nothing changed.
    ///
    /// - Throws: the same errors as `init`.
    package func forged(
        after change: (inout Setup) -> Void
    ) throws(HarnessError) -> Challenge {
        var changed = setup
        change(&changed)
        return changed == setup ? self : try Challenge(changed, seed: seed, now: now)
    }

    /// The same challenge for a client without pins.
    var withoutPins: Challenge {
        var challenge = self
        challenge.pins = nil
        challenge.setup.pins = nil
        return challenge
    }

    /// Returns the input of a policy after `shown` has arrived over the wire.
    package func presented(_ shown: ShownCertificates) -> Presented {
        var presented = Presented(
            chain: shown.chain,
            store: store,
            pins: pins,
            verifyDate: verifyDate,
            staples: shown.staples,
            crls: crls,
            connection: shown.connection
        )
        presented.scts = shown.scts
        presented.logs = logs
        presented.associations = setup.tlsaLookup(in: pki)
        presented.mailPolicy = setup.mailPolicyLookup(in: pki)
        presented.entities = pki.members.mapValues(\.certificate)
        return presented
    }

    /// Returns the credential that the client must judge: the proxy's, the data channel's, or
    /// otherwise the server's.
    ///
    /// - Throws: if the proxy cannot forge its certificate.
    package func received() throws(WireError) -> Credential {
        let server = presentation.credential
        guard let proxy = presentation.proxy else { return presentation.dataChannel ?? server }
        return try proxy.credential(inPlaceOf: server.chain.first ?? [])
    }

    /// Returns the entity names of these certificates; a certificate that belongs to no entity was
    /// forged by the proxy.
    package func names(of certificates: [[UInt8]]) -> [String] {
        certificates.map { certificate in
            let bearers = pki.members.filter { $0.value.certificate == certificate }
            return bearers.keys.min() ?? Setup.minted
        }
    }

    private static func presentation(
        of setup: Setup,
        _ pki: ForgedPKI,
        at now: Instant
    ) throws(HarnessError) -> Presentation {
        var credential = try Self.credential(serving: setup.serve, keyOf: setup.serverKeyOf, pki)
        credential.staples = setup.staples.map { $0?.bytes(in: pki) }
        credential.scts = try setup.timestampLists(of: pki, at: now)
        var presentation = Presentation(
            credential: credential,
            offer: TLSOffer(versions: setup.versions, suites: setup.suites),
            clientAuthentication: setup.clientAuthentication,
            family: setup.address,
            proxyOffer: TLSOffer(versions: setup.proxyVersions)
        )
        switch setup.proxy {
        case .mintsUnder(let root):
            presentation.proxy = .mint { origin in
                let minted = try pki.lookAlike(of: origin, issuedBy: root)
                return Credential(chain: [minted.certificate], key: minted.key)
            }
        case .serves(let entities):
            presentation.proxy = .serve(try Self.credential(serving: entities, keyOf: nil, pki))
        case nil: break
        }
        presentation.speaks = setup.startTLS.map { SpokenProtocol($0, over: .starttls) }
        if !setup.dataChannel.isEmpty {
            let entities = setup.dataChannel
            presentation.dataChannel = try Self.credential(serving: entities, keyOf: nil, pki)
        }
        presentation.authority = setup.connect.authority
        presentation.documents = setup.documents.mapValues { $0.served(from: pki) }
        presentation.tickets = setup.tickets
        presentation.protocols = setup.protocols
        presentation.keepsAlive = setup.keepsAlive
        presentation.isMisdirected = setup.isMisdirected
        presentation.groups = setup.groups
        presentation.schemes = setup.schemes
        for (name, entities) in setup.named {
            presentation.named[name] = try Self.credential(serving: entities, keyOf: nil, pki)
        }
        for serverFault in NamedServerFault.catalogue
        where setup.serverFaults.contains(serverFault.name) {
            serverFault.apply(&presentation)
        }
        presentation.engine = setup.servingEngine
        presentation.violations = setup.handshake.compactMap(Violation.named)
        return presentation
    }

    static func credential(
        serving entities: [String],
        keyOf signer: String?,
        _ pki: ForgedPKI
    ) throws(HarnessError) -> Credential {
        let chain = entities.compactMap { pki.members[$0] }
        guard let first = chain.first else {
            throw .client("the server has no certificate to show")
        }
        var key = first.key
        if let signer, let other = pki.members[signer]?.key {
            do {
                key = try other.impostor(showing: first.key)
            } catch {
                throw .wire(.openSSL(error))
            }
        }
        return Credential(chain: chain.map(\.certificate), key: key)
    }
}

extension Setup.DeclaredStaple {
    /// Returns the stapled bytes; nil for an entity that declares no response.
    func bytes(in pki: ForgedPKI) -> [UInt8]? {
        switch self {
        case .response(let entity): pki.responses[entity]
        case .bytes(let bytes): bytes
        }
    }
}

extension Setup {
    /// Returns the SCT lists that are sent with the served certificates, in the same order.
    fileprivate func timestampLists(
        of pki: ForgedPKI,
        at now: Instant
    ) throws(HarnessError) -> [[UInt8]?] {
        guard !scts.isEmpty else { return [] }
        do {
            return try serve.map { name throws(ForgeError) in
                try scts[name].map { list throws(ForgeError) in
                    try pki.scts(list, of: name, at: now)
                }
            }
        } catch {
            throw .forge(error)
        }
    }

    /// Returns the logs with their keys.
    fileprivate func logs(
        seed: UInt64,
        at now: Instant
    ) throws(HarnessError) -> [TransparencyLog] {
        do {
            return try logs.sorted { $0.key < $1.key }.map { name, log throws(ForgeError) in
                let forged = try ForgedLog(name, seed: seed)
                return TransparencyLog(
                    id: forged.id,
                    key: forged.key.spki,
                    operatedBy: log.operatedBy ?? name,
                    state: log.state,
                    since: log.since.instant(at: now)
                )
            }
        } catch {
            throw .forge(error)
        }
    }
}

extension Setup.DeclaredPin {
    /// Returns the pin in the form that policies compare; nil if the entity does not exist.
    func pin(in pki: ForgedPKI) -> Pin? {
        switch self {
        case .entity(let pin): pki.members[pin.entity].map { pin.pin(of: $0.certificate) }
        case .sha256(let digest): .spkiSHA256(digest)
        case .file(let certificate): .certificate(certificate)
        }
    }
}

extension WebDocument {
    /// Returns the document as it is served; empty if the entity or the list does not exist.
    fileprivate func served(from pki: ForgedPKI) -> ServedDocument {
        if let redirect { return .redirect(redirect) }
        let unit =
            certificate.flatMap { pki.members[$0]?.certificate } ?? list.flatMap { pki.crls[$0] }
            ?? bytes ?? []
        var body: [UInt8] = []
        for _ in 0..<times { body += unit }
        return .body(body)
    }
}
