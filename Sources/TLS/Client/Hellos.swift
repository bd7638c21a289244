import Crypto

/// ServerHello and HelloRetryRequest (RFC 8446 §4.1.3, §4.1.4, RFC 5246 §7.4.1.3).
extension StrictClient {
    mutating func take(hello: ByteReader, _ message: [UInt8]) throws(Refusal) {
        var body = hello
        guard let legacy = body.number(2), let random = body.bytes(32),
            let sessionID = body.vector(1), let code = body.number(2),
            let compression = body.number(1)
        else { throw .unreadable }
        var list: [Extension] = []
        if !body.isAtEnd {
            guard let block = body.vector(2) else { throw .unreadable }
            list = try extensions(ByteReader(block))
        }
        try end(body, of: .serverHello)
        var hello = ServerHello(
            random: random,
            sessionID: sessionID,
            suite: UInt16(code),
            extensions: list
        )
        hello.legacyVersion = UInt16(legacy)
        try require(.sessionIDLength, sessionID.count <= 32, 50)
        try require(.compression, compression == 0, 47)
        if try isRetry(hello, list) { return try take(retry: hello, list, message) }
        try take(final: hello, list, message)
    }

    private func isRetry(_ hello: ServerHello, _ list: [Extension]) throws(Refusal) -> Bool {
        guard hello.random == ServerHello.retryRandom, offer.offers(.v1_3) else { return false }
        if list.has(Extension.supportedVersions) { return true }
        try require(.retryVersion, false, 47)
        return list.has(Extension.keyShare) || list.has(Extension.cookie)
    }

    private mutating func take(
        final hello: ServerHello,
        _ list: [Extension],
        _ message: [UInt8]
    ) throws(Refusal) {
        let version = try chosenVersion(hello, list)
        self.version = version
        serverRandom = hello.random
        let suite = try chosenSuite(hello.suite, version)
        self.suite = suite
        try check(hello, list, version)
        try hash(message)
        do throws(OpenSSLError) {
            try transcript.begin(suite.digest, in: version)
        } catch {
            throw Refusal(nil, 80)
        }
        try check(list, in: version == .v1_3 ? .hello : .olderHello)
        if version == .v1_3 {
            try takeNewest(list, suite)
        } else {
            try takeOlder(list, suite)
        }
    }

    // MARK: Choices

    private func chosenVersion(
        _ hello: ServerHello,
        _ list: [Extension]
    ) throws(Refusal) -> TLSVersion {
        if let earlier {
            let isSame =
                hello.legacyVersion == earlier.version.code
                && !list.has(Extension.supportedVersions)
            try require(.sameVersion, isSame, 70)
            return earlier.version
        }
        if let data = list.data(of: Extension.supportedVersions) {
            guard offer.offers(.v1_3) else { return .v1_2 }
            try require(.selectedVersion, data == [3, 4], 47)
            try require(.legacyVersion, hello.legacyVersion == 0x0303, 70)
            return .v1_3
        }
        if retry != nil {
            try require(.versionAfterRetry, false, 47)
            return .v1_3
        }
        let named = TLSVersion.allCases.first {
            $0 < .v1_3 && $0.code == hello.legacyVersion && offer.offers($0)
        }
        guard try require(.offeredVersion, named != nil, 70) else {
            let isOldest = EngineSuite.numbered(hello.suite)?.fits(.rsa, in: .ssl3) == true
            if isOldest, hello.legacyVersion == TLSVersion.ssl3.code { return .ssl3 }
            return hello.suite >> 8 == 0x13 ? .v1_3 : .v1_2
        }
        return named ?? .v1_2
    }

    private func chosenSuite(_ code: UInt16, _ version: TLSVersion) throws(Refusal) -> EngineSuite {
        try require(.offeredSuite, offer.suites.contains(code), 47)
        guard let suite = EngineSuite.numbered(code) else {
            throw Refusal(.rule(.offeredSuite), 47)
        }
        let isNewest = suite.keyExchange == .unstated
        try require(.suiteOfVersion, isNewest == (version == .v1_3), 47)
        if let retry { try require(.suiteAfterRetry, retry.suite == code, 47) }
        return suite
    }

