import ClientModels
import Crypto
import Forge
import TLS
import X509

/// Something that a setup needs of the party that is tested with it.
///
/// Each kind of party has a switch over all requirements, which states why the party does not meet
/// a requirement. The compiler names the switches that must decide about a new requirement.
package enum Requirement: Hashable, Sendable {
    /// The party takes a time other than the real time.
    case clock
    /// The server does not prove the key of its certificate, which only a handshake shows.
    case serverKey
    /// The server violates the protocol (`server.handshake`).
    case violations
    /// The party is a server; the setup states how its client behaves.
    case conduct
    /// The party reports the user that it takes a client for.
    case users
    /// The party answers HTTP requests, to which the client adds headers.
    case headers
    /// The party has a second host, which requires no certificate.
    case virtualHosts
    /// The certificates come with a feature that only servers have, such as OCSP stapling; the text
    /// names the feature.
    case serversOwn(String)
    /// A plaintext protocol upgrades to TLS.
    case startTLS(ApplicationProtocol)
    /// The party also speaks the plaintext protocol, over TLS after the upgrade.
    case dialogue(ApplicationProtocol)
    /// TLS starts with the connection, because the server acts on the ClientHello.
    case implicitTLS
    /// The party uploads a file over FTP's data channel.
    case dataChannel
    /// The party connects to this IP address, of 4 or 16 bytes.
    case address([UInt8])
    /// Certificates refer to documents in the run's private network.
    case documents
    /// The party reads TLSA records (`network.dns.tlsa`).
    case associations
    /// The party is not a mail server: between mail servers, none of the TLSA records is usable.
    case recordsOutsideMail
    /// The party reads MTA-STS policies (`network.dns.mta-sts`).
    case mailPolicy
    /// One client goes through several steps.
    case steps
    /// In one of several steps, a plaintext protocol upgrades to TLS.
    case upgradedSteps
    /// The client's configuration differs from step to step.
    case changingClient
    /// The names of the steps' hosts lead to these addresses, which differ.
    case addressesByHost([String: LoopbackFamily])
    /// The client remembers its earlier connections.
    case memory
    /// The server answers with a redirect to a plaintext page.
    case redirects
    /// The party reports whether it considers a response complete.
    case wholeAnswers
    /// The party offers the application protocols that the setup states.
    case offeredProtocols
    /// The server speaks only HTTP/2.
    case http2
    /// The server chooses HTTP/2 among the protocols that the setup states.
    case chosenHTTP2
    /// The party takes a host that it must convert to the reference identity.
    case typedHost
    /// The party offers the TLS versions that the setup states.
    case offeredVersions
    /// The party sends another server name than the name that the party verifies.
    case indicatedName
    /// The server has several certificates, and the server name selects one of them.
    case serverNames
    /// The server has faults (`server.fault`).
    case serverFaults
    /// The server keeps the client waiting in the handshake.
    case timeout
    /// The host's name leads to another address than 127.0.0.1.
    case otherAddress
    /// The party sends a client certificate.
    case clientCertificate
    /// The server requires a client certificate.
    case requiredClientCertificate
    /// The party and its peer have a TLS version and a cipher suite in common.
    case agreement(Agreement)
    /// The server staples OCSP responses for certificates other than the first one.
    case laterStaples
    /// The party takes CRLs.
    case crls
    /// The party needs no pin.
    case unpinned
    /// The party compares pins.
    case pins
    /// The party takes a set of pins that is empty.
    case emptyPins
    /// The party compares pins of keys.
    case keyPins(PinnedKeys)
    /// The party compares pins of certificates.
    case certificatePins
    /// The party compares pins with the certificates of CAs, since no other certificate is pinned.
    case authorityPins
    /// The party takes pins that are only a hash, without a certificate.
    case hashPins
    /// The party has other pins, or none, for each host that the steps lead to.
    case pinsByHost

    /// Whether pins of certificates match the same servers as the pins of keys in a setup.
    package enum PinnedKeys: Hashable, Sendable {
        /// The pins match the same servers: each pinned key is in one certificate that the party
        /// can see.
        case inOneCertificate
        /// The pins do not match the same servers: a pin of a key is only a hash.
        case inNoCertificate
        /// The pins do not match the same servers: the pinned key of the first entity is also in
        /// the certificate of the second.
        case inTwoCertificates(String, String)
    }

    /// The two offers from which a party and its peer, the server or a proxy, choose.
    package struct Agreement: Hashable, Sendable {
        /// The TLS versions that the setup states for the party; nil if the party uses its own
        /// versions.
        package let versions: ClosedRange<TLSVersion>?
        package let peer: TLSOffer
        /// The kind of the peer's key.
        package let key: KeyAlgorithm.Family
        /// The key of scenario files that states the peer's offer.
        package let stated: String
    }
}

