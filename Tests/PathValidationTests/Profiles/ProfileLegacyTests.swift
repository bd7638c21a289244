import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The profile `legacy`: leniencies of old clients, each next to a case that even old clients
/// rejected, and the party `reference`, which rejects both cases.
@Suite struct ProfileLegacyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let legacy: Rejection?
        let change: @Sendable (inout Setup) -> Void

        static func accept(
            _ description: String,
            change: @escaping @Sendable (inout Setup) -> Void
        ) -> Case {
            Case(testDescription: description, legacy: nil, change: change)
        }

        static func reject(
            _ description: String,
            _ rejection: Rejection,
            change: @escaping @Sendable (inout Setup) -> Void
        ) -> Case {
            Case(testDescription: description, legacy: rejection, change: change)
        }
    }

    private static func named(
        _ setup: inout Setup,
        _ names: String...,
        san: [DeclaredName]? = nil
    ) {
        setup.leaf.subject = Name(
            relativeNames: names.map { [Name.Attribute(.commonName, $0)] }
        )
        setup.leaf.subjectAlternativeNames = san
        if san == nil { setup.leaf.drop = [.subjectAlternativeName] }
    }

    private static let commonNames: [Case] = [
        .accept("a common name") { named(&$0, "www.example.test") },
        .accept("a common name with a wildcard") { named(&$0, "*.example.test") },
        .accept("a common name and an address") {
            named(&$0, "www.example.test", san: [.ip([192, 0, 2, 1])])
        },
        .accept("the most specific of two") { named(&$0, "other.test", "www.example.test") },
        .reject("the less specific of two", mismatch("other.test")) {
            named(&$0, "www.example.test", "other.test")
        },
        .reject("a common name and another DNS name", mismatch("other.test")) {
            named(&$0, "www.example.test", san: [.dns("other.test")])
        },
        .reject("a common name with a NUL", mismatch("www.example.test\0.test")) {
            named(&$0, "www.example.test\0.test")
        },
        .reject("neither", .noIdentity) {
            $0.leaf.subject = Name((.organization, "www.example.test"))
            $0.leaf.drop = [.subjectAlternativeName]
        },
        .reject("an address in the common name", .noIdentity) {
            $0.identity = .ip([192, 0, 2, 1])
            named(&$0, "192.0.2.1")
        },
        .reject(
            "a common name outside the permitted names",
            .nameNotPermitted("www.example.test", depth: 0)
        ) {
            named(&$0, "www.example.test")
            $0.intermediate.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("other.test")],
                excluded: []
            )
        },
        .reject("an excluded common name", .nameExcluded("www.example.test", depth: 0)) {
            named(&$0, "www.example.test")
            $0.intermediate.nameConstraints = Entity.NameConstraints(
                permitted: [],
                excluded: [.dns("example.test")]
            )
        },
        .accept("a permitted common name") {
            named(&$0, "www.example.test")
            $0.intermediate.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.test")],
                excluded: []
            )
        },
    ]

    private static func mismatch(_ presented: String) -> Rejection {
        .nameMismatch(reference: "www.example.test", presented: [presented])
    }

    private static let wildcards: [Case] =
        ["w*.example.test", "*w.example.test", "w*w.example.test", "www.*.test", "*.*.test"]
        .map { pattern in .accept("the pattern \(pattern)") { present(&$0, pattern) } }
        + [
            "x*.example.test", "w*x.example.test", "www*.example.test", "www.example.*",
            "**.example.test", "*", "*.test", "*.www.example.test",
        ].map { pattern in
            .reject("the pattern \(pattern)", mismatch(pattern)) { present(&$0, pattern) }
        }
        + [
            .accept("a wildcard for a top-level domain") {
                $0.identity = .dns("example.test")
                present(&$0, "*.test")
            },
            .accept("a wildcard for an A-label") {
                $0.identity = .dns("xn--bcher-kva.test")
                present(&$0, "*.test")
            },
            .reject(
                "part of an A-label",
                .nameMismatch(
                    reference: "xn--bcher-kva.test",
                    presented: ["xn--*-kva.test"]
                )
            ) {
                $0.identity = .dns("xn--bcher-kva.test")
                present(&$0, "xn--*-kva.test")
            },
        ]

    private static func present(_ setup: inout Setup, _ pattern: String) {
        setup.leaf.subjectAlternativeNames = [.dns(pattern)]
    }

    private static let strengths: [Case] = [
        .accept("SHA-1") {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha1
        },
        .reject("MD5", .weakSignature(algorithm: "rsa with md5", depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .md5
        },
        .accept("RSA of 1024 bits") { $0.leaf.key = .rsa1024 },
        .reject("RSA of 1016 bits", .weakKey("RSA of 1016 bits", depth: 0)) {
            let key = ProfileTests.rsa([UInt8](repeating: 0xff, count: 127))
            $0.leaf.raw = [
                .set(path: "tbsCertificate.subjectPublicKeyInfo", encoding: key), .resign,
            ]
        },
    ]

    private static let others: [Case] = [
        .accept("a root of version 1") {
            $0.root.version = 1
        },
        .reject("a root of version 3 that is not marked as a CA", .issuerNotCA(depth: 2)) {
            $0.root.mutate = ["drop-basic-constraints"]
        },
        .reject("an intermediate of version 1", .issuerNotCA(depth: 1)) {
            $0.intermediate.version = 1
        },
        .accept("an intermediate for mail") {
            $0.intermediate.extendedKeyUsage = [.emailProtection]
        },
        .accept("any purpose") { $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage] },
        .accept("Server Gated Cryptography") {
            $0.leaf.extendedKeyUsage = [.microsoftGatedCryptography]
        },
        .reject("mail", .extendedKeyUsage(missing: .serverAuth, depth: 0)) {
            $0.leaf.extendedKeyUsage = [.emailProtection]
        },
        .accept("a serial number of 0") { $0.leaf.serial = [0] },
        .accept("a key only for key encipherment") { $0.leaf.keyUsage = [.keyEncipherment] },
        .reject("an end entity that issues", .issuerNotCA(depth: 1)) {
            $0.intermediate.isCA = false
            $0.intermediate.keyUsage = [.digitalSignature]
        },
    ]

    @Test(arguments: commonNames + wildcards + strengths + others)
    func `the profile legacy gives the expected verdict`(_ testcase: Case) throws {
        var setup = Setup(testcase.change)
        setup.checks = PathProfile.legacy.checks()
        switch try setup.outcome() {
        case .accept: #expect(testcase.legacy == nil)
        case .reject(let rejection): #expect(rejection == testcase.legacy)
        }
    }

    @Test(
        arguments: commonNames + wildcards + strengths + others
    )
    func `the party reference rejects the setups that the profile legacy accepts`(
        _ testcase: Case
    ) throws {
        guard case .accept = try Setup(testcase.change).outcome() else { return }
        Issue.record("accepted")
    }
}
