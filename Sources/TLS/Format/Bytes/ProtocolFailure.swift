import Crypto

// TLS/Format reads and writes the messages and records of TLS, and computes keys with libcrypto's
// primitives. The order of messages in a handshake is the task of TLS/Protocol.

/// The reason why a connection cannot continue.
package enum ProtocolFailure: Error, Hashable, Sendable {
    /// The peer's bytes are not TLS.
    case notTLS
    /// A record or message is longer than the protocol allows.
    case tooLong
    /// A record cannot be decrypted.
    case undecryptable
    /// A message of this type (RFC 8446 §4) is malformed.
    case malformed(message: UInt8)
    /// A record of this type (RFC 8446 §5.1), which contains no message, is malformed.
    case malformedRecord(type: UInt8)
    /// A message contains an extension of this type twice.
    case repeatedExtension(UInt16)
    /// The client's hello lacks an extension that another extension needs.
    case missingExtension
    /// pre_shared_key is not the last extension of the client's hello.
    case preSharedKeyNotLast
    /// A record or message of this type is not allowed at this point.
    case unexpected(type: UInt8)
    /// The two ends have no protocol version in common.
    case version
    /// The client fell back to an older version than the newest version that both ends support.
    case fallback
    /// The two ends have no cipher suite, group or signature scheme in common.
    case parameters
    /// The client's key share is missing or not valid for its group.
    case share
    /// The client's hello for a renegotiation does not refer to the previous handshake.
    case renegotiation
    /// The client's second hello does not repeat the cookie of the HelloRetryRequest.
    case cookie
    /// The client's Certificate has another context than the request.
    case context
    /// The client's Certificate has an extension that the server did not request.
    case unrequestedExtension
    /// The client sent no certificate; the protocol version selects the alert.
    case certificateRequired(TLSVersion)
    /// The client's CertificateVerify was not made by its certificate's key.
    case proof
    /// The client's hello has no valid binder for the session that the server resumes.
    case binder
    /// The peer's Finished does not match the transcript.
    case finished
    /// The peer sent this alert.
    case alert(UInt8)
    case primitive(OpenSSLError)

    /// The number of the alert for the peer (RFC 8446 §6.2); nil for none.
    package var alert: UInt8? {
        switch self {
        case .notTLS, .alert: nil
        case .tooLong: 22
        case .undecryptable: 20
        case .malformed, .malformedRecord: 50
        case .repeatedExtension, .preSharedKeyNotLast, .share, .cookie, .context: 47
        case .unexpected: 10
        case .unrequestedExtension: 110
        case .version: 70
        case .fallback: 86
        case .missingExtension: 109
        case .parameters, .renegotiation: 40
        case .certificateRequired(let version): version == .v1_3 ? 116 : 40
        case .proof, .binder, .finished: 51
        case .primitive: 80
        }
    }
}

/// Runs primitives and turns their failures into protocol failures.
package func primitives<Value>(
    _ body: () throws(OpenSSLError) -> Value
) throws(ProtocolFailure) -> Value {
    do throws(OpenSSLError) {
        return try body()
    } catch {
        throw .primitive(error)
    }
}
