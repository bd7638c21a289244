import Forge
import TLS
import Testing
import X509

@testable import ScenarioFormat

/// The setup that a party must accept before its rejection counts.
struct ControlTests {
    private let head = "scenario: it\nabout: Something.\nsources: [RFC 5280]\n"

    @Test
    func `the control is the setup of the base if the scenario states no control`() async throws {
        let standard = try #require(try await scenarios(head + "expect: accept").first?.setup)
        let scenario = try #require(
            try await scenarios(head + "leaf: { valid: -2d..-1d }\nexpect: { reject: expired }")
                .first
        )
        #expect(scenario.control == standard)
    }

    @Test func `the control keeps pins whose entities exist in the base`() async throws {
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

    @Test func `the control drops pins whose entities do not exist in the base`() async throws {
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

    @Test func `applies a stated control to the scenario`() async throws {
        let library = await ScenarioLibrary.load([
            testFolder + "/Scenarios/allow-invalid-loses-the-host.yaml"
        ])
        let scenario = try #require(library.scenarios.first)
        let leaf = try #require(scenario.control?.pki.entities["leaf"])
        #expect(leaf.subjectAlternativeNames == [.dns("www.example.test")])
        #expect(leaf.notAfter == .relative(89 * 86_400))
        #expect(scenario.control?.pins == [.spki("intermediate")])
    }

    @Test func `a scenario that expects an acceptance needs no control`() async throws {
        let scenarios = try await scenarios(
            head + """
                cases:
                  bad: { leaf: { valid: -2d..-1d }, expect: { reject: expired } }
                  good: { leaf: { key: p384 }, expect: accept }
                """
        )
        #expect(scenarios.map { $0.control == nil } == [false, true])
    }

    @Test func `an entity that only a setting pins is not reported as unused`() async throws {
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
