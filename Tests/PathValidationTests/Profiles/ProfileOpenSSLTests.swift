import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The profile `openssl` where it differs from RFC 5280: each rejection next to an accepted case.
///
/// The OpenSSL library is tested with the same cases.
@Suite struct ProfileOpenSSLTests {
    private static func permit(_ names: DeclaredName..., for setup: inout Setup) {
        setup.intermediate.nameConstraints = Entity.NameConstraints(permitted: names, excluded: [])
    }

    private static func exclude(_ names: DeclaredName..., for setup: inout Setup) {
        setup.intermediate.nameConstraints = Entity.NameConstraints(permitted: [], excluded: names)
    }

    /// Sets an address as the only alternative name, and these common names.
    private static func address(_ setup: inout Setup, _ names: String...) {
        setup.leaf.subject = Name(
            relativeNames: names.map { [Name.Attribute(.commonName, $0)] }
        )
        setup.leaf.subjectAlternativeNames = [.ip([192, 0, 2, 1])]
    }

    private static let commonNames: [SetupCase] = [
        .accept("a common name inside, with an address") {
            address(&$0, "www.example.test")
            permit(.dns("example.test"), for: &$0)
        },
        .reject(
            "a common name outside, with an address",
            .nameNotPermitted("www.other.test", depth: 0)
        ) {
            address(&$0, "www.other.test")
            permit(.dns("example.test"), for: &$0)
        },
        .reject(
            "the second of two common names outside",
            .nameNotPermitted("www.other.test", depth: 0)
        ) {
            address(&$0, "www.example.test", "www.other.test")
            permit(.dns("example.test"), for: &$0)
        },
        .reject("an excluded common name", .nameExcluded("www.other.test", depth: 0)) {
            address(&$0, "www.other.test")
            exclude(.dns("other.test"), for: &$0)
        },
        .accept("a common name outside, with a DNS name") {
            $0.leaf.subject = Name((.commonName, "www.other.test"))
            permit(.dns("example.test"), for: &$0)
        },
        .accept("a common name of one label") {
            address(&$0, "other")
            permit(.dns("example.test"), for: &$0)
        },
        .accept("a common name with a wildcard") {
            address(&$0, "*.other.test")
            permit(.dns("example.test"), for: &$0)
        },
        .reject(
            "a common name with an underscore",
            .nameNotPermitted("a_b.other.test", depth: 0)
        ) {
            address(&$0, "a_b.other.test")
            permit(.dns("example.test"), for: &$0)
        },
        .reject(
            "a common name with a zero inside",
            .nameNotPermitted("www.example.test\0.test", depth: 0)
        ) {
            address(&$0, "www.example.test\0.test")
            permit(.dns("example.test"), for: &$0)
        },
        .accept("a common name with a zero at its end") {
            address(&$0, "www.example.test\0")
            permit(.dns("example.test"), for: &$0)
        },
    ]

