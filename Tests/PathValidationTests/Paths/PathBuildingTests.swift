import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The choice among several paths, and the reported rejection if there is none (RFC 4158, and
/// trustd's order).
@Suite struct PathBuildingTests {
    private static let yesterday = Setup.now + -Setup.day

    private static let served: [SetupCase] = [
        .accept("no intermediate", ["leaf", "root"]) {
            $0.leaf.issuer = .entity("root")
            $0.serve = ["leaf"]
        },
        .accept("ten intermediates", ["leaf"] + (0..<10).map { "ca\($0)" } + ["root"]) { setup in
            setup.addCA("ca9", under: "root")
            for number in (0..<9).reversed() {
                setup.addCA("ca\(number)", under: "ca\(number + 1)")
            }
            setup.leaf.issuer = .entity("ca0")
            setup.serve = ["leaf"] + (0..<10).map { "ca\($0)" }
        },
        .accept("the root also served") { $0.serve += ["root"] },
        .accept("every certificate served twice") {
            $0.serve += ["root", "leaf", "intermediate", "root"]
        },
        .accept("in reverse after the end entity") {
            $0.serve = ["leaf", "root", "intermediate"]
        },
        .accept("an unrelated certificate between") {
            $0.addCA("unrelated")
            $0.serve = ["leaf", "unrelated", "intermediate"]
        },
        .accept("bytes between that are not a certificate") {
            $0.addCA("garbage", under: "root")
            $0["garbage"].mutate = ["cut-short"]
            $0.serve = ["leaf", "garbage", "intermediate"]
        },
        .reject("the intermediate first", .noIdentity) {
            $0.intermediate.keyUsage = [.digitalSignature, .keyCertSign]
            $0.serve = ["intermediate", "leaf"]
        },
        .reject("the intermediate missing", .unknownIssuer(depth: 0)) {
            $0.serve = ["leaf"]
        },
        .reject("an unknown root", .unknownIssuer(depth: 1)) {
            $0.addCA("other")
            $0.trust = ["other"]
        },
        .reject("an unknown root, served", .unknownIssuer(depth: 2)) {
            $0.addCA("other")
            $0.trust = ["other"]
            $0.serve += ["root"]
        },
        .reject("a cycle of two issuers", .unknownIssuer(depth: 2)) {
            $0.addCA("a", under: "b")
            $0.addCA("b", under: "a")
            $0.leaf.issuer = .entity("a")
            $0.serve = ["leaf", "a", "b"]
        },
        .accept("a cycle of two issuers with another path", ["leaf", "cross", "root"]) {
            $0.addCA("a", under: "b")
            $0.addCA("b", under: "a")
            $0["cross"] = Entity(role: .intermediateCA, issuer: .entity("root"))
            $0["cross"].copy = "a"
            $0["cross"].keyOf = "a"
            $0.leaf.issuer = .entity("a")
            $0.serve = ["leaf", "a", "b", "cross"]
        },
    ]

    private static let anchors: [SetupCase] = [
        .reject("a self-signed end entity", .selfSigned) { selfSign(&$0) },
        .reject("a self-signed end entity with the root's name", .selfSigned) {
            selfSign(&$0)
            $0.leaf.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
        },
        .reject("a self-signed end entity before another chain", .selfSigned) {
            selfSign(&$0)
            $0.serve = ["leaf", "intermediate", "root"]
        },
        .accept("a trusted self-signed end entity", ["leaf"]) {
            selfSign(&$0)
            $0.trust = ["leaf"]
        },
        .accept("a trusted end entity, signed by a CA", ["leaf"]) {
            $0.trust = ["leaf"]
        },
        .accept("a trusted end entity and its trusted root", ["leaf"]) {
            $0.trust = ["root", "leaf"]
        },
        .accept("a trusted intermediate", ["leaf", "intermediate"]) {
            $0.trust = ["intermediate", "root"]
        },
        .accept("a trusted intermediate of an expired root", ["leaf", "intermediate"]) {
            $0.trust = ["intermediate"]
            $0.root.notAfter = .relative(-Setup.day)
            $0.serve += ["root"]
        },
        .reject(
            "a trusted but expired end entity",
            .expired(notAfter: yesterday, verifyDate: Setup.now, depth: 0)
        ) {
            selfSign(&$0)
            $0.leaf.notAfter = .relative(-Setup.day)
            $0.trust = ["leaf"]
        },
        .accept("an anchor with a broken signature") {
            $0.root.mutate = ["break-signature"]
        },
        .reject(
            "a copy of an anchor with a broken signature, which is not an anchor",
            .unknownIssuer(depth: 2)
        ) {
            $0["copy"] = Entity(role: .rootCA, issuer: .itself)
            $0["copy"].copy = "root"
            $0["copy"].keyOf = "root"
            $0["copy"].notAfter = .relative(400 * Setup.day)
            $0.serve = ["leaf", "intermediate", "copy"]
            $0.addCA("other")
            $0.trust = ["other"]
        },
    ]

    private static func selfSign(_ setup: inout Setup) {
        setup.leaf.issuer = .itself
        setup.serve = ["leaf"]
    }

    private static let names: [SetupCase] = [
        .accept("two roots with one name", ["leaf", "intermediate", "root"]) {
            lookAlike(&$0)
            $0.trust = ["fake", "root"]
        },
        .accept("two roots with one name and without key identifiers") {
            lookAlike(&$0)
            $0["fake"].subjectKeyID = Entity.KeyID.none
            $0.root.subjectKeyID = Entity.KeyID.none
            $0.trust = ["fake", "root"]
        },
        .reject(
            "a root with the right name and another key",
            .unknownIssuer(depth: 1)
        ) {
            lookAlike(&$0)
            $0.trust = ["fake"]
        },
        .reject(
            "a served root below a trusted one with its name",
            .unknownIssuer(depth: 2)
        ) {
            lookAlike(&$0)
            $0["fake"].subjectKeyID = Entity.KeyID.none
            $0.serve = ["leaf", "intermediate", "root"]
            $0.trust = ["fake"]
        },
        .reject(
            "a root with another key and the right key identifier",
            .badSignature(depth: 1)
        ) {
            lookAlike(&$0)
            $0.root.subjectKeyID = .bytes([1, 2, 3])
            $0["fake"].subjectKeyID = .bytes([1, 2, 3])
            $0.trust = ["fake"]
        },
        .reject(
            "a root with another key and no key identifier",
            .badSignature(depth: 1)
        ) {
            lookAlike(&$0)
            $0["fake"].subjectKeyID = Entity.KeyID.none
            $0.trust = ["fake"]
        },
        .reject(
            "an expired root with the right name and another key",
            .unknownIssuer(depth: 1)
        ) {
            lookAlike(&$0)
            $0["fake"].notAfter = .relative(-Setup.day)
            $0.trust = ["fake"]
        },
        .reject(
            "an unknown signature algorithm without the rule against it",
            .unsupportedAlgorithm(ObjectIdentifier(content: [0x2a, 0x03]), depth: 0)
        ) {
            $0.leaf.raw = ["tbsCertificate.signature", "signatureAlgorithm"].map {
                .set(path: $0, encoding: hexBytes("300406022a03"))
            }
            $0.checks = $0.checks.leavingOut(.signatureStrength)
        },
        .reject("the right key with another name", .nameChaining(depth: 0)) {
            $0.leaf.issuerName = Name((.commonName, "missing"))
        },
        .accept("the issuer's name with other case and spaces") {
            $0.leaf.issuerName = Name((.organization, "HATPIN "), (.commonName, " Intermediate"))
        },
        .accept("a wrong authority key identifier") {
            $0.leaf.authorityKeyID = .bytes([9, 9, 9])
        },
        .accept("no key identifiers at all") {
            for name in ["root", "intermediate", "leaf"] {
                $0[name].subjectKeyID = Entity.KeyID.none
                $0[name].authorityKeyID = Entity.KeyID.none
            }
        },
    ]

    /// Adds another root with the name of the root.
    private static func lookAlike(_ setup: inout Setup) {
        setup.addCA("fake")
        setup["fake"].copy = "root"
    }

    private static let alternatives: [SetupCase] = [
        .accept("an expired copy of the intermediate first") {
            addCopy(&$0) { $0.notAfter = .relative(-Setup.day) }
            $0.serve = ["leaf", "copy", "intermediate"]
        },
        .accept("a copy that is not a CA first") {
            addCopy(&$0) {
                $0.isCA = false
                $0.keyUsage = []
            }
            $0.serve = ["leaf", "copy", "intermediate"]
        },
        .accept("a copy with a critical extension first") {
            addCopy(&$0) { $0.mutate = ["unknown-critical-extension"] }
            $0.serve = ["leaf", "copy", "intermediate"]
        },
        .accept("a copy whose signature is broken first") {
            addCopy(&$0) { $0.mutate = ["break-signature"] }
            $0.serve = ["leaf", "copy", "intermediate"]
        },
        .accept("a copy under an untrusted root first") {
            $0.addCA("other")
            addCopy(&$0) { $0.issuer = .entity("other") }
            $0.serve = ["leaf", "copy", "other", "intermediate"]
        },
        .accept(
            "the old root expired and cross-signed by a new one",
            ["leaf", "intermediate", "cross", "new"]
        ) {
            $0.addCA("new")
            $0.root.notAfter = .relative(-Setup.day)
            $0["cross"] = Entity(role: .intermediateCA, issuer: .entity("new"))
            $0["cross"].copy = "root"
            $0["cross"].keyOf = "root"
            $0["cross"].notAfter = .relative(400 * Setup.day)
            $0.serve = ["leaf", "intermediate", "cross"]
            $0.trust = ["root", "new"]
        },
        .reject(
            "two invalid copies, of which the more useful rejection is reported",
            .expired(notAfter: yesterday, verifyDate: Setup.now, depth: 1)
        ) {
            $0.addCA("other")
            addCopy(&$0) { $0.issuer = .entity("other") }
            $0.intermediate.notAfter = .relative(-Setup.day)
            $0.serve = ["leaf", "copy", "other", "intermediate"]
        },
    ]

    /// Adds another certificate with the name and the key of the intermediate.
    private static func addCopy(_ setup: inout Setup, _ change: (inout Entity) -> Void) {
        setup["copy"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["copy"].copy = "intermediate"
        setup["copy"].keyOf = "intermediate"
        // Another serial number makes it another certificate.
        setup["copy"].serial = [0x22]
        change(&setup["copy"])
    }

    private static let bounds: [SetupCase] = [
        .accept("a path of the maximum length") { $0.budget.pathLength = 3 },
        .reject("a path one certificate too long", .chainTooLong(limit: 2)) {
            $0.budget.pathLength = 2
        },
        .accept("exactly the necessary signatures") { $0.budget.signatures = 2 },
        .reject(
            "one signature too few",
            .chainTooLong(limit: 2)
        ) { $0.budget.signatures = 1 },
        .accept("exactly the necessary work") { $0.budget.signatureWork = 2 },
        .reject(
            "work for one signature too few",
            .chainTooLong(limit: 2)
        ) { $0.budget.signatureWork = 1 },
        .accept("exactly the necessary candidates") { $0.budget.candidates = 2 },
        .reject("one candidate too few", .budgetExceeded("candidates")) {
            $0.budget.candidates = 1
        },
        .reject(
            "an intermediate after the maximum of served certificates",
            .unknownIssuer(depth: 0)
        ) {
            $0.addCA("unrelated")
            $0.serve = ["leaf", "unrelated", "intermediate"]
            $0.budget.servedCertificates = 1
        },
        .accept("an intermediate as the last served certificate within the limit") {
            $0.addCA("unrelated")
            $0.serve = ["leaf", "unrelated", "intermediate"]
            $0.budget.servedCertificates = 2
        },
    ]

    @Test(arguments: served + anchors + names + alternatives + bounds)
    func `the search finds the expected path`(_ test: SetupCase) throws {
        try test.check()
    }

    @Test(arguments: [3, 2])
    func `checking whether a root is self-signed with SHA-1 uses the budget`(work: Int) throws {
        let setup = Setup {
            $0.checks = PathProfile.apple.checks()
            $0.root.digest = .sha1
            $0.budget.signatureWork = work
        }
        // The signatures of two links, and the root's signature on itself.
        let result = try setup.evaluation().result
        if work == 3 {
            #expect(throws: Never.self) { try result.get() }
        } else {
            #expect(result == .failure(.budgetExceeded("signatures")))
        }
    }

    @Test func `builds the chain but trusts nothing without anchors`() throws {
        let setup = Setup { $0.trust = [] }
        let expected = Rejection.unknownIssuer(depth: 1)
        #expect(try setup.outcome() == .reject(expected))
    }

    @Test func `stops the search for a path among a hundred CAs with one name and different keys`()
        throws
    {
        var setup = Setup()
        setup.serve = ["leaf"]
        for number in 0..<100 {
            let name = "ca\(number)"
            setup.addCA(name, under: "ca\((number + 1) % 100)")
            setup[name].subject = Name((.commonName, "Ca"))
            setup[name].subjectKeyID = Entity.KeyID.none
            setup[name].authorityKeyID = Entity.KeyID.none
            setup.serve.append(name)
        }
        setup.leaf.issuer = .entity("ca0")
        guard case .reject(.budgetExceeded("signatures")) = try setup.outcome() else {
            Issue.record("\(try setup.outcome())")
            return
        }
    }
}
