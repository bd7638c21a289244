import Forge
import Foundation
import OpenSSL
import PKIX
import StrictClient
import TLSFormat
import TLSProtocol
import TestSupport
import Testing

@testable import JudgingTargets

/// The seeds of `PlayScript`: hellos of many clients, and records behind each flight of ours.
struct ScriptSeedTests {
    /// Octet 1 is the size of pieces, from 0xc0 on with a session; octets 2 and 3 are the deviation.
    @Test func `the committed conversations are these`() throws {
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
        for deviation in stride(from: 1, to: Deviation.catalogue.count, by: 37) {
            let index = [UInt8](UInt16(deviation))
            seeds["deviation-\(deviation)"] = [4, 7] + index + Self.records
        }
        // TLS 1.2 with a suite of CBC, and a record behind the handshake that no key has protected.
        let record = [7, 48] + [UInt8](repeating: 3, count: 48)
        let blocks = Self.steering(4, 2, 4)
        seeds["blocks"] = [blocks, 7, 0, 0] + Self.records + record
        // The same from a client that authenticates before it encrypts.
        seeds["blocks-mac-first"] = [Self.steering(4, 2, 4 + 8), 7, 0, 0] + Self.records + record
        // A block of sixteen octets 12, the last thirteen of which are padding.
        seeds["blocks-bare"] = [blocks, 7, 0, 0] + [8, 1, 12]
        for name in try Self.captured() { seeds[name] = try Self.seed(name) }
        try expectSeeds(seeds, of: "PlayScript")
    }

    /// Each is the first of one client's kind, as it came from the network.
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
            // A ServerHello, or one that asks for another hello.
            #expect(answer.first == 22 && answer.dropFirst(5).first == 2, "\(name)")
        }
    }

    /// The hello of a client that has a session of the engine's.
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

    /// Octet 0.
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

    /// A type and a length for each: KeyUpdate with a request, data, ChangeCipherSpec, a hello that
    /// renegotiates, close_notify, and data behind it.
    private static let records: [UInt8] =
        [2, 5, 24, 0, 0, 1, 1] + [3, 2, 104, 105] + [0, 1, 1] + [2, 4, 1, 0, 0, 0]
        + [1, 2, 1, 0] + [3, 1, 33]
}
