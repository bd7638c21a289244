import Crypto

/// The server's extensions (RFC 8446 §4.2).
extension StrictClient {
    /// A message that has extensions.
    enum Place {
        case hello, olderHello, retry, encrypted, entry
    }

    /// The messages in which each known extension may occur.
    private static let places: [UInt16: Set<Place>] = [
        Extension.serverName: [.encrypted, .olderHello],
        Extension.statusRequest: [.entry, .olderHello],
        Extension.statusRequestOfSeveral: [.olderHello],
        Extension.supportedGroups: [.encrypted],
        Extension.pointFormats: [.olderHello],
        Extension.signatureAlgorithms: [],
        Extension.protocols: [.encrypted, .olderHello],
        Extension.serverCertificateType: [.encrypted, .olderHello],
        Extension.delegatedCredential: [.entry],
        Extension.encryptThenMAC: [.olderHello],
        Extension.extendedMasterSecret: [.olderHello],
        Extension.sessionTicket: [.olderHello],
        Extension.preSharedKey: [.hello],
        Extension.earlyData: [.encrypted],
        Extension.encryptedHello: [.encrypted, .olderHello],
        Extension.supportedVersions: [.hello, .retry],
        Extension.cookie: [.retry],
        Extension.keyShare: [.hello, .retry],
        Extension.renegotiationInfo: [.olderHello],
    ]

    /// Reads a list of extensions, each at most once.
    func extensions(_ block: ByteReader) throws(Refusal) -> [Extension] {
        var reader = block
        var list: [Extension] = []
        var seen: Set<Int> = []
        while !reader.isAtEnd {
            guard let type = reader.number(2), let data = reader.vector(2) else {
                throw .unreadable
            }
            try require(.extensionTwice, seen.insert(type).inserted, 47)
            list.append(Extension(UInt16(type), data))
        }
        return list
    }

    /// Requires that the client requested each extension and that each is in a message that may
    /// have it.
    func check(_ list: [Extension], in place: Place) throws(Refusal) {
        for item in list {
            if let places = Self.places[item.type] {
                guard try require(.extensionPlace, places.contains(place), 47) else { continue }
            }
            // RFC 8446 §4.2: only a cookie may come without a request.
            let isAsked = asked.contains(item.type) || item.type == Extension.cookie
            try require(.extensionUnasked, isAsked, 110)
        }
    }

    mutating func take(encryptedExtensions: ByteReader) throws(Refusal) {
        var body = encryptedExtensions
        guard let block = body.vector(2) else {
            try require(.extensionBlock, false, 50)
            return
        }
        let list = try extensions(ByteReader(block))
        try end(body, of: .encryptedExtensions)
        try check(list, in: .encrypted)
        try takeAnswers(list)
        try take(earlyDataIn: list)
    }

    /// Handles the extensions that TLS 1.3 and TLS 1.2 have in common.
    private mutating func takeAnswers(_ list: [Extension]) throws(Refusal) {
        if let data = list.data(of: Extension.serverName) {
            try require(.extensionEnd, data.isEmpty, 50)
        }
        if let data = list.data(of: Extension.protocols) { try take(protocols: data) }
        if let data = list.data(of: Extension.encryptedHello) {
            var reader = ByteReader(data)
            // RFC 9849 §6.2.1: the configurations are parsed but not used.
            let isWhole = reader.vector(2) != nil && reader.isAtEnd
            try require(.encryptedHelloForm, isWhole, 50)
        }
        let type = Extension.serverCertificateType
        if asked.contains(type), let data = list.data(of: type) {
            try take(certificateType: data)
        }
    }

    /// Reads the server's choice of an application protocol (RFC 7301 §3.1).
    private mutating func take(protocols data: [UInt8]) throws(Refusal) {
        var reader = ByteReader(data)
        guard var names = reader.nested(2) else { throw .unreadable }
        try require(.extensionEnd, reader.isAtEnd, 50)
        let name = names.vector(1) ?? []
        let isOne = !name.isEmpty && names.isAtEnd
        guard try require(.protocolForm, isOne, 50) || !name.isEmpty else { return }
        let text = String(decoding: name, as: UTF8.self)
        // The check `extensionUnasked` covers clients that offer no protocols.
        let isOffered = offer.protocols.isEmpty || offer.protocols.contains(text)
        try require(.protocolOffered, isOffered, 47)
        applicationProtocol = text
    }

    // MARK: TLS 1.2's