extension Setup {
    /// Compares the setup with what a party can do.
    ///
    /// - Parameter lack: returns why the party does not meet a requirement; nil if the party meets
    ///   it.
    /// - Returns: why the party cannot be tested with the setup; nil if it can be tested.
    package func obstacle<Reason>(by lack: (Requirement) -> Reason?) -> Reason? {
        requirements.lazy.compactMap(lack).first
    }

    /// What the setup needs of a party.
    ///
    /// Reports name the first requirement that the party does not meet.
    package var requirements: [Requirement] {
        var needed: [Requirement] = []
        if clock != nil { needed.append(.clock) }
        if (earlier + [self]).contains(where: { $0.pins != nil }) { needed.append(.pins) }
        if serverKeyOf != nil { needed.append(.serverKey) }
        if !handshake.isEmpty { needed.append(.violations) }
        if isOfServers { needed.append(.conduct) }
        if conduct.user ?? Setup.usualUser != Setup.usualUser { needed.append(.users) }
        if (earlier + [self]).contains(where: { !$0.conduct.headers.isEmpty }) {
            needed.append(.headers)
        }
        if needsVirtualHosts { needed.append(.virtualHosts) }
        if let serversOwn { needed.append(.serversOwn(serversOwn)) }
        if !named.isEmpty { needed.append(.serverNames) }
        for case .ip(let bytes) in earlier.map(\.connect) + [connect] {
            needed.append(.address(bytes))
        }
        if !documents.isEmpty { needed.append(.documents) }
        if dns?.associations != nil { needed.append(.associations) }
        if dns?.saysNothingInMail == true { needed.append(.recordsOutsideMail) }
        if dns?.policy != nil { needed.append(.mailPolicy) }
        if !earlier.isEmpty { needed.append(.steps) }
        if !earlier.isEmpty, startTLS != nil || earlier.contains(where: { $0.startTLS != nil }) {
            needed.append(.upgradedSteps)
        }
        if !earlier.allSatisfy(isOfSameClient) || !areHostsTheSame {
            needed.append(.changingClient)
        } else if earlier.contains(where: { $0.address != address }) {
            needed.append(.addressesByHost(addressesByHost))
        }
        if needsMemory { needed.append(.memory) }
        if let answerFault {
            needed.append(answerFault.redirectsToPlaintext ? .redirects : .wholeAnswers)
        }
        if !offeredProtocols.isEmpty { needed.append(.offeredProtocols) }
        if protocols == ["h2"] || earlier.contains(where: { $0.protocols == ["h2"] }) {
            needed.append(.http2)
        }
        if protocols.first(where: offeredProtocols.contains) == "h2" { needed.append(.chosenHTTP2) }
        if typedHost != nil { needed.append(.typedHost) }
        if offeredVersions != nil { needed.append(.offeredVersions) }
        if indicatedName != nil { needed.append(.indicatedName) }
        if (earlier + [self]).contains(where: { $0.address != .ipv4 }) {
            needed.append(.otherAddress)
        }
        if !identity.isEmpty { needed.append(.clientCertificate) }
        if clientAuthentication == .require { needed.append(.requiredClientCertificate) }
        if !crls.isEmpty { needed.append(.crls) }
        if let startTLS { needed.append(.startTLS(startTLS)) }
        // A client that sends its request at once ignores answers that arrived before TLS started.
        if let startTLS, serverFaults.contains(UpgradeFault.answerAfterGoAhead.rawValue) {
            needed.append(.dialogue(startTLS))
        }
        if startTLS == nil, actsOnHello { needed.append(.implicitTLS) }
        if !dataChannel.isEmpty { needed.append(.dataChannel) }
        if !serverFaults.isEmpty { needed.append(.serverFaults) }
        if !serverFaults.isEmpty, stalls { needed.append(.timeout) }
        needed.append(.agreement(agreement))
        if staples.dropFirst().contains(where: { $0 != nil }) { needed.append(.laterStaples) }
        return needed + kindsOfPins
    }

