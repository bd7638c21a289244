import Crypto

// TLS/Protocol plays the server's side of TLS by a script that can be edited, so that a server
// misbehaves in one place and is honest everywhere else. It knows neither libssl nor sockets nor
// certificates.

/// A message that the server waits for.
package enum ClientMessage: Hashable, Sendable {
    /// The second one, after a HelloRetryRequest.
    case clientHello
    case certificate
    /// Awaited only after a certificate.
    case certificateVerify
    case clientKeyExchange
    /// After the early data, which is taken until then.
    case endOfEarlyData
    case changeCipherSpec
    case finished
}

/// A step of a script.
package enum Step: Hashable, Sendable {
    case say(Message)
    /// A record of these bytes, without protection where `inPlaintext`.
    case record(type: UInt8, [UInt8], inPlaintext: Bool)
    /// Bytes that are no record.
    case raw([UInt8])
    /// Bytes of no message, with the messages around them; of no transcript.
    case bytes([UInt8])
    /// The messages said so far are sent but for so many bytes, which wait for the next keys.
    case holdsBack(Int)
    /// The records of what is sent next have this shape.
    case shape(RecordShape)
    /// The transcript so far becomes a message_hash (RFC 8446 §4.4.1).
    case foldTranscript
    case reads(under: Epoch)
    case writes(under: Epoch)
    /// The server's records are from now on under its next keys (RFC 8446 §7.2).
    case updatesKeys
    /// The messages said so far are sent, and the client's answer is awaited.
    case expect(ClientMessage)
    /// These steps, none of which waits for the client, so many times over.
    case repeats([Step], times: Int)
    /// The messages said so far are sent, and nothing more is ever said.
    case stops
    /// The client's next hello is awaited, which another script answers; TLS 1.2's.
    case renegotiates(Renegotiation)

    /// A ChangeCipherSpec as it should be.
    package static let changeCipherSpec = Step.record(type: 20, [1], inPlaintext: false)

    /// The type of the message that is said; nil for other steps.
    package var said: HandshakeType? {
        guard case .say(let message) = self else { return nil }
        return message.type
    }
}

/// The server's side of one connection, from the ClientHello to the first application data.
package struct Script: Sendable {
    /// How the secret comes about.
    package enum Secret: Sendable {
        /// With the client's share of this group.
        case agreed(NamedGroup, KeyAgreement)
        /// With any number or point of the client's, in a finite field or on a curve that may be unfit.
        case exchanged(KeyAgreement)
        /// The client encrypts it with the certificate's key.
        case transported
        /// The client encrypts it with a key of the server's own.
        case transportedTo(BareKey)
        /// These bytes, which a client without some check would compute.
        case known([UInt8])
    }

    package var version: TLSVersion
    package var suite: EngineSuite
    package var secret: Secret
    package var steps: [Step]
    package var applicationProtocol: String?
    /// The session that goes on; nil for a full handshake.
    package var resumption: ResumedSession?
    /// The session that the client's early data is of; nil where none is taken.
    package var earlySession: KeptSession?
    /// Whether the master secret is of the transcript (RFC 7627); TLS 1.2's.
    package var hasExtendedMasterSecret = false
    /// Whether CBC's MAC is of the ciphertext (RFC 7366); TLS 1.2's.
    package var macsCiphertext = false
}