    mutating func takeOlder(_ list: [Extension], _ suite: EngineSuite) throws(Refusal) {
        try takeAnswers(list)
        let renegotiation = list.data(of: Extension.renegotiationInfo)
        // RFC 5746 §3.4: this client requires renegotiation_info.
        try require(.renegotiationPresent, renegotiation != nil, 40)
        if let renegotiation { try take(renegotiation: renegotiation) }
        if let data = list.data(of: Extension.pointFormats) { try take(pointFormats: data) }
        let empties = [
            Extension.extendedMasterSecret, Extension.encryptThenMAC, Extension.sessionTicket,
        ]
        for type in empties {
            try require(.extensionEnd, list.data(of: type)?.isEmpty ?? true, 50)
        }
        hasExtendedMasterSecret = list.has(Extension.extendedMasterSecret)
        if let earlier {
            try require(.sameMasterSecret, earlier.hasMasterSecret == hasExtendedMasterSecret, 40)
        }
        if case .cbc = suite.protection { macsCiphertext = list.has(Extension.encryptThenMAC) }
        try makeSecrets()
        if let resumed { return try resume(resumed) }
        order = [
            Expected(.serverHello), Expected(.certificate),
            Expected(.serverKeyExchange), Expected(.certificateRequest, isOptional: true),
            Expected(.serverHelloDone), Expected(.finished),
        ]
        if suite.keyExchange == .rsa { order.remove(at: 2) }
        if suite.isAnonymous { order.remove(at: 1) }
        staplesToAll = list.has(Extension.statusRequestOfSeveral)
        if staplesToAll || list.has(Extension.statusRequest) {
            order.insert(Expected(.certificateStatus, isOptional: true), at: 2)
        }
        if list.has(Extension.sessionTicket) {
            order.insert(Expected(.newSessionTicket), at: order.count - 1)
        }
    }

    /// Continues with the abbreviated handshake (RFC 5246 §7.3).
    private mutating func resume(_ session: ClientSession) throws(Refusal) {
        let isSame =
            session.isNewest || hasExtendedMasterSecret == session.hasExtendedMasterSecret
        // RFC 7627 §5.3 names no alert.
        try require(.sessionMasterSecret, isSame, 40)
        secrets?.resume(master: session.secret)
        order = [Expected(.serverHello), Expected(.finished)]
    }

    private func take(renegotiation data: [UInt8]) throws(Refusal) {
        var reader = ByteReader(data)
        guard let earlier = reader.vector(1) else { throw .unreadable }
        // RFC 5746 §3.4, §3.5.
        let expected = self.earlier.map { $0.client + $0.server } ?? []
        try require(.renegotiationEmpty, earlier == expected, 40)
        try require(.extensionEnd, reader.isAtEnd, 50)
    }

    /// Handles point formats (RFC 8422 §5.1.2).
    private func take(pointFormats data: [UInt8]) throws(Refusal) {
        var reader = ByteReader(data)
        guard let formats = reader.vector(1) else { throw .unreadable }
        try require(.extensionEnd, reader.isAtEnd, 50)
        guard try require(.pointFormatsForm, !formats.isEmpty, 50) else { return }
        try require(.uncompressedPoints, formats.contains(0), 47)
    }

    // MARK: TLS 1.3's

    mutating func takeNewest(_ list: [Extension], _ suite: EngineSuite) throws(Refusal) {
        resumed = try resumedSession(list, suite)
        let key = resumed?.secret
        let shared = try sharedSecret(list, suite)
        try makeSecrets()
        let hash = try hashed()
        do throws(OpenSSLError) {
            try secrets?.deriveHandshake(shared: shared, resuming: key, transcript: hash)
        } catch {
            throw Refusal(nil, 80)
        }
        opening = try protection(of: .server, in: .handshake)
        if earlySecrets == nil { sealing = try protection(of: .client, in: .handshake) }
        order = [Expected(.serverHello), Expected(.encryptedExtensions)]
        if resumed == nil {
            order += [
                Expected(.certificateRequest, isOptional: true), Expected(.certificate),
                Expected(.certificateVerify),
            ]
        }
        order.append(Expected(.finished))
    }

    /// Handles pre_shared_key (RFC 8446 §4.2.11); returns nil for a full handshake.
    private func resumedSession(
        _ list: [Extension],
        _ suite: EngineSuite
    ) throws(Refusal) -> ClientSession? {
        guard let data = list.data(of: Extension.preSharedKey) else { return nil }
        let offered = offer.newestSessions
        // Only a faulty client, which accepts what it did not offer, has no session here.
        guard let last = offered.last else { return offer.olderSession }
        var reader = ByteReader(data)
        guard let index = reader.number(2) else { throw .unreadable }
        try require(.extensionEnd, reader.isAtEnd, 50)
        try require(.pskIndex, index < offered.count, 47)
        let session = index < offered.count ? offered[index] : last
        try require(.pskDigest, suite.digest == session.suite.digest, 47)
        return session
    }

    private func sharedSecret(_ list: [Extension], _ suite: EngineSuite) throws(Refusal) -> [UInt8]
    {
        guard let data = list.data(of: Extension.keyShare) else {
            try require(.keySharePresent, false, 109)
            return [UInt8](repeating: 0, count: suite.digest.length)
        }
        var reader = ByteReader(data)
        guard let number = reader.number(2), let bytes = reader.vector(2) else {
            throw .unreadable
        }
        try require(.extensionEnd, reader.isAtEnd, 50)
        let own = keys.first { $0.key.rawValue == number }
        try require(.shareGroup, own != nil, 47)
        guard let (group, key) = own ?? keys.first else { throw Refusal(.rule(.shareGroup), 47) }
        return try secret(of: key, group, with: bytes)
    }
}
