import Crypto

// Plans become bytes only when their message is sent, because they depend on all that was sent
// before it. So an edit can have the wrong thing signed correctly.

/// A signature that is made when its message is.
package struct Proof: Hashable, Sendable {
    package enum Signer: Hashable, Sendable {
        /// The key that belongs to the server's certificate.
        case credential
        /// The key of P-256 with this scalar.
        case scalar([UInt8])
        /// These bytes stand for the signature.
        case literal([UInt8])
        /// No key: the cube of the signature begins as RSA's padded digest does (RFC 8017 §9.2).
        case cubeRoot
    }

    package enum Coverage: Hashable, Sendable {
        /// The transcript's hash after the 64 spaces and this context (RFC 8446 §4.4.3), without
        /// messages of some types.
        case transcript(context: String, without: [HandshakeType])
        /// The transcript's hash after these bytes.
        case prefixed([UInt8])
        /// Both randoms and the parameters (RFC 5246 §7.4.3).
        case randoms(serverFirst: Bool)
        /// The same with a client's random of zeros, as of another connection.
        case staleRandoms
    }

    /// The scheme that the message names.
    package var scheme: UInt16
    /// The scheme by which the signature is made.
    package var signature: SignatureScheme
    package var signer = Signer.credential
    package var covers: Coverage
    package var damage: [Damage] = []
    /// Whether it names no scheme, and is of MD5 and SHA-1 for RSA, of SHA-1 for ECDSA (RFC 4346
    /// §7.4.3, RFC 8422 §5.4).
    var isOlder = false

    init(_ scheme: HandshakeScheme, covers: Coverage) {
        self.scheme = scheme.rawValue
        signature = scheme.signature
        self.covers = covers
    }

    /// The context string of a server's proof.
    package static let serverContext = "TLS 1.3, server CertificateVerify"
    package static let clientContext = "TLS 1.3, client CertificateVerify"
}

/// A Finished that is made when it is sent.
package struct FinishedPlan: Hashable, Sendable {
    package var side = Side.server
    /// The types of messages that its transcript lacks.
    package var without: [HandshakeType] = []
    package var damage: [Damage] = []
}

/// A ServerKeyExchange on a curve (RFC 8422 §5.4) or in a finite field (RFC 5246 §7.4.3).
package struct KeyExchangePlan: Hashable, Sendable {
    /// The signed bytes.
    package var parameters: [UInt8]
    package var proof: Proof
    /// Anonymous servers have no proof.
    package var isProved = true
    /// Done to the parameters once they are signed.
    package var damage: [Damage] = []
}
