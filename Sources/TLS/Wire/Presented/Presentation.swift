import Crypto

// TLS/Wire moves bytes: loopback TLS servers, honest and hostile, an intercepting proxy, the TLS
// client of the models, and records of what a peer did. It neither makes nor judges certificates.

/// A chain, its staples, and the key that signs the handshake.
package struct Credential: Sendable {
    /// The certificates in the order sent.
    package var chain: [[UInt8]]
    /// The key of the first certificate; other keys cannot authenticate the server.
    package var key: PrivateKey
    /// The OCSP responses, or any other bytes, in the order of the chain; nil for none.
    ///
    /// libssl 3.0 sends only the response of the first certificate.
    package var staples: [[UInt8]?]
    /// The SignedCertificateTimestampLists in the handshake, in the order of the chain; nil for
    /// none.
    ///
    /// Only `TLSEngine.hatpin` sends SCTs.
    package var scts: [[UInt8]?] = []

    package init(chain: [[UInt8]], key: PrivateKey, staples: [[UInt8]?] = []) {
        self.chain = chain
        self.key = key
        self.staples = staples
    }

    /// The certificates, staples and SCTs that a client receives.
    package var shown: ShownCertificates {
        ShownCertificates(chain: chain, staples: staples, scts: scts.first ?? nil)
    }
}

/// What a server presents.
package struct Presentation: Sendable {
    package var credential: Credential
    package var offer: TLSOffer
    /// The request for a client certificate; nil for none.
    package var clientAuthentication: ClientAuthentication?
    package var family: LoopbackFamily
    /// The proxy between the client and the server; nil for none.
    package var proxy: Interception?
    /// The TLS versions, suites and extensions that the proxy offers the client.
    package var proxyOffer: TLSOffer
    /// Credentials that replace `credential` for clients that indicate these lower-case names.
    package var named: [String: Credential] = [:]
    /// The server fault; nil for none.
    package var serverFault: ServerFault?
    /// The origin's TLS implementation.
    ///
    /// Nil means libssl if libssl can load the certificates, otherwise Hatpin's own engine.
    package var engine: TLSEngine?
    /// The origin's handshake violations, in order; only `TLSEngine.hatpin` supports them.
    package var violations: [Violation] = []
    /// The groups and signature schemes that the origin accepts, the preferred first; nil for the
    /// engine's defaults.
    ///
    /// Only `TLSEngine.hatpin` supports this choice.
    package var groups: [NamedGroup]?
    package var schemes: [HandshakeScheme]?
    /// The origin's use of session tickets; nil for none.
    ///
    /// Only `TLSEngine.hatpin` supports session tickets.
    package var tickets: SessionTickets?
    /// The application protocols that the origin accepts, the preferred first; empty for none.
    ///
    /// If client and origin agree on `h2`, the origin speaks HTTP/2, and otherwise HTTP/1.1.
    package var protocols: [String] = []
    /// Whether connections stay open after a redirect to the next step, for requests in HTTP/1.1
    /// (RFC 9112 §9.3).
    ///
    /// Connections in HTTP/2 always stay open.
    package var keepsAlive = false
    /// Whether this step's request gets status 421 on a connection of an earlier step (RFC 9110
    /// §15.5.20).
    package var isMisdirected = false
    /// The protocol of the origin's connections; nil for HTTP over TLS.
    package var speaks: SpokenProtocol?
    /// What shows that a client has accepted the server.
    package var witness = Witness.token
    /// The credential of FTP's data connections; nil if there are none.
    ///
    /// If this credential is set, only an upload shows that the client has accepted the server; a
    /// login does not show this.
    package var dataChannel: Credential?
    /// The host that the client requests, as in its URL; redirects to this presentation contain
    /// this host.
    package var authority = ""
    /// The documents served over plain HTTP, by path; empty for none.
    package var documents: [String: ServedDocument] = [:]
    /// The names that a name server of the exchange answers for; nil for no name server.
    ///
    /// Only `Loopback.open` starts a name server, and only in the run's own network.
    package var names: ServedNames?
    /// The presentations before this presentation, in order.
    ///
    /// Each earlier presentation answers its request with a redirect to the next presentation; the
    /// last earlier presentation redirects to this presentation. The `proxy` of earlier
    /// presentations is ignored. If the `family` of two presentations differs, their server must
    /// listen everywhere (`Loopback.isAlone`).
    package var earlier: [Presentation] = []

    /// Returns the presentation for a client that indicates this name; nil means no name.
    func answering(_ serverName: String?) -> Presentation {
        var presentation = self
        if let own = serverName.flatMap({ named[$0] }) { presentation.credential = own }
        return presentation
    }

    /// Chooses one of the client's protocols; nil if the server supports no protocols.
    var chooseProtocol: (@Sendable ([String]) -> String?)? {
        let names = speaks?.application.applicationNames ?? []
        let accepted = names.isEmpty ? protocols : names
        guard !accepted.isEmpty else { return nil }
        return { offered in accepted.first(where: offered.contains) }
    }

    package init(
        credential: Credential,
        offer: TLSOffer = TLSOffer(versions: .v1_2 ... .v1_3),
        clientAuthentication: ClientAuthentication? = nil,
        family: LoopbackFamily = .ipv4,
        proxy: Interception? = nil,
        proxyOffer: TLSOffer = TLSOffer(versions: .v1_0 ... .v1_3),
        serverFault: ServerFault? = nil
    ) {
        self.credential = credential
        self.offer = offer
        self.clientAuthentication = clientAuthentication
        self.family = family
        self.proxy = proxy
        self.proxyOffer = proxyOffer
        self.serverFault = serverFault
    }
}

/// A server's use of session tickets.
package enum SessionTickets: String, CaseIterable, Hashable, Sendable {
    /// The server sends tickets, and accepts the tickets of every server of this process.
    case resumed
    /// The server sends tickets but accepts no ticket, like a server that has lost the key of its
    /// tickets.
    case refused
    /// The server sends tickets, accepts tickets, and accepts early data with a ticket (RFC 8446
    /// §2.3).
    case earlyData = "early-data"
    /// The server sends no tickets. It gives all sessions the same id and keeps the last session;
    /// only in TLS 1.2.
    case byID = "by-id"

    /// Whether sessions of earlier connections can be resumed.
    package var resumes: Bool { self != .refused }
}

/// A proxy that accepts CONNECT and terminates the client's TLS.
package enum Interception: Sendable {
    /// Fetches the origin's end-entity certificate and presents the credential that this function
    /// makes from it.
    case mint(@Sendable (_ origin: [UInt8]) throws -> Credential)
    /// Presents this credential for every origin.
    case serve(Credential)

    /// Returns the credential that the proxy presents in place of an origin with this end-entity
    /// certificate.
    ///
    /// - Throws: `WireError.mint`.
    package func credential(inPlaceOf origin: [UInt8]) throws(WireError) -> Credential {
        switch self {
        case .serve(let credential): return credential
        case .mint(let mint):
            do {
                return try mint(origin)
            } catch {
                throw .mint("\(error)")
            }
        }
    }
}
