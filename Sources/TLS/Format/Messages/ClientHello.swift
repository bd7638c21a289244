/// The first message of a client (RFC 8446 §4.1.2).
package struct ClientHello: Hashable, Sendable {
    /// A client's share of a key exchange.
    package struct Share: Hashable, Sendable {
        package let group: UInt16
        package let bytes: [UInt8]
    }

    package let legacyVersion: UInt16
    package let random: [UInt8]
    package let sessionID: [UInt8]
    package let suites: [UInt16]
    package let compressions: [UInt8]
    /// All extensions, with unparsed content.
    package let extensions: [Extension]
    /// The message with its header.
    package let bytes: [UInt8]

    /// The server name indication, in lowercase (RFC 6066 §3); nil for none.
    package private(set) var serverName: String?
    /// The versions in supported_versions; the legacy version if the client does not send this
    /// extension.
    package private(set) var versions: [UInt16]
    package private(set) var groups: [UInt16] = []
    package private(set) var schemes: [UInt16] = []
    package private(set) var shares: [Share] = []
    /// The application protocols in the client's order of preference (RFC 7301).
    package private(set) var protocols: [String] = []

    /// Reads a whole message.
    ///
    /// The initialiser checks the framing and the extensions that this engine reads.
    ///
    /// - Throws: `.malformed`, `.repeatedExtension`, `.preSharedKeyNotLast`.
    package init(_ bytes: [UInt8]) throws(ProtocolFailure) {
        let malformed = ProtocolFailure.malformed(message: HandshakeType.clientHello.rawValue)
        var message = ByteReader(bytes)
        guard message.number(1) == 1, var body = message.nested(3), message.isAtEnd,
            let version = body.number(2), let random = body.bytes(32),
            let sessionID = body.vector(1), sessionID.count <= 32,
            var suites = body.nested(2), let codes = suites.pairs(), !codes.isEmpty,
            let compressions = body.vector(1), !compressions.isEmpty
        else { throw malformed }
        self.bytes = bytes
        legacyVersion = UInt16(version)
        versions = [UInt16(version)]
        self.random = random
        self.sessionID = sessionID
        self.suites = codes
        self.compressions = compressions
        var extensions: [Extension] = []
        if !body.isAtEnd {
            guard var list = body.nested(2), body.isAtEnd else { throw malformed }
            while !list.isAtEnd {
                guard let type = list.number(2), let data = list.vector(2) else { throw malformed }
                extensions.append(Extension(UInt16(type), data))
            }
        }
        self.extensions = extensions
        var seen: Set<UInt16> = []
        for item in extensions {
            // RFC 8446 §4.2: at most one extension of each type.
            guard seen.insert(item.type).inserted else { throw .repeatedExtension(item.type) }
            guard read(item) else { throw malformed }
        }
        // RFC 8446 §4.2.11: pre_shared_key is the last extension, because its binders cover
        // everything before them.
        guard extensions.dropLast().allSatisfy({ $0.type != Extension.preSharedKey }) else {
            throw .preSharedKeyNotLast
        }
    }

    package func offers(_ version: UInt16) -> Bool { versions.contains(version) }

    package func offers(extension type: UInt16) -> Bool { extensions.contains { $0.type == type } }

    /// Whether the client supports secure renegotiation: it sends renegotiation_info, or the cipher
    /// suite value that replaces this extension (RFC 5746 §3.3).
    package var knowsSecureRenegotiation: Bool {
        suites.contains(0x00ff) || offers(extension: Extension.renegotiationInfo)
    }

    /// Reads the content of a known extension; returns false if the content is malformed.
    private mutating func read(_ item: Extension) -> Bool {
        var data = ByteReader(item.data)
        switch item.type {
        case Extension.serverName:
            guard var names = data.nested(2), data.isAtEnd, names.number(1) == 0,
                let name = names.vector(2), names.isAtEnd,
                // RFC 6066 §3: a host name is ASCII. Like all DNS names, it has at most 255 bytes.
                (1...255).contains(name.count), name.allSatisfy({ (0x21...0x7e).contains($0) })
            else { return false }
            serverName = String(decoding: name, as: UTF8.self).lowercased()
        case Extension.supportedVersions:
            guard var list = data.nested(1), data.isAtEnd, let numbers = list.pairs(),
                !numbers.isEmpty
            else { return false }
            versions = numbers
        case Extension.supportedGroups:
            guard var list = data.nested(2), data.isAtEnd, let numbers = list.pairs() else {
                return false
            }
            groups = numbers
        case Extension.signatureAlgorithms:
            guard var list = data.nested(2), data.isAtEnd, let numbers = list.pairs() else {
                return false
            }
            schemes = numbers
        case Extension.keyShare: return readShares(&data)
        case Extension.protocols: return readProtocols(&data)
        default: break
        }
        return true
    }

    private mutating func readShares(_ data: inout ByteReader) -> Bool {
        guard var list = data.nested(2), data.isAtEnd else { return false }
        while !list.isAtEnd {
            guard let group = list.number(2), let bytes = list.vector(2), !bytes.isEmpty else {
                return false
            }
            shares.append(Share(group: UInt16(group), bytes: bytes))
        }
        return true
    }

    private mutating func readProtocols(_ data: inout ByteReader) -> Bool {
        guard var list = data.nested(2), data.isAtEnd else { return false }
        while !list.isAtEnd {
            guard let name = list.vector(1), !name.isEmpty else { return false }
            protocols.append(String(decoding: name, as: UTF8.self))
        }
        return true
    }
}
