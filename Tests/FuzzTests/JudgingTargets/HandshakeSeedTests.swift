import Forge
import ScenarioFormat
import TestSupport
import Testing
import X509

/// The seeds of `ServeHandshake`: a hello, a server's flight, and handshakes with at most one
/// damaged place.
struct HandshakeSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let forged = try Setup.standard.pki.forge(seed: 1, at: Instant(seconds: 1_793_491_200))
        let chain = Setup.standard.serve.compactMap { forged.members[$0]?.certificate }
        // Byte 0 is listener + 3 * (version + 5 * flags), byte 1 the size of pieces.
        var seeds: [String: [UInt8]] = [
            "hello": [6, 0] + record(message(1, hello(isServer: false))),
            "hello-in-pieces": [6, 3] + record(message(1, hello(isServer: false))),
            "no-tls": [0, 0] + Array("GET / HTTP/1.1\r\n\r\n".utf8),
            "flight": [7, 0]
                + record(message(2, hello(isServer: true)))
                + record(message(11, vector(3, chain.flatMap { vector(3, $0) })))
                + record(message(22, [1] + vector(3, [0x30, 0])))
                + record(message(14, [])),
            "alert": [1, 0, 21, 3, 3, 0, 2, 2, 40],
        ]
        for version in 0..<5 {
            for flags in [0, 3, 4] {
                let steering = UInt8(2 + 3 * (version + 5 * flags))
                seeds["peace-\(version)-\(flags)"] = [steering, 0]
                seeds["pieces-\(version)-\(flags)"] = [steering, 7]
            }
        }
        for (name, kind) in [("flip", 0), ("drop", 2), ("insert", 4), ("double", 6), ("cut", 8)] {
            seeds["\(name)-to-server"] = [8, 0, UInt8(kind), 0, 20, 1]
            seeds["\(name)-to-client"] = [8, 0, UInt8(kind + 1), 0, 120, 1]
        }
        try expectSeeds(seeds, of: "ServeHandshake")
    }

    /// Returns a hello of TLS 1.2 with one cipher suite and no extensions (RFC 5246 §7.4.1).
    private func hello(isServer: Bool) -> [UInt8] {
        let random = [UInt8](repeating: 0, count: 32)
        // TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256.
        let suite: [UInt8] = [0xc0, 0x2b]
        let agreed = isServer ? suite + [0] : vector(2, suite) + vector(1, [0])
        return [3, 3] + random + vector(1, []) + agreed
    }

    private func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + vector(3, body) }

    private func record(_ fragment: [UInt8]) -> [UInt8] { [22, 3, 3] + vector(2, fragment) }

    /// Returns the bytes with their length before them, in this many bytes.
    private func vector(_ bytes: Int, _ content: [UInt8]) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
            + content
    }
}