    private static let names: [SetupCase] = [
        .accept("a leading dot above the host") { permit(.dns(".example.test"), for: &$0) },
        .reject(
            "a leading dot and the host itself",
            .nameNotPermitted("www.example.test", depth: 0)
        ) { permit(.dns(".www.example.test"), for: &$0) },
        .accept("a wildcard above an excluded name") {
            $0.leaf.subjectAlternativeNames = [.dns("*.example.test")]
            exclude(.dns("www.example.test"), for: &$0)
        },
        .reject(
            "a wildcard below an excluded name",
            .nameExcluded("*.example.test", depth: 0)
        ) {
            $0.leaf.subjectAlternativeNames = [.dns("*.example.test")]
            exclude(.dns("example.test"), for: &$0)
        },
        .accept("constraints in the end entity") {
            $0.leaf.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("other.test")],
                excluded: []
            )
        },
        .accept("two dots in a name inside") {
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .dns("a..example.test")]
            permit(.dns("example.test"), for: &$0)
        },
        .reject("two dots in a name outside", .nameNotPermitted("a..other.test", depth: 0)) {
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .dns("a..other.test")]
            permit(.dns("example.test"), for: &$0)
        },
        .accept("an address inside a mask with a hole") {
            $0.leaf.subjectAlternativeNames = [.ip([192, 7, 2, 1])]
            permit(.ipBytes([192, 0, 2, 0, 255, 0, 255, 0]), for: &$0)
        },
        .reject(
            "an address outside a mask with a hole",
            .nameNotPermitted("192.0.3.1", depth: 0)
        ) {
            $0.leaf.subjectAlternativeNames = [.ip([192, 0, 3, 1])]
            permit(.ipBytes([192, 0, 2, 0, 255, 0, 255, 0]), for: &$0)
        },
        .accept("a mailbox in the subject, inside") {
            $0.leaf.subject = Name((.emailAddress, "web@example.test"))
            permit(.email("example.test"), for: &$0)
        },
        .reject(
            "a mailbox in the subject, outside, with a name",
            .nameNotPermitted("web@other.test", depth: 0)
        ) {
            $0.leaf.subject = Name((.emailAddress, "web@other.test"))
            permit(.email("example.test"), for: &$0)
        },
        .accept("a mailbox with its host in another case") {
            $0.leaf.subjectAlternativeNames = [.email("web@EXAMPLE.test")]
            permit(.email("web@example.test"), for: &$0)
        },
        .reject(
            "a mailbox with its local part in another case",
            .nameNotPermitted("WEB@example.test", depth: 0)
        ) {
            $0.leaf.subjectAlternativeNames = [.email("WEB@example.test")]
            permit(.email("web@example.test"), for: &$0)
        },
        .reject("text that is not a mailbox", .badNameConstraint(depth: 1)) {
            $0.leaf.subjectAlternativeNames = [.email("example.test")]
            permit(.email("example.test"), for: &$0)
        },
        .accept("a host of a URI before a port") {
            $0.leaf.subjectAlternativeNames = [.uri("https://example.test:443/")]
            permit(.uri("example.test"), for: &$0)
        },
        .reject(
            "a host of a URI outside",
            .nameNotPermitted("https://www.example.test/", depth: 0)
        ) {
            $0.leaf.subjectAlternativeNames = [.uri("https://www.example.test/")]
            permit(.uri("example.test"), for: &$0)
        },
        .reject("a URI without a host", .badNameConstraint(depth: 1)) {
            $0.leaf.subjectAlternativeNames = [.uri("urn:example")]
            permit(.uri("example.test"), for: &$0)
        },
        .accept("a mailbox in UTF-8 inside") {
            $0.leaf.subjectAlternativeNames = [mailbox("b@bücher.test")]
            permit(.email("xn--bcher-kva.test"), for: &$0)
        },
        .reject(
            "a mailbox in UTF-8 outside",
            .nameNotPermitted("otherName 1.3.6.1.5.5.7.8.9", depth: 0)
        ) {
            $0.leaf.subjectAlternativeNames = [mailbox("b@bucher.test")]
            permit(.email("xn--bcher-kva.test"), for: &$0)
        },
        .accept("a UTF-8 mailbox under a constraint on other names") {
            $0.leaf.subjectAlternativeNames = [mailbox("b@other.test")]
            permit(mailbox("a@example.test"), for: &$0)
        },
        .reject("a constrained otherName", .badNameConstraint(depth: 1)) {
            $0.leaf.subjectAlternativeNames = [.other(.serverAuth, hexBytes("0c0161"))]
            permit(.other(.serverAuth, hexBytes("0c0161")), for: &$0)
        },
        .accept("an otherName under a constraint on another type") {
            $0.leaf.subjectAlternativeNames = [.other(.serverAuth, hexBytes("0c0161"))]
            permit(.other(.clientAuth, hexBytes("0c0161")), for: &$0)
        },
    ]

    /// Returns an otherName with a UTF-8 mailbox (RFC 9598).
    private static func mailbox(_ text: String) -> DeclaredName {
        .other(.smtpUTF8Mailbox, DERWriter.bytes { $0.string(.utf8String, text) })
    }

    private static let algorithms: [SetupCase] = [
        .accept("a root with DSA") { $0.root.key = .dsa2048 },
        .accept("an intermediate with DSA") { $0.intermediate.key = .dsa2048 },
        .accept("an end entity with an RSA exponent of 1") { $0.leaf.key = .rsaOfOne },
        .accept("an intermediate with an RSA exponent of 1") { $0.intermediate.key = .rsaOfOne },
        .reject("RSA of 1536 bits", .weakKey("RSA of 1536 bits", depth: 0)) {
            $0.leaf.key = .rsa1536
        },
        .accept("a curve of 224 bits") { $0.leaf.key = .p224 },
        .reject("a curve of 192 bits", .weakKey("on prime192v1, 192 bits", depth: 0)) {
            $0.leaf.key = .p192
        },
        .accept("RSA with SHA-224") {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha224
        },
        .reject("RSA with SHA-1", .weakSignature(algorithm: "rsa with sha1", depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha1
        },
        .accept("RSA with SHA3-256") {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha3_256
        },
        .reject("RSA with SHA-512/256", .unsupportedAlgorithm(.sha512_256WithRSA, depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha512_256
        },
        .reject("ECDSA with SHA3-256", .unsupportedAlgorithm(.ecdsaWithSHA3_256, depth: 0)) {
            $0.leaf.digest = .sha3_256
        },
    ]

    private static let paths: [SetupCase] = [
        .accept("a valid copy after a valid one", ["leaf", "bad", "root"]) { addCopy(&$0) },
        .accept("a valid copy after an expired one") {
            addCopy(&$0)
            $0["bad"].notAfter = .relative(-Setup.day)
        },
        .reject("a valid copy after a damaged one", .badSignature(depth: 1)) {
            addCopy(&$0)
            $0["bad"].mutate = ["break-signature"]
        },
        .reject("a valid copy after one that is not a CA", .issuerNotCA(depth: 1)) {
            addCopy(&$0)
            $0["bad"].isCA = false
            $0["bad"].keyUsage = []
        },
        .accept("a trusted end entity without its issuer", ["leaf"]) {
            $0.serve = ["leaf"]
            $0.trust = ["leaf"]
        },
        .accept("a trusted end entity and its trusted issuer", ["leaf", "intermediate"]) {
            $0.trust = ["leaf", "intermediate"]
        },
        .accept("a trusted end entity with its chain", ["leaf", "intermediate"]) {
            $0.trust = ["leaf"]
        },
        .reject(
            "an invalid intermediate above a trusted end entity",
            .keyUsage(missing: .keyCertSign, depth: 1)
        ) {
            $0.trust = ["leaf"]
            $0.intermediate.keyUsage = [.crlSign]
        },
        .accept("a trusted intermediate", ["leaf", "intermediate"]) {
            $0.trust = ["intermediate"]
        },
        .reject("an unknown root", .unknownIssuer(depth: 1)) {
            $0.addCA("other")
            $0.trust = ["other"]
        },
    ]

    /// Adds a second certificate of the intermediate, served before the first.
    private static func addCopy(_ setup: inout Setup) {
        setup["bad"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["bad"].copy = "intermediate"
        setup["bad"].keyOf = "intermediate"
        setup.serve = ["leaf", "bad", "intermediate"]
    }

    private static let forms: [SetupCase] = [
        .accept("the first second") {
            $0.leaf.notBefore = .relative(0)
        },
        .accept("the last second but one") {
            $0.leaf.notAfter = .relative(1)
        },
        .reject(
            "the last second",
            .expired(notAfter: Setup.now, verifyDate: Setup.now, depth: 0)
        ) { $0.leaf.notAfter = .relative(0) },
        .accept("a serial number of 0") { $0.leaf.serial = [0] },
        .accept("Server Gated Cryptography") {
            $0.leaf.extendedKeyUsage = [.microsoftGatedCryptography]
        },
        .reject("only any purpose", .extendedKeyUsage(missing: .serverAuth, depth: 0)) {
            $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        .accept("a key only for encipherment") { $0.leaf.keyUsage = [.keyEncipherment] },
        .reject(
            "a key only for content commitment",
            .keyUsage(missing: .digitalSignature, depth: 0)
        ) { $0.leaf.keyUsage = [.nonRepudiation] },
        .accept("a root of version 1") { $0.root.version = 1 },
        .reject("an intermediate of version 1", .issuerNotCA(depth: 1)) {
            $0.intermediate.version = 1
        },
    ]

    private static let cases = commonNames + names + algorithms + paths + forms

    @Test(arguments: cases)
    func `the profile openssl gives the expected verdict`(_ testcase: SetupCase) throws {
        var setup = testcase.setup
        let profile = PathProfile.openSSL
        setup.checks = profile.checks()
        setup.decoding = profile.decoding
        setup.building = profile.building
        #expect(try setup.outcome() == testcase.expected)
    }

    /// OpenSSL 3.5.2 accepts this algorithm, and decides the other cases like 3.0.19.
    @Test func `accepts ECDSA with SHA-3 with OpenSSL 3.5`() throws {
        var setup = Setup { $0.leaf.digest = .sha3_256 }
        setup.building = PathProfile.openSSL3_5.building
        setup.checks = PathProfile.openSSL3_5.checks()
        #expect(try setup.outcome() == .standard)
    }

    @Test(arguments: cases)
    func `the profile openssl decides like the OpenSSL library`(_ testcase: SetupCase) throws {
        let isAccepted =
            switch testcase.expected {
            case .accept: true
            case .reject: false
            }
        let verdict = try testcase.setup.verdictOfOpenSSL()
        #expect((verdict == .accept) == isAccepted, "\(verdict)")
    }
}
