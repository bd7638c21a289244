import Crypto
import Forge
import PathValidation
import ScenarioFormat
import Testing

@testable import Campaigns

/// The decisive defects of a disagreement over several.
struct AttributionTests {
    private static let twin = DrawnDefect("expired-twin", at: .setup)

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
    func `who takes our path alone has judged another`(limit: Int, expected: String?) async throws {
        let oracle = SetupOracle("gnutls 3") {
            $0.question.chain.count > limit ? .reject("GNUTLS_CERT_EXPIRED") : .accept
        }
        #expect(try await explanation(of: [Self.twin], oracles: [oracle]) == expected)
    }

    @Test func `what several defects leave good is good before a library`() async throws {
        // Lost policies do not matter without an intermediate.
        let lost = [DrawnDefect("policy-lost", at: .setup), DrawnDefect("shorter", at: .setup)]
        // OpenSSL does not support such signatures, and so cannot confirm the path.
        let digests = (0..<DrawnDefect.variants).lazy.map {
            DrawnDefect("odd-digest", at: .leaf, variant: $0)
        }
        let digest = try #require(
            digests.first { GeneratedSetup([$0]).setup.pki.entities["leaf"]?.digest == .sha3_256 }
        )
        let unknown = [digest] + lost
        func judge(askingFor digest: Bool) -> SetupOracle {
            SetupOracle("swift-certificates 1") {
                guard let leaf = $0.setup.pki.entities["leaf"], leaf.policies?.isEmpty == false,
                    (leaf.digest != nil) == digest, $0.setup.serve.count == 1
                else { return .accept }
                return .reject("unhandled-critical-extension")
            }
        }
        let (plain, odd) = (judge(askingFor: false), judge(askingFor: true))
        #expect(try await explanation(of: lost, oracles: [plain]) == "policies")
        #expect(try await explanation(of: unknown, oracles: [odd, OpenSSLOracle()]) == nil)
        // A profile of ours is not a library, and so cannot confirm the path.
        let own = ProfileOracle(.rfc5280)
        #expect(try await explanation(of: unknown, oracles: [odd, own]) == nil)
        let witness = FakeOracle { _ in .accept }
        #expect(try await explanation(of: unknown, oracles: [odd, witness]) == "policies")
    }

    @Test(arguments: [
        ["policy-mapped", "shorter"], ["intermediate-trusted", "policy-mapped"],
        ["intermediate-trusted", "policy-lost"],
    ])
    func `OpenSSL agrees once it is asked for the policies of an anchor`(
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
        #expect(explanation == "policies that anchors demand")
    }

    @Test func `an anchor without policies explains nothing of policies`() async throws {
        let required = DrawnDefect("policy-required", at: .intermediate)
        let oracle = SetupOracle("openssl 3") { _ in .accept }
        #expect(try await explanation(of: [required], oracles: [oracle]) == nil)
    }

    @Test func `a common name beside an address is under constraints before OpenSSL`() async throws
    {
        let names = ["common-name-under-constraints", "address"]
        let defects = names.map { DrawnDefect($0, at: .setup) }
        let explanation = try await explanation(of: defects, oracles: [OpenSSLOracle()])
        #expect(explanation == "common names under constraints")
    }

    @Test(arguments: [("unhandled-critical-extension", "policies"), ("expired", nil)])
    func `a defect that changes the reason alone leaves the explanation`(
        word: String,
        expected: String?
    ) async throws {
        // This judge rejects for `word` without the twin, and for expiry with it.
        let oracle = SetupOracle("swift-certificates 1") {
            let isPolicy = $0.setup.pki.entities["leaf"]?.policies?.isEmpty == false
            guard isPolicy else { return .accept }
            return .reject($0.setup.serve.contains("twin") ? "expired" : word)
        }
        let defects = [DrawnDefect("policy-kept", at: .setup), Self.twin]
        #expect(try await explanation(of: defects, oracles: [oracle]) == expected)
    }
}
