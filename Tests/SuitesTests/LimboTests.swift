import Basics
import CommandWorkshop
import Forge
import PathValidation
import Reports
import Testing
import X509

@testable import hatpin

/// `hatpin limbo`, on suites of forged certificates, and on the public suite if it is available.
@Suite(.blocking)
struct LimboTests {
    private static let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z

    /// Returns a case of the baseline setup, with these members replaced.
    private static func testcase(
        id: String = "rfc5280::good",
        _ change: (inout [String: Entity]) -> Void = { _ in },
        lists: [String] = [],
        members: [String: String] = [:]
    ) throws -> String {
        var entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
        ]
        change(&entities)
        let declared = lists.map { ($0, RevocationList(issuer: $0)) }
        let pki = PKI(entities: entities, lists: Dictionary(uniqueKeysWithValues: declared))
        let forged = try pki.forge(seed: 11, at: now)
        let crls = forged.crls.values.map { quoted(PEM.text("X509 CRL", $0)) }
        func pem(_ name: String) throws -> String {
            let member = try #require(forged.members[name])
            return quoted(PEM.text("CERTIFICATE", member.certificate))
        }
        var all = [
            "id": quoted(id), "features": "[]", "conflicts_with": "[]",
            "validation_kind": quoted("SERVER"), "validation_time": quoted("2026-11-21T00:00:00Z"),
            "trusted_certs": "[\(try pem("root"))]",
            "untrusted_intermediates": "[\(try pem("intermediate"))]",
            "peer_certificate": try pem("leaf"), "signature_algorithms": "[]",
            "key_usage": "[]", "extended_key_usage": "[]", "expected_result": quoted("SUCCESS"),
            "expected_peer_name": #"{"kind":"DNS","value":"www.example.test"}"#,
            "expected_peer_names": "[]", "max_chain_depth": "null",
            "crls": "[\(crls.joined(separator: ","))]",
        ]
        all.merge(members) { _, new in new }
        return object(all)
    }

    private static func suite(_ cases: String...) -> String {
        #"{"version":1,"testcases":[\#(cases.joined(separator: ","))]}"#
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var id = "rfc5280::a"
        var members: [String: String] = [:]
        /// The entities that sign a CRL.
        var lists: [String] = []
        var change: @Sendable (inout [String: Entity]) -> Void = { _ in }
        let result: LimboVerdict.Result
        let context: String
    }

    @Test(arguments: [
        Case(
            testDescription: "a valid chain",
            result: .success,
            context: "rfc5280: a path of 3 certificates"
        ),
        Case(
            testDescription: "an expired end entity",
            change: { $0["leaf"]?.notAfter = .relative(-1) },
            result: .failure,
            context: "rfc5280: expired: the end entity expired on 2026-11-20T23:59:59Z, before the "
                + "verify date 2026-11-21T00:00:00Z"
        ),
        Case(
            testDescription: "a fraction of a second after the expiry, in another time zone",
            members: ["validation_time": quoted("2026-11-21T01:00:00.005+01:00")],
            change: { $0["leaf"]?.notAfter = .relative(0) },
            result: .success,
            context: "rfc5280: a path of 3 certificates"
        ),
        Case(
            testDescription: "a client certificate for a client",
            members: [
                "validation_kind": quoted("CLIENT"), "expected_peer_name": "null",
                "expected_peer_names": #"[{"kind":"RFC822","value":"a@example.test"}]"#,
            ],
            change: {
                $0["leaf"]?.extendedKeyUsage = [.clientAuth]
                $0["leaf"]?.subjectAlternativeNames = [.email("a@example.test")]
            },
            result: .success,
            context: "rfc5280: a path of 3 certificates"
        ),
        Case(
            testDescription: "a server certificate for a client",
            members: ["validation_kind": quoted("CLIENT")],
            result: .failure,
            context: "rfc5280: extended-key-usage: the extended key usage of the end entity lacks "
                + "clientAuth"
        ),
        Case(
            testDescription: "an address",
            members: ["expected_peer_name": #"{"kind":"IP","value":"2001:db8::1"}"#],
            result: .failure,
            context: "rfc5280: ip-mismatch: no address of the certificate is 2001:db8::1: it has "
                + "none"
        ),
        Case(
            testDescription: "a chain that is too long",
            members: ["max_chain_depth": "0"],
            result: .failure,
            context: "rfc5280: chain-too-long: no path has at most 0 certificates"
        ),
        Case(
            testDescription: "a missing key usage",
            members: ["key_usage": #"["digitalSignature","keyAgreement"]"#],
            result: .failure,
            context: "rfc5280: key-usage: the key usage of the end entity lacks keyAgreement"
        ),
        Case(
            testDescription: "a missing extended key usage",
            members: ["extended_key_usage": #"["clientAuth"]"#],
            result: .failure,
            context: "rfc5280: extended-key-usage: the extended key usage of the end entity lacks "
                + "clientAuth"
        ),
        Case(
            testDescription: "the rules of the web PKI, by namespace",
            id: "webpki::a",
            change: { $0["root"]?.extendedKeyUsage = [.serverAuth] },
            result: .failure,
            context: "webpki: nonconforming: the issuer at depth 2 has extKeyUsage, which is "
                + "not allowed"
        ),
        Case(
            testDescription: "the same without a namespace of the web PKI",
            change: { $0["root"]?.extendedKeyUsage = [.serverAuth] },
            result: .success,
            context: "rfc5280: a path of 3 certificates"
        ),
        Case(
            testDescription: "an anchor that does not decode",
            members: ["trusted_certs": quoted(PEM.text("CERTIFICATE", [0x30])).inBrackets],
            result: .failure,
            context: "rfc5280: unknown-issuer: no trust anchor issued the issuer at depth 1 (1 of "
                + "the anchors do not decode)"
        ),
        Case(
            testDescription: "a CRL",
            members: ["crls": quoted(PEM.text("X509 CRL", [0x30])).inBrackets],
            result: .failure,
            context: "rfc5280: revocation-unknown: the revocation status of the issuer at "
                + "depth 1 is unknown: the CRL does not decode: content cut short at byte 1"
        ),
        Case(
            testDescription: "CRLs of issuers without keyUsage",
            lists: ["root", "intermediate"],
            change: {
                $0["root"]?.keyUsage = []
                $0["intermediate"]?.keyUsage = []
            },
            result: .success,
            context: "rfc5280: a path of 3 certificates"
        ),
        Case(
            testDescription: "CRLs of an issuer that must not sign CRLs",
            lists: ["root", "intermediate"],
            change: { $0["root"]?.keyUsage = [.keyCertSign] },
            result: .failure,
            context: "rfc5280: revocation-unknown: the revocation status of the issuer at "
                + "depth 1 is unknown: the CRL has an issuer whose key usage lacks cRLSign"
        ),
        Case(
            testDescription: "a CRL that is not PEM",
            members: ["crls": #"["-----BEGIN X509 CRL-----"]"#],
            result: .skipped,
            context: "a certificate or CRL is not PEM: the X509 CRL block in line 1 has no end"
        ),
        Case(
            testDescription: "a list with the algorithm of the signatures",
            members: ["signature_algorithms": #"["ED448","ECDSA_WITH_SHA256"]"#],
            result: .success,
            context: "rfc5280: a path of 3 certificates"
        ),
        Case(
            testDescription: "a list without the algorithm of the signatures",
            members: ["signature_algorithms": #"["ECDSA_WITH_SHA384","DSA_WITH_SHA512"]"#],
            result: .failure,
            context: "rfc5280: unsupported-algorithm: the end entity uses the algorithm "
                + "ecdsa-with-SHA256"
        ),
        Case(
            testDescription: "an invalid address",
            members: ["expected_peer_name": #"{"kind":"IP","value":"192.0.2.256"}"#],
            result: .skipped,
            context: "the peer name 192.0.2.256 is not of type IP"
        ),
        Case(
            testDescription: "a name of an unknown kind",
            members: ["expected_peer_names": #"[{"kind":"URI","value":"https://a"}]"#],
            result: .skipped,
            context: "the peer name https://a is not of type URI"
        ),
        Case(
            testDescription: "text that is not PEM",
            members: ["peer_certificate": quoted("nothing")],
            result: .skipped,
            context: "a certificate or CRL is not PEM: no CERTIFICATE block"
        ),
    ])
    func `decides a case as the table expects`(_ testcase: Case) throws {
        let text = try Self.testcase(
            id: testcase.id,
            testcase.change,
            lists: testcase.lists,
            members: testcase.members
        )
        let read = try LimboCase.suite(Array(Self.suite(text).utf8))
        let verdict = try #require(read.first).judged()
        #expect(verdict.id == testcase.id)
        #expect(verdict.result == testcase.result)
        #expect(verdict.context == testcase.context)
        #expect((verdict.microseconds == nil) == (testcase.result == .skipped))
    }

    @Test func `writes results and times`() throws {
        let bad = try Self.testcase(id: "webpki::bad") { $0["leaf"]?.notAfter = .relative(-1) }
        let workshop = try Workshop(["suite.json": Self.suite(try Self.testcase(), bad)])
        let run = workshop.hatpin("limbo --timing t.csv < suite.json")
        let reason =
            "webpki: expired: the end entity expired on 2026-11-20T23:59:59Z, before the verify "
            + "date 2026-11-21T00:00:00Z"
        #expect(
            run
                == Workshop.Result(
                    exit: 0,
                    output: #"{"version":1,"harness":"\#(Tool.name)","results":["#
                        + #"{"id":"rfc5280::good","actual_result":"SUCCESS","#
                        + #""context":"rfc5280: a path of 3 certificates"},"#
                        + #"{"id":"webpki::bad","actual_result":"FAILURE","#
                        + #""context":"\#(reason)"}]}"# + "\n"
                )
        )
        let lines = workshop.read("t.csv").replacing(/,[0-9]+,/, with: ",N,")
        #expect(
            lines == "id,result,microseconds,reason\r\n"
                + "rfc5280::good,SUCCESS,N,\"rfc5280: a path of 3 certificates\"\r\n"
                + "webpki::bad,FAILURE,N,\"\(reason)\"\r\n"
        )
    }

    @Test(
        arguments: [
            ("", "not JSON (error at byte 0)"),
            ("{\"version\":2,\"testcases\":[]}", "not version 1 with testcases"),
            (suite(#"{"id":7}"#), "'id' is missing or malformed"),
            (
                suite(#"{"id":"a::b","validation_kind":"BOTH"}"#),
                "'validation_kind' of a::b is missing or malformed"
            ),
            (
                suite(
                    #"{"id":"a::b","validation_kind":"SERVER","peer_certificate":"","#
                        + #""validation_time":"2026-11-21T00:00:00Z","expected_peer_name":7}"#
                ),
                "'expected_peer_name' of a::b is missing or malformed"
            ),
        ]
    )
    func `rejects input that is not a suite`(text: String, what: String) throws {
        let run = try Workshop(["suite.json": text]).hatpin("limbo < suite.json")
        #expect(
            run
                == Workshop.Result(
                    exit: 2,
                    error: "hatpin: standard input is not the x509-limbo suite: \(what)\n"
                        + "  help: get limbo.json from https://x509-limbo.com and run: "
                        + "hatpin limbo < limbo.json\n"
                )
        )
    }

    @Test(
        .enabled(if: Vectors.has("limbo-open.json.gz"), "no limbo-open.json.gz in HATPIN_VECTORS")
    )
    func `agrees with x509-limbo in every case`() throws {
        let text = try Vectors.text("limbo-open.json.gz")
        guard case .array(let cases)? = try JSONValue(text)["testcases"] else {
            Issue.record("the suite has no testcases")
            return
        }
        for (testcase, json) in zip(try LimboCase.suite(text), cases) {
            let verdict = testcase.judged()
            #expect(
                verdict.result.rawValue == json["expected_result"]?.string,
                "\(verdict.id): \(verdict.context)"
            )
        }
    }
}

extension String {
    fileprivate var inBrackets: String { "[\(self)]" }
}
