import Crypto

/// The server's end of a TLS connection.
///
/// It plays a script, and has no socket: bytes in, bytes out. It has the same calls as
/// `TLSSession`, in the same order. First call `receive` with the bytes from the network, then
/// `handshake`, `read` or `write`. Then send the bytes that `takeOutput` returns. Use a session on
/// one thread at a time.
package struct ScriptedSession: ~Copyable {
    private let settings: ServerSettings
    private let edits: [Violation]
    var records = RecordLayer()
    var messages = HandshakeAssembly()
    var run: ScriptRun?
    /// The index of the next step.
    private var position = 0
    /// Whether the client declined a renegotiation.
    private var hasDeclined = false
    /// Pending messages, which no record contains yet.
    private var unsent: [UInt8] = []
    /// Bytes that wait for the next keys.
    private var held: [UInt8] = []
    /// The shape of the next records.
    private var shape: RecordShape?
    /// Application data that was not read yet.
    var unread: [UInt8] = []
    /// The number of bytes of early data that the server has read.
    var earlyCount = 0
    private var failure: ProtocolFailure?
    var hasClosed = false
    private var clientHasCertificate = false

    /// The client's first message; nil until the message has come.
    package private(set) var hello: ClientHello?
    /// The script in use; nil before the script is made.
    package var script: Script? { run?.script }
    /// The reasons why violations were not possible with this client, by the names of the
    /// violations.
    package private(set) var notApplicable: [String: NoOccasion] = [:]
    /// The alert that the peer sent, by its number in RFC 8446; nil if the peer sent no alert
    /// except close_notify.
    package private(set) var peerAlert: UInt8?
    /// Whether the script has reached the step after which the server stays silent.
    package private(set) var hasStopped = false
    /// Whether the client has sent a heartbeat (RFC 6520 §3), although the server never negotiates
    /// heartbeats.
    package private(set) var hasHeartbeat = false
    /// Whether this end has sent its certificates.
    package private(set) var hasShownCertificates = false
    /// The certificates that the client sent in DER, the client's own certificate first.
    package internal(set) var clientCertificates: [[UInt8]] = []

    /// Makes a session that waits for a ClientHello.
    ///
    /// The violations are applied to the honest script in this order, once the ClientHello has
    /// come.
    package init(_ settings: ServerSettings, violations: [Violation] = []) {
        self.settings = settings
        edits = violations
    }

    /// Whether the client has requested a staple from this end (RFC 6066 §8).
    package var wantsStaple: Bool { hello?.offers(extension: Extension.statusRequest) ?? false }

    /// Whether early data came (RFC 8446 §4.2.10), accepted or not.
    package var hasEarlyData: Bool { earlyCount > 0 || records.hasSkipped }

    /// The application protocol that both ends agreed on; nil for none.
    package var applicationProtocol: String? { run?.script.applicationProtocol }

    /// The secrets of the connection so far, for a key log.
    package var secrets: [LoggedSecret] { run?.secrets.log ?? [] }

    /// Takes bytes that came from the network.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        // After a failure, ignore all further bytes.
        guard bytes.count > 0, failure == nil else { return }
        records.receive(bytes)
    }

    /// Appends the output, the bytes for the peer, to `bytes`.
    package mutating func takeOutput(into bytes: inout [UInt8]) {
        records.takeOutput(into: &bytes)
    }

    /// Continues the handshake as far as possible.
    ///
    /// - Throws: `ProtocolFailure` if the handshake can no longer succeed; the alert for the peer
    ///   is then in the output.
    package mutating func handshake() throws(ProtocolFailure) -> TLSSession.Progress {
        try guarded { (session: inout ScriptedSession) throws(ProtocolFailure) in
            try session.advance()
        }
    }

    /// Appends decrypted bytes to `bytes`.
    package mutating func read(
        into bytes: inout [UInt8]
    ) throws(ProtocolFailure) -> TLSSession.Progress {
        let progress = try guarded { (session: inout ScriptedSession) throws(ProtocolFailure) in
            try session.readData()
        }
        if progress == .done {
            bytes += unread
            unread = []
        }
        return progress
    }

    /// Encrypts `bytes`; the output buffer has no limit.
    package mutating func write(_ bytes: [UInt8]) throws(ProtocolFailure) {
        guard !bytes.isEmpty else { return }
        try send(bytes, type: ContentType.applicationData)
    }

    /// Sends a record of any type under the current keys, which no honest server does.
    package mutating func send(raw content: [UInt8], type: UInt8) throws(ProtocolFailure) {
        try send(content, type: type)
    }

    /// Sends close_notify.
    package mutating func close() {
        // Ignore a failure: the connection ends anyway.
        try? send([1, 0], type: ContentType.alert)
    }

    /// Keeps the first failure and sends its alert; every later call throws the same failure.
    private mutating func guarded(
        _ body: (inout ScriptedSession) throws(ProtocolFailure) -> TLSSession.Progress
    ) throws(ProtocolFailure) -> TLSSession.Progress {
        if let failure { throw failure }
        do throws(ProtocolFailure) {
            return try body(&self)
        } catch {
            failure = error
            try? flush()
            if let alert = error.alert { try? send([2, alert], type: ContentType.alert) }
            throw error
        }
    }
}

