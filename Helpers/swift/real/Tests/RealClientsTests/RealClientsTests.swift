import AsyncHTTPClient
import Foundation
import HatpinTesting
import NIOSSL
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Well-known clients; `script/test-real` compares the verdicts with those of their definitions.
@Suite(.serialized) struct RealClientsTests {
    /// URLSession, which on Linux reads the system's bundle and hosts file; `script/test-real` puts files
    /// of its own in their places.
    @Test(
        arguments: try await hatpinCases("names/*", "anchors/*", "time/*", can: ["addresses"])
    )
    func urlSession(_ hatpin: HatpinCase) async throws {
        try await hatpin.run { world in
            try place(String(contentsOfFile: world.ca, encoding: .utf8), in: "HATPIN_BUNDLE")
            try place("\(world.address) \(world.host)\n", in: "HATPIN_HOSTS")
            guard let url = URL(string: world.url) else { throw URLError(.badURL) }
            _ = try await URLSession(configuration: .ephemeral).data(from: url)
        }
    }

    /// AsyncHTTPClient, which has a table of names of its own.
    @Test(
        arguments: try await hatpinCases("names/*", "anchors/*", "time/*", can: ["addresses"])
    )
    func asyncHTTPClient(_ hatpin: HatpinCase) async throws {
        try await hatpin.run { world in
            var settings = HTTPClient.Configuration()
            settings.tlsConfiguration = .makeClientConfiguration()
            settings.tlsConfiguration?.trustRoots = .file(world.ca)
            settings.dnsOverride = [world.host: world.address]
            // By default it retries after a refused certificate until its time is up.
            settings.connectionPool.retryConnectionEstablishment = false
            try await HTTPClient.withHTTPClient(configuration: settings) { client in
                let request = HTTPClientRequest(url: world.url)
                _ = try await client.execute(request, timeout: .seconds(30))
            }
        }
    }

    /// Writes the file that a variable names, which must stay the same file.
    private func place(_ text: String, in variable: String) throws {
        let path = try #require(ProcessInfo.processInfo.environment[variable])
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
}
