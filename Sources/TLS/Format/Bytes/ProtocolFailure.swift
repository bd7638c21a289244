import Crypto

// TLS/Format reads and writes the messages and records of TLS, and computes their keys by libcrypto's
// primitives. It knows the order of no handshake.

/// Why a connection cannot go on.
package enum ProtocolFailure: Error, Hashable, Sendable {
    /// The peer's bytes are not TLS.
    case notTLS
    /// A record or message is longer than the protocol allows.
    case tooLong
    /// A record does not decrypt.
    case undecryptable
    /// A message of this type (RFC 8446 §4) is not as the protocol writes it.
    case malformed(message: UInt8)
    /// An extension of this type stands twice in a message.
    case repeatedExtension(UInt16)
    /// Another extension stands after the client's pre_shared_key.
    case preSharedKeyNotLast
    /// A record or message of this type is out of place.
    case unexpected(type: UInt8)
    /// No protocol version in common.
    case version
    /// The client has fallen back to a version below the newest that both ends could have.
    case fallback
    /// No cipher suite, group or signature scheme in common.
    case parameters
    /// The client's key share is missing or no point of its curve.
    case share
    /// The client's hello of a renegotiation does not name the handshake before it.
    case renegotiation
    /// The client's second hello has another cookie than the retry.
    case cookie
    /// The client sent no certificate, which this version of TLS says by its own alert.
    case certificateRequired(TLSVersion)
    /// The client's CertificateVerify is not by its certificate's key.
    case proof
    /// The client's hello does not prove the session that it, or the first one, offered.
    case binder
    /// The peer's Finished does not fit the transcript.
    case finished
    /// The peer sent this alert.
    case alert(UInt8)
    case primitive(OpenSSLError)

    /// The number of the alert that tells the peer (RFC 8446 §6.2); nil for none.
    package var alert: UInt8? {
        switch self {
        case .notTLS, .alert: nil
        case .tooLong: 22
        case .undecryptable: 20
        case .malformed: 50
        case .repeatedExtension, .preSharedKeyNotLast, .share, .cookie: 47
        case .unexpected: 10
        case .version: 70
        case .fallback: 86
        case .parameters, .renegotiation: 40
        case .certificateRequired(let version): version == .v1_3 ? 116 : 40
        case .proof, .binder, .finished: 51
        case .primitive: 80
        }
    }
}

/// Runs primitives, whose failures are the protocol's here.
package func primitives<Value>(
    _ body: () throws(OpenSSLError) -> Value
) throws(ProtocolFailure) -> Value {
    do throws(OpenSSLError) {
        return try body()
    } catch {
        throw .primitive(error)
    }
}
