import Crypto
import Forge
import PathValidation
import ScenarioFormat
import Testing

@testable import Campaigns

/// The decisive defects of a disagreement.
struct AttributionTests {
    private static let expired = DrawnDefect("expired-twin", at: .setup)

    private func explanation(
        of defects: [DrawnDefect],
        oracles: [any ChainOracle]
    ) async throws -> String? {
        let setup = GeneratedSetup(defects)
        let forged = try ForgedSetup(setup.setup)
        let ours = ProfileOracle(.reference).verdict(on: forged.question)
        let theirs = try #require(await oracles[0].verdicts(on: [forged]).first)
        #expect(ours.isAccepted != theirs.isAccepted)
        var attribution = Attribution(oracles, ProfileOracle(.reference), ForgeCache())
        let sighting = Sighting(oracle: 0, ours: ours, theirs: theirs)
        let disagreement = try await attribution.disagreement(sighting, in: setup)
        #expect(disagreement.ours == ours.word && disagreement.theirs == theirs.word)
        return disagreement.explanation
    }

    @Test(arguments: [(2, "one path"), (1, nil)] as [(Int, String?)])
    func `explains a library's rejection if the library accepts the reference's path`(
        limit: Int,
        expected: String?
    ) async throws {
        let oracle = SetupOracle("gnutls 3") {
            $0.question.chain.count > limit ? .reject("GNUTLS_CERT_EXPIRED") : .accept
        }
        #expect(try await explanation(of: [Self.expired], oracles: [oracle]) == expected)
    }

    @Test func `permits several defects only if a library accepts the reference's path`()
        async throws
    {
        // Without an intermediate, lost policies do not matter.
        let lost = [DrawnDefect("policy-lost", at: .setup), DrawnDefect("shorter", at: .setup)]
        // OpenSSL does not support such signatures, and so cannot confirm the path.
        let digests = (0..<DrawnDefect.variants).lazy.map {
            DrawnDefect("odd-digest", at: .leaf, variant: $0)
        }
        let digest = try #require(
            digests.first { GeneratedSetup([$0]).setup.pki.entities["leaf"]?.digest == .sha3_256 }
        )
        let unknown = [digest] + lost
        func oracle(askingFor digest: Bool) -> SetupOracle {
            SetupOracle("swift-certificates 1") {
                guard let leaf = $0.setup.pki.entities["leaf"], leaf.policies?.isEmpty == false,
                    (leaf.digest != nil) == digest, $0.setup.serve.count == 1
                else { return .accept }
                return .reject("unhandled-critical-extension")
            }
        }
        let (plain, odd) = (oracle(askingFor: false), oracle(askingFor: true))
        #expect(try await explanation(of: lost, oracles: [plain]) == "policies")
        #expect(try await explanation(of: unknown, oracles: [odd, OpenSSLOracle()]) == nil)
        // One of Hatpin's profiles is not a library, and so cannot confirm the path.
        let own = ProfileOracle(.rfc5280)
        #expect(try await explanation(of: unknown, oracles: [odd, own]) == nil)
        let witness = FakeOracle { _ in .accept }
        #expect(try await explanation(of: unknown, oracles: [odd, witness]) == "policies")
    }

    @Test(arguments: [
        ["policy-mapped", "shorter"], ["intermediate-trusted", "policy-mapped"],
        ["intermediate-trusted", "policy-lost"],
    ])
    func `explains policies required by anchors if OpenSSL with these policies agrees`(
        names: [String]
    ) async throws {
        let variants = 0..<DrawnDefect.variants
        let setups = variants.lazy.flatMap { first in
            variants.lazy.map { second in
                zip(names, [first, second]).map { DrawnDefect($0, at: .setup, variant: $1) }
            }
        }
        let defects = try #require(
            try setups.first { defects in
                let question = try ForgedSetup(GeneratedSetup(defects).setup).question
                return ProfileOracle(.reference).verdict(on: question) == .reject("policy")
            }
        )
        let explanation = try await explanation(of: defects, oracles: [OpenSSLOracle()])
        #expect(explanation == "policies required by anchors")
    }

    @Test
    func `does not explain a difference by policies of anchors if the anchors have no policies`()
        async throws
    {
        let required = DrawnDefect("policy-required", at: .intermediate)
        let oracle = SetupOracle("openssl 3") { _ in .accept }
        #expect(try await explanation(of: [required], oracles: [oracle]) == nil)
    }

    @Test func `explains that OpenSSL applies constraints to a common name next to an address`()
        async throws
    {
        let names = ["common-name-under-constraints", "address"]
        let defects = names.map { DrawnDefect($0, at: .setup) }
        let explanation = try await explanation(of: defects, oracles: [OpenSSLOracle()])
        #expect(explanation == "common names under constraints")
    }

    @Test(arguments: [("unhandled-critical-extension", "policies"), ("expired", nil)])
    func `keeps the explanation if a defect only changes the reason of a rejection`(
        word: String,
        expected: String?
    ) async throws {
        // This oracle rejects for the reason `word`; with the expired certificate, it rejects for
        // expiry.
        let oracle = SetupOracle("swift-certificates 1") {
            let isPolicy = $0.setup.pki.entities["leaf"]?.policies?.isEmpty == false
            guard isPolicy else { return .accept }
            return .reject($0.setup.serve.contains("twin") ? "expired" : word)
        }
        let defects = [DrawnDefect("policy-kept", at: .setup), Self.expired]
        #expect(try await explanation(of: defects, oracles: [oracle]) == expected)
    }
}
