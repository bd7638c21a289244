import CommandWorkshop
import PathValidation
import Runner
import ScenarioFormat
import Testing

/// Every outcome of a scenario, over real handshakes.
@Suite(.blocking)
struct OutcomeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let document: String
        let outcome: Outcome
        var testDescription: String { name }
    }

    static let examples = [
        Case(name: "an expected accept", document: "expect: accept", outcome: .pass),
        Case(
            name: "an expected reject with an accepted control",
            document: "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }",
            outcome: .pass
        ),
        Case(
            name: "an accept of what must be rejected",
            document: """
                party: { alamofire: { policy: disable-evaluation } }
                leaf: { valid: -90d..-1d }
                expect: { reject: expired }
                """,
            outcome: .falseAccept
        ),
        Case(
            name: "a reject of what must be accepted",
            document: "leaf: { valid: -90d..-1d }\nexpect: accept",
            outcome: .falseReject
        ),
        Case(
            name: "a reject for another reason",
            document: "leaf: { valid: -90d..-1d }\nexpect: { reject: name-mismatch }",
            outcome: .wrongReason
        ),
        Case(
            name: "a server without a suite that the client offers",
            document: """
                server: { ciphers: TLS_ECDHE_ECDSA_WITH_NULL_SHA }
                expect: { reject: cipher-policy }
                """,
            outcome: .pass
        ),
        Case(
            name: "a server that requires a client certificate",
            document: """
                server: { client-auth: require }
                expect: { reject: client-certificate-required }
                """,
            outcome: .pass
        ),
        Case(
            name: "a party that is judged by its connection",
            document: """
                party: { info-plist: {} }
                server: { tls: 1.1 }
                expect: { reject: protocol-version, error: NSURLErrorDomain -1200 }
                """,
            outcome: .pass
        ),
        Case(
            name: "an unexpected disposition",
            document: """
                party: { afnetworking: {} }
                leaf: { valid: -90d..-1d }
                expect: { reject: expired, disposition: perform-default-handling }
                """,
            outcome: .wrongObservation(
                key: "disposition",
                expected: "perform-default-handling",
                observed: "cancel"
            )
        ),
        Case(
            name: "the expected alert",
            document: """
                leaf: { valid: -90d..-1d }
                expect: { reject: expired, alert: certificate-expired }
                """,
            outcome: .pass
        ),
        Case(
            name: "one of the expected alerts",
            document: """
                leaf: { valid: -90d..-1d }
                expect: { reject: expired, alert: [none, 45] }
                """,
            outcome: .pass
        ),
        Case(
            name: "another alert than expected",
            document: """
                leaf: { valid: -90d..-1d }
                expect: { reject: expired, alert: [none, unknown-ca] }
                """,
            outcome: .wrongObservation(
                key: "alert",
                expected: "none or unknown-ca",
                observed: "certificate-expired"
            )
        ),
        Case(
            name: "a missing alert",
            document: "expect: { accept: true, alert: bad-certificate }",
            outcome: .wrongObservation(
                key: "alert",
                expected: "bad-certificate",
                observed: "none"
            )
        ),
        Case(
            name: "no alert, as expected",
            document: "expect: { accept: true, alert: none }",
            outcome: .pass
        ),
        Case(
            name: "no client certificate",
            document: "expect: { accept: true, client-certificate: none }",
            outcome: .pass
        ),
        Case(
            name: "no heartbeat",
            document: "expect: { accept: true, heartbeat: none }",
            outcome: .pass
        ),
        Case(
            name: "a missing heartbeat",
            document: "expect: { accept: true, heartbeat: sent }",
            outcome: .wrongObservation(key: "heartbeat", expected: "sent", observed: "none")
        ),
        Case(
            name: "a hello that offers as much as the one before",
            document: "expect: { accept: true, hello: { weaker: present } }",
            outcome: .wrongObservation(
                key: "hello.weaker",
                expected: "present",
                observed: "absent"
            )
        ),
        Case(
            name: "an allowed refusal",
            document: "leaf: { valid: -90d..-1d }\nexpect: { accept: true, or: refusal }",
            outcome: .pass
        ),
        Case(
            name: "a silent server, and a party that may wait",
            document: "server: { fault: hang }\nexpect: { reject: expired, or: timeout }",
            outcome: .pass
        ),
        Case(
            name: "a server that closes early, and a party that may close or wait",
            document: """
                server: { fault: close-after-certificate }
                expect: { reject: broken-handshake, or: [timeout, closed] }
                """,
            outcome: .pass
        ),
        Case(
            name: "a server that closes early, and a party that may only wait",
            document: """
                server: { fault: close-after-certificate }
                expect: { reject: broken-handshake, or: timeout }
                """,
            outcome: .error(.closed)
        ),
        Case(
            name: "an accept in place of a refusal or an alternative outcome",
            document: """
                expect: { reject: expired, or: [timeout, closed] }
                control: { leaf: { valid: -1d..+1d } }
                """,
            outcome: .falseAccept
        ),
        Case(
            name: "a missing client certificate",
            document: "expect: { accept: true, client-certificate: shown }",
            outcome: .wrongObservation(
                key: "client-certificate",
                expected: "shown",
                observed: "none"
            )
        ),
        Case(
            name: "a response that models do not check",
            document: "expect: { accept: true, answer: refused }",
            outcome: .pass
        ),
        Case(
            name: "the certificate for another server name",
            document: """
                pki: { other: { issuer: intermediate, san: other.example.test } }
                server: { sni: { other.example.test: [other, intermediate] } }
                client: { server-name: other.example.test }
                expect: { reject: name-mismatch, hello: { server-name: other.example.test } }
                control: { client: { server-name: ~ } }
                """,
            outcome: .pass
        ),
        Case(
            name: "application protocols that a model offers",
            document: """
                client: { alpn: [h2, http/1.1] }
                server: { alpn: http/1.1 }
                expect: { accept: true, hello: { alpn: [h2, http/1.1] } }
                """,
            outcome: .pass
        ),
        Case(
            name: "the expected hello",
            document: """
                expect:
                  accept: true
                  hello:
                    server-name: www.example.test
                    versions: [1.2, 1.3]
                    alpn: absent
                    psk: absent
                    early-data: absent
                """,
            outcome: .pass
        ),
        Case(
            name: "the hello for an address",
            document: """
                connect: 192.0.2.1
                leaf: { san: "ip:192.0.2.1" }
                expect: { accept: true, hello: { server-name: absent } }
                """,
            outcome: .pass
        ),
        Case(
            name: "an unexpected server name",
            document: "expect: { accept: true, hello: { server-name: absent } }",
            outcome: .wrongObservation(
                key: "hello.server-name",
                expected: "absent",
                observed: "www.example.test"
            )
        ),
        Case(
            name: "a missing offer",
            document: "expect: { accept: true, hello: { psk: present } }",
            outcome: .wrongObservation(
                key: "hello.psk",
                expected: "present",
                observed: "absent"
            )
        ),
        Case(
            name: "the hello to an intercepting proxy",
            document: """
                pki: { charles: {} }
                network: { proxy: { mints-under: charles } }
                client: { user-trust: [charles] }
                expect: { accept: true, hello: { server-name: www.example.test } }
                """,
            outcome: .pass
        ),
        Case(
            name: "an unexpected path",
            document: "expect: { accept: true, path: [leaf, root] }",
            outcome: .wrongObservation(
                key: "path",
                expected: "leaf ← root",
                observed: "leaf ← intermediate ← root"
            )
        ),
        Case(
            name: "a path with a forged certificate",
            document: """
                pki: { charles: {} }
                network: { proxy: { mints-under: charles } }
                client: { user-trust: [charles] }
                expect: { accept: true, path: [minted, charles], connections: 1 }
                """,
            outcome: .pass
        ),
        Case(
            name: "a known difference",
            document: """
                leaf: { valid: -90d..-1d }
                expect: accept
                known: { reference: { reject: expired, because: it is a test } }
                """,
            outcome: .known(because: "it is a test")
        ),
        Case(
            name: "a known difference that does not occur",
            document: """
                expect: accept
                known: { reference: { reject: expired, because: it is a test } }
                """,
            outcome: .staleDifference("the party no longer differs: delete the entry")
        ),
        Case(
            name: "a known difference after its last day",
            document: """
                leaf: { valid: -90d..-1d }
                expect: accept
                known: { reference: { reject: expired, because: a test, until: 2025-12-30 } }
                """,
            outcome: .staleDifference("tolerated until 2025-12-30T00:00:00Z, which has passed")
        ),
        Case(
            name: "a known difference on its last day",
            document: """
                leaf: { valid: -90d..-1d }
                expect: accept
                known:
                  reference: { reject: expired, because: a test, ref: T-1, until: 2025-12-31 }
                """,
            outcome: .known(because: "a test (T-1)")
        ),
        Case(
            name: "a reject with a rejected control",
            document: """
                leaf: { valid: -90d..-1d }
                expect: { reject: expired }
                control: { leaf: { san: other.example.test, valid: -1d..+1d } }
                """,
            outcome: .inconclusive(control: "name-mismatch")
        ),
        Case(
            name: "a silent server",
            document: "server: { fault: [hang] }\nexpect: { reject: expired }",
            outcome: .error(.timeout(0.3))
        ),
        Case(
            name: "a server that closes early",
            document: "server: { fault: [close-after-hello] }\nexpect: { reject: expired }",
            outcome: .error(.closed)
        ),
        Case(
            name: "a handshake that another key signed",
            document: """
                server: { key-of: intermediate }
                expect: { reject: handshake-signature }
                """,
            outcome: .pass
        ),
        Case(
            name: "a handshake that another RSA key signed",
            document: """
                intermediate: { key: rsa2048 }
                leaf: { key: rsa2048 }
                server: { key-of: intermediate }
                expect: { reject: handshake-signature }
                """,
            outcome: .pass
        ),
        Case(
            name: "a server that only offers old versions",
            document: "server: { tls: [1.0, 1.1] }\nexpect: { reject: protocol-version }",
            outcome: .pass
        ),
    ]

    @Test(arguments: examples)
    func `each example has the expected outcome`(_ example: Case) async throws {
        let judged = try await events(cases(example.document)) {
            // Only a case that times out may depend on the speed of the machine.
            if case .error(.timeout(let seconds, _)) = example.outcome {
                $0.deadline = .seconds(seconds)
            }
        }.judgements
        #expect(judged.map(\.outcome) == [example.outcome])
    }

    @Test
    func `reports an error, not a rejection, if the server sends garbage in place of a handshake`()
        async throws
    {
        let document = "server: { fault: [garbage] }\nexpect: { reject: malformed }"
        let judged = try #require(try await events(cases(document)).judgements.first)
        guard case .error(.client) = judged.outcome else {
            Issue.record("\(judged.outcome)")
            return
        }
        #expect(judged.decision == nil)
    }

    @Test func `reports a weakness of a model that accepts an attack`() async throws {
        let document = """
            party: { alamofire: { policy: disable-evaluation } }
            leaf: { valid: -90d..-1d }
            expect: accept
            secure: { reject: expired }
            """
        let judged = try #require(try await events(cases(document)).judgements.first)
        #expect(judged.outcome == .pass)
        #expect(
            judged.weakness
                == Weakness(
                    reasons: [.expired],
                    exposure: Exposure(.expired, gaining: nil, on: .other)
                )
        )
    }
}
