import Crypto

// TLS/Wire carries: loopback TLS servers, honest and hostile, an intercepting proxy, the TLS client
// that the models speak through, and what a peer was seen to do. It makes no certificates and
// judges none.

/// A chain, what is stapled to it, and the key that signs the handshake.
package struct Credential: Sendable {
    /// Certificates in the order sent.
    package var chain: [[UInt8]]
    /// The key of the first certificate; another one signs for nothing.
    package var key: PrivateKey
    /// The OCSPResponses stapled to the certificates, or any other bytes in their place, in the
    /// order of the chain; nil where none.
    ///
    /// libssl 3.0 sends the first certificate's alone.
    package var staples: [[UInt8]?]
    /// The SignedCertificateTimestampLists that come with the certificates in the handshake, in the
    /// order of the chain; nil where none.
    ///
    /// Only `TLSEngine.hatpin` sends them.
    package var scts: [[UInt8]?] = []

    package init(chain: [[UInt8]], key: PrivateKey, staples: [[UInt8]?] = []) {
        self.chain = chain
        self.key = key
        self.staples = staples
    }

    /// The part of it that a client receives.
    package var shown: ShownCertificates {
        ShownCertificates(chain: chain, staples: staples, scts: scts.first ?? nil)
    }
}

/// How a server shows itself.
package struct Presentation: Sendable {
    package var credential: Credential
    package var offer: TLSOffer
    /// The request for a client certificate; nil for none.
    package var clientAuthentication: ClientAuthentication?
    package var family: LoopbackFamily
    /// The proxy between the client and the server; nil for none.
    package var proxy: Interception?
    /// The proxy's offer to the client.
    package var proxyOffer: TLSOffer
    /// The credentials for clients that indicate these names, in lower case, in place of `credential`.
    package var named: [String: Credential] = [:]
    /// The violation from correct behaviour; nil for none.
    package var serverFault: ServerFault?
    /// The origin's implementation of TLS; nil for libssl where it can load the certificates, else
    /// for ours.
    package var engine: TLSEngine?
    /// The origin's faults in the handshake, in order; only `TLSEngine.hatpin` has them.
    package var violations: [Violation] = []
    /// The groups and signature schemes that the origin takes, the preferred first; nil for all.
    ///
    /// Only `TLSEngine.hatpin` chooses by them.
    package var groups: [NamedGroup]?
    package var schemes: [HandshakeScheme]?
    /// The origin's use of session tickets; nil for none.
    ///
    /// Only `TLSEngine.hatpin` gives any.
    package var tickets: SessionTickets?
    /// The application protocols that the origin takes, the preferred first; empty for none.
    ///
    /// It speaks HTTP/2 over `h2`, and HTTP/1.1 over any other.
    package var protocols: [String] = []
    /// The protocol in plaintext that the origin's connections begin with; nil for TLS at once.
    package var upgrade: Upgrade?
    /// The credential of FTP's data connections; nil where there are none.
    ///
    /// With one, a client shows by its upload that it has accepted, and not by its log-in.
    package var dataChannel: Credential?
    /// The host that the client asks for, as its URL has it, where a redirect leads there.
    package var authority = ""
    /// The documents served over plain HTTP beside it, by path; empty for none.
    package var documents: [String: ServedDocument] = [:]
    /// The presentations before this one, in order.
    ///
    /// Each answers its request with a redirect to the next, and the last to this presentation.
    /// Their family and proxy are not used.
    package var earlier: [Presentation] = []

    /// The presentation to a client that indicates this name; nil for none.
    func answering(_ serverName: String?) -> Presentation {
        var presentation = self
        if let own = serverName.flatMap({ named[$0] }) { presentation.credential = own }
        return presentation
    }

    /// The choice among a client's protocols; nil where the server has none.
    var chooseProtocol: (@Sendable ([String]) -> String?)? {
        guard !protocols.isEmpty else { return nil }
        return { [protocols] offered in protocols.first(where: offered.contains) }
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
    /// It gives them, and takes those of every server of this process.
    case resumed
    /// It gives them, and takes none, as a server that lacks their key.
    case refused
    /// It gives them, takes them, and with them data that comes before its answer (RFC 8446 §2.3).
    case earlyData = "early-data"
    /// It gives none, and names all sessions by the same id, under which it keeps the last alone;
    /// TLS 1.2's.
    case byID = "by-id"

    /// Whether the sessions of earlier connections go on.
    package var resumes: Bool { self != .refused }
}

/// A proxy that takes CONNECT and ends the client's TLS itself.
package enum Interception: Sendable {
    /// Fetches the origin's end-entity certificate and shows what `mint` makes of it.
    case mint(@Sendable (_ origin: [UInt8]) throws -> Credential)
    /// Shows this, whatever the origin is.
    case serve(Credential)

    /// The presentation that replaces that of an origin with this end-entity certificate.
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
