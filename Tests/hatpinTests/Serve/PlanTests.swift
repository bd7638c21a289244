import Basics
import CommandWorkshop
import Forge
import Reports
import ScenarioFormat
import Testing
import X509

@testable import TLS
@testable import hatpin

/// The cases that are served, with their host names and roots.
@Suite(.blocking)
struct PlanTests {
    @Test(arguments: [
        ("leaf: { san: \"*.example.test\" }\nexpect: accept", "www.caseaaa.test"),
        ("connect: WWW.Example.test.\nexpect: accept", "WWW.Caseaaa.test."),
        ("leaf: { san: \"uri:https://www.example.test/\" }\nexpect: accept", "www.caseaaa.test"),
    ])
    func `a case that can be renamed gets its own host name`(
        document: String,
        host: String
    ) async throws {
        let plan = await plan(try await cases(document), on: try Loopback())
        #expect(plan.setups.first?.host == host)
        #expect(plan.setups.first?.isShared == true)
    }

    @Test(arguments: [
        // Without the label, all cases would share one name.
        ("connect: localhost\nleaf: { san: localhost }\nexpect: accept", "localhost"),
        // The end of the label alone only has a meaning next to the whole label.
        ("leaf: { san: ample.test }\nexpect: { reject: name-mismatch }", "www.example.test"),
        ("leaf: { san: [www.example.test, \"*.exam.test\"] }\nexpect: accept", "www.example.test"),
        // In UTF-16.
        (
            """
            leaf:
              extensions:
                - { oid: 1.2.3.4, value: 006500780061006d0070006c0065 }
            expect: accept
            """, "www.example.test"
        ),
        ("connect: 127.0.0.1\nleaf: { san: ip:127.0.0.1 }\nexpect: accept", "127.0.0.1"),
    ])
    func `a case that cannot be renamed gets its own port`(
        document: String,
        host: String
    ) async throws {
        let plan = await plan(try await cases(document), on: try Loopback())
        #expect(plan.setups.first?.host == host)
        #expect(plan.setups.first?.isShared == false)
    }

    @Test(arguments: [
        (
            "clock: 2026-02-01T00:00:00Z\nexpect: accept",
            "remote clients would need another date"
        ),
        (
            "client: { pins: [spki(leaf)] }\nexpect: accept",
            "remote clients must pin keys: --can pins"
        ),
        (
            "connect: 192.0.2.1\nleaf: { san: ip:192.0.2.1 }\nexpect: accept",
            "remote clients must reach this machine as 192.0.2.1: --listen"
        ),
        (
            "client: { trust: [] }\nexpect: { reject: unknown-issuer }",
            "remote clients must trust no root"
        ),
    ])
    func `omits a case with which remote clients cannot be tested`(
        document: String,
        reason: String
    ) async throws {
        let plan = await plan(try await cases(document, "expect: accept"), on: try Loopback())
        #expect(plan.cases.map(\.scenario.id) == ["s1"])
        #expect(plan.excluded.map(\.scenario.id) == ["s0"])
        #expect(plan.excluded.map(\.reason.description) == [reason])
    }

    private static let otherRoot = "root: { key: p384 }\nexpect: accept"

    @Test func `omits cases with another root, unless requested`() async throws {
        let cases = try await cases("expect: accept", "expect: accept", Self.otherRoot)
        let loopback = try Loopback()
        let usual = await plan(cases, on: loopback)
        #expect(usual.cases.count == 2)
        #expect(usual.excluded.map(\.reason) == [.otherRoots])
        #expect(usual.anchors.count == 1)
        let all = await plan(cases, on: loopback) { $0.takesOtherRoots = true }
        #expect(all.cases.count == 3)
        #expect(all.anchors.count == 2)
        #expect(all.anchors.first == usual.anchors.first, "that of most cases is the first")
    }

    @Test func `serves a case with another root if no other case is selected`() async throws {
        let plan = await plan(try await cases(Self.otherRoot), on: try Loopback())
        #expect(plan.cases.count == 1)
    }

    @Test
    func `gives key pins to remote clients that can pin, and omits cases with certificate pins`()
        async throws
    {
        let cases = try await cases(
            "client: { pins: [spki(intermediate)] }\nexpect: accept",
            "client: { pins: [certificate(leaf)] }\nexpect: accept"
        )
        let plan = await plan(cases, on: try Loopback()) { $0.canPin = true }
        #expect(plan.setups.first?.pins?.count == 1)
        #expect(plan.setups.first?.pins?.first?.utf8.count == 44)
        #expect(plan.excluded.map(\.reason) == [.certificatePin])
    }

    @Test func `serves a control once even if two cases share the control`() async throws {
        let reject = "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }"
        let plan = await plan(try await cases(reject, reject), on: try Loopback())
        #expect(plan.setups.count == 3)
        #expect(plan.cases.map(\.control) == [2, 2])
    }

    @Test func `writes the root certificate as PEM and as DER`() async throws {
        let folder = try TemporaryFolder()
        let plan = await plan(try await cases("expect: accept"), on: try Loopback())
        let roots = Roots(plan)
        try roots.write(to: folder.path + "/roots")
        let pem = try Files.read(folder.path + "/roots/root.pem")
        #expect(try PEM.certificates(in: pem) == plan.anchors)
        #expect(try Files.read(folder.path + "/roots/root.crt") == plan.anchors.first)
    }

    @Test func `comments out hosts lines for names outside the test domain`() async throws {
        let documents = [
            "connect: localhost\nleaf: { san: localhost }\nexpect: accept", "expect: accept",
        ]
        let plan = await plan(try await cases(documents[0], documents[1]), on: try Loopback())
        let text = VisitHosts(plan, at: [loopbackAddress, [0, 0, 0, 0]]).text
        #expect(
            text == """
                # 127.0.0.1 localhost
                # 127.0.0.1 localhost
                127.0.0.1 www.caseaab.test
                127.0.0.1 www.caseaab.test

                """
        )
    }
}
