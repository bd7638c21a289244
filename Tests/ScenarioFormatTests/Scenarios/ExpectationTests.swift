import ClientModels
import PathValidation
import TLS
import Testing
import X509

@testable import ScenarioFormat

/// Expectations and their parties.
struct ExpectationTests {
    private let head = "scenario: it\nabout: Something.\nsources: [RFC 5280]\n"

    @Test func `the first rule that applies determines the expectation`() async throws {
        let scenarios = try await scenarios(
            head + """
                matrix:
                  leaf.digest: [md5, sha256]
                  leaf.key: [rsa1024, p256]
                  skip: [{ digest: md5, key: p256 }]
                expect:
                  - { when: { digest: [md5], party: alamofire }, accept: it does not look }
                  - { when: { leaf.digest: md5 }, reject: [weak-signature, weak-key] }
                  - { when: { key: rsa1024 }, reject: weak-key }
                  - accept
                """
        )
        let parties = ["reference", "alamofire"].map { PartyReference(name: $0) }
        let verdicts = scenarios.map { scenario in
            parties.map { scenario.rule(for: $0).expectation.verdict }
        }
        #expect(
            verdicts == [
                [.reject([.weakSignature, .weakKey]), .accept],
                [.reject([.weakKey]), .reject([.weakKey])],
                [.accept, .accept],
            ]
        )
        #expect(scenarios[0].rule(for: parties[0]).line == 10)
        #expect(scenarios[0].coordinates == ["leaf.digest": "md5", "leaf.key": "rsa1024"])
    }

    @Test func `a rule matches parties by their settings`() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    leaf: { san: other.example.test }
                    expect:
                      - { when: { party: "afnetworking:validates-domain-name=false" }, accept: by design }
                      - reject: name-mismatch
                    """
            ).first
        )
        let careless = PartyReference(
            name: "afnetworking",
            settings: ["validates-domain-name": "false"]
        )
        #expect(scenario.rule(for: careless).expectation.verdict == .accept)
        let careful = PartyReference(name: "afnetworking")
        #expect(scenario.rule(for: careful).expectation.verdict == .reject([.nameMismatch]))
    }

    @Test func `a rule with a default setting matches any other settings`() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    leaf: { san: other.example.test }
                    expect:
                      - { when: { party: "afnetworking:mode=none" }, reject: name-mismatch }
                      - { when: { party: afnetworking }, reject: pins-missing }
                      - accept
                    """
            ).first
        )
        let pinning = PartyReference(name: "afnetworking", settings: ["mode": "public-key"])
        #expect(scenario.rule(for: pinning).expectation.verdict == .reject([.pinsMissing]))
        let plain = PartyReference(name: "afnetworking")
        #expect(scenario.rule(for: plain).expectation.verdict == .reject([.nameMismatch]))
    }

    @Test func `a rule for a party without settings applies to all values of an axis of parties`()
        async throws
    {
        let scenarios = try await scenarios(
            head + """
                leaf: { san: other.example.test }
                matrix:
                  party: [reference, "afnetworking:mode=certificate", "afnetworking:mode=public-key"]
                expect:
                  - { when: { party: afnetworking }, reject: pins-missing }
                  - reject: name-mismatch
                """
        )
        let expected: [ScenarioFormat.Expectation.Verdict] = [
            .reject([.nameMismatch]), .reject([.pinsMissing]), .reject([.pinsMissing]),
        ]
        let verdicts = try scenarios.map { scenario in
            scenario.rule(for: try #require(scenario.party)).expectation.verdict
        }
        #expect(verdicts == expected)
    }

    @Test(arguments: ["alamofire", "\"afnetworking:mode=none\""])
    func `reports a rule for a party that is not on the axis of parties`(party: String) async throws
    {
        let text =
            head + """
                leaf: { san: other.example.test }
                matrix: { party: [reference, "afnetworking:mode=public-key"] }
                expect:
                  - { when: { party: \(party) }, accept: why }
                  - reject: name-mismatch
                """
        let library = try await Fixture(["it.yaml": text]).load()
        #expect(library.diagnostics.map(\.code) == [.absentValue])
    }

    @Test func `keeps two cases whose expectations differ only for one party`() async throws {
        let scenarios = try await scenarios(
            head + """
                cases: { one: {}, two: {} }
                expect:
                  - { when: { case: one, party: alamofire }, accept: why }
                  - { when: { case: two, party: alamofire }, reject: policy-guard }
                  - accept
                secure: accept
                """
        )
        #expect(scenarios.map(\.id) == ["it[one]", "it[two]"])
    }

    @Test func `reads assertions other than the verdict`() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    leaf: { valid: -2d..-1d }
                    expect:
                      reject: expired
                      disposition: cancel
                      trust-result: recoverable-failure
                      error: NSURLErrorDomain -1202
                      alert: [bad-certificate, 46, alert-99, none]
                      hello: { server-name: absent, versions: [1.3, 1.2], alpn: [h2, http/1.1] }
                      connections: 2
                      config-error: Invalid Security Policy
                    secure: { accept: for show, path: [leaf, intermediate, root] }
                    """
            ).first
        )
        var expected = Expectation(verdict: .reject([.expired]))
        expected.disposition = .cancel
        expected.trustResult = .recoverableFailure
        expected.error = "NSURLErrorDomain -1202"
        expected.alert = ["bad-certificate", "certificate-unknown", "alert-99", "none"]
        expected.hello = [
            .serverName: "absent", .versions: "1.2, 1.3", .protocols: "h2, http/1.1",
        ]
        expected.connections = 2
        expected.configurationError = "Invalid Security Policy"
        #expect(
            scenario.expectation == [ExpectationRule(when: [:], expectation: expected, line: 6)]
        )
        var secure = Expectation(verdict: .accept)
        secure.path = ["leaf", "intermediate", "root"]
        #expect(scenario.secure == secure)
    }

    @Test func `an expectation in an overlay replaces the whole expectation of the lower layer`()
        async throws
    {
        let scenarios = try await scenarios(
            head + """
                leaf: { valid: -2d..-1d }
                expect: { reject: expired, alert: certificate-expired }
                cases:
                  same: {}
                  other: { leaf: { key: p384 }, expect: { reject: expired } }
                """
        )
        #expect(
            scenarios.map { $0.expectation[0].expectation.alert } == [["certificate-expired"], nil]
        )
        #expect(scenarios.map(\.line) == [5, 8])
    }

    @Test func `reads known differences of parties with settings`() async throws {
        let scenario = try #require(
            try await scenarios(
                head + """
                    leaf: { valid: -2d..-1d }
                    expect: { reject: expired }
                    known:
                      alamofire: { accept: it does not look, until: 2027-06-30, ref: AF-1 }
                      afnetworking:
                        reject: pin-mismatch
                        because: it compares pins first
                      afnetworking:mode=certificate: { accept: it only compares }
                    """
            ).first
        )
        #expect(
            scenario.difference(for: PartyReference(name: "alamofire"))
                == KnownVerdictDifference(
                    party: PartyReference(name: "alamofire"),
                    verdict: .accept,
                    because: "it does not look",
                    ref: "AF-1",
                    until: Instant(rfc3339: "2027-06-30"),
                    line: 7
                )
        )
        let plain = PartyReference(name: "afnetworking")
        #expect(scenario.difference(for: plain)?.verdict == .reject([.pinMismatch]))
        let certificate = PartyReference(name: "afnetworking", settings: ["mode": "certificate"])
        #expect(scenario.difference(for: certificate)?.verdict == .accept)
        #expect(scenario.difference(for: PartyReference(name: "reference")) == nil)
    }

    @Test func `expands a matrix over the settings of a party`() async throws {
        let scenarios = try await scenarios(
            head + """
                party: { afnetworking: { allow-invalid: true } }
                client: { pins: [spki(leaf)] }
                matrix: { party.afnetworking.mode: [none, public-key] }
                expect:
                  - { when: { mode: none }, reject: policy-guard }
                  - accept
                secure: accept
                """
        )
        #expect(
            scenarios.map(\.party) == [
                PartyReference(
                    name: "afnetworking",
                    settings: ["allow-invalid": "true", "mode": "none"]
                ),
                PartyReference(
                    name: "afnetworking",
                    settings: ["allow-invalid": "true", "mode": "public-key"]
                ),
            ]
        )
        #expect(
            scenarios.map(\.id) == [
                "it[party.afnetworking.mode=none]", "it[party.afnetworking.mode=public-key]",
            ]
        )
        // A correct client accepts, so a reject needs no control.
        #expect(scenarios.allSatisfy { $0.control == nil })
    }

    @Test
    func `a rule for a party without settings matches the party with any settings`() async throws {
        let cases = try await scenarios(
            """
            scenario: it
            about: Two settings of one party, and a rule for all of them.
            sources: [RFC 5280 §6.1.3 (a)(2)]
            leaf: { valid: -90d..-1d }
            client: { pins: [spki(leaf)] }
            matrix:
              party.afnetworking.mode: [certificate, public-key]
              party.afnetworking.allow-invalid: ["true", "false"]
            expect:
              - { when: { party: afnetworking }, reject: expired }
              - accept
            """
        )
        #expect(cases.count == 4)
        for scenario in cases {
            let party = try #require(scenario.party)
            #expect(scenario.rule(for: party).expectation.verdict == .reject([.expired]))
        }
    }

    @Test func `the word any allows every reason`() async throws {
        let cases = try await scenarios(
            """
            scenario: it
            about: Two things are wrong, and either may be reported first.
            sources: [RFC 5280 §6.1.3]
            gains: authentication
            leaf: { valid: -90d..-1d, san: other.example.test }
            cases:
              any: { expect: { reject: any } }
              any-beside-another: { clock: -1d, expect: { reject: [expired, any] } }
            """
        )
        for scenario in cases {
            let verdict = scenario.expectation.first?.expectation.verdict
            #expect(verdict == .reject(Rejection.Code.ofRules))
            #expect(verdict?.reasons == ["any"])
        }
    }
}
