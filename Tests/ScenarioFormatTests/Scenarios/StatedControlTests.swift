import Forge
import TLS
import Testing

@testable import ScenarioFormat

/// The setup of a stated control.
struct StatedControlTests {
    private let sharedByCases = """
        scenario: it
        about: A control that takes away what the scenario adds.
        sources: [RFC 5280]
        pki: { unrelated-root: { issuer: root } }
        network: { proxy: { mints-under: unrelated-root } }
        cases:
          refused:  { expect: { reject: unknown-issuer } }
          accepted: { network: { proxy: ~ }, expect: accept }
          by-case:
            leaf: { san: other.example.test }
            expect: { reject: name-mismatch }
            control: { leaf: { san: www.example.test } }
        control: { network: { proxy: ~ } }
        """

    @Test func `a null in a control removes a key of the setup`() async throws {
        let refused = try #require(try await scenarios(sharedByCases).first)
        let control = try #require(refused.control)
        #expect(refused.setup.proxy == .mintsUnder("unrelated-root"))
        #expect(control.proxy == nil)
    }

    @Test func `a case that expects an acceptance needs no control`() async throws {
        let accepted = try await scenarios(sharedByCases)[1]
        #expect(accepted.control == nil)
    }

    @Test func `the control of a case replaces the control of the scenario`() async throws {
        let control = try #require(try await scenarios(sharedByCases)[2].control)
        #expect(control.proxy == .mintsUnder("unrelated-root"))
        #expect(control.pki.entities["leaf"]?.subjectAlternativeNames == [.dns("www.example.test")])
    }
}
