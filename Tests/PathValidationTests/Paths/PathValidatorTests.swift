import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Every rule of `PathCheck.catalogue`: setups with one defect, each next to the closest setup
/// without the defect.
@Suite struct PathValidatorTests {
    private static let day = Setup.day
    private static let now = Setup.now

    private static let validity: [SetupCase] = [
        .accept("the baseline setup") { _ in },
        .reject(
            "an end entity that expired a second ago",
            .expired(notAfter: now + -1, verifyDate: now, depth: 0)
        ) { $0.leaf.notAfter = .relative(-1) },
        .accept("an end entity that expires now") { $0.leaf.notAfter = .relative(0) },
        .reject(
            "an end entity that becomes valid in a second",
            .notYetValid(notBefore: now + 1, verifyDate: now, depth: 0)
        ) { $0.leaf.notBefore = .relative(1) },
        .accept("an end entity that becomes valid now") { $0.leaf.notBefore = .relative(0) },
        .accept("an end entity that is valid for this second only") {
            $0.leaf.notBefore = .relative(0)
            $0.leaf.notAfter = .relative(0)
        },
        .reject(
            "a validity that ends before it begins",
            .badValidity(notBefore: now + 1, notAfter: now, depth: 0)
        ) {
            $0.leaf.notBefore = .relative(1)
            $0.leaf.notAfter = .relative(0)
        },
        .reject(
            "this year's date as GeneralizedTime",
            .malformed(DERError(.badTime, at: 89, in: "tbsCertificate.validity"), depth: 0)
        ) { $0.leaf.mutate = ["generalized-time-early"] },
        .accept("this year's date as GeneralizedTime, with path validation only") {
            $0.leaf.mutate = ["generalized-time-early"]
            $0.checks = PathProfile.pathValidation.checks()
        },
        .reject(
            "an expired intermediate",
            .expired(notAfter: now + -day, verifyDate: now, depth: 1)
        ) { $0.intermediate.notAfter = .relative(-day) },
        .reject(
            "an intermediate that becomes valid tomorrow",
            .notYetValid(notBefore: now + day, verifyDate: now, depth: 1)
        ) { $0.intermediate.notBefore = .relative(day) },
        .reject(
            "an expired root",
            .expired(notAfter: now + -day, verifyDate: now, depth: 2)
        ) { $0.root.notAfter = .relative(-day) },
        .accept("the same root, at a date when it was valid") {
            $0.root.notAfter = .relative(-day)
            $0.leaf.notBefore = .relative(-3 * day)
            $0.verifyDate = now + -2 * day
        },
    ]

    private static let constraints: [SetupCase] = [
        .reject("an intermediate that is not a CA", .issuerNotCA(depth: 1)) {
            $0.intermediate.isCA = false
            $0.intermediate.keyUsage = []
        },
        .reject("an intermediate without basicConstraints", .issuerNotCA(depth: 1)) {
            $0.intermediate.drop = [.basicConstraints]
            $0.intermediate.keyUsage = []
        },
        .reject("an intermediate of version 1", .issuerNotCA(depth: 1)) {
            $0.intermediate.version = 1
        },
        .reject("a root that is not a CA", .issuerNotCA(depth: 2)) {
            $0.root.isCA = false
            $0.root.keyUsage = []
        },
        .accept("a CA with non-critical basicConstraints") {
            $0.intermediate.critical = [.basicConstraints: false]
        },
        .accept("an end entity without basicConstraints") { $0.leaf.drop = [.basicConstraints] },
        .reject(
            "an end entity that issues",
            .issuerNotCA(depth: 1)
        ) {
            $0["rogue"] = Entity(role: .endEntity, issuer: .entity("leaf"))
            $0["rogue"].subjectAlternativeNames = [.dns("www.example.test")]
            $0.serve = ["rogue", "leaf", "intermediate"]
        },
        .reject(
            "a trusted end entity that issues",
            .issuerNotCA(depth: 1)
        ) {
            $0["rogue"] = Entity(role: .endEntity, issuer: .entity("leaf"))
            $0["rogue"].subjectAlternativeNames = [.dns("www.example.test")]
            $0.serve = ["rogue", "leaf", "intermediate"]
            $0.trust = ["leaf"]
        },
        .accept("path length 0 above one end entity") { $0.intermediate.pathLength = 0 },
        .accept("path length 1 at the root") { $0.root.pathLength = 1 },
        .reject("path length 0 at the root", .pathLength(limit: 0, depth: 2)) {
            $0.root.pathLength = 0
        },
        .accept(
            "path length 0 above a self-issued intermediate",
            ["leaf", "intermediate", "renewed", "root"]
        ) {
            renew(&$0)
            $0["renewed"].pathLength = 0
        },
        .reject(
            "path length 0 above another intermediate",
            .pathLength(limit: 0, depth: 3)
        ) {
            $0.addCA("second", under: "root")
            $0.intermediate.issuer = .entity("second")
            $0.serve = ["leaf", "intermediate", "second"]
            $0.root.pathLength = 0
        },
    ]

