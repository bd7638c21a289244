import ClientModels
import Forge
import PathValidation
import Runner
import ScenarioFormat
import Testing
import X509

@testable import Campaigns

/// Programs as oracles of campaigns.
struct ProgramOracleTests {
    /// Returns a program that always decides the same, with one of Hatpin's reasons.
    private static func oracle(
        _ verdict: Verdict,
        on library: String?,
        clock: @escaping @Sendable () -> Instant = { ForgedSetup.now }
    ) throws -> PartyOracle {
        let party = ClosureParty { _, _ throws(HarnessError) in
            Answer(decision: Decision(verdict), observed: nil)
        }
        return try PartyOracle(
            program: Party("client/x", deciding: party),
            on: library,
            at: ForgedSetup.now,
            clock: clock,
            isAlone: false
        )
    }

    private static let refusal = Verdict.reject(.reported([.extendedKeyUsage], words: "no"))

    @Test(
        arguments: [("openssl", "any purpose in issuers"), ("gnutls", "any purpose in issuers")]
            + [("nss", nil), (nil, nil)] as [(String?, String?)]
    )
    func `explains a program by the known differences of its library`(
        library: String?,
        explanation: String?
    ) async throws {
        let setup = GeneratedSetup([DrawnDefect("issuer-of-any-purpose", at: .intermediate)])
        let oracle = try Self.oracle(Self.refusal, on: library)
        #expect(oracle.name == (library.map { "\($0) " } ?? "") + "client/x")
        var attribution = Attribution([oracle], ProfileOracle(.reference), ForgeCache())
        let theirs = try #require(await oracle.verdicts(on: [setup.forged().forged]).first)
        let sighting = Sighting(oracle: 0, ours: .accept, theirs: theirs)
        let disagreement = try await attribution.disagreement(sighting, in: setup)
        #expect(disagreement.explanation == explanation)
    }

    @Test
    func `does not explain a program's refusal by its library if the library accepts the setup`()
        throws
    {
        let defect = DrawnDefect("foreign-authority-key-identifier", at: .intermediate)
        let setup = GeneratedSetup([defect])
        let forged = try setup.forged().forged
        let oracle = try Self.oracle(Self.refusal, on: "openssl")
        var difference = ProfileOracle(.reference).difference(
            from: oracle,
            .reject("extended-key-usage"),
            on: forged,
            with: setup.defects
        )
        #expect(difference.says("unable to get local issuer certificate"))
        difference.verification = try ForgedSetup(Setup.standard).question.verification
        #expect(!difference.says("unable to get local issuer certificate"))
    }

    @Test func `gives no verdict on a certificate that became valid after the setup was forged`()
        async throws
    {
        var setup = Setup.standard
        setup.pki.entities["leaf"]?.notBefore = .relative(5)
        setup.pki.entities["leaf"]?.notAfter = .relative(1_000)
        let forged = try ForgedSetup(setup)
        let at: (Instant) throws -> PartyOracle = { time in
            try Self.oracle(.accept(.observed), on: nil, clock: { time })
        }
        #expect(try await at(ForgedSetup.now).verdicts(on: [forged]) == [.accept])
        #expect(try await at(ForgedSetup.now + 9).verdicts(on: [forged]) == [.none])
        #expect(try await at(ForgedSetup.now + 2_000).verdicts(on: [forged]) == [.accept])
    }
}