    /// The kinds of pins in all steps.
    private var kindsOfPins: [Requirement] {
        let sets = (earlier + [self]).compactMap(\.pins)
        let stated = sets.flatMap(\.self)
        var needed: [Requirement] = pins == nil ? [.unpinned] : []
        if sets.contains(where: \.isEmpty) { needed.append(.emptyPins) }
        if stated.contains(where: \.isOfKey) { needed.append(.keyPins(pinnedKeys(of: stated))) }
        if !stated.allSatisfy(\.isOfKey) { needed.append(.certificatePins) }
        if sets.contains(where: { !$0.isEmpty && $0.allSatisfy(isOfAuthority) }) {
            needed.append(.authorityPins)
        }
        let hasHash = stated.contains { if case .sha256 = $0 { true } else { false } }
        if hasHash { needed.append(.hashPins) }
        if areHostsTheSame, earlier.contains(where: { $0.pins != pins }) {
            needed.append(.pinsByHost)
        }
        return needed
    }

    private func isOfAuthority(_ pin: DeclaredPin) -> Bool {
        switch pin.entity.flatMap(pki.role) {
        case .rootCA, .intermediateCA: true
        case .endEntity, nil: false
        }
    }

    private func pinnedKeys(of pins: [DeclaredPin]) -> Requirement.PinnedKeys {
        let seen = (earlier + [self]).reduce(into: Set<String>()) { $0.formUnion($1.shownEntities) }
        for pin in pins where pin.isOfKey {
            guard let entity = pin.entity else { return .inNoCertificate }
            let owner = try? pki.keyOwner(of: entity)
            let other = seen.sorted().first {
                $0 != entity && owner != nil && (try? pki.keyOwner(of: $0)) == owner
            }
            if let other { return .inTwoCertificates(entity, other) }
        }
        return .inOneCertificate
    }

    /// The entities whose certificates the client trusts or can receive.
    private var shownEntities: [String] {
        var shown = serve + named.values.flatMap(\.self) + dataChannel + trust + userTrust
        if case .serves(let entities) = proxy { shown += entities }
        return shown + documents.values.compactMap(\.certificate)
    }

    private var agreement: Requirement.Agreement {
        guard proxy == nil else {
            // A proxy accepts every suite, so there is a suite for every type of key.
            return Requirement.Agreement(
                versions: offeredVersions,
                peer: TLSOffer(versions: proxyVersions),
                key: .ec,
                stated: "network.proxy.tls"
            )
        }
        return Requirement.Agreement(
            versions: offeredVersions,
            peer: TLSOffer(versions: versions, suites: suites),
            key: serve.first.map(pki.algorithm(of:))?.family ?? .ec,
            stated: suites == nil ? "server.tls" : "server.ciphers"
        )
    }

    /// Whether the client of an earlier step has the same configuration as the client of this step,
    /// except for what belongs to a host.
    private func isOfSameClient(_ step: Setup) -> Bool {
        step.trust == trust && step.userTrust == userTrust && step.crls == crls
            && step.identity == identity
    }

    /// The addresses of the steps' host names.
    private var addressesByHost: [String: LoopbackFamily] {
        var addresses: [String: LoopbackFamily] = [:]
        for step in earlier + [self] {
            if case .dns(let name) = step.connect { addresses[name] = step.address }
        }
        return addresses
    }

    /// Whether each host has the same pins and the same address in all steps that lead to it.
    private var areHostsTheSame: Bool {
        let steps = earlier + [self]
        return steps.allSatisfy { step in
            steps.allSatisfy {
                $0.connect != step.connect || $0.pins == step.pins && $0.address == step.address
            }
        }
    }
}

extension Setup.DeclaredPin {
    /// Whether the pin is a pin of a key; otherwise it is a pin of a certificate.
    fileprivate var isOfKey: Bool {
        switch self {
        case .entity(let pin): pin.function == .spki
        case .sha256: true
        case .file: false
        }
    }
}
