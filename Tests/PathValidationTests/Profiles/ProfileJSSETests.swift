import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The profile `jsse` where it differs from RFC 5280: each rejection next to an accepted case.
///
/// Calls of the classes of OpenJDK 17.0.15 and 25.0.3 showed how names are compared and lists
/// merged.
@Suite struct ProfileJSSETests {
    private static func permit(
        _ entity: String,
        _ names: DeclaredName...,
        for setup: inout Setup
    ) {
        setup[entity].nameConstraints = Entity.NameConstraints(permitted: names, excluded: [])
    }

    private static func exclude(_ names: DeclaredName..., for setup: inout Setup) {
        setup.intermediate.nameConstraints = Entity.NameConstraints(permitted: [], excluded: names)
    }

    /// Adds a CA between the root and the intermediate, and gives the intermediate a common name
    /// that is not a DNS name.
    private static func addUpper(_ setup: inout Setup) {
        setup["upper"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup.intermediate.subject = Name((.commonName, "Lower Authority"))
        setup.intermediate.issuer = .entity("upper")
        setup.serve = ["leaf", "intermediate", "upper"]
    }

    private static let long = ["leaf", "intermediate", "upper", "root"]

    private static let lists: [SetupCase] = [
        .accept("an excluded name around the only permitted one", long) {
            addUpper(&$0)
            permit("upper", .dns("api.other.test"), for: &$0)
            exclude(.dns("other.test"), for: &$0)
        },
        .reject(
            "only the permitted name",
            .nameNotPermitted("www.example.test", depth: 0)
        ) {
            addUpper(&$0)
            permit("upper", .dns("api.other.test"), for: &$0)
        },
        .accept("a permitted name inside one above", long) {
            addUpper(&$0)
            permit("upper", .dns("test"), for: &$0)
            permit("intermediate", .dns("example.test"), for: &$0)
        },
        .reject("permitted hosts without a common name", .badNameConstraint(depth: 1)) {
            addUpper(&$0)
            permit("upper", .dns("example.test"), for: &$0)
            permit("intermediate", .dns("other.test"), for: &$0)
        },
        .accept("the first of two inside one above", long) {
            addUpper(&$0)
            permit("upper", .dns("test"), for: &$0)
            permit("intermediate", .dns("example.test"), .dns("other.test"), for: &$0)
        },
        .reject(
            "the second of two inside one above",
            .nameNotPermitted("www.example.test", depth: 0)
        ) {
            addUpper(&$0)
            permit("upper", .dns("test"), for: &$0)
            permit("intermediate", .dns("other.test"), .dns("example.test"), for: &$0)
        },
        .accept("names of two kinds", long) {
            addUpper(&$0)
            permit("upper", .dns("example.test"), for: &$0)
            permit("intermediate", .email("other.test"), for: &$0)
        },
        .reject(
            "an issuer whose common name is one word",
            .nameNotPermitted("lower", depth: 1)
        ) {
            addUpper(&$0)
            $0.intermediate.subject = Name((.commonName, "lower"))
            permit("upper", .dns("example.test"), for: &$0)
        },
        .accept("constraints of the root") { permit("root", .dns("other.test"), for: &$0) },
    ]

    private static let names: [SetupCase] = [
        .accept("a mailbox in another case") {
            $0.leaf.subjectAlternativeNames = [.email("WEB@EXAMPLE.test")]
            permit("intermediate", .email("web@example.test"), for: &$0)
        },
        .reject("a mailbox at another host", .nameNotPermitted("web@other.test", depth: 0)) {
            $0.leaf.subjectAlternativeNames = [.email("web@other.test")]
            permit("intermediate", .email("example.test"), for: &$0)
        },
        .accept("an address inside a mask with a hole") {
            $0.leaf.subjectAlternativeNames = [.ip([192, 7, 2, 1])]
            permit("intermediate", .ipBytes([192, 0, 2, 0, 255, 0, 255, 0]), for: &$0)
        },
        .reject(
            "an address outside a mask with a hole",
            .nameNotPermitted("192.0.3.1", depth: 0)
        ) {
            $0.leaf.subjectAlternativeNames = [.ip([192, 0, 3, 1])]
            permit("intermediate", .ipBytes([192, 0, 2, 0, 255, 0, 255, 0]), for: &$0)
        },
        .accept("a wildcard above an excluded name") {
            $0.leaf.subjectAlternativeNames = [.dns("*.example.test")]
            exclude(.dns("www.example.test"), for: &$0)
        },
        .reject("a wildcard below an excluded name", .nameExcluded("*.example.test", depth: 0)) {
            $0.leaf.subjectAlternativeNames = [.dns("*.example.test")]
            exclude(.dns("example.test"), for: &$0)
        },
        .accept("a name below a leading dot") {
            permit("intermediate", .dns(".example.test"), for: &$0)
        },
        .reject(
            "the name after a leading dot itself",
            .nameNotPermitted("www.example.test", depth: 0)
        ) { permit("intermediate", .dns(".www.example.test"), for: &$0) },
        .accept("a host of a URI below a domain") {
            $0.leaf.subjectAlternativeNames = [.uri("https://www.example.test/")]
            permit("intermediate", .uri(".example.test"), for: &$0)
        },
        .reject("a URI without a host", .badNameConstraint(depth: 1)) {
            $0.leaf.subjectAlternativeNames = [.uri("urn:example")]
            permit("intermediate", .uri("example.test"), for: &$0)
        },
        .accept("a common name inside, with an address") {
            $0.leaf.subject = Name((.commonName, "www.example.test"))
            $0.leaf.subjectAlternativeNames = [.ip([192, 0, 2, 1])]
            permit("intermediate", .dns("example.test"), for: &$0)
        },
        .reject(
            "a common name outside, with an address",
            .nameNotPermitted("www.other.test", depth: 0)
        ) {
            $0.leaf.subject = Name((.commonName, "www.other.test"))
            $0.leaf.subjectAlternativeNames = [.ip([192, 0, 2, 1])]
            permit("intermediate", .dns("example.test"), for: &$0)
        },
        .accept("a common name with an underscore") {
            $0.leaf.subject = Name((.commonName, "a_b.other.test"))
            $0.leaf.subjectAlternativeNames = [.ip([192, 0, 2, 1])]
            permit("intermediate", .dns("example.test"), for: &$0)
        },
    ]

    private static let algorithms: [SetupCase] = [
        .accept("an intermediate with DSA") { $0.intermediate.key = .dsa2048 },
        .accept("P-521") { $0.leaf.key = .p521 },
        .reject("P-224", .weakKey("on secp224r1, 224 bits", depth: 0)) { $0.leaf.key = .p224 },
        .reject("a curve of Brainpool", .badKey(depth: 0)) { $0.leaf.key = .brainpool256 },
        .reject("an RSA exponent of 1", .badKey(depth: 0)) { $0.leaf.key = .rsaOfOne },
        .accept("ECDSA with SHA-512") { $0.leaf.digest = .sha512 },
        .reject("ECDSA with SHA3-256", .unsupportedAlgorithm(.ecdsaWithSHA3_256, depth: 0)) {
            $0.leaf.digest = .sha3_256
        },
        .reject("RSA with SHA-512/256", .unsupportedAlgorithm(.sha512_256WithRSA, depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha512_256
        },
    ]

    private static let paths: [SetupCase] = [
        .accept("a valid copy after an expired one, out of order") {
            addCopy(&$0)
            $0.serve = ["leaf", "bad", "intermediate"]
            $0["bad"].notAfter = .relative(-Setup.day)
        },
        .accept("a copy in order, before the root and another copy", ["leaf", "bad", "root"]) {
            addCopy(&$0)
            $0.serve = ["leaf", "bad", "root", "intermediate"]
        },
        .reject(
            "an expired copy in order, before the root and a valid copy",
            .expired(
                notAfter: Instant(seconds: Setup.now.seconds - Setup.day),
                verifyDate: Setup.now,
                depth: 1
            )
        ) {
            addCopy(&$0)
            $0.serve = ["leaf", "bad", "root", "intermediate"]
            $0["bad"].notAfter = .relative(-Setup.day)
        },
        .accept("an expired certificate with the key of an anchor", ["leaf", "intermediate"]) {
            addCopy(&$0)
            $0.serve = ["leaf", "bad"]
            $0.trust = ["intermediate"]
            $0["bad"].notAfter = .relative(-Setup.day)
        },
        .reject("an unknown root", .unknownIssuer(depth: 1)) {
            $0.addCA("other")
            $0.trust = ["other"]
        },
    ]

    /// Adds a second certificate of the intermediate.
    private static func addCopy(_ setup: inout Setup) {
        setup["bad"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["bad"].copy = "intermediate"
        setup["bad"].keyOf = "intermediate"
    }

    @Test(arguments: lists + names + algorithms + paths)
    func `the profile jsse gives the expected verdict`(_ testcase: SetupCase) throws {
        var setup = testcase.setup
        let profile = PathProfile.jsse
        setup.checks = profile.checks()
        setup.decoding = profile.decoding
        setup.building = profile.building
        #expect(try setup.outcome() == testcase.expected)
    }
}
