import CommandWorkshop
import Runner
import Testing

/// Settings of parties that pin entities of the setup by name.
@Suite(.blocking)
struct EntityPinTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: String
        var outcomes: [Outcome] = [.pass]
    }

    @Test(arguments: [
        Case(
            testDescription: "curl accepts the pinned key",
            document: """
                party: { curl: { pinned-public-key: sha256//$(spki(leaf)) } }
                expect: accept
                """
        ),
        Case(
            testDescription: "curl refuses another key",
            document: """
                pki: { other: { copy: leaf, issuer: intermediate } }
                party: { curl: { pinned-public-key: sha256//$(spki(other)) } }
                control: { serve: [other, intermediate] }
                expect: { reject: pin-mismatch, error: CURLE_SSL_PINNEDPUBKEYNOTMATCH (90) }
                """
        ),
        Case(
            testDescription: "an entity of the baseline setup that the scenario does not state",
            document: """
                party: { curl: { pinned-public-key: sha256//$(spki(root)) } }
                expect: { reject: pin-mismatch }
                secure: accept
                """
        ),
        Case(
            testDescription: "the second of several pins",
            document: """
                party:
                  curl: { pinned-public-key: sha256//$(spki(root));sha256//$(spki(leaf)) }
                expect: accept
                """
        ),
        Case(
            testDescription: "the hash of a certificate differs from that of its key",
            document: """
                party: { curl: { pinned-public-key: sha256//$(certificate(leaf)) } }
                expect: { reject: pin-mismatch }
                secure: accept
                """
        ),
        Case(
            testDescription: "a matrix over the setting",
            document: """
                matrix:
                  party.curl.pinned-public-key: [sha256//$(spki(leaf)), sha256//$(spki(root))]
                party: { curl: {} }
                expect:
                  - { when: { pinned-public-key: sha256//$(spki(leaf)) }, accept: the key }
                  - { reject: pin-mismatch }
                secure: accept
                """,
            outcomes: [.pass, .pass]
        ),
        Case(
            testDescription: "a party in one text",
            document: """
                party: curl:pinned-public-key=sha256//$(spki(leaf))
                expect: accept
                """
        ),
    ])
    func `replaces the name of a pinned entity by the hash of its key or certificate`(
        _ test: Case
    ) async throws {
        for isChainOnly in [false, true] {
            let judged = try await events(cases(test.document)) { $0.isChainOnly = isChainOnly }
                .judgements
            #expect(judged.map(\.outcome) == test.outcomes)
        }
    }

    @Test
    func `the id of a result names the party as the scenario states the party`() async throws {
        let document = """
            party: { curl: { pinned-public-key: sha256//$(spki(leaf)) } }
            expect: accept
            """
        let judged = try await events(cases(document)).judgements
        #expect(judged.map(\.id) == ["s0@curl:pinned-public-key=sha256//$(spki(leaf))"])
    }
}
