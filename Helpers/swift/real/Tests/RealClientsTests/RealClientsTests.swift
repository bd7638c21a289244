import Foundation
import HatpinTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// URLSession, which on Linux reads the system's bundle and hosts file; `script/test-real` puts files of
/// its own in their places, and compares the verdicts with those of the definition.
@Suite(.serialized) struct RealClientsTests {
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

    /// Writes the file that a variable names, which must stay the same file.
    private func place(_ text: String, in variable: String) throws {
        let path = try #require(ProcessInfo.processInfo.environment[variable])
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
}
