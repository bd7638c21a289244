import Basics
import CommandWorkshop
import Forge
import PathValidation
import Reports
import Testing
import X509

@testable import hatpin

/// `hatpin pkits`, on forged cases, and on the public cases if they are available.
@Suite(.blocking)
struct PKITSTests {
    private static let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z
    private static let policy = "2.16.840.1.101.3.2.1.48.1"

    /// Returns a case of the baseline setup with its CRLs, in which every certificate has NIST's
    /// first policy, with these members replaced.
    private static func testcase(
        _ change: (inout [String: Entity]) -> Void = { _ in },
        members: [String: String] = [:]
    ) throws -> String {
        var entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
        ]
        for name in ["intermediate", "leaf"] {
            entities[name]?.policies = [try #require(ObjectIdentifier(policy))]
        }
        change(&entities)
        let lists = [
            "of-root": RevocationList(issuer: "root"),
            "of-intermediate": RevocationList(issuer: "intermediate"),
        ]
        let forged = try PKI(entities: entities, lists: lists).forge(seed: 11, at: now)
        func text(_ der: [UInt8]) -> String {
            quoted(String(decoding: Base64.encode(der), as: UTF8.self))
        }
        func der(_ name: String) throws -> String {
            text(try #require(forged.members[name]).certificate)
        }
        let crls = forged.crls.sorted { $0.key < $1.key }.map { text($0.value) }
        var all = [
            "id": quoted("pkits::good"), "test": quoted("4.1.1"), "expected": quoted("SUCCESS"),
            "trusted": "[\(try der("root"))]", "leaf": try der("leaf"),
            "intermediates": "[\(try der("intermediate"))]",
            "crl_der": "[\(crls.joined(separator: ","))]",
            "time": quoted("2026-11-21T00:00:00Z"), "initial_policy_set": #"["anyPolicy"]"#,
            "explicit_policy": "false", "policy_mapping_inhibit": "false",
            "inhibit_any_policy": "false",
            "user_constrained_policy_set": #"["NIST-test-policy-1"]"#,
        ]
        all.merge(members) { _, new in new }
        return object(all)
    }

    /// Returns the output line for a case.
    private static func line(
        expected: String = "SUCCESS",
        actual: String = "SUCCESS",
        reason: String = "a path of 3 certificates",
        policies: [String] = [policy]
    ) -> String {
        let set = policies.map(quoted).joined(separator: ",")
        return #"{"id":"pkits::good","expected":"\#(expected)","actual":"\#(actual)","#
            + #""reason":\#(quoted(reason)),"user_constrained_policy_set":[\#(set)]}"# + "\n"
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var members: [String: String] = [:]
        var change: @Sendable (inout [String: Entity]) -> Void = { _ in }
        var exit: Int32 = 0
        let line: String
    }

    @Test(arguments: [
        Case(testDescription: "a valid chain", line: line()),
        Case(
            testDescription: "an unexpected verdict",
            members: ["expected": quoted("FAILURE")],
            exit: 1,
            line: line(expected: "FAILURE")
        ),
        Case(
            testDescription: "an expired end entity",
            members: ["expected": quoted("FAILURE")],
            change: { $0["leaf"]?.notAfter = .relative(-1) },
            line: line(
                expected: "FAILURE",
                actual: "FAILURE",
                reason: "expired: the end entity expired on 2026-11-20T23:59:59Z, before the "
                    + "verify date 2026-11-21T00:00:00Z",
                policies: []
            )
        ),
        Case(
            testDescription: "the expected verdict with other policies",
            members: ["user_constrained_policy_set": #"["NIST-test-policy-2"]"#],
            exit: 1,
            line: line()
        ),
        Case(
            testDescription: "policies in dotted decimal",
            members: [
                "initial_policy_set": #"["\#(policy)","1.2.3"]"#,
                "user_constrained_policy_set": #"["\#(policy)"]"#,
            ],
            line: line()
        ),
        Case(
            testDescription: "a policy that the path is not valid for",
            members: [
                "initial_policy_set": #"["NIST-test-policy-2"]"#,
                "user_constrained_policy_set": "[]",
            ],
            line: line(policies: [])
        ),
        Case(
            testDescription: "the same, with an explicit policy required",
            members: [
                "initial_policy_set": #"["NIST-test-policy-2"]"#, "explicit_policy": "true",
                "user_constrained_policy_set": "[]", "expected": quoted("FAILURE"),
            ],
            line: line(
                expected: "FAILURE",
                actual: "FAILURE",
                reason: "policy: no accepted certificate policy is valid, only \(policy)",
                policies: []
            )
        ),
        Case(
            testDescription: "anyPolicy where it is inhibited",
            members: [
                "inhibit_any_policy": "true", "explicit_policy": "true",
                "expected": quoted("FAILURE"),
            ],
            change: { $0["leaf"]?.policies = [.anyPolicy] },
            line: line(
                expected: "FAILURE",
                actual: "FAILURE",
                reason: "policy: no certificate policy is valid from the trust anchor to the end "
                    + "entity",
                policies: []
            )
        ),
        Case(
            testDescription: "a revoked end entity",
            members: ["expected": quoted("FAILURE")],
            change: {
                $0["leaf"]?.serial = [7]
                $0["leaf"]?.crl = Revocation()
            },
            line: line(
                expected: "FAILURE",
                actual: "FAILURE",
                reason: "revoked: the end entity is revoked: serial number 07, since "
                    + "2026-11-20T06:00:00Z",
                policies: []
            )
        ),
        Case(
            testDescription: "no CRL",
            members: ["expected": quoted("FAILURE"), "crl_der": "[]"],
            line: line(
                expected: "FAILURE",
                actual: "FAILURE",
                reason:
                    "revocation-unknown: the revocation status of the issuer at depth 1 is "
                    + "unknown: there is no CRL and no OCSP response",
                policies: []
            )
        ),
        Case(
            testDescription: "an anchor that does not decode",
            members: ["trusted": #"["MAA="]"#, "expected": quoted("FAILURE")],
            line: line(
                expected: "FAILURE",
                actual: "FAILURE",
                reason: "unknown-issuer: no trust anchor issued the issuer at depth 1",
                policies: []
            )
        ),
    ])
    func `decides a case as the line of the case expects`(_ test: Case) throws {
        let text = try Self.testcase(test.change, members: test.members)
        let run = try Workshop(["cases.jsonl": "\n\(text)\r\n"]).hatpin("pkits cases.jsonl")
        let summary = "1 case, \(test.exit) not as expected\n"
        #expect(run == Workshop.Result(exit: test.exit, output: test.line, error: summary))
    }

    @Test func `reads standard input`() throws {
        let text = try Self.testcase()
        let run = try Workshop(["cases.jsonl": text]).hatpin("pkits - < cases.jsonl")
        #expect(run.output == Self.line())
        #expect(run.exit == 0)
    }

    @Test(
        arguments: [
            (
                "{", "not JSON (error at byte 1)",
                "each case as one JSON object on one line"
            ),
            (
                "{}", "'name' is missing or malformed",
                "a text that names the case, as 'name' or 'id'"
            ),
            (
                #"{"name":"a"}"#, "'expected' of pkits::a is missing or malformed",
                "SUCCESS or FAILURE"
            ),
            (
                try testcase(members: ["leaf": quoted("%")]),
                "'leaf' of pkits::good is missing or malformed",
                "the end entity's DER in base64"
            ),
            (
                try testcase(members: ["time": quoted("yesterday")]),
                "'time' of pkits::good is missing or malformed",
                "a time such as 2011-04-15T00:00:00Z"
            ),
            (
                try testcase(members: ["trusted": "[]"]),
                "'trusted' of pkits::good is missing or malformed",
                "an array with the trust anchor's DER in base64"
            ),
            (
                try testcase(members: ["explicit_policy": "1"]),
                "'explicit_policy' of pkits::good is missing or malformed",
                "true or false"
            ),
            (
                try testcase(members: ["initial_policy_set": #"["my-policy"]"#]),
                "'initial_policy_set' of pkits::good is missing or malformed",
                "an array of anyPolicy, NIST-test-policy-1 and the like, or dotted decimals"
            ),
            (
                try testcase(members: ["id": quoted("\u{1b}[2J"), "crl_der": "[7]"]),
                "'crl_der' of \(Shown.escaped("\u{1b}[2J")) is missing or malformed",
                "an array of CRLs, DER in base64"
            ),
        ]
    )
    func `reports each line that is not a case, and decides no cases`(
        line: String,
        problem: String,
        help: String
    ) throws {
        let text = "\(try Self.testcase())\n\n\(line)\n\(line)"
        let run = try Workshop(["cases.jsonl": text]).hatpin("pkits cases.jsonl")
        let lines = [3, 4].map { "cases.jsonl:\($0): \(problem)\n  help: write \(help)\n" }
        #expect(run == Workshop.Result(exit: 2, error: lines.joined()))
    }

    @Test(
        arguments: [
            (
                "cases.jsonl.gz", Int32(2),
                "cases.jsonl.gz is compressed\n"
                    + "  help: gunzip it first, as in: gunzip -c cases.gz | hatpin pkits -\n"
            ),
            ("no-such-file", 3, "cannot read no-such-file: No such file or directory\n"),
            (".", 3, "cannot read .: Is a directory\n"),
            ("empty", 4, "empty has no cases\n"),
        ]
    )
    func `reports how to fix an unusable file of cases`(
        file: String,
        exit: Int32,
        error: String
    ) throws {
        let workshop = try Workshop(["cases.jsonl": "{}", "empty": "\n"])
        #expect(workshop.shell("gzip cases.jsonl").exit == 0)
        let expected = Workshop.Result(exit: exit, error: "hatpin: " + error)
        #expect(workshop.hatpin("pkits \(file)") == expected)
    }

    @Test(
        .enabled(if: Vectors.has("pkits-open.jsonl.gz"), "no pkits-open.jsonl.gz in HATPIN_VECTORS")
    )
    func `decides every public case as published`() throws {
        let (cases, faults) = PKITSCase.read(try Vectors.text("pkits-open.jsonl.gz"))
        #expect(faults.isEmpty)
        #expect(cases.count > 100)
        for verdict in cases.map({ $0.judged() }) {
            #expect(verdict.isAsExpected, "\(PKITSReport.lines([verdict]))")
        }
    }
}
