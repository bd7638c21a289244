import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The choice among several paths, and the reported rejection if there is none (RFC 4158, and
/// trustd's behaviour).
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
        .accept("the root served as well") { $0.serve += ["root"] },
        .accept("everything twice") { $0.serve += ["root", "leaf", "intermediate", "root"] },
        .accept("in reverse after the end entity") {
            $0.serve = ["leaf", "root", "intermediate"]
        },
        .accept("an unrelated certificate between") {
            $0.addCA("unrelated")
            $0.serve = ["leaf", "unrelated", "intermediate"]
        },
        .accept("bytes between that are no certificate") {
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
        .reject("an unknown root that is served", .unknownIssuer(depth: 2)) {
            $0.addCA("other")
            $0.trust = ["other"]
            $0.serve += ["root"]
        },
        .reject("a circle of two", .unknownIssuer(depth: 2)) {
            $0.addCA("a", under: "b")
            $0.addCA("b", under: "a")
            $0.leaf.issuer = .entity("a")
            $0.serve = ["leaf", "a", "b"]
        },
        .accept("a circle of two with a way out", ["leaf", "cross", "root"]) {
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
        .reject("one that bears the name of the root", .selfSigned) {
            selfSign(&$0)
            $0.leaf.subject = Name((.organization, "Hatpin"), (.commonName, "root"))
        },
        .reject("one with a chain of others after it", .selfSigned) {
            selfSign(&$0)
            $0.serve = ["leaf", "intermediate", "root"]
        },
        .accept("one that is trusted", ["leaf"]) {
            selfSign(&$0)
            $0.trust = ["leaf"]
        },
        .accept("an end entity that is trusted, signed by a CA", ["leaf"]) {
            $0.trust = ["leaf"]
        },
        .accept("an end entity that is trusted beside its root", ["leaf"]) {
            $0.trust = ["root", "leaf"]
        },
        .accept("a trusted intermediate ends the path", ["leaf", "intermediate"]) {
            $0.trust = ["intermediate", "root"]
        },
        .accept("a trusted intermediate of an expired root", ["leaf", "intermediate"]) {
            $0.trust = ["intermediate"]
            $0.root.notAfter = .relative(-Setup.day)
            $0.serve += ["root"]
        },
        .reject(
            "an end entity that is trusted and expired",
            .expired(notAfter: yesterday, verifyDate: Setup.now, depth: 0)
        ) {
            selfSign(&$0)
            $0.leaf.notAfter = .relative(-Setup.day)
            $0.trust = ["leaf"]
        },
        .accept("an anchor whose own signature is broken") {
            $0.root.mutate = ["break-signature"]
        },
        .reject(
            "an anchor's twin with a broken signature is no anchor",
            .unknownIssuer(depth: 2)
        ) {
            $0["twin"] = Entity(role: .rootCA, issuer: .itself)
            $0["twin"].copy = "root"
            $0["twin"].keyOf = "root"
            $0["twin"].notAfter = .relative(400 * Setup.day)
            $0.serve = ["leaf", "intermediate", "twin"]
            $0.addCA("other")
            $0.trust = ["other"]
        },
    ]

    private static func selfSign(_ setup: inout Setup) {
        setup.leaf.issuer = .itself
        setup.serve = ["leaf"]
    }

    private static let names: [SetupCase] = [
        .accept("two roots of one name", ["leaf", "intermediate", "root"]) {
            lookAlike(&$0)
            $0.trust = ["fake", "root"]
        },
        .accept("two roots of one name that say nothing of their keys") {
            lookAlike(&$0)
            $0["fake"].subjectKeyID = Entity.KeyID.none
            $0.root.subjectKeyID = Entity.KeyID.none
            $0.trust = ["fake", "root"]
        },
        .reject(
            "a root of the right name and another key",
            .unknownIssuer(depth: 1)
        ) {
            lookAlike(&$0)
            $0.trust = ["fake"]
        },
        .reject(
            "a root that is sent, below a trusted one of its name",
            .unknownIssuer(depth: 2)
        ) {
            lookAlike(&$0)
            $0["fake"].subjectKeyID = Entity.KeyID.none
            $0.serve = ["leaf", "intermediate", "root"]
            $0.trust = ["fake"]
        },
        .reject(
            "one that says that it has the right key",
            .badSignature(depth: 1)
        ) {
            lookAlike(&$0)
            $0.root.subjectKeyID = .bytes([1, 2, 3])
            $0["fake"].subjectKeyID = .bytes([1, 2, 3])
            $0.trust = ["fake"]
        },
        .reject(
            "one that does not say which key it has",
            .badSignature(depth: 1)
        ) {
            lookAlike(&$0)
            $0["fake"].subjectKeyID = Entity.KeyID.none
            $0.trust = ["fake"]
        },
        .reject(
            "an expired root of the right name and another key",
            .unknownIssuer(depth: 1)
        ) {
            lookAlike(&$0)
            $0["fake"].notAfter = .relative(-Setup.day)
            $0.trust = ["fake"]
        },
        .reject(
            "a signature of a kind that nobody knows, and no rule against it",
            .unsupportedAlgorithm(ObjectIdentifier(content: [0x2a, 0x03]), depth: 0)
        ) {
            $0.leaf.raw = ["tbsCertificate.signature", "signatureAlgorithm"].map {
                .set(path: $0, encoding: hexBytes("300406022a03"))
            }
            $0.checks = $0.checks.leavingOut(.signatureStrength)
        },
        .reject("the right key under another name", .nameChaining(depth: 0)) {
            $0.leaf.issuerName = Name((.commonName, "nobody"))
        },
        .accept("the issuer's name in other case and spaces") {
            $0.leaf.issuerName = Name((.organization, "HATPIN "), (.commonName, " Intermediate"))
        },
        .accept("an authority key identifier that is wrong") {
            $0.leaf.authorityKeyID = .bytes([9, 9, 9])
        },
        .accept("no key identifiers at all") {
            for name in ["root", "intermediate", "leaf"] {
                $0[name].subjectKeyID = Entity.KeyID.none
                $0[name].authorityKeyID = Entity.KeyID.none
            }
        },
    ]

    /// A root with the name of the root.
    private static func lookAlike(_ setup: inout Setup) {
        setup.addCA("fake")
        setup["fake"].copy = "root"
    }

    private static let alternatives: [SetupCase] = [
        .accept("an expired twin of the intermediate first") {
            twin(&$0) { $0.notAfter = .relative(-Setup.day) }
            $0.serve = ["leaf", "twin", "intermediate"]
        },
        .accept("a twin that is no CA first") {
            twin(&$0) {
                $0.isCA = false
                $0.keyUsage = []
            }
            $0.serve = ["leaf", "twin", "intermediate"]
        },
        .accept("a twin with a critical extension first") {
            twin(&$0) { $0.mutate = ["unknown-critical-extension"] }
            $0.serve = ["leaf", "twin", "intermediate"]
        },
        .accept("a twin whose signature is broken first") {
            twin(&$0) { $0.mutate = ["break-signature"] }
            $0.serve = ["leaf", "twin", "intermediate"]
        },
        .accept("a twin under a root that nobody trusts first") {
            $0.addCA("other")
            twin(&$0) { $0.issuer = .entity("other") }
            $0.serve = ["leaf", "twin", "other", "intermediate"]
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
            "two bad twins: the nearer miss is reported",
            .expired(notAfter: yesterday, verifyDate: Setup.now, depth: 1)
        ) {
            $0.addCA("other")
            twin(&$0) { $0.issuer = .entity("other") }
            $0.intermediate.notAfter = .relative(-Setup.day)
            $0.serve = ["leaf", "twin", "other", "intermediate"]
        },
    ]

    /// Another certificate of the intermediate: its name and its key.
    private static func twin(_ setup: inout Setup, _ change: (inout Entity) -> Void) {
        setup["twin"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["twin"].copy = "intermediate"
        setup["twin"].keyOf = "intermediate"
        // A serial number of its own makes it another certificate.
        setup["twin"].serial = [0x22]
        change(&setup["twin"])
    }

    private static let bounds: [SetupCase] = [
        .accept("a path as long as is built") { $0.budget.pathLength = 3 },
        .reject("one certificate more", .chainTooLong(limit: 2)) {
            $0.budget.pathLength = 2
        },
        .accept("as many signatures as are needed") { $0.budget.signatures = 2 },
        .reject(
            "one signature less",
            .chainTooLong(limit: 2)
        ) { $0.budget.signatures = 1 },
        .accept("as much work as is needed") { $0.budget.signatureWork = 2 },
        .reject(
            "work for one signature less",
            .chainTooLong(limit: 2)
        ) { $0.budget.signatureWork = 1 },
        .accept("as many candidates as are needed") { $0.budget.candidates = 2 },
        .reject("one candidate less", .budgetExceeded("candidates")) { $0.budget.candidates = 1 },
        .reject(
            "an intermediate after more than are looked at",
            .unknownIssuer(depth: 0)
        ) {
            $0.addCA("unrelated")
            $0.serve = ["leaf", "unrelated", "intermediate"]
            $0.budget.servedCertificates = 1
        },
        .accept("an intermediate that is the last looked at") {
            $0.addCA("unrelated")
            $0.serve = ["leaf", "unrelated", "intermediate"]
            $0.budget.servedCertificates = 2
        },
    ]

    @Test(arguments: served + anchors + names + alternatives + bounds)
    func path(_ test: SetupCase) throws {
        try test.check()
    }

    @Test("Whether a root signed itself over SHA-1 is paid for", arguments: [3, 2])
    func selfSignedWork(work: Int) throws {
        let setup = Setup {
            $0.checks = PathProfile.apple.checks()
            $0.root.digest = .sha1
            $0.budget.signatureWork = work
        }
        // Two links and the root's own.
        let result = try setup.evaluation().result
        if work == 3 {
            #expect(throws: Never.self) { try result.get() }
        } else {
            #expect(result == .failure(.budgetExceeded("signatures")))
        }
    }

    @Test("No anchors: nothing is trusted, and the chain is built all the same")
    func noAnchors() throws {
        let setup = Setup { $0.trust = [] }
        let expected = Rejection.unknownIssuer(depth: 1)
        #expect(try setup.outcome() == .reject(expected))
    }

    @Test("A hundred CAs of one name and different keys end the search, not the patience")
    func manyKeysOfOneName() throws {
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
