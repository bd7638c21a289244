import Crypto
import TLS
import TestSupport
import Testing

@testable import JudgingTargets

/// The seeds of `AskServer`: what servers send, records after each of their flights, and answers to
/// probes.
struct AskServerSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var seeds: [String: [UInt8]] = [
            "no-tls": [0, 3, 0, 0] + Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8),
            "alert": [0, 3, 0, 0, 21, 3, 3, 0, 2, 2, 40],
        ]
        for versions in 0..<3 {
            let flight = try Self.flight(versions)
            seeds["flight-\(versions)"] = [Self.steering(0, versions, 0), 64, 0, 0] + flight
            // The hello is the first message of the first record.
            let length = Int(flight[6]) << 16 | Int(flight[7]) << 8 | Int(flight[8])
            let hello = flight.dropFirst(9).prefix(length)
            seeds["hello-\(versions)"] = [Self.steering(1, versions, 0), 64, 0, 0] + hello
            for flags in 0..<8 {
                for flights in 0..<3 {
                    let steering = Self.steering(2 + flights, versions, flags)
                    seeds["records-\(flights)-\(versions)-\(flags)"] =
                        [steering, 7, 0, 0] + Self.records
                }
            }
        }
        for (index, violation) in ClientViolation.catalogue.enumerated() {
            let version = violation.versions.contains(.v1_3) ? 1 : 2
            let steering = Self.steering(4, version, 1)
            seeds["violation-\(violation.name)"] =
                [steering, 7, UInt8(index + 1), 0] + Self.records
        }
        for (name, answer) in Self.answers {
            let index = try #require(ProbeProtocol.catalogue.firstIndex { $0.name == name })
            for place in 5...6 {
                seeds["answer-\(name)-\(seeds.count)"] =
                    [UInt8(place), 5, 0, UInt8(index)] + Array(answer.utf8)
            }
        }
        try expectSeeds(seeds, of: "AskServer")
    }

    /// What servers of each protocol answer; the first two of each accept.
    private static let answers = [
        ("http", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhatpin-1-1"),
        (
            "http",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\nhatpin-1-1\r\n0\r\n\r\n"
        ),
        ("http", "HTTP/1.1 403 Forbidden\r\n\r\n"),
        ("postgres", "SR\0\0\0\u{8}\0\0\0\0"),
        ("postgres", "SR\0\0\0\u{8}\0\0\0\u{3}"),
        ("postgres", "SE\0\0\0\u{20}SFATAL\0Mno certificate\0\0"),
        ("redis", "$10\r\nhatpin-1-1\r\n"),
        ("redis", "-NOAUTH hatpin-1-1\r\n"),
    ]

    /// Returns the first flight of an honest server to the client of the target.
    private static func flight(_ versions: Int) throws -> [UInt8] {
        let range: [ClosedRange<TLSVersion>] = [
            .v1_2 ... .v1_3, .v1_3 ... .v1_3, .v1_2 ... .v1_2,
        ]
        var settings = HandshakeParties.shared.engine
        settings.versions = range[versions]
        let draws = Draws(random: [UInt8](repeating: 7, count: 32), share: Array(100..<166))
        var offer = ClientOffer(draws: draws)
        offer.versions = range[versions]
        (offer.answersLate, offer.resumes) = (true, true)
        var client = try StrictClient(offer)
        var server = ScriptedSession(settings)
        client.takeOutput().withUnsafeBytes { server.receive($0) }
        _ = try server.handshake()
        var flight: [UInt8] = []
        server.takeOutput(into: &flight)
        return flight
    }

    /// Returns byte 0 of the input.
    private static func steering(_ place: Int, _ versions: Int, _ flags: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: place + 7 * (versions + 3 * flags))
    }

    /// Records, each with a type and a length: a KeyUpdate with a request, data, ChangeCipherSpec, a
    /// HelloRequest, a request for a certificate with a context, a ticket, and close_notify.
    private static let records: [UInt8] =
        [2, 5, 24, 0, 0, 1, 1] + [3, 2, 104, 105] + [0, 1, 1] + [2, 4, 0, 0, 0, 0]
        + [2, 16, 13, 0, 0, 12, 1, 7, 0, 8, 0, 13, 0, 4, 0, 2, 4, 3]
        + [2, 18, 4, 0, 0, 14, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 9, 0]
        + [1, 2, 1, 0] + [3, 1, 33]
}
