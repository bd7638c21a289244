import Crypto

/// A TLS client's end without a socket: bytes in, bytes out.
///
/// It has the calls of `TLSSession`, in the same order. Exclusive: one thread at a time.
package struct StrictClient {
    var offer: ClientOffer
    private let omitted: Set<ClientCheck>
    private let trace = Trace()

    // The record layer.
    var input: [UInt8] = []
    var output: [UInt8] = []
    var opening: RecordProtection?
    var sealing: RecordProtection?
    var messages = HandshakeAssembly()
    /// Records in a row, and warnings, that said nothing.
    var emptyRecords = 0
    var warnings = 0
    var received: [UInt8] = []

    // The handshake.
    var order = [Expected(.serverHello)]
    /// The next message in `order`.
    var position = 0
    var isDone = false
    var hasClosed = false
    private var refusal: Refusal?
    var transcript = Transcript()
    var secrets: HandshakeSecrets?
    var keys: [NamedGroup: KeyAgreement] = [:]
    /// The types of extensions that the hello has.
    var asked: Set<UInt16> = []
    /// The hello of a retry; nil while there was none.
    var retry: ServerHello?

    // Chosen by the server.
    package internal(set) var version: TLSVersion?
    package internal(set) var suite: EngineSuite?
    package internal(set) var applicationProtocol: String?
    /// The session that the server resumes; nil for a full handshake.
    package internal(set) var resumed: ClientSession?
    /// Those of the server's tickets that are kept.
    package internal(set) var sessions: [ClientSession] = []
    /// That of a ticket before the server's Finished.
    var unfinished: ClientSession?
    /// The server's certificates, DER, its own first.
    package internal(set) var chain: [[UInt8]] = []
    /// The staple of the server's own certificate.
    package internal(set) var staple: [UInt8]?
    var serverRandom: [UInt8] = []
    var serverKey: PublicKey?
    /// Whether the server's certificate is its bare key (RFC 7250).
    var isOfRawKey = false
    /// Whether the server staples to all certificates; TLS 1.2's.
    var staplesToAll = false
    /// The scheme of the credential that stands for the certificate's key; nil for none.
    var credentialScheme: UInt16?
    var isAskedForCertificate = false
    var hasExtendedMasterSecret = false
    var macsCiphertext = false
    /// TLS 1.2's premaster secret, and the client's share.
    var agreement: (secret: [UInt8], share: [UInt8])?
    /// The key that the secret is encrypted with, where the suite says so.
    var transport: (modulus: [UInt8], exponent: [UInt8])?
    /// Both Finished of this handshake, and what the one before had; nil in the first.
    var verifyData: (client: [UInt8], server: [UInt8]) = ([], [])
    var earlier: Earlier?
    /// Those of early data; nil where none is under way.
    var earlySecrets: HandshakeSecrets?
    /// How many bytes of early data the server has taken.
    package internal(set) var earlyDataTaken = 0
    var earlyDataSent = 0
    /// Whether the server has changed its keys; TLS 1.2's.
    var hasChangedKeys = false

    /// The checks whose absence would have made a difference so far.
    private final class Trace {
        var consulted: Set<ClientCheck> = []
    }

    /// A message in its place.
    struct Expected {
        let type: HandshakeType
        let isOptional: Bool

        init(_ type: HandshakeType, isOptional: Bool = false) {
            (self.type, self.isOptional) = (type, isOptional)
        }
    }

    /// A client whose hello is in the output; it does not make the checks that are left out.
    package init(_ offer: ClientOffer, without omitted: Set<ClientCheck> = []) throws {
        (self.offer, self.omitted) = (offer, omitted)
        if offer.offers(.v1_3) {
            for group in offer.shared { keys[group] = try offer.key(of: group) }
        }
        try say(hello: nil)
        if offer.sendsEarlyData { try sendEarlyData() }
    }

    /// The checks that have failed, or that the client has left out or would have: without any other
    /// one this connection would be the same.
    package var consulted: Set<ClientCheck> { trace.consulted }

    /// The secrets of the connection so far, for a log of keys.
    package var log: [LoggedSecret] {
        (earlyDataTaken > 0 ? earlySecrets?.log ?? [] : []) + (secrets?.log ?? [])
    }

    /// Bytes that came from the network.
    package mutating func receive(_ bytes: [UInt8]) { input += bytes }

    /// All that must be sent.
    package mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Takes all that has come: messages, and application data after the end of `bytes`.
    ///
    /// - Returns: whether the handshake is complete.
    /// - Throws: `Refusal`, ever after the first; the alert is then in the output.
    package mutating func advance(into bytes: inout [UInt8]) throws(Refusal) -> Bool {
        if let refusal { throw refusal }
        do throws(Refusal) {
            try readAll()
        } catch {
            refusal = error
            if let alert = error.alert { try? write([2, alert], type: ContentType.alert) }
            throw error
        }
        bytes += received
        received = []
        return isDone
    }

    /// Sends application data.
    package mutating func write(_ bytes: [UInt8]) throws {
        try write(bytes, type: ContentType.applicationData)
    }

    /// Sends a record of any type under the keys of the moment, which no honest client does.
    package mutating func send(
        _ content: [UInt8],
        type: UInt8,
        blocks: RecordShape.Blocks? = nil
    ) throws {
        try write(content, type: type, blocks: blocks)
    }
}

