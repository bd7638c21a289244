import ClientModels
import CommandWorkshop
import PathValidation
import Runner
import ScenarioFormat
import Testing
import X509

/// Stapled responses and CRLs, with and without a handshake.
@Suite(.blocking)
struct RevocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let document: String

        var testDescription: String { name }
    }

    static let setups = [
        Case(name: "a good staple", document: "server: { staple: leaf }\nexpect: accept"),
        Case(
            name: "a staple with the status revoked",
            document: """
                leaf: { ocsp: revoked }
                server: { staple: leaf }
                expect: { reject: revoked, alert: certificate-revoked }
                """
        ),
        Case(
            name: "a missing staple in spite of must-staple",
            document: "leaf: { must-staple: true }\nexpect: { reject: revocation-unknown }"
        ),
        Case(
            name: "bytes instead of a staple",
            document: "server: { staple: \"bytes:00*9\" }\nexpect: { reject: revocation-invalid }"
        ),
        Case(
            name: "a CRL of the client",
            document: """
                intermediate: { crl: revoked }
                client: { crls: [root] }
                expect: { reject: revoked, alert: certificate-revoked }
                """
        ),
        Case(
            name: "a CRL with its own name",
            document: """
                crls: { mine: { issuer: intermediate, revokes: [leaf] } }
                client: { crls: [mine] }
                expect: { reject: revoked }
                """
        ),
        Case(
            name: "a proxy without the origin's staple",
            document: """
                pki: { proxy-root: {} }
                leaf: { ocsp: revoked }
                server: { staple: leaf }
                network: { proxy: { mints-under: proxy-root } }
                client: { user-trust: [proxy-root] }
                expect: accept
                """
        ),
    ]

    @Test(arguments: setups)
    func `gives the same verdict with and without a handshake`(_ example: Case) async throws {
        let versions = ["[1.2, 1.3]", "1.2", "1.3"].map { versions in
            example.document.contains("server:")
                ? example.document.replacing("server: {", with: "server: { tls: \(versions),")
                : example.document + "\nserver: { tls: \(versions) }"
        }
        let scenarios = try await cases(versions[0], versions[1], versions[2])
        let overTLS = try await events(scenarios).judgements
        let bare = try await events(scenarios) { $0.isChainOnly = true }.judgements
        #expect((overTLS + bare).map(\.outcome) == Array(repeating: .pass, count: 6))
        let verdicts = Set((overTLS + bare).map(\.decision?.verdict))
        // A proxy's certificate differs from setup to setup, and so do the paths.
        #expect(verdicts.count == 1 || example.document.hasSuffix("accept"))
    }

    @Test func `a run without handshakes tests staples that libssl cannot send`() async throws {
        let document = """
            intermediate: { ocsp: revoked }
            server: { staple: [none, intermediate] }
            expect: { reject: revoked }
            """
        let scenarios = try await cases(document)
        let overTLS = try await events(scenarios).judgements
        #expect(
            overTLS.map(\.outcome)
                == [.notApplicable("libssl staples only for the first certificate")]
        )
        let bare = try await events(scenarios) { $0.isChainOnly = true }.judgements
        #expect(bare.map(\.outcome) == [.pass])
    }

    @Test func `takes the revocation mode from the party's settings`() async throws {
        let document = """
            client: { crls: [intermediate] }
            control: { client: { crls: [intermediate, root] } }
            expect:
              - { when: { party: "reference:revocation=hard-fail" }, reject: revocation-unknown }
              - accept
            """
        let modes = ["off", "soft-fail", "hard-fail"].map {
            PartyReference(name: "reference", settings: ["revocation": $0])
        }
        let judged = try await events(cases(document), parties: modes).judgements
        #expect(judged.map(\.outcome) == [.pass, .pass, .pass])
    }
}
