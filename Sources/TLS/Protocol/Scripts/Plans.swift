import Crypto

// A plan says how to make a message. It becomes bytes only when the message is sent, because the
// bytes depend on everything sent before. So an edit of the script can plan a correct signature of
// wrong data.

/// A plan for a signature that proves possession of a key: in CertificateVerify or
/// ServerKeyExchange.
package struct Proof: Hashable, Sendable {
    package enum Signer: Hashable, Sendable {
        /// The key of the server's certificate.
        case credential
        /// The P-256 key with this scalar.
        case scalar([UInt8])
        /// These bytes instead of a signature.
        case literal([UInt8])
        /// No key: the signature is a number whose cube starts like RSA's padded digest (RFC 8017
        /// §9.2).
        case cubeRoot
    }

    package enum Coverage: Hashable, Sendable {
        /// The transcript's hash after 64 spaces and this context (RFC 8446 §4.4.3).
        ///
        /// The transcript omits messages of the types in `without`.
        case transcript(context: String, without: [HandshakeType])
        /// These bytes and the transcript's hash.
        case prefixed([UInt8])
        /// Both randoms and the parameters (RFC 5246 §7.4.3).
        case randoms(serverFirst: Bool)
        /// Both randoms and the parameters, but with a client random of zeros, as if from another
        /// connection.
        case staleRandoms
    }

    /// The scheme that the message states.
    package var scheme: UInt16
    /// The scheme that actually makes the signature.
    package var signature: SignatureScheme
    package var signer = Signer.credential
    package var covers: Coverage
    package var damage: [Damage] = []
    /// Whether the message names no scheme; then RSA signs the digests MD5 and SHA-1 together, and
    /// ECDSA signs SHA-1.
    ///
    /// RFC 4346 §7.4.3 and RFC 8422 §5.4 define this older form.
    var isOlder = false

    init(_ scheme: HandshakeScheme, covers: Coverage) {
        self.scheme = scheme.rawValue
        signature = scheme.signature
        self.covers = covers
    }

    /// The context string of a server's CertificateVerify.
    package static let serverContext = "TLS 1.3, server CertificateVerify"
    package static let clientContext = "TLS 1.3, client CertificateVerify"
}

/// A plan for a Finished.
package struct FinishedPlan: Hashable, Sendable {
    package var side = Side.server
    /// The types of messages that the hashed transcript omits.
    package var without: [HandshakeType] = []
    package var damage: [Damage] = []
}

/// A plan for a ServerKeyExchange on a curve (RFC 8422 §5.4) or in a finite field (RFC 5246
/// §7.4.3).
package struct KeyExchangePlan: Hashable, Sendable {
    /// The parameters as bytes, before any damage; the signature covers these bytes.
    package var parameters: [UInt8]
    package var proof: Proof
    /// Whether a signature is sent; anonymous servers send no signature.
    package var isProved = true
    /// The damage to the parameters after signing.
    package var damage: [Damage] = []
}