// MARK: The script

extension ScriptedSession {
    /// Continues the script; returns `.done` at its end, and where it waits for application data.
    mutating func advance() throws(ProtocolFailure) -> TLSSession.Progress {
        if run == nil {
            guard let bytes = try nextMessage(.clientHello) else { return waiting }
            try begin(ClientHello(bytes))
        }
        while let step = nextStep {
            if step == .awaitsData, unread.isEmpty, messages.isEmpty { break }
            guard try perform(step) else {
                try flush()
                return waiting
            }
            position += 1
        }
        try flush()
        return .done
    }

    var waiting: TLSSession.Progress { hasClosed ? .closed : .wantsInput }

    /// Whether no step of the script is left.
    var hasEnded: Bool { nextStep == nil }

    private var nextStep: Step? {
        guard let steps = run?.script.steps, position < steps.count else { return nil }
        return steps[position]
    }

    /// Makes the script, once the client's offer is known.
    private mutating func begin(_ hello: ClientHello) throws(ProtocolFailure) {
        self.hello = hello
        let facts = Facts(hello: hello, settings: settings)
        var script = try honestScript(facts)
        for edit in edits {
            do throws(NoOccasion) {
                try edit.apply(&script, facts)
            } catch {
                notApplicable[edit.name] = error
            }
        }
        // Until the client renegotiates, the violations of a second handshake are not possible.
        for edit in edits where edit.renegotiates && notApplicable[edit.name] == nil {
            notApplicable[edit.name] = .noRenegotiation
        }
        records.minorVersion = script.version.minorOfRecords
        if hello.offers(extension: Extension.earlyData),
            !script.steps.contains(.expect(.endOfEarlyData))
        {
            records.skip(atMost: Self.longestEarlyData)
        }
        do throws(OpenSSLError) {
            run = try ScriptRun(script, facts)
        } catch {
            throw .primitive(error)
        }
    }

    /// Returns the script before the violations change it.
    ///
    /// If the client offers only weak suites and a violation chooses a weak suite, returns the
    /// script of a server that supports weak suites.
    private func honestScript(_ facts: Facts) throws(ProtocolFailure) -> Script {
        do throws(ProtocolFailure) { return try Script.honest(facts) } catch {
            guard error == .parameters, edits.contains(where: \.choosesWeakSuite),
                let weaker = Script.honest(facts, under: { _ in true })
            else { throw error }
            return weaker
        }
    }

    /// The maximum length of early data to skip, including the expansion of its records.
    ///
    /// This is about twice the default maximum of OpenSSL and BoringSSL, because records of a few
    /// bytes expand.
    private static let longestEarlyData = 1 << 15

