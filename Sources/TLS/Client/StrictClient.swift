import Crypto

/// A TLS client's end without a socket: bytes in, bytes out.
///
/// First call `receive` with the bytes from the network, then `advance` or `write`. Then send the
/// bytes that `takeOutput` returns. Use a client on one thread at a time.
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
    /// The number of consecutive empty records.
    var emptyRecords = 0
    /// The number of alerts at warning level.
    var warnings = 0
    var received: [UInt8] = []

    // The handshake.
    var order = [Expected(.serverHello)]
    /// The index of the next message in `order`.
    var position = 0
    /// Whether the handshake is complete.
    package internal(set) var isDone = false
    var hasClosed = false
    private var refusal: Refusal?
    var transcript = Transcript()
    var secrets: HandshakeSecrets?
    var keys: [NamedGroup: KeyAgreement] = [:]
    /// The types of the extensions in the hello.
    var asked: Set<UInt16> = []
    /// The server's HelloRetryRequest; nil without one.
    var retry: ServerHello?

    // Choices of the server.
    package internal(set) var version: TLSVersion?
    package internal(set) var suite: EngineSuite?
    package internal(set) var applicationProtocol: String?
    /// The session that the server resumes; nil for a full handshake.
    package internal(set) var resumed: ClientSession?
    /// The sessions from the server's tickets, which the client keeps.
    package internal(set) var sessions: [ClientSession] = []
    /// The ticket that came before the server's Finished.
    var unfinished: ClientSession?
    /// The server's certificates in DER, the end entity's first.
    package internal(set) var chain: [[UInt8]] = []
    /// The staple of the end-entity certificate.
    package internal(set) var staple: [UInt8]?
    var serverRandom: [UInt8] = []
    var serverKey: PublicKey?
    /// Whether the server chose to send a raw public key (RFC 7250).
    var isOfRawKey = false
    /// Whether the server staples for all certificates; only in TLS 1.2.
    var staplesToAll = false
    /// The scheme of the delegated credential that replaces the certificate's key; nil without one.
    var credentialScheme: UInt16?
    var isAskedForCertificate = false
    /// The signature schemes of the server's request for a certificate, by number.
    var requestedSchemes: [UInt16] = []
    /// The types of the extensions of the server's request; empty before TLS 1.3.
    var requestedExtensions: Set<UInt16> = []
    /// Whether this client has sent a certificate.
    package internal(set) var hasShownCertificate = false
    /// The names of the violations that were not possible in this connection so far.
    package internal(set) var missedViolations: Set<String>
    /// The last alert from the server, by its number; nil if the server sent no alert except
    /// close_notify.
    package internal(set) var serverAlert: UInt8?
    var hasExtendedMasterSecret = false
    var macsCiphertext = false
    /// TLS 1.2's premaster secret, and the client's share of the key exchange.
    var agreement: (secret: [UInt8], share: [UInt8])?
    /// The RSA key with which the client encrypts the secret; nil for suites with a key exchange.
    var transport: (modulus: [UInt8], exponent: [UInt8])?
    /// The contents of both Finished of this handshake.
    var verifyData: (client: [UInt8], server: [UInt8]) = ([], [])
    /// The values of the handshake before a renegotiation; nil in the first handshake.
    var earlier: Earlier?
    /// The secrets of early data; nil if the client sends no early data.
    var earlySecrets: HandshakeSecrets?
    /// The number of bytes of early data that the server has accepted.
    package internal(set) var earlyDataTaken = 0
    var earlyDataSent = 0
    /// Whether the server has changed its keys; only in TLS 1.2.
    var hasChangedKeys = false

    /// The checks that could affect the outcome.
    private final class Trace {
        var consulted: Set<ClientCheck> = []
    }

    /// A message type and its place.
    struct Expected {
        let type: HandshakeType
        let isOptional: Bool

        init(_ type: HandshakeType, isOptional: Bool = false) {
            (self.type, self.isOptional) = (type, isOptional)
        }
    }

    /// Makes a client that skips the checks in `without`; `takeOutput` returns its ClientHello.
    package init(_ offer: ClientOffer, without omitted: Set<ClientCheck> = []) throws {
        var offer = offer
        missedViolations = Set(offer.violations.map(\.name))
        for violation in offer.violations where violation.change(&offer) {
            missedViolations.remove(violation.name)
        }
        (self.offer, self.omitted) = (offer, omitted)
        if offer.offers(.v1_3) {
            for group in offer.shared { keys[group] = try offer.key(of: group) }
        }
        try say(hello: nil)
        if !offer.plainData.isEmpty {
            try write(offer.plainData, type: ContentType.applicationData)
        }
        if offer.sendsEarlyData { try sendEarlyData() }
    }

    /// The checks that could affect the outcome: the checks whose condition was not met, and the
    /// checks that decided what the client did next.
    ///
    /// A client that left out another check would behave the same on this connection.
    package var consulted: Set<ClientCheck> { trace.consulted }

    /// The secrets of the connection so far, for a key log.
    package var log: [LoggedSecret] {
        (earlyDataTaken > 0 ? earlySecrets?.log ?? [] : []) + (secrets?.log ?? [])
    }

    /// Takes bytes that came from the network.
    package mutating func receive(_ bytes: [UInt8]) { input += bytes }

    /// Returns everything that must be sent.
    package mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Handles all received bytes: handles messages, and appends application data to `bytes`.
    ///
    /// - Returns: whether the handshake is complete.
    /// - Throws: `Refusal`, also on every later call; the alert is then in the output.
    package mutating func advance(into bytes: inout [UInt8]) throws(Refusal) -> Bool {
        if let refusal { throw refusal }
        // What came before an error counts, however the bytes were split.
        defer {
            bytes += received
            received = []
        }
        do throws(Refusal) {
            try readAll()
        } catch {
            refusal = error
            if let alert = error.alert { try? write([2, alert], type: ContentType.alert) }
            throw error
        }
        return isDone
    }

    /// Sends application data.
    package mutating func write(_ bytes: [UInt8]) throws {
        try write(bytes, type: ContentType.applicationData)
    }

    /// Sends a record of any type under the current keys, which no honest client does.
    package mutating func send(
        _ content: [UInt8],
        type: UInt8,
        blocks: RecordShape.Blocks? = nil
    ) throws {
        try write(content, type: type, blocks: blocks)
    }
}

