import Foundation
import TestSupport
import Testing

/// The seeds of `LoadScenario`: the valid and invalid texts of the loader's own tests.
struct ScenarioSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let folder = fuzzFolder.deletingLastPathComponent().appending(
            path: "Tests/ScenarioFormatTests/Scenarios"
        )
        var seeds: [String: [UInt8]] = [:]
        for part in ["Rejected", "Scenarios"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: part),
                includingPropertiesForKeys: nil
            )
            for file in files where file.pathExtension == "yaml" {
                seeds[file.lastPathComponent] = [UInt8](try Data(contentsOf: file))
            }
        }
        seeds["hello.yaml"] = Array(
            """
            scenario: hello
            about: a hello is seen
            sources: [RFC 8446]
            expect: { accept: it, hello: { versions: [1.2, 1.3], alpn: [h2, http/1.1] } }

            """.utf8
        )
        seeds["nulls.yaml"] = Array(
            """
            scenario: nulls
            about: ~
            serve: ~
            trust: ~
            cases: { a: { party: ~, expect: ~ }, b: { server: { handshake: ~ }, leaf: { ocsp: ~ } } }

            """.utf8
        )
        seeds["kinds.yaml"] = Array(
            """
            scenario: kinds
            about: [a, b]
            serve: { a: b }
            trust: { a: b }
            server: { handshake: { a: b }, tls: { a: b } }
            leaf: { ocsp: [a], key: [a], san: { a: b } }
            cases: { a: { party: [[a]] }, b: { expect: [a] }, c: { proxy: [a] } }

            """.utf8
        )
        try expectSeeds(seeds, of: "LoadScenario")
    }
}
