import ClientModels
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import TLS
import X509

/// A forged world, as one relying party faces it.
package struct Challenge: Sendable {
    package private(set) var world: World
    package let pki: ForgedPKI
    package let presentation: Presentation
    package let store: TrustStore
    /// Nil where none are configured; an empty set is one.
    package private(set) var pins: [Pin]?
    /// The certificates that the client shows where it is asked, its own first, and the key of that;
    /// nil for none.
    package let identity: Credential?
    /// The CRLs that the client has at hand.
    package let crls: [[UInt8]]
    /// The logs that the client knows.
    let logs: [TransparencyLog]
    /// The instant that validity is judged at.
    package let verifyDate: Instant
    /// The steps before it, in order.
    package let earlier: [Challenge]

    /// Forges the certificates of `world` and arranges what its server shows.
    ///
    /// - Parameters:
    ///   - world: its names are those of entities that it has; the reader has seen to that.
    ///   - seed: decides every key and serial number.
    ///   - now: the instant that relative times are relative to.
    ///   - cache: where what was made before is kept; nil keeps none.
    /// - Throws: `HarnessError.forge` or `.wire` where the world cannot be made.
    package init(
        _ world: World,
        seed: UInt64,
        now: Instant,
        cache: ForgeCache? = nil
    ) throws(HarnessError) {
        self.world = world
        let pki: ForgedPKI
        do {
            pki = try world.pki.forge(seed: seed, at: now, cache: cache)
        } catch {
            throw .forge(error)
        }
        self.pki = pki
        func certificates(_ entities: [String]) -> [[UInt8]] {
            entities.compactMap { pki.members[$0]?.certificate }
        }
        store = TrustStore(system: certificates(world.trust), user: certificates(world.userTrust))
        pins = world.pins?.compactMap { $0.pin(in: pki) }
        identity =
            world.identity.isEmpty
            ? nil : try Self.credential(serving: world.identity, keyOf: nil, pki)
        crls = world.crls.compactMap { pki.crls[$0] }
        verifyDate = world.clock?.instant(at: now) ?? now
        presentation = try Self.presentation(of: world, pki, at: now)
        logs = try world.logs(seed: seed, at: now)
        var earlier: [Challenge] = []
        for step in world.earlier {
            earlier.append(try Challenge(step, seed: seed, now: now, cache: cache))
        }
        self.earlier = earlier
    }

    /// The same for a client without pins.
    var withoutPins: Challenge {
        var challenge = self
        challenge.pins = nil
        challenge.world.pins = nil
        return challenge
    }

    /// The input of a policy once `shown` has come over the wire.
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
        presented.timestamps = shown.timestamps
        presented.logs = logs
        presented.entities = pki.members.mapValues(\.certificate)
        return presented
    }

    /// The credential that the client is to judge: the proxy's, or the data channel's, if there is one.
    ///
    /// - Throws: where the proxy cannot make its look-alike.
    package func received() throws(WireError) -> Credential {
        let server = presentation.credential
        guard let proxy = presentation.proxy else { return presentation.dataChannel ?? server }
        return try proxy.credential(inPlaceOf: server.chain.first ?? [])
    }

    /// The entities of these certificates; one that belongs to none is a look-alike that was minted.
    package func names(of certificates: [[UInt8]]) -> [String] {
        certificates.map { certificate in
            let bearers = pki.members.filter { $0.value.certificate == certificate }
            return bearers.keys.min() ?? World.minted
        }
    }

    private static func presentation(
        of world: World,
        _ pki: ForgedPKI,
        at now: Instant
    ) throws(HarnessError) -> Presentation {
        var credential = try Self.credential(serving: world.serve, keyOf: world.serverKeyOf, pki)
        credential.staples = world.staples.map { $0?.bytes(in: pki) }
        credential.timestamps = try world.timestampLists(of: pki, at: now)
        var presentation = Presentation(
            credential: credential,
            offer: TLSOffer(versions: world.versions, suites: world.suites),
            clientAuthentication: world.clientAuthentication,
            family: world.address,
            proxyOffer: TLSOffer(versions: world.proxyVersions)
        )
        switch world.proxy {
        case .mintsUnder(let root):
            presentation.proxy = .mint { origin in
                let minted = try pki.lookAlike(of: origin, issuedBy: root)
                return Credential(chain: [minted.certificate], key: minted.key)
            }
        case .serves(let entities):
            presentation.proxy = .serve(try Self.credential(serving: entities, keyOf: nil, pki))
        case nil: break
        }
        presentation.upgrade = world.startTLS.map { Upgrade($0) }
        if !world.dataChannel.isEmpty {
            let entities = world.dataChannel
            presentation.dataChannel = try Self.credential(serving: entities, keyOf: nil, pki)
        }
        presentation.authority = world.connect.authority
        presentation.documents = world.documents.mapValues { $0.served(from: pki) }
        presentation.tickets = world.tickets
        presentation.protocols = world.protocols
        presentation.groups = world.groups
        presentation.schemes = world.schemes
        for (name, entities) in world.named {
            presentation.named[name] = try Self.credential(serving: entities, keyOf: nil, pki)
        }
        for behaviour in Behaviour.catalogue where world.behave.contains(behaviour.name) {
            behaviour.apply(&presentation)
        }
        presentation.engine = world.servingEngine
        presentation.deviations = world.handshake.compactMap(Deviation.named)
        return presentation
    }

    private static func credential(
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

extension World.DeclaredStaple {
    /// The bytes that are stapled; nil for an entity that declares no response.
    func bytes(in pki: ForgedPKI) -> [UInt8]? {
        switch self {
        case .response(let entity): pki.responses[entity]
        case .bytes(let octets): octets
        }
    }
}

extension World {
    /// The lists of timestamps that come with the certificates served, in their order.
    fileprivate func timestampLists(
        of pki: ForgedPKI,
        at now: Instant
    ) throws(HarnessError) -> [[UInt8]?] {
        guard !timestamps.isEmpty else { return [] }
        do {
            return try serve.map { name throws(ForgeError) in
                try timestamps[name].map { list throws(ForgeError) in
                    try pki.timestamps(list, of: name, at: now)
                }
            }
        } catch {
            throw .forge(error)
        }
    }

    /// The logs with their keys.
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

extension World.DeclaredPin {
    /// The pin as policies take it; nil for an entity that does not exist.
    func pin(in pki: ForgedPKI) -> Pin? {
        switch self {
        case .entity(let pin): pki.members[pin.entity].map { pin.pin(of: $0.certificate) }
        case .sha256(let digest): .spkiSHA256(digest)
        case .file(let certificate): .certificate(certificate)
        }
    }
}

extension WebDocument {
    /// The document as it is served; an empty one for an entity or a list that does not exist.
    fileprivate func served(from pki: ForgedPKI) -> ServedDocument {
        if let redirect { return .redirect(redirect) }
        let unit =
            certificate.flatMap { pki.members[$0]?.certificate } ?? list.flatMap { pki.crls[$0] }
            ?? octets ?? []
        var body: [UInt8] = []
        for _ in 0..<times { body += unit }
        return .body(body)
    }
}
