import Forge
import TLS
import Testing

@testable import ScenarioFormat

/// The setup that `control` makes of a case's.
struct StatedControlTests {
    private let sharedByCases = """
        scenario: it
        about: A control that takes away what the scenario adds.
        sources: [RFC 5280]
        pki: { stranger: { issuer: root } }
        network: { proxy: { mints-under: stranger } }
        cases:
          refused:  { expect: { reject: unknown-issuer } }
          accepted: { network: { proxy: ~ }, expect: accept }
          by-case:
            leaf: { san: other.example.test }
            expect: { reject: name-mismatch }
            control: { leaf: { san: www.example.test } }
        control: { network: { proxy: ~ } }
        """

    @Test func takesKeysAway() async throws {
        let refused = try #require(try await scenarios(sharedByCases).first)
        let control = try #require(refused.control)
        #expect(refused.setup.proxy == .mintsUnder("stranger"))
        #expect(control.proxy == nil)
    }

    @Test func isNotAskedOfCasesThatAccept() async throws {
        let accepted = try await scenarios(sharedByCases)[1]
        #expect(accepted.control == nil)
    }

    @Test func ofACaseReplacesThatOfTheScenario() async throws {
        let control = try #require(try await scenarios(sharedByCases)[2].control)
        #expect(control.proxy == .mintsUnder("stranger"))
        #expect(control.pki.entities["leaf"]?.subjectAlternativeNames == [.dns("www.example.test")])
    }
}