    /// Adds `renewed`, which has the intermediate's name and a new key and which the root issues;
    /// the new key signs the intermediate's certificate.
    private static func renew(_ setup: inout Setup) {
        setup["renewed"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["renewed"].copy = "intermediate"
        setup.intermediate.issuer = .entity("renewed")
        setup.serve = ["leaf", "intermediate", "renewed"]
    }

    private static let usages: [SetupCase] = [
        .reject(
            "an intermediate that may not sign certificates",
            .keyUsage(missing: .keyCertSign, depth: 1)
        ) {
            $0.intermediate.keyUsage = [.digitalSignature, .crlSign]
        },
        .accept("an intermediate without key usage") { $0.intermediate.keyUsage = [] },
        .reject(
            "a root that may not sign certificates",
            .keyUsage(missing: .keyCertSign, depth: 2)
        ) { $0.root.keyUsage = [.crlSign] },
        .accept("an end entity without key usage") { $0.leaf.keyUsage = [] },
        .reject(
            "an end entity that may not sign handshakes",
            .keyUsage(missing: .digitalSignature, depth: 0)
        ) {
            $0.leaf.keyUsage = [.keyEncipherment, .keyAgreement]
        },
        .accept("an end entity with more key usages") {
            $0.leaf.keyUsage = [.digitalSignature, .keyEncipherment, .decipherOnly]
        },
        .accept("several purposes, server authentication the last") {
            $0.leaf.extendedKeyUsage = [.codeSigning, .ocspSigning, .serverAuth]
        },
        .accept("a critical purpose") { $0.leaf.critical = [.extendedKeyUsage: true] },
        .accept("no purposes") { $0.leaf.extendedKeyUsage = [] },
        .reject(
            "only client authentication",
            .extendedKeyUsage(missing: .serverAuth, depth: 0)
        ) {
            $0.leaf.extendedKeyUsage = [.clientAuth]
        },
        .reject(
            "any purpose at the end entity",
            .extendedKeyUsage(missing: .serverAuth, depth: 0)
        ) {
            $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        .accept("any purpose at the intermediate") {
            $0.intermediate.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        .accept("server authentication at the intermediate") {
            $0.intermediate.extendedKeyUsage = [.serverAuth]
        },
        .reject(
            "an intermediate for code signing",
            .extendedKeyUsage(missing: .serverAuth, depth: 1)
        ) {
            $0.intermediate.extendedKeyUsage = [.codeSigning]
        },
        .reject("a root for e-mail", .extendedKeyUsage(missing: .serverAuth, depth: 2)) {
            $0.root.extendedKeyUsage = [.emailProtection]
        },
    ]

    private static let unknown = ObjectIdentifier(content: [0x2a, 0x03])

    private static func added(critical: Bool) -> Entity.AddedExtension {
        Entity.AddedExtension(oid: unknown, critical: critical, value: [0x05, 0x00])
    }

    /// A CRL at http://a.
    private static let criticalPoint = Entity.AddedExtension(
        oid: .crlDistributionPoints,
        critical: true,
        value: hexBytes("3010 300e a00ca00a8608687474703a2f2f61")
    )

    private static let extensions: [SetupCase] = [
        .accept("an unknown extension") { $0.leaf.extensions = [added(critical: false)] },
        .reject("an unknown critical extension", .unhandledCriticalExtension(unknown, depth: 0)) {
            $0.leaf.extensions = [added(critical: true)]
        },
        .reject(
            "an unknown critical extension in the intermediate",
            .unhandledCriticalExtension(unknown, depth: 1)
        ) {
            $0.intermediate.extensions = [added(critical: true)]
        },
        .reject(
            "an unknown critical extension in the root",
            .unhandledCriticalExtension(unknown, depth: 2)
        ) {
            $0.root.extensions = [added(critical: true)]
        },
        .accept("an unknown critical extension in an unused certificate") {
            $0.addCA("unrelated", under: "root")
            $0["unrelated"].extensions = [added(critical: true)]
            $0.serve = ["leaf", "unrelated", "intermediate"]
        },
        .reject(
            "a critical key identifier",
            .unhandledCriticalExtension(.subjectKeyIdentifier, depth: 1)
        ) {
            $0.intermediate.critical = [.subjectKeyIdentifier: true]
        },
        .reject(
            "critical distribution points, without revocation",
            .unhandledCriticalExtension(.crlDistributionPoints, depth: 0)
        ) { $0.leaf.extensions = [criticalPoint] },
        .accept("critical distribution points, with revocation") {
            $0.leaf.extensions = [criticalPoint]
            $0.revocation = .softFail
        },
        .reject("an extension twice", .duplicateExtension(unknown, depth: 0)) {
            $0.leaf.extensions = [added(critical: false), added(critical: false)]
        },
        .reject("an extension twice in the intermediate", .duplicateExtension(unknown, depth: 1)) {
            $0.intermediate.extensions = [added(critical: false), added(critical: false)]
        },
        .accept("no subject, and a critical subjectAltName") {
            $0.leaf.subject = Name(relativeNames: [])
            $0.leaf.critical = [.subjectAlternativeName: true]
        },
        .accept("a serial number of 20 bytes") { $0.leaf.serial = serial(20) },
        .accept("a serial number of 20 bytes and a leading zero") {
            $0.leaf.serial = [0] + [UInt8](repeating: 0xff, count: 20)
        },
    ]

    private static func serial(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x7f, count: count) }

    private static let algorithms: [SetupCase] = [
        .reject("RSA of 1024 bits", .weakKey("RSA of 1024 bits", depth: 0)) {
            $0.leaf.key = .rsa1024
        },
        .accept("RSA of 2048 bits") { $0.leaf.key = .rsa2048 },
        .reject("RSA of 1536 bits above", .weakKey("RSA of 1536 bits", depth: 1)) {
            $0.intermediate.key = .rsa1536
        },
        .reject("RSA of 1024 bits at the root", .weakKey("RSA of 1024 bits", depth: 2)) {
            $0.root.key = .rsa1024
        },
        .reject("SHA-1", .weakSignature(algorithm: "ecdsa with sha1", depth: 0)) {
            $0.leaf.digest = .sha1
        },
        .reject("MD5", .weakSignature(algorithm: "rsa with md5", depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .md5
        },
        .reject("PSS with SHA-1", .weakSignature(algorithm: "rsa-pss with sha1", depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha1
            $0.leaf.padding = .pss
        },
        .reject(
            "SHA-1 on the intermediate",
            .weakSignature(algorithm: "rsa with sha1", depth: 1)
        ) {
            $0.root.key = .rsa2048
            $0.intermediate.digest = .sha1
        },
        .accept("MD5 on the root, which is not checked") {
            $0.root.key = .rsa2048
            $0.root.digest = .md5
        },
    ]

    /// Every key with every strong digest that OpenSSL signs with.
    private static let combinations: [SetupCase] = {
        let digests = Digest.allCases.filter { ![.md5, .sha1, .ripemd160].contains($0) }
        let edwards: [KeyAlgorithm] = [.ed25519, .ed448]
        var cases = edwards.map { key in
            SetupCase.accept(key.rawValue) { $0.intermediate.key = key }
        }
        for digest in digests {
            cases.append(
                .accept("RSA PKCS #1 with \(digest.rawValue)") {
                    $0.intermediate.key = .rsa2048
                    $0.leaf.digest = digest
                }
            )
            cases.append(
                .accept("RSA-PSS with \(digest.rawValue)") {
                    $0.intermediate.key = .rsa2048
                    $0.leaf.digest = digest
                    $0.leaf.padding = .pss
                }
            )
        }
        let curves: [KeyAlgorithm] = [.p256, .p384, .p521]
        for (curve, digest) in zip(
            curves + curves,
            [.sha256, .sha384, .sha512, .sha512, .sha224, .sha3_256] as [Digest]
        ) {
            cases.append(
                .accept("\(curve.rawValue) with \(digest.rawValue)") {
                    $0.intermediate.key = curve
                    $0.leaf.digest = digest
                }
            )
        }
        return cases
    }()

    @Test(
        arguments: validity + constraints + usages + extensions + algorithms + combinations
    )
    func `each path gets the expected verdict`(_ test: SetupCase) throws {
        try test.check()
    }

    @Test func `finds no end entity in an empty chain`() throws {
        let setup = Setup { $0.serve = [] }
        #expect(try setup.outcome() == .reject(.missingCertificate))
    }

    /// For each rule a defect that no other rule rejects.
    private static let defects: [String: @Sendable (inout Setup) -> Void] = [
        "unique-extensions": {
            $0.leaf.extensions = [added(critical: false), added(critical: false)]
        },
        "extension-bodies": { $0.leaf.mutate = ["negative-path-length"] },
        "serial-number": { $0.leaf.serial = [0] },
        "empty-names": { $0.leaf.mutate = ["empty-subject"] },
        "time-types": { $0.leaf.mutate = ["generalized-time-early"] },
        "signature-algorithms": { $0.leaf.mutate = ["wrong-inner-algorithm"] },
        "validity": { $0.leaf.notAfter = .relative(-1) },
        "critical-extensions": { $0.leaf.extensions = [added(critical: true)] },
        "basic-constraints": {
            $0.intermediate.isCA = false
            $0.intermediate.keyUsage = []
        },
        "path-length": { $0.root.pathLength = 0 },
        "key-usage": { $0.intermediate.keyUsage = [.crlSign] },
        "signing-authority": { $0.leaf.keyUsage = [.digitalSignature, .keyCertSign] },
        "handshake-key-usage": { $0.leaf.keyUsage = [.keyEncipherment] },
        "extended-key-usage": { $0.leaf.extendedKeyUsage = [.clientAuth] },
        "identity": { $0.identity = .dns("other.example.test") },
        "signature-strength": { $0.leaf.digest = .sha1 },
        "name-constraints": {
            $0.root.nameConstraints = .init(permitted: [.dns("other.test")], excluded: [])
        },
        "key-strength": { $0.leaf.key = .rsa1024 },
        "signature": { $0.leaf.mutate = ["break-signature"] },
        "policy-qualifiers": {
            $0.leaf.extensions = [
                Entity.AddedExtension(
                    oid: .certificatePolicies,
                    critical: true,
                    value: hexBytes("3010 300e 06022a03 3008 3006 06022a04 0500")
                )
            ]
        },
        "certificate-policies": {
            $0.intermediate.policyConstraints = .init(requireExplicitPolicy: 0)
        },
        "revocation": { $0.revocation = .hardFail },
    ]

    @Test(arguments: PathCheck.catalogue.map(\.name))
    func `accepts a defect if the rule that rejects the defect is off`(name: String) throws {
        let defect = try #require(Self.defects[name], "no defect that only \(name) rejects")
        let check = try #require(PathCheck.catalogue.first { $0.name == name })
        var setup = Setup(defect)
        guard case .reject = try setup.outcome() else {
            Issue.record("accepted with all rules")
            return
        }
        setup.checks = PathCheck.catalogue.leavingOut(check)
        #expect(try setup.outcome() == .standard)
    }

    @Test func `rules have unique names`() {
        #expect(Set(PathCheck.catalogue.map(\.name)).count == PathCheck.catalogue.count)
    }
}
