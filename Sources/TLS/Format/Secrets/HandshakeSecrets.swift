import Crypto

/// A secret of a connection, in the key log format (SSLKEYLOGFILE) that analysis programs read.
package struct LoggedSecret: Hashable, Sendable {
    /// The label, such as `CLIENT_RANDOM` or `SERVER_TRAFFIC_SECRET_0`.
    package let label: String
    package let secret: [UInt8]
}

/// The secrets of a connection and the keys derived from them.
package struct HandshakeSecrets {
    private struct Traffic {
        var client, server: [UInt8]
    }

    private let version: TLSVersion
    private let suite: EngineSuite
    private let macsCiphertext: Bool
    private let derivation: Derivation
    /// TLS 1.3's handshake secret or TLS 1.2's master secret.
    private var main: [UInt8] = [] {
        didSet { keyBlock = [] }
    }
    /// The keys of both sides, derived from TLS 1.2's master secret; empty until the first use.
    private var keyBlock: [UInt8] = []
    /// TLS 1.3's master secret.
    private var master: [UInt8] = []
    private var traffic: [Epoch: Traffic] = [:]
    /// The cipher suite of the early data; nil without early data.
    private var earlySuite: EngineSuite?
    /// The server's random and then the client's (RFC 5246 §6.3).
    private let randoms: [UInt8]
    /// The secrets so far, for a key log.
    package private(set) var log: [LoggedSecret] = []

    /// Makes the secrets of a connection; `macsCiphertext` selects encrypt-then-MAC (RFC 7366).
    package init(
        _ version: TLSVersion,
        _ suite: EngineSuite,
        macsCiphertext: Bool,
        clientRandom: [UInt8],
        serverRandom: [UInt8]
    ) throws(OpenSSLError) {
        (self.version, self.suite, self.macsCiphertext) = (version, suite, macsCiphertext)
        derivation = try Derivation(suite.digest)
        randoms = serverRandom + clientRandom
    }

    /// Whether TLS 1.2's master secret or TLS 1.3's handshake secret exists.
    package var isReady: Bool { !main.isEmpty }

    // MARK: TLS 1.3

    /// Derives the early data secret (RFC 8446 §7.1) from a session's key and suite and the first
    /// hello.
    package mutating func deriveEarly(
        _ key: [UInt8],
        _ suite: EngineSuite,
        hello: [UInt8]
    ) throws(OpenSSLError) {
        let derivation = try Derivation(suite.digest)
        let zeros = [UInt8](repeating: 0, count: suite.digest.length)
        let early = try derivation.extract(key, salt: zeros)
        let hash = try suite.digest.hash(hello)
        let secret = try derivation.expand(early, label: "c e traffic", context: hash)
        let exporter = try derivation.expand(early, label: "e exp master", context: hash)
        // Only the client's secret is used, because servers do not send early data.
        traffic[.early] = Traffic(client: secret, server: secret)
        earlySuite = suite
        log.append(LoggedSecret(label: "CLIENT_EARLY_TRAFFIC_SECRET", secret: secret))
        log.append(LoggedSecret(label: "EARLY_EXPORTER_SECRET", secret: exporter))
    }

    /// Derives the handshake secrets (RFC 8446 §7.1), with or without a pre-shared key.
    package mutating func deriveHandshake(
        shared: [UInt8],
        resuming key: [UInt8]? = nil,
        transcript: [UInt8]
    ) throws(OpenSSLError) {
        var derived = try BeforeHandshake.of(suite.digest).derived
        if let key {
            let nothing = try BeforeHandshake.of(suite.digest).nothing
            let zeros = [UInt8](repeating: 0, count: suite.digest.length)
            let early = try derivation.extract(key, salt: zeros)
            derived = try derivation.expand(early, label: "derived", context: nothing)
        }
        main = try derivation.extract(shared, salt: derived)
        try deriveTraffic(.handshake, main, ("c hs traffic", "s hs traffic"), transcript)
        note("HANDSHAKE_TRAFFIC_SECRET", .handshake)
    }

    /// Derives the application secrets from the handshake secrets.
    package mutating func deriveApplication(transcript: [UInt8]) throws(OpenSSLError) {
        let nothing = try BeforeHandshake.of(suite.digest).nothing
        let zeros = [UInt8](repeating: 0, count: suite.digest.length)
        let derived = try derivation.expand(main, label: "derived", context: nothing)
        master = try derivation.extract(zeros, salt: derived)
        try deriveTraffic(.application, master, ("c ap traffic", "s ap traffic"), transcript)
        note("TRAFFIC_SECRET_0", .application)
        let exporter = try derivation.expand(master, label: "exp master", context: transcript)
        log.append(LoggedSecret(label: "EXPORTER_SECRET", secret: exporter))
    }

    /// Derives the key of the session that a ticket with this nonce resumes (RFC 8446 §4.6.1).
    ///
    /// The transcript must end with the client's Finished.
    package func resumption(
        nonce: [UInt8],
        transcript: [UInt8]
    ) throws(OpenSSLError) -> [UInt8] {
        let secret = try derivation.expand(master, label: "res master", context: transcript)
        return try derivation.expand(secret, label: "resumption", context: nonce)
    }

    package func hasTraffic(_ epoch: Epoch) -> Bool { traffic[epoch] != nil }

    private mutating func deriveTraffic(
        _ epoch: Epoch,
        _ secret: [UInt8],
        _ labels: (client: String, server: String),
        _ transcript: [UInt8]
    ) throws(OpenSSLError) {
        traffic[epoch] = Traffic(
            client: try derivation.expand(secret, label: labels.client, context: transcript),
            server: try derivation.expand(secret, label: labels.server, context: transcript)
        )
    }

    private mutating func note(_ name: String, _ epoch: Epoch) {
        guard let traffic = traffic[epoch] else { return }
        log.append(LoggedSecret(label: "CLIENT_\(name)", secret: traffic.client))
        log.append(LoggedSecret(label: "SERVER_\(name)", secret: traffic.server))
    }

    /// Derives the next application secret of one side (RFC 8446 §7.2).
    package mutating func update(_ side: Side) throws(OpenSSLError) {
        guard var next = traffic[.application] else { return }
        switch side {
        case .client: next.client = try derivation.expand(next.client, label: "traffic upd")
        case .server: next.server = try derivation.expand(next.server, label: "traffic upd")
        }
        traffic[.application] = next
    }

    // MARK: TLS 1.2

    /// Derives the master secret (RFC 5246 §8.1, RFC 7627 §4).
    ///
    /// `session` is the transcript's hash for the extended master secret; nil derives the older
    /// master secret.
    package mutating func deriveMaster(
        premaster: [UInt8],
        session: [UInt8]?
    ) throws(OpenSSLError) {
        main = try pseudorandom(
            premaster,
            label: session == nil ? "master secret" : "extended master secret",
            seed: session ?? clientFirst,
            count: 48
        )
        log.append(LoggedSecret(label: "CLIENT_RANDOM", secret: main))
    }

    /// Uses the master secret of a resumed session.
    package mutating func resume(master: [UInt8]) {
        main = master
        log.append(LoggedSecret(label: "CLIENT_RANDOM", secret: main))
    }

    /// TLS 1.2's master secret; empty before the key exchange.
    package var keptMaster: [UInt8] { main }

    /// Computes the PRF of the connection's version.
    private func pseudorandom(
        _ secret: [UInt8],
        label: String,
        seed: [UInt8],
        count: Int
    ) throws(OpenSSLError) -> [UInt8] {
        switch version {
        case .ssl3: try SSL3.derived(from: secret, seed: seed, count: count)
        case .v1_0, .v1_1:
            try Derivation.older(secret, label: label, seed: seed, count: count)
        case .v1_2, .v1_3:
            try derivation.pseudorandom(secret, label: label, seed: seed, count: count)
        }
    }

    // MARK: Derived values

    /// Computes the content of a Finished (RFC 8446 §4.4.4, RFC 5246 §7.4.9).
    ///
    /// A client that authenticates after the handshake uses the epoch of application data.
    package mutating func finished(
        _ side: Side,
        transcript: [UInt8],
        in epoch: Epoch = .handshake
    ) throws(OpenSSLError) -> [UInt8] {
        if version == .ssl3 {
            return try SSL3.finished(
                ofClient: side == .client,
                after: transcript,
                master: main
            )
        }
        guard version == .v1_3 else {
            let label = side == .client ? "client finished" : "server finished"
            return try pseudorandom(main, label: label, seed: transcript, count: 12)
        }
        let zeros = [UInt8](repeating: 0, count: suite.digest.length)
        let traffic = traffic[epoch] ?? Traffic(client: zeros, server: zeros)
        let base = side == .client ? traffic.client : traffic.server
        let key = try derivation.expand(base, label: "finished")
        return try derivation.code(of: transcript, key: key)
    }

    /// Returns the protection of the records that `side` sends; nil while the keys are unknown.
    ///
    /// If `end` is `side`, the protection seals records; otherwise it opens them.
    package mutating func protection(
        of side: Side,
        in epoch: Epoch,
        at end: Side = .server
    ) throws(OpenSSLError) -> RecordProtection? {
        guard version == .v1_3 else {
            return epoch == .plain || !isReady ? nil : try olderProtection(of: side, at: end)
        }
        let suite = epoch == .early ? earlySuite ?? suite : suite
        guard let traffic = traffic[epoch], case .aead(let algorithm) = suite.protection else {
            return nil
        }
        let derivation = try epoch == .early ? Derivation(suite.digest) : derivation
        let secret = side == .client ? traffic.client : traffic.server
        return try RecordProtection(
            algorithm,
            .newest,
            key: derivation.expand(secret, label: "key", count: algorithm.keyLength),
            vector: derivation.expand(secret, label: "iv", count: 12),
            seals: side == end
        )
    }

    /// Returns the protection from TLS 1.2's key block (RFC 5246 §6.3, RFC 4346 §6.3).
    private mutating func olderProtection(
        of side: Side,
        at end: Side
    ) throws(OpenSSLError) -> RecordProtection {
        let algorithm: RecordCipher.Algorithm
        let framing: RecordProtection.Framing
        var mac: Digest?
        var vectorLength = 0
        switch suite.protection {
        case .aead(.chaCha20Poly1305):
            (algorithm, framing, vectorLength) = (.chaCha20Poly1305, .implicitNonce, 12)
        case .aead(let aead): (algorithm, framing, vectorLength) = (aead, .explicitNonce, 4)
        case .cbc(let cipher, let digest):
            (algorithm, framing) = (cipher, .cbc(macsCiphertext: macsCiphertext))
            mac = digest
            // Versions after TLS 1.0 send an IV in each record (RFC 2246 §6.3, RFC 4346 §6.2.3.2).
            vectorLength = version <= .v1_0 ? cipher.blockLength : 0
        case .stream(let cipher, let digest): (algorithm, framing, mac) = (cipher, .stream, digest)
        }
        // In each pair of values in the key block, the client's value comes first.
        let lengths =
            suite.isForExport
            ? [mac?.length ?? 0, Self.exportedLength, 0]
            : [mac?.length ?? 0, algorithm.keyLength, vectorLength]
        if keyBlock.isEmpty {
            keyBlock = try pseudorandom(
                main,
                label: "key expansion",
                seed: randoms,
                count: lengths.reduce(0, +) * 2
            )
        }
        var start = 0
        var parts = lengths.map { length in
            defer { start += 2 * length }
            let own = start + (side == .client ? 0 : length)
            return Array(keyBlock[own..<own + length])
        }
        if suite.isForExport {
            parts[1] = try stretched(parts[1], of: side, count: algorithm.keyLength)
            parts[2] = try exportedVector(of: side, count: vectorLength)
        }
        return try RecordProtection(
            algorithm,
            framing,
            key: parts[1],
            vector: parts[2],
            mac: mac.map { digest throws(OpenSSLError) in
                try MAC(digest, key: parts[0], in: version)
            },
            seals: side == end,
            version: version
        )
    }
}

