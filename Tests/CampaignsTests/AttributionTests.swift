import Crypto
import Forge
import PathValidation
import ScenarioFormat
import Testing

@testable import Campaigns

/// The decisive defects of a disagreement over several.
struct AttributionTests {
    private static let twin = DrawnDefect("expired-twin", at: .world)

    private func explanation(
        of defects: [DrawnDefect],
        judges: [any ChainJudge]
    ) async throws -> String? {
        let world = GeneratedWorld(defects)
        let forged = try ForgedWorld(world.world)
        let ours = ProfileJudge(.reference).verdict(on: forged.question)
        let theirs = try #require(await judges[0].verdicts(on: [forged]).first)
        #expect(ours.isAccepted != theirs.isAccepted)
        var attribution = Attribution(judges, ProfileJudge(.reference), ForgeCache())
        let sighting = Sighting(judge: 0, ours: ours, theirs: theirs)
        let disagreement = try await attribution.disagreement(sighting, in: world)
        #expect(disagreement.ours == ours.word && disagreement.theirs == theirs.word)
        return disagreement.explanation
    }

    @Test(arguments: [(2, "one path"), (1, nil)] as [(Int, String?)])
    func `who takes our path alone has judged another`(limit: Int, expected: String?) async throws {
        let judge = WorldJudge("gnutls 3") {
            $0.question.chain.count > limit ? .reject("GNUTLS_CERT_EXPIRED") : .accept
        }
        #expect(try await explanation(of: [Self.twin], judges: [judge]) == expected)
    }

    @Test func `what several defects leave good is good before a library`() async throws {
        // Lost policies do not matter without an intermediate.
        let lost = [DrawnDefect("policy-lost", at: .world), DrawnDefect("shorter", at: .world)]
        // OpenSSL does not support such signatures, and so cannot confirm the path.
        let digests = (0..<DrawnDefect.variants).lazy.map {
            DrawnDefect("odd-digest", at: .leaf, variant: $0)
        }
        let digest = try #require(
            digests.first { GeneratedWorld([$0]).world.pki.entities["leaf"]?.digest == .sha3_256 }
        )
        let unknown = [digest] + lost
        func judge(askingFor digest: Bool) -> WorldJudge {
            WorldJudge("swift-certificates 1") {
                guard let leaf = $0.world.pki.entities["leaf"], leaf.policies?.isEmpty == false,
                    (leaf.digest != nil) == digest, $0.world.serve.count == 1
                else { return .accept }
                return .reject("unhandled-critical-extension")
            }
        }
        let (plain, odd) = (judge(askingFor: false), judge(askingFor: true))
        #expect(try await explanation(of: lost, judges: [plain]) == "policies")
        #expect(try await explanation(of: unknown, judges: [odd, OpenSSLJudge()]) == nil)
        // A profile of ours is not a library, and so cannot confirm the path.
        let own = ProfileJudge(.rfc5280)
        #expect(try await explanation(of: unknown, judges: [odd, own]) == nil)
        let witness = FakeJudge { _ in .accept }
        #expect(try await explanation(of: unknown, judges: [odd, witness]) == "policies")
    }

    @Test(arguments: [
        ["policy-mapped", "shorter"], ["intermediate-trusted", "policy-mapped"],
        ["intermediate-trusted", "policy-lost"],
    ])
    func `OpenSSL agrees once it is asked for the policies of an anchor`(
        names: [String]
    ) async throws {
        let variants = 0..<DrawnDefect.variants
        let worlds = variants.lazy.flatMap { first in
            variants.lazy.map { second in
                zip(names, [first, second]).map { DrawnDefect($0, at: .world, variant: $1) }
            }
        }
        let defects = try #require(
            try worlds.first { defects in
                let question = try ForgedWorld(GeneratedWorld(defects).world).question
                return ProfileJudge(.reference).verdict(on: question) == .reject("policy")
            }
        )
        let explanation = try await explanation(of: defects, judges: [OpenSSLJudge()])
        #expect(explanation == "policies that anchors demand")
    }

    @Test func `an anchor without policies explains nothing of policies`() async throws {
        let required = DrawnDefect("policy-required", at: .intermediate)
        let judge = WorldJudge("openssl 3") { _ in .accept }
        #expect(try await explanation(of: [required], judges: [judge]) == nil)
    }

    @Test func `a common name beside an address is under constraints before OpenSSL`() async throws
    {
        let names = ["common-name-under-constraints", "address"]
        let defects = names.map { DrawnDefect($0, at: .world) }
        let explanation = try await explanation(of: defects, judges: [OpenSSLJudge()])
        #expect(explanation == "common names under constraints")
    }

    @Test(arguments: [("unhandled-critical-extension", "policies"), ("expired", nil)])
    func `a defect that changes the reason alone leaves the explanation`(
        word: String,
        expected: String?
    ) async throws {
        // This judge rejects for `word` without the twin, and for expiry with it.
        let judge = WorldJudge("swift-certificates 1") {
            let isPolicy = $0.world.pki.entities["leaf"]?.policies?.isEmpty == false
            guard isPolicy else { return .accept }
            return .reject($0.world.serve.contains("twin") ? "expired" : word)
        }
        let defects = [DrawnDefect("policy-kept", at: .world), Self.twin]
        #expect(try await explanation(of: defects, judges: [judge]) == expected)
    }
}
