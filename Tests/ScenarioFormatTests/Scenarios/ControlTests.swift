import Forge
import TLS
import Testing
import X509

@testable import ScenarioFormat

/// The setup that a party must accept before its reject counts.
struct ControlTests {
    private let head = "scenario: it\nabout: Something.\nsources: [RFC 5280]\n"

    @Test func withoutControlItIsTheSetupBelow() async throws {
        let standard = try #require(try await scenarios(head + "expect: accept").first?.setup)
        let scenario = try #require(
            try await scenarios(head + "leaf: { valid: -2d..-1d }\nexpect: { reject: expired }")
                .first
        )
        #expect(scenario.control == standard)
    }

    @Test func pinsStayWhereTheirEntitiesExist() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    pki: { rogue: { copy: leaf, issuer: intermediate } }
                    serve: [rogue, intermediate]
                    client: { pins: [spki(leaf), spki(rogue)] }
                    network: { address: ipv6 }
                    expect: { reject: expired }
                    """
            ).first
        )
        #expect(scenario.control?.pins == [.spki("leaf")])
        #expect(scenario.control?.serve == ["leaf", "intermediate"])
        #expect(scenario.control?.address == .ipv4)
    }

    @Test func noPinsStayWhereNoneCan() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    pki: { other: {} }
                    client: { pins: [spki(other)] }
                    expect: { reject: pin-mismatch }
                    """
            ).first
        )
        #expect(scenario.control?.pins == nil)
    }

    @Test func aStatedControlIsLaidOverTheScenario() async throws {
        let library = await ScenarioLibrary.load([
            testFolder + "/Scenarios/allow-invalid-loses-the-host.yaml"
        ])
        let scenario = try #require(library.scenarios.first)
        let leaf = try #require(scenario.control?.pki.entities["leaf"])
        #expect(leaf.subjectAlternativeNames == [.dns("www.example.test")])
        #expect(leaf.notAfter == .relative(89 * 86_400))
        #expect(scenario.control?.pins == [.spki("intermediate")])
    }

    @Test func whatIsAcceptedNeedsNone() async throws {
        let scenarios = try await scenarios(
            head + """
                cases:
                  bad: { leaf: { valid: -2d..-1d }, expect: { reject: expired } }
                  good: { leaf: { key: p384 }, expect: accept }
                """
        )
        #expect(scenarios.map { $0.control == nil } == [false, true])
    }

    @Test func anEntityThatOnlyASettingPinsIsUsed() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    pki: { other: { copy: leaf, issuer: helper }, helper: { issuer: root } }
                    party: { curl: { pinned-public-key: sha256//$(spki(other)) } }
                    control: { serve: [other, helper] }
                    expect: { reject: pin-mismatch }
                    """
            ).first
        )
        #expect(scenario.control?.serve == ["other", "helper"])
    }
}