// The keys of export suites (RFC 2246 §6.3.1).
extension HandshakeSecrets {
    /// The length of the secret part of an export suite's key, in bytes.
    private static let exportedLength = 5

    private func stretched(
        _ key: [UInt8],
        of side: Side,
        count: Int
    ) throws(OpenSSLError) -> [UInt8] {
        let label = side == .client ? "client write key" : "server write key"
        return try pseudorandom(key, label: label, seed: clientFirst, count: count)
    }

    /// Derives the IVs of export suites, which do not depend on a secret.
    private func exportedVector(of side: Side, count: Int) throws(OpenSSLError) -> [UInt8] {
        let both = try pseudorandom([], label: "IV block", seed: clientFirst, count: count * 2)
        return Array(side == .client ? both.prefix(count) : both.suffix(count))
    }

    private var clientFirst: [UInt8] { Array(randoms[32...] + randoms[..<32]) }
}

/// Values that are equal for all connections without a pre-shared key (RFC 8446 §7.1).
///
/// The values are computed once for each digest.
private struct BeforeHandshake {
    /// The hash of an empty string.
    let nothing: [UInt8]
    /// The salt of the handshake secret.
    let derived: [UInt8]

    private static let sha256 = Result { () throws(OpenSSLError) in try BeforeHandshake(.sha256) }
    private static let sha384 = Result { () throws(OpenSSLError) in try BeforeHandshake(.sha384) }

    static func of(_ digest: Digest) throws(OpenSSLError) -> BeforeHandshake {
        switch digest {
        case .sha256: try sha256.get()
        case .sha384: try sha384.get()
        default: try BeforeHandshake(digest)
        }
    }

    private init(_ digest: Digest) throws(OpenSSLError) {
        let zeros = [UInt8](repeating: 0, count: digest.length)
        let derivation = try Derivation(digest)
        nothing = try digest.hash([])
        let early = try derivation.extract(zeros, salt: zeros)
        derived = try derivation.expand(early, label: "derived", context: nothing)
    }
}
