import Crypto
import Forge
import Foundation
import TLS
import TestSupport
import Testing
import X509

@testable import JudgingTargets

/// The seeds of `PlayScript`: hellos of many clients, and records after each flight of our server.
struct ScriptSeedTests {
    /// Byte 1 is the size of the pieces, from 0xc0 on with a resumed session.
    ///
    /// Bytes 2 and 3 choose the kind of both ends and the violation.
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let draws = Draws(random: [UInt8](repeating: 3, count: 32), share: Array(10..<76))
        var client = try StrictClient(ClientOffer(draws: draws))
        let hello = client.takeOutput()
        var seeds: [String: [UInt8]] = [
            "no-tls": [0, 3, 0, 0] + Array("GET / HTTP/1.1\r\n\r\n".utf8),
            "alert": [0, 3, 0, 0, 21, 3, 3, 0, 2, 2, 40],
            "strict-hello": [0, 64, 0, 0] + hello,
        ]
        for versions in 0..<3 {
            for flags in 0..<4 {
                let name = "\(versions)-\(flags)"
                let body = Self.steering(1, versions, flags)
                seeds["body-\(name)"] = [body, 64, 0, 0] + hello.dropFirst(9)
                for flights in 0..<4 {
                    let steering = Self.steering(2 + flights, versions, flags)
                    seeds["records-\(flights)-\(name)"] = [steering, 7, 0, 0] + Self.records
                }
            }
        }
        for versions in 0..<3 {
            for flights in 1...2 {
                let steering = Self.steering(2 + flights, versions, 0)
                seeds["resumed-\(flights)-\(versions)"] = [steering, 0xc7, 0, 0] + Self.records
            }
        }
        seeds["body-resuming"] =
            [Self.steering(1, 1, 0), 64, 0, 0]
            + (try Self.resumingHello()).dropFirst(9)
        for violation in stride(from: 1, to: Violation.catalogue.count, by: 37) {
            let index = [UInt8](UInt16(violation))
            seeds["violation-\(violation)"] = [4, 7] + index + Self.records
        }
        // TLS 1.2 with a CBC suite, and an unprotected record after the handshake.
        let record = [7, 48] + [UInt8](repeating: 3, count: 48)
        let blocks = Self.steering(4, 2, 4)
        seeds["blocks"] = [blocks, 7, 0, 0] + Self.records + record
        // The same record, from a client that uses encrypt-then-MAC.
        seeds["blocks-mac-first"] = [Self.steering(4, 2, 4 + 8), 7, 0, 0] + Self.records + record
        // A block of sixteen bytes with the value 12; the last thirteen are padding.
        seeds["blocks-bare"] = [blocks, 7, 0, 0] + [8, 1, 12]
        for (kind, play) in Self.plays {
            seeds["kind-\(kind)-\(play.version)-\(play.word ?? "honest")"] =
                [Self.steering(play.place, play.version, play.flags), play.isResumed ? 0xc7 : 7]
                + (try Self.control(kind, play.word)) + play.bytes
        }
        seeds.merge(try Self.older()) { $1 }
        for name in try Self.captured() { seeds[name] = try Self.seed(name) }
        try expectSeeds(seeds, of: "PlayScript")
    }

    /// The first hello of each kind of client, as it came from the network.
    @Test func `the engine answers the hello of each real client`() throws {
        let names = try Self.captured()
        #expect(names.count > 50)
        for name in names {
            let seed = try Self.seed(name)
            #expect(seed.starts(with: [0, 64, 0, 0, 22, 3]), "\(name)")
            var server = ScriptedSession(HandshakeParties.shared.engine)
            seed.dropFirst(4).withUnsafeBytes { server.receive($0) }
            _ = try server.handshake()
            var answer: [UInt8] = []
            server.takeOutput(into: &answer)
            // A ServerHello or a HelloRetryRequest.
            #expect(answer.first == 22 && answer.dropFirst(5).first == 2, "\(name)")
        }
    }

    /// Returns the hello of a client that has a session from the engine.
    private static func resumingHello() throws -> [UInt8] {
        var settings = HandshakeParties.shared.engine
        settings.versions = .v1_3 ... .v1_3
        let draws = Draws(random: [UInt8](repeating: 3, count: 32), share: Array(10..<76))
        var offer = ClientOffer(draws: draws)
        offer.resumes = true
        var client = try StrictClient(offer)
        var server = ScriptedSession(settings)
        var answer: [UInt8] = []
        for _ in 0..<3 {
            client.takeOutput().withUnsafeBytes { server.receive($0) }
            _ = try server.handshake()
            answer = []
            server.takeOutput(into: &answer)
            client.receive(answer)
            _ = try client.advance(into: &answer)
        }
        offer.sessions = client.sessions
        try #require(!offer.sessions.isEmpty)
        client = try StrictClient(offer)
        return client.takeOutput()
    }

    /// A client of the test, connected to a server with a violation or without one.
    private struct Play {
        var word: String?
        var version = 1
        var flags = 0
        var place = 4
        var isResumed = false
        var bytes = ScriptSeedTests.records
    }

    /// The plays by the kind of both ends: 0 is usual, 1 requests every feature, and with 3 the
    /// client encrypts its secret.
    private static let plays: [(kind: UInt8, play: Play)] = {
        var plays: [(UInt8, Play)] = []
        for version in 0..<3 {
            plays.append((1, Play(version: version)))
            plays.append((1, Play(version: version, isResumed: true)))
            plays.append((3, Play(version: version)))
            plays.append((3, Play(version: version, flags: ofFields)))
        }
        let forms = [
            "compressed-by-zlib", "compressed-by-brotli", "compressed-by-zstd",
            "compressed-bomb-stated", "credential-with-issuer", "raw-key", "raw-key-twice",
        ]
        plays += forms.map { (1, Play(word: $0)) }
        let early = [
            "early-data-rejected", "early-data-after-retry", "early-data-under-other-suite",
        ]
        plays += early.map { (1, Play(word: $0, isResumed: true)) }
        plays.append((1, Play(word: "newest-session-in-1-2", isResumed: true)))
        // A certificate of one byte, and an empty proof.
        let proof: [UInt8] =
            [2, 15, 11, 0, 0, 11, 1, 7, 0, 0, 6, 0, 0, 1, 5, 0, 0] + [
                2, 8, 15, 0, 0, 4, 4, 3, 0, 0,
            ]
        plays.append((1, Play(word: "late-request-as-offered", bytes: proof)))
        let again = ["renegotiation", "renegotiation-without-proof"]
        plays += again.map { (1, Play(word: $0, version: 2)) }
        let transports = ["ephemeral-rsa-key", "guessed-premaster", "key-of-512-bits"]
        plays += transports.map { (3, Play(word: $0, version: 2)) }
        let retries = ["retry-for-unoffered-group", "retry-with-unoffered-suite"]
        plays += retries.map { (0, Play(word: $0)) }
        let fields = [
            "composite-field", "even-field", "field-of-11213-bits", "public-number-of-1",
        ]
        plays += fields.map { (3, Play(word: $0, version: 2, flags: ofFields)) }
        return plays
    }()

    /// The flag with which CBC suites come first; with an RSA key, the CBC suites of finite-field
    /// Diffie-Hellman.
    private static let ofFields = 4

    /// Returns bytes 2 and 3 of the input.
    private static func control(_ kind: UInt8, _ word: String?) throws -> [UInt8] {
        let words = Violation.catalogue.filter { !$0.isMassive }.map(\.name)
        let index = try word.map { word in
            try #require(words.firstIndex(of: word), "\(word)") + 1
        }
        return [UInt8](UInt16(kind) << 14 | UInt16(index ?? 0))
    }

    /// Returns clients of TLS 1.0, TLS 1.1 and SSL 3.0 with one suite each.
    ///
    /// Each sends a hello, a key exchange that the server reads, and a Finished that the server
    /// cannot decrypt.
    private static func older() throws -> [String: [UInt8]] {
        let exchange = [UInt8](repeating: 3, count: 256)
        var counted: [UInt8] = []
        counted.putVector(exchange, lengthBytes: 2)
        func record(_ type: UInt8, _ content: [UInt8], _ version: UInt8) -> [UInt8] {
            var bytes: [UInt8] = [type, 3, version]
            bytes.putVector(content, lengthBytes: 2)
            return bytes
        }
        func conversation(_ version: UInt8, _ suite: UInt16, _ exchange: [UInt8]) -> [UInt8] {
            let random = [UInt8](repeating: 3, count: 32)
            let hello = [3, version] + random + [0, 0, 2] + [UInt8](suite) + [1, 0]
            let end = record(22, [UInt8](repeating: 3, count: 48), version)
            return record(22, HandshakeType.clientHello.message(hello), version)
                + record(22, HandshakeType.clientKeyExchange.message(exchange), version)
                + record(20, [1], version) + end
        }
        var seeds: [String: [UInt8]] = [:]
        // RSA and finite fields with CBC, RC4, and the export suites with RC4 and DES.
        for suite: UInt16 in [0x002f, 0x0033, 0x0005, 0x0003, 0x0008] {
            for version: UInt8 in 1...2 {
                seeds["older-\(suite)-\(version)"] =
                    [0, 64] + (try control(2, nil)) + conversation(version, suite, counted)
            }
        }
        for suite: UInt16 in [0x002f, 0x0005] {
            seeds["oldest-\(suite)"] =
                [steering(0, 2, 0), 64] + (try control(3, "ssl-3-hello"))
                + conversation(3, suite, exchange)
        }
        return seeds
    }

    /// Returns byte 0 of the input.
    private static func steering(_ place: Int, _ versions: Int, _ flags: Int) -> UInt8 {
        UInt8(place + 6 * (versions + 3 * flags))
    }

    private static let folder = fuzzFolder.appending(path: "Seeds/PlayScript")

    private static func captured() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasPrefix("hello-") }
    }

    private static func seed(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// Records, each with a type and a length: a KeyUpdate with a request, data, ChangeCipherSpec,
    /// a hello that renegotiates, close_notify, and data after it.
    private static let records: [UInt8] =
        [2, 5, 24, 0, 0, 1, 1] + [3, 2, 104, 105] + [0, 1, 1] + [2, 4, 1, 0, 0, 0]
        + [1, 2, 1, 0] + [3, 1, 33]
}