    /// Runs a step; returns false if the step needs more bytes of the client, or if the server
    /// stays silent from now on.
    private mutating func perform(_ step: Step) throws(ProtocolFailure) -> Bool {
        switch step {
        case .say(let message): try say(message)
        case .record(let type, let bytes, let inPlaintext):
            try flush()
            try send(bytes, type: type, inPlaintext: inPlaintext)
        case .raw(let bytes):
            try flush()
            records.write(raw: bytes)
        case .bytes(let bytes): unsent += bytes
        case .holdsBack(let count):
            held = Array(unsent.suffix(count))
            unsent.removeLast(held.count)
            try flush()
        case .shape(let shape):
            try flush()
            self.shape = shape
        case .foldTranscript:
            do throws(OpenSSLError) {
                try run?.foldTranscript()
            } catch {
                throw .primitive(error)
            }
        case .reads(let epoch):
            records.reads(under: try run?.protection(of: .client, in: epoch) ?? nil)
        case .writes(let epoch):
            try flush()
            records.writes(under: try run?.protection(of: .server, in: epoch) ?? nil)
            unsent = held
            held = []
        case .updatesKeys:
            try flush()
            try update(.server)
        case .repeats(let steps, let count):
            for _ in 0..<count {
                for step in steps { _ = try perform(step) }
            }
        case .stops:
            try flush()
            hasStopped = true
            return false
        case .awaitsData: break
        case .expect(let message): return try receive(message)
        case .renegotiates(let kind):
            try flush()
            guard let bytes = try nextMessage(.clientHello, isLate: true) else {
                return hasDeclined
            }
            run = try run?.renegotiated(ClientHello(bytes), as: kind)
            // The index before the first step of the second handshake; the caller then adds one.
            position = -1
            for edit in edits where notApplicable[edit.name] == .noRenegotiation {
                notApplicable[edit.name] = nil
            }
        }
        return true
    }

    private mutating func say(_ message: Message) throws(ProtocolFailure) {
        do throws(OpenSSLError) {
            unsent += try run?.bytes(of: message) ?? []
        } catch {
            throw .primitive(error)
        }
        if [.certificate, .compressedCertificate].contains(message.type) {
            hasShownCertificates = true
        }
    }

    /// Puts the pending messages into records.
    private mutating func flush() throws(ProtocolFailure) {
        guard !unsent.isEmpty else { return }
        let bytes = unsent
        unsent = []
        try send(bytes, type: ContentType.handshake)
    }

    mutating func send(
        _ content: [UInt8],
        type: UInt8,
        inPlaintext: Bool = false
    ) throws(ProtocolFailure) {
        do throws(OpenSSLError) {
            let shape = self.shape ?? RecordShape()
            self.shape = nil
            try records.write(content, type: type, inPlaintext: inPlaintext, shape: shape)
        } catch {
            throw .primitive(error)
        }
    }
}

// MARK: The client's messages

extension ScriptedSession {
    /// Handles a message of the client; returns false if the message has not come.
    private mutating func receive(_ message: ClientMessage) throws(ProtocolFailure) -> Bool {
        switch message {
        case .changeCipherSpec: return try awaitChangeCipherSpec()
        case .clientHello:
            guard let bytes = try nextMessage(.clientHello) else { return false }
            try run?.take(secondHello: bytes)
            records.skip(atMost: 0)
        case .certificate:
            guard let bytes = try nextMessage(.certificate) else { return false }
            try take(certificate: bytes)
            try run?.append(bytes)
        case .certificateVerify:
            guard clientHasCertificate else { return true }
            guard let bytes = try nextMessage(.certificateVerify) else { return false }
            try run?.check(proof: bytes, by: clientCertificates.first ?? [])
        case .clientKeyExchange:
            guard let bytes = try nextMessage(.clientKeyExchange) else { return false }
            try run?.take(keyExchange: bytes)
        case .endOfEarlyData: return try takeEarlyData()
        case .finished:
            guard let bytes = try nextMessage(.finished) else { return false }
            try run?.take(finished: bytes)
        }
        return true
    }

