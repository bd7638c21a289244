import Crypto

// A plan becomes bytes only when its message is sent, because it depends on everything sent before.
// So an edit can sign wrong data correctly.

/// A signature that is made when its message is sent.
package struct Proof: Hashable, Sendable {
    package enum Signer: Hashable, Sendable {
        /// The key of the server's certificate.
        case credential
        /// The P-256 key with this scalar.
        case scalar([UInt8])
        /// These bytes instead of a signature.
        case literal([UInt8])
        /// No key: the cube of the signature starts like RSA's padded digest (RFC 8017 §9.2).
        case cubeRoot
    }

    package enum Coverage: Hashable, Sendable {
        /// The transcript's hash after 64 spaces and this context (RFC 8446 §4.4.3).
        ///
        /// The transcript omits messages of some types.
        case transcript(context: String, without: [HandshakeType])
        /// These bytes and the transcript's hash.
        case prefixed([UInt8])
        /// Both randoms and the parameters (RFC 5246 §7.4.3).
        case randoms(serverFirst: Bool)
        /// The same, but with a client random of zeros, as if from another connection.
        case staleRandoms
    }

    /// The scheme that the message names.
    package var scheme: UInt16
    /// The scheme that makes the signature.
    package var signature: SignatureScheme
    package var signer = Signer.credential
    package var covers: Coverage
    package var damage: [Damage] = []
    /// Whether it names no scheme and uses MD5 with SHA-1 for RSA, SHA-1 for ECDSA.
    ///
    /// RFC 4346 §7.4.3 and RFC 8422 §5.4 define this older form.
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
    /// The types of messages that its transcript omits.
    package var without: [HandshakeType] = []
    package var damage: [Damage] = []
}

/// A ServerKeyExchange on a curve (RFC 8422 §5.4) or in a finite field (RFC 5246 §7.4.3).
package struct KeyExchangePlan: Hashable, Sendable {
    /// The signed bytes.
    package var parameters: [UInt8]
    package var proof: Proof
    /// Whether a signature is sent; anonymous servers send none.
    package var isProved = true
    /// The damage to the parameters after signing.
    package var damage: [Damage] = []
}