    private mutating func check(
        _ hello: ServerHello,
        _ list: [Extension],
        _ version: TLSVersion
    ) throws(Refusal) {
        guard version < .v1_3 else {
            try require(.sessionIDEcho, hello.sessionID == offer.sessionID, 47)
            return
        }
        if earlySecrets != nil {
            try require(.earlyDataVersion, false, 70)
            dropEarlyData()
        }
        let echoes = !hello.sessionID.isEmpty && hello.sessionID == offer.sessionID
        if let session = offer.olderSession {
            if echoes {
                try require(.sessionSuite, hello.suite == session.suite.code, 47)
                // RFC 7627 §1: the session may be with another server, for which the client's data
                // is not meant.
                try require(.sessionAgain, earlier == nil, 47)
                resumed = session
            }
        } else if let session = offer.newestSessions.first {
            if try !require(.sessionVersion, !echoes, 47) { resumed = session }
        } else {
            // The client offered no session that the server could resume.
            try require(.compatibilityIDEcho, !echoes, 47)
        }
        guard offer.versions.upperBound > max(version, .v1_1) else { return }
        // RFC 8446 §4.1.3: a server sets the sentinel only if it supports a newer version than it
        // chose.
        let marks: [UInt8] = offer.offers(.v1_3) ? [0, 1] : [0]
        let isSentinel = marks.contains {
            Array("DOWNGRD".utf8) + [$0] == hello.random[24...]
        }
        try require(.downgradeSentinel, !isSentinel, 47)
    }

    // MARK: The retry

    private mutating func take(
        retry hello: ServerHello,
        _ list: [Extension],
        _ message: [UInt8]
    ) throws(Refusal) {
        try require(.secondRetry, retry == nil, 10)
        try require(.legacyVersion, hello.legacyVersion == 0x0303, 70)
        if let data = list.data(of: Extension.supportedVersions) {
            try require(.selectedVersion, data == [3, 4], 47)
        }
        try require(.sessionIDEcho, hello.sessionID == offer.sessionID, 47)
        let suite = try chosenSuite(hello.suite, .v1_3)
        try check(list, in: .retry)
        dropEarlyData()
        let cookie = try self.cookie(list)
        let group = try askedGroup(list)
        try require(.retryChanges, group != nil || cookie != nil, 47)
        if let group {
            keys = [:]
            do throws(OpenSSLError) {
                keys[group] = try offer.key(of: group)
            } catch {
                throw Refusal(nil, 80)
            }
        }
        do throws(OpenSSLError) {
            if retry == nil { try transcript.fold(suite.digest) }
        } catch {
            throw Refusal(nil, 80)
        }
        retry = hello
        // RFC 8446 §4.1.2: sessions that do not fit the suite are no longer offered.
        offer.sessions.removeAll { $0.suite.digest != suite.digest }
        try hash(message)
        try require(.keyChangeBoundary, messages.isEmpty, 10)
        try say(hello: cookie)
    }

    private func askedGroup(_ list: [Extension]) throws(Refusal) -> NamedGroup? {
        guard let data = list.data(of: Extension.keyShare) else { return nil }
        var reader = ByteReader(data)
        guard let number = reader.number(2) else { throw .unreadable }
        try require(.extensionEnd, reader.isAtEnd, 50)
        let group = NamedGroup(rawValue: UInt16(number))
        let isOffered = group.map(offer.groups.contains) ?? false
        try require(.retryGroupIsOffered, isOffered, 47)
        guard let group else { throw Refusal(.rule(.retryGroupIsOffered), 47) }
        try require(.retryGroupIsNew, keys[group] == nil || retry != nil, 47)
        return group
    }

    private func cookie(_ list: [Extension]) throws(Refusal) -> [UInt8]? {
        guard let data = list.data(of: Extension.cookie) else { return nil }
        var reader = ByteReader(data)
        guard let cookie = reader.vector(2) else { throw .unreadable }
        try require(.cookieForm, !cookie.isEmpty, 50)
        try require(.extensionEnd, reader.isAtEnd, 50)
        return data
    }
}

extension [Extension] {
    func has(_ type: UInt16) -> Bool { contains { $0.type == type } }

    func data(of type: UInt16) -> [UInt8]? { first { $0.type == type }?.data }
}