// MARK: Common parts

extension StrictClient {
    /// Requires a condition.
    ///
    /// - Returns: true if the condition holds; false if it does not hold and this client omits the
    ///   check.
    /// - Throws: `Refusal` if the condition does not hold and this client makes the check.
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

    /// Whether a check is left out; used where the client then does something else.
    func lacks(_ check: ClientCheck) -> Bool {
        trace.consulted.insert(check)
        return omitted.contains(check)
    }

    func lacks(_ rule: ClientCheck.Rule) -> Bool { lacks(.rule(rule)) }

    /// Runs primitives; their failure is an error of this client and not of the server.
    static func primitives<Value>(
        _ body: () throws(OpenSSLError) -> Value
    ) throws(Refusal) -> Value {
        do throws(OpenSSLError) {
            return try body()
        } catch {
            throw Refusal(nil, 80)
        }
    }

    /// Sends a hello: the first hello, or the hello after a retry, with the cookie of the retry.
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

    /// Sends a message and adds it to the transcript.
    mutating func say(_ message: [UInt8]) throws(Refusal) {
        try hash(message, from: .client)
        try write(message, type: ContentType.handshake)
    }

    mutating func hash(_ message: [UInt8], from sender: Side = .server) throws(Refusal) {
        do throws(OpenSSLError) {
            try transcript.append(message, type: message.first ?? 0, from: sender)
        } catch {
            throw Refusal(nil, 80)
        }
    }

    private static let longestRecord = 1 << 14

    private var minorVersion: UInt8 { (version ?? .v1_2).minorOfRecords }

    mutating func write(
        _ content: [UInt8],
        type: UInt8,
        blocks: RecordShape.Blocks? = nil
    ) throws(Refusal) {
        // RFC 8446 §5.1: a message of many certificates needs several records.
        guard content.count <= Self.longestRecord else {
            var rest = content[...]
            while !rest.isEmpty {
                try write(Array(rest.prefix(Self.longestRecord)), type: type, blocks: blocks)
                rest = rest.dropFirst(Self.longestRecord)
            }
            return
        }
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
