import ClientModels
import Forge
import PathValidation
import Runner
import ScenarioFormat
import Testing
import X509

@testable import Campaigns

/// Programs as judges of campaigns.
struct ProgramJudgeTests {
    /// A program that decides the same everywhere, and gives a reason in our words.
    private static func judge(
        _ verdict: Verdict,
        on library: String?,
        clock: @escaping @Sendable () -> Instant = { ForgedWorld.now }
    ) throws -> PartyJudge {
        let party = ClosureParty { _, _ throws(HarnessError) in
            Answer(decision: Decision(verdict), observed: nil)
        }
        return try PartyJudge(
            program: Party("client/x", deciding: party),
            on: library,
            at: ForgedWorld.now,
            clock: clock,
            isAlone: false
        )
    }

    private static let refusal = Verdict.reject(.reported([.extendedKeyUsage], words: "no"))

    @Test(
        arguments: [("openssl", "any purpose in issuers"), ("gnutls", "any purpose in issuers")]
            + [("nss", nil), (nil, nil)] as [(String?, String?)]
    )
    func `the known differences of its library explain it, whatever words it has`(
        library: String?,
        explanation: String?
    ) async throws {
        let world = GeneratedWorld([DrawnDefect("issuer-of-any-purpose", at: .intermediate)])
        let judge = try Self.judge(Self.refusal, on: library)
        #expect(judge.name == (library.map { "\($0) " } ?? "") + "client/x")
        var attribution = Attribution([judge], ProfileJudge(.reference), ForgeCache())
        let theirs = try #require(await judge.verdicts(on: [world.forged().forged]).first)
        let sighting = Sighting(judge: 0, ours: .accept, theirs: theirs)
        let disagreement = try await attribution.disagreement(sighting, in: world)
        #expect(disagreement.explanation == explanation)
    }

    @Test func `a refusal that its library does not share is none of them`() throws {
        let defect = DrawnDefect("foreign-authority-key-identifier", at: .intermediate)
        let world = GeneratedWorld([defect])
        let forged = try world.forged().forged
        let judge = try Self.judge(Self.refusal, on: "openssl")
        var difference = ProfileJudge(.reference).difference(
            from: judge,
            .reject("extended-key-usage"),
            on: forged,
            with: world.defects
        )
        #expect(difference.says("unable to get local issuer certificate"))
        difference.verification = try ForgedWorld(World.standard).question.verification
        #expect(!difference.says("unable to get local issuer certificate"))
    }

    @Test func `a validity that began since the world was made proves nothing`() async throws {
        var world = World.standard
        world.pki.entities["leaf"]?.notBefore = .relative(5)
        world.pki.entities["leaf"]?.notAfter = .relative(1_000)
        let forged = try ForgedWorld(world)
        let at: (Instant) throws -> PartyJudge = { time in
            try Self.judge(.accept(.observed), on: nil, clock: { time })
        }
        #expect(try await at(ForgedWorld.now).verdicts(on: [forged]) == [.accept])
        #expect(try await at(ForgedWorld.now + 9).verdicts(on: [forged]) == [.none])
        #expect(try await at(ForgedWorld.now + 2_000).verdicts(on: [forged]) == [.accept])
    }
}
