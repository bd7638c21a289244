/// The type of a handshake message (RFC 8446 §4, RFC 5246 §7.4).
package struct HandshakeType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let helloRequest = HandshakeType(rawValue: 0)
    package static let clientHello = HandshakeType(rawValue: 1)
    package static let serverHello = HandshakeType(rawValue: 2)
    package static let newSessionTicket = HandshakeType(rawValue: 4)
    package static let endOfEarlyData = HandshakeType(rawValue: 5)
    package static let encryptedExtensions = HandshakeType(rawValue: 8)
    package static let certificate = HandshakeType(rawValue: 11)
    package static let serverKeyExchange = HandshakeType(rawValue: 12)
    package static let certificateRequest = HandshakeType(rawValue: 13)
    package static let serverHelloDone = HandshakeType(rawValue: 14)
    package static let certificateVerify = HandshakeType(rawValue: 15)
    package static let clientKeyExchange = HandshakeType(rawValue: 16)
    package static let finished = HandshakeType(rawValue: 20)
    package static let certificateStatus = HandshakeType(rawValue: 22)
    package static let keyUpdate = HandshakeType(rawValue: 24)
    package static let compressedCertificate = HandshakeType(rawValue: 25)
    /// The type of the message that replaces, in a transcript, the messages before a
    /// HelloRetryRequest.
    ///
    /// No honest end sends it in a record.
    package static let messageHash = HandshakeType(rawValue: 254)
    /// A number that IANA has not assigned.
    package static let unknown = HandshakeType(rawValue: 99)

    private static let names: [HandshakeType: String] = [
        .helloRequest: "HelloRequest", .clientHello: "ClientHello", .serverHello: "ServerHello",
        .newSessionTicket: "NewSessionTicket", .encryptedExtensions: "EncryptedExtensions",
        .certificate: "Certificate", .serverKeyExchange: "ServerKeyExchange",
        .certificateRequest: "CertificateRequest", .serverHelloDone: "ServerHelloDone",
        .certificateVerify: "CertificateVerify", .clientKeyExchange: "ClientKeyExchange",
        .finished: "Finished", .certificateStatus: "CertificateStatus", .keyUpdate: "KeyUpdate",
        .endOfEarlyData: "EndOfEarlyData", .compressedCertificate: "CompressedCertificate",
        .messageHash: "message_hash",
    ]

    /// The name of the type in the RFCs.
    package var description: String { Self.names[self] ?? "message of type \(rawValue)" }

    /// The types that scenario files can name; each key is the type's word, such as
    /// `certificate-verify`.
    package static let words = Dictionary(uniqueKeysWithValues: names.keys.map { (kebab($0), $0) })

    /// The types of the messages that honest servers send in full handshakes of TLS 1.3 or TLS 1.2.
    package static let honest: [HandshakeType] = [
        .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .serverKeyExchange,
        .serverHelloDone, .finished,
    ]

    /// The type's word in scenario files; nil if scenario files cannot name the type.
    package var word: String? { Self.names[self] == nil ? nil : Self.kebab(self) }

    private static func kebab(_ type: HandshakeType) -> String {
        var word = ""
        for character in type.description where character != "_" {
            if character.isUppercase, !word.isEmpty { word += "-" }
            word += character.lowercased()
        }
        // RFC 8446 §4.4.1 writes message_hash in lowercase.
        return type == .messageHash ? "message-hash" : word
    }

    /// Returns a message of this type with this body; `lengthError` is added to the length in its
    /// header.
    package func message(_ body: [UInt8], lengthError: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + 4)
        bytes.append(rawValue)
        bytes.put(body.count + lengthError, bytes: 3)
        bytes += body
        return bytes
    }
}
