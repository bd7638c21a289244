import OpenSSL

// Wire carries: loopback TLS servers, honest and hostile, an intercepting proxy, the TLS client
// that the models speak through, and what a peer was seen to do. It makes no certificates and
// judges none.

/// The protocol versions a server offers.
package enum TLSVersion: String, CaseIterable, Comparable, Hashable, Sendable {
    case v1_0 = "1.0"
    case v1_1 = "1.1"
    case v1_2 = "1.2"
    case v1_3 = "1.3"

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Which loopback address a server listens on: 127.0.0.1 or [::1].
package enum LoopbackFamily: String, CaseIterable, Hashable, Sendable {
    case ipv4, ipv6
}

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

    package init(chain: [[UInt8]], key: PrivateKey, staples: [[UInt8]?] = []) {
        self.chain = chain
        self.key = key
        self.staples = staples
    }

    /// What a client gets to see of it.
    package var shown: ShownCertificates { ShownCertificates(chain: chain, staples: staples) }
}

/// How a server shows itself.
package struct Presentation: Sendable {
    package var credential: Credential
    package var versions: ClosedRange<TLSVersion>
    package var family: LoopbackFamily
    /// The proxy between the client and the server; nil for none.
    package var proxy: Interception?
    /// What the server does instead of serving honestly.
    package var misconduct: Misconduct?

    package init(
        credential: Credential,
        versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3,
        family: LoopbackFamily = .ipv4,
        proxy: Interception? = nil,
        misconduct: Misconduct? = nil
    ) {
        self.credential = credential
        self.versions = versions
        self.family = family
        self.proxy = proxy
        self.misconduct = misconduct
    }
}

/// A proxy that takes CONNECT and ends the client's TLS itself.
package enum Interception: Sendable {
    /// Fetches the origin's end-entity certificate and shows what `mint` makes of it.
    case mint(@Sendable (_ origin: [UInt8]) throws -> Credential)
    /// Shows this, whatever the origin is.
    case serve(Credential)

    /// What the client gets to see in place of an origin with this end-entity certificate.
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
