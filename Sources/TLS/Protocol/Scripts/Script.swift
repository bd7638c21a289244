import Crypto

// TLS/Protocol plays the server's side of TLS from a script. Edits make the server break one rule
// and follow all other rules. This folder does not use libssl's handshake or sockets, and does not
// decide whether to trust a certificate.

/// A message that the server waits for.
package enum ClientMessage: Hashable, Sendable {
    /// The second hello, after a HelloRetryRequest.
    case clientHello
    case certificate
    /// The client's CertificateVerify; the client sends it only after a certificate.
    case certificateVerify
    case clientKeyExchange
    /// The end of early data; the server accepts early data until then.
    case endOfEarlyData
    case changeCipherSpec
    case finished
}

/// A step of a script.
package enum Step: Hashable, Sendable {
    case say(Message)
    /// Sends a record with these bytes, unprotected if `inPlaintext`.
    case record(type: UInt8, [UInt8], inPlaintext: Bool)
    /// Sends bytes that are not a record.
    case raw([UInt8])
    /// Sends bytes in the same records as the adjacent messages; the transcript does not contain
    /// them.
    case bytes([UInt8])
    /// Sends the pending messages without this many bytes at their end. The server sends these
    /// bytes later, under the next keys.
    case holdsBack(Int)
    /// Gives the next records this shape.
    case shape(RecordShape)
    /// Replaces the transcript so far by a message_hash (RFC 8446 §4.4.1).
    case foldTranscript
    case reads(under: Epoch)
    case writes(under: Epoch)
    /// Updates the server's sending keys (RFC 8446 §7.2).
    case updatesKeys
    /// Sends the pending messages and waits for the client's answer.
    case expect(ClientMessage)
    /// Repeats these steps, none of which waits for the client.
    case repeats([Step], times: Int)
    /// Sends the pending messages and then stays silent for ever.
    case stops
    /// Ends the handshake; the script continues once the client has sent application data or a
    /// message.
    case awaitsData
    /// Waits for the client's next hello, which another script answers; only in TLS 1.2.
    case renegotiates(Renegotiation)

    /// A correct ChangeCipherSpec.
    package static let changeCipherSpec = Step.record(type: 20, [1], inPlaintext: false)

    /// The type of the message to send; nil for other steps.
    package var said: HandshakeType? {
        guard case .say(let message) = self else { return nil }
        return message.type
    }
}

/// The server's side of one connection, from the ClientHello to the first application data.
package struct Script: Sendable {
    /// The source of the shared secret.
    package enum Secret: Sendable {
        /// A key exchange in this group, with this key of the server.
        case agreed(NamedGroup, KeyAgreement)
        /// A key exchange with this key of the server, in a field or on a curve that may be
        /// unsuitable. The client's share is not checked.
        case exchanged(KeyAgreement)
        /// The client encrypts the secret with the certificate's key.
        case transported
        /// The client encrypts the secret with another key of the server.
        case transportedTo(BareKey)
        /// These bytes: the secret that a client computes if it skips a check, or the master secret
        /// of a resumed session of TLS 1.2.
        case known([UInt8])
    }

    package var version: TLSVersion
    package var suite: EngineSuite
    package var secret: Secret
    package var steps: [Step]
    package var applicationProtocol: String?
    /// The resumed session; nil for a full handshake.
    package var resumption: ResumedSession?
    /// The session of the client's early data; nil if the server accepts no early data.
    package var earlySession: KeptSession?
    /// Whether the extended master secret is used (RFC 7627); only before TLS 1.3.
    package var hasExtendedMasterSecret = false
    /// Whether CBC suites use encrypt-then-MAC (RFC 7366); only before TLS 1.3.
    package var macsCiphertext = false
}