    mutating func take(
        certificate bytes: [UInt8],
        isLate: Bool = false
    ) throws(ProtocolFailure) {
        let malformed = ProtocolFailure.malformed(message: HandshakeType.certificate.rawValue)
        let isNewest = script?.version == .v1_3
        var body = ByteReader(Array(bytes.dropFirst(4)))
        if isNewest {
            guard let context = body.vector(1) else { throw malformed }
            // RFC 8446 §4.4.2: the context is empty unless the request comes after the handshake. A
            // violation may have put a context into the request; clients repeat it.
            if !context.isEmpty, !isLate, edits.isEmpty { throw .context }
            if isLate, let asked = lateContext, context != asked { throw .context }
        }
        guard var list = body.nested(3), body.isAtEnd else { throw malformed }
        while !list.isAtEnd {
            guard let certificate = list.vector(3) else { throw malformed }
            if isNewest {
                guard let extensions = list.vector(2) else { throw malformed }
                // RFC 8446 §4.4.2: this server requests none.
                if !extensions.isEmpty, edits.isEmpty { throw .unrequestedExtension }
            }
            clientCertificates.append(certificate)
        }
        clientHasCertificate = !clientCertificates.isEmpty
        if settings.requiresClientCertificate, !clientHasCertificate {
            throw .certificateRequired(script?.version ?? .v1_3)
        }
    }

    /// Returns the client's next record that is not a heartbeat; nil if no such record has come.
    ///
    /// A client that leaks its memory in the answer to a heartbeat may continue afterwards.
    ///
    /// - Throws: also if another record is in the middle of a message of TLS 1.3 (RFC 8446 §5.1).
    mutating func nextRecord() throws(ProtocolFailure) -> RecordLayer.Record? {
        while let record = try records.next() {
            if record.type == ContentType.heartbeat {
                hasHeartbeat = true
                continue
            }
            if record.type != ContentType.handshake, script?.version == .v1_3, !messages.isEmpty {
                throw .unexpected(type: record.type)
            }
            return record
        }
        return nil
    }

    private mutating func awaitChangeCipherSpec() throws(ProtocolFailure) -> Bool {
        while !hasClosed, let record = try nextRecord() {
            switch record.type {
            case ContentType.changeCipherSpec where messages.isEmpty:
                guard record.content == [1] else { throw .malformedRecord(type: record.type) }
                return true
            case ContentType.alert: try take(alert: record.content)
            default: throw .unexpected(type: record.type)
            }
        }
        return false
    }

    /// Returns the next handshake message, which must have this type; nil if the message has not
    /// come.
    ///
    /// After the first handshake, stores application data that comes before the message for `read`.
    private mutating func nextMessage(
        _ type: HandshakeType,
        isLate: Bool = false
    ) throws(ProtocolFailure) -> [UInt8]? {
        while true {
            if let message = try messages.next() {
                guard message.first == type.rawValue else {
                    throw .unexpected(type: message.first ?? 0)
                }
                return message
            }
            guard !hasClosed, !(isLate && hasDeclined), let record = try nextRecord() else {
                return nil
            }
            switch record.type {
            case ContentType.handshake: messages.append(record.content)
            case ContentType.alert: try take(alert: record.content)
            case ContentType.applicationData where isLate: unread += record.content
            // RFC 8446 §D.4: a client of TLS 1.3 may send a ChangeCipherSpec, which has no effect.
            case ContentType.changeCipherSpec
            where run != nil && script?.version == .v1_3 && record.content == [1]: continue
            default: throw .unexpected(type: record.type)
            }
        }
    }

    /// Handles an alert.
    ///
    /// - Throws: `.alert` if the alert ends the connection.
    mutating func take(alert content: [UInt8]) throws(ProtocolFailure) {
        guard content.count == 2 else { throw .malformedRecord(type: ContentType.alert) }
        guard content[1] != 0 else {
            hasClosed = true
            return
        }
        peerAlert = content[1]
        hasDeclined = content[1] == 100
        // These warnings do not end the connection: user_canceled, no_renegotiation and
        // unrecognized_name.
        if content[0] == 1, [90, 100, 112].contains(content[1]) { return }
        throw .alert(content[1])
    }
}