// MARK: What all parts use

extension StrictClient {
    /// Refuses a connection that fails a check.
    ///
    /// - Returns: whether it holds; false only where the check is left out.
    @discardableResult
    func require(
        _ check: ClientCheck,
        _ holds: Bool,
        _ alert: UInt8?
    ) throws(Refusal) -> Bool {
        guard !holds else { return true }
        guard lacks(check) else { throw Refusal(check, alert) }
        return false
    }

    @discardableResult
    func require(
        _ rule: ClientCheck.Rule,
        _ holds: Bool,
        _ alert: UInt8?
    ) throws(Refusal) -> Bool {
        try require(.rule(rule), holds, alert)
    }

    /// Whether a check is left out, where the client behaves otherwise without it.
    func lacks(_ check: ClientCheck) -> Bool {
        trace.consulted.insert(check)
        return omitted.contains(check)
    }

    func lacks(_ rule: ClientCheck.Rule) -> Bool { lacks(.rule(rule)) }

    /// Runs primitives, whose failures are this end's own.
    static func primitives<Value>(
        _ body: () throws(OpenSSLError) -> Value
    ) throws(Refusal) -> Value {
        do throws(OpenSSLError) {
            return try body()
        } catch {
            throw Refusal(nil, 80)
        }
    }

    /// Sends a hello; the first one, or one that follows a retry with its cookie.
    mutating func say(hello cookie: [UInt8]?) throws(Refusal) {
        asked = Set(offer.extensions(keys, cookie: cookie).map(\.type))
        let (offer, keys, info) = (offer, keys, earlier?.client ?? [])
        let said = transcript.bytes()
        try say(
            Self.primitives { () throws(OpenSSLError) in
                try offer.hello(keys, cookie: cookie, earlier: info, after: said)
            }
        )
    }

    /// Sends a message, which the transcript then has.
    mutating func say(_ message: [UInt8]) throws(Refusal) {
        try hash(message)
        try write(message, type: ContentType.handshake)
    }

    mutating func hash(_ message: [UInt8]) throws(Refusal) {
        do throws(OpenSSLError) {
            try transcript.append(message, type: message.first ?? 0)
        } catch {
            throw Refusal(nil, 80)
        }
    }

    private var minorVersion: UInt8 { (version ?? .v1_2).minorOfRecords }

    mutating func write(
        _ content: [UInt8],
        type: UInt8,
        blocks: RecordShape.Blocks? = nil
    ) throws(Refusal) {
        guard let sealing else {
            output += [type, 3, minorVersion]
            return output.putVector(content, lengthBytes: 2)
        }
        let sealed = try Self.primitives { () throws(OpenSSLError) in
            try sealing.seal(content, type: type, blocks: blocks)
        }
        output += [sealed.type, 3, minorVersion]
        output.putVector(sealed.fragment, lengthBytes: 2)
    }
}
