/// The certificates and staples that a server sent, as received.
package struct ShownCertificates: Hashable, Sendable {
    /// The Certificate message's entries, end entity first.
    package var chain: [[UInt8]]
    /// The OCSP responses, or other bytes in their place, in the order of the entries.
    ///
    /// An entry without a response has nil; the list ends with the last response.
    ///
    /// Only in TLS 1.3 can entries after the first have a response (RFC 8446 §4.4.2.1).
    package private(set) var staples: [[UInt8]?] = []
    /// The SignedCertificateTimestampList for the first entry, or other bytes in its place (RFC
    /// 6962 §3.3.1).
    ///
    /// Nil if no list came.
    package var scts: [UInt8]?
    /// The parameters that both ends have agreed on so far; nil without a connection.
    package var connection: ConnectionFacts?

    package init(chain: [[UInt8]], staples: [[UInt8]?] = [], scts: [UInt8]? = nil) {
        self.chain = chain
        self.scts = scts
        for (index, staple) in staples.enumerated() { setStaple(staple, at: index) }
    }

    /// Sets the staple of an entry.
    mutating func setStaple(_ staple: [UInt8]?, at index: Int) {
        guard let staple else { return }
        while staples.count <= index { staples.append(nil) }
        staples[index] = staple
    }
}

extension ShownCertificates {
    /// Reads a Certificate message without its header (RFC 5246 §7.4.2, RFC 8446 §4.4.2).
    ///
    /// The result leaves out truncated parts; libssl itself ends a handshake with a truncated
    /// message.
    init(certificateMessage body: [UInt8], isTLS13: Bool) {
        self.init(chain: [])
        var message = body[...]
        if isTLS13 { _ = message.takeVector(lengthBytes: 1) }
        guard var entries = message.takeVector(lengthBytes: 3) else { return }
        while let entry = entries.takeVector(lengthBytes: 3) {
            chain.append(Array(entry))
            guard isTLS13 else { continue }
            guard let extensions = entries.takeVector(lengthBytes: 2) else { return }
            var status = extensions.body(of: 5)
            setStaple(status?.takeCertificateStatus().map(Array.init), at: chain.count - 1)
            if chain.count == 1 { scts = extensions.body(of: 18).map(Array.init) }
        }
    }

    /// Returns the SignedCertificateTimestampList of a ServerHello without its header; nil if
    /// absent.
    ///
    /// Before TLS 1.3, the ServerHello contains this list (RFC 6962 §3.3.1).
    static func scts(serverHello body: [UInt8]) -> [UInt8]? {
        // Skip version and random; session id, suite and compression follow.
        var message = body.dropFirst(34)
        guard message.takeVector(lengthBytes: 1) != nil else { return nil }
        message = message.dropFirst(3)
        return message.takeVector(lengthBytes: 2)?.body(of: 18).map(Array.init)
    }
}

/// The plaintext handshake messages of a server's first flight that follow its Certificate message.
///
/// Before TLS 1.3, these messages contain the staple (RFC 6066 §8) and the request for a client
/// certificate (RFC 5246 §7.4.4).
struct PlainFlight {
    /// Whether the flight is complete, or its remaining part cannot be read.
    private(set) var isOver = false
    /// The response of the CertificateStatus message after the Certificate message.
    private(set) var staple: [UInt8]?
    private(set) var requestsCertificate = false
    private var records: [UInt8] = []
    private var messages: [UInt8] = []
    private var hasCertificate = false

    private enum Number {
        static let handshakeRecord: UInt8 = 22
        static let certificate: UInt8 = 11
        static let certificateRequest: UInt8 = 13
        static let serverHelloDone: UInt8 = 14
        static let certificateStatus: UInt8 = 22
    }

    /// Reads more bytes; once the flight is over, discards them.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        records += bytes
        var rest = records[...]
        while let type = rest.first {
            // An encrypted record, or a record of another type, ends the readable part.
            guard type == Number.handshakeRecord else { return end() }
            var record = rest.dropFirst(3)
            guard let fragment = record.takeVector(lengthBytes: 2) else { break }
            messages += fragment
            rest = record
        }
        records = Array(rest)
        readMessages()
    }

    private mutating func readMessages() {
        var rest = messages[...]
        while let type = rest.first {
            var message = rest.dropFirst()
            guard var body = message.takeVector(lengthBytes: 3) else { break }
            switch type {
            case Number.certificate: hasCertificate = true
            case Number.certificateStatus where hasCertificate:
                staple = body.takeCertificateStatus().map(Array.init)
            case Number.certificateRequest: requestsCertificate = true
            case Number.serverHelloDone: return end()
            default: break
            }
            rest = message
        }
        if rest.startIndex > 0 { messages = Array(rest) }
    }

    private mutating func end() {
        isOver = true
        (records, messages) = ([], [])
    }
}

extension ArraySlice<UInt8> {
    /// Takes a vector that follows its length (RFC 8446 §3.4); if the vector is truncated, takes
    /// nothing and returns nil.
    fileprivate mutating func takeVector(lengthBytes: Int) -> ArraySlice<UInt8>? {
        guard count >= lengthBytes else { return nil }
        let length = prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
        let rest = dropFirst(lengthBytes)
        guard rest.count >= length else { return nil }
        self = rest.dropFirst(length)
        return rest.prefix(length)
    }

    /// Takes a CertificateStatus of type ocsp (RFC 6066 §8).
    fileprivate mutating func takeCertificateStatus() -> ArraySlice<UInt8>? {
        guard popFirst() == 1 else { return nil }
        return takeVector(lengthBytes: 3)
    }

    /// Returns the body of the first extension with this type, below 256 (RFC 8446 §4.2).
    fileprivate func body(of type: UInt8) -> ArraySlice<UInt8>? {
        var rest = self
        while rest.count >= 2 {
            let isWanted = rest.prefix(2).elementsEqual([0, type])
            rest.removeFirst(2)
            guard let body = rest.takeVector(lengthBytes: 2) else { return nil }
            if isWanted { return body }
        }
        return nil
    }
}
