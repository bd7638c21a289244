import Basics
import CommandWorkshop
import Crypto
import ForgeSeeds
import Testing
import X509

struct ForgedSeedsTests {
    @Test func `refuses a folder with a faulty scenario`() async throws {
        let folder = try TemporaryFolder(["Scenarios/exact.yaml": "scenario: exact\n"])
        await #expect(throws: Failure.self) {
            try await ForgedSeeds(of: folder.path + "/Scenarios")
        }
    }

    @Test
    func `writes the same seeds in every run, names each by its hash, and keeps existing files`()
        async throws
    {
        let folder = try TemporaryFolder([
            "Scenarios/exact.yaml": """
            scenario: exact
            about: The name that was meant is accepted.
            expect: accept
            """,
            "Scenarios/revoked.yaml": """
            scenario: revoked
            about: The leaf is revoked.
            sources: [RFC 5280]
            leaf: { crl: revoked }
            server: { staple: leaf }
            client: { crls: [intermediate] }
            expect: { reject: revoked }
            """,
            "a/DecodeCRL/mine": "mine",
        ])
        for name in ["a", "b"] {
            try await ForgedSeeds(of: folder.path + "/Scenarios")
                .write(below: "\(folder.path)/\(name)")
        }
        let targets = try Files.entries(of: folder.path + "/b").sorted()
        #expect(
            targets == [
                "DecodeCRL", "DecodeCertificate", "DecodeOCSPResponse", "DecodePEM", "InspectFile",
                "LoadScenario",
            ]
        )
        for target in targets {
            let (first, second) = ("\(folder.path)/a/\(target)", "\(folder.path)/b/\(target)")
            let names = try Files.entries(of: second)
            #expect(!names.isEmpty, "\(target)")
            #expect(Set(try Files.entries(of: first)).subtracting(["mine"]) == Set(names))
            for name in names {
                let seed = try Files.read("\(first)/\(name)")
                #expect(try Files.read("\(second)/\(name)") == seed)
                #expect(try name.hasPrefix(Array(Digest.sha256.hash(seed).prefix(16)).hex))
            }
        }
        #expect(try Files.read(folder.path + "/a/DecodeCRL/mine") == Array("mine".utf8))
    }
}
