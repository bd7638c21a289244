import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// The profile `apple`: rules that depend on the class of the anchor and on the date of issue.
@Suite struct ProfileAppleTests {
    /// A leaf under an anchor of one of the three classes.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rejection: Rejection?
        let setup: Setup

        static func accept(
            _ description: String,
            under anchorClass: AnchorClass = .system,
            change: (inout Setup) -> Void = { _ in }
        ) -> Case {
            Case(description, nil, anchorClass, change)
        }

        static func reject(
            _ description: String,
            _ rejection: Rejection,
            under anchorClass: AnchorClass = .system,
            change: (inout Setup) -> Void
        ) -> Case {
            Case(description, rejection, anchorClass, change)
        }

        private init(
            _ description: String,
            _ rejection: Rejection?,
            _ anchorClass: AnchorClass,
            _ change: (inout Setup) -> Void
        ) {
            testDescription = "\(description), trusted by the \(anchorClass)"
            self.rejection = rejection
            setup = Setup {
                $0.checks = PathProfile.apple.checks()
                $0.root.notBefore = .absolute(Instant(seconds: 0))
                $0.intermediate.notBefore = .absolute(Instant(seconds: 0))
                change(&$0)
                for name in $0.trust { $0.anchorClasses[name] = anchorClass }
            }
        }
    }

    /// 2019-06-30T23:00:00Z; the rules of HT210176 apply to certificates issued after it.
    private static let july2019: Int64 = 1_561_935_600
    private static let september2020: Int64 = 1_598_918_400
    private static let march2018: Int64 = 1_519_862_400
    private static let july2016: Int64 = 1_467_331_200
    private static let noPurpose = Rejection.extendedKeyUsage(missing: .serverAuth, depth: 0)

    /// Makes a leaf issued at this second, with a validity in days and seconds, and the next day
    /// the verify date.
    private static func issue(
        _ setup: inout Setup,
        at seconds: Int64,
        days: Int64 = 90,
        seconds more: Int64 = 0
    ) {
        setup.leaf.notBefore = .absolute(Instant(seconds: seconds))
        setup.leaf.notAfter = .absolute(Instant(seconds: seconds + days * 86_400 + more))
        setup.verifyDate = Instant(seconds: seconds + 86_400)
    }

    private static func tooLong(_ limit: Int) -> Rejection {
        .nonconforming(.validityPeriod(limit: limit), depth: 0)
    }

    /// Makes cases with the longest valid period, and with a period that is a second longer.
    private static func period(
        _ limit: Int,
        issuedAt seconds: Int64,
        under anchorClass: AnchorClass
    ) -> [Case] {
        [
            .accept("issued at \(seconds) for \(limit) days and an hour", under: anchorClass) {
                issue(&$0, at: seconds, days: Int64(limit), seconds: 3_600)
            },
            .reject(
                "issued at \(seconds) for \(limit) days, an hour and a second",
                tooLong(limit),
                under: anchorClass
            ) { issue(&$0, at: seconds, days: Int64(limit), seconds: 3_601) },
        ]
    }

    private static let periods: [Case] =
        period(398, issuedAt: september2020, under: .system)
        + period(825, issuedAt: september2020 - 1, under: .system)
        + period(825, issuedAt: march2018, under: .system)
        + period(1_188, issuedAt: march2018 - 1, under: .system)
        + period(1_188, issuedAt: july2016, under: .system)
        + period(1_827, issuedAt: july2016 - 1, under: .system)
        + period(825, issuedAt: july2019 + 1, under: .application)
        + period(825, issuedAt: july2019 + 1, under: .user)
        + [
            .accept("ten years from before July 2019", under: .application) {
                issue(&$0, at: july2019, days: 3_650)
            },
            .accept("ten years for a leaf that is trusted directly", under: .user) {
                issue(&$0, at: september2020, days: 3_650)
                $0.trust = ["leaf"]
            },
            .reject(
                "ten years for a leaf that is trusted directly",
                tooLong(825),
                under: .application
            ) {
                issue(&$0, at: september2020, days: 3_650)
                $0.trust = ["leaf"]
            },
        ]

    private static let forms: [Case] = [
        .accept("an end entity that may sign certificates") {
            $0.leaf.keyUsage = [.digitalSignature, .keyCertSign]
        },
        .accept("GeneralizedTime before 2050") {
            $0.leaf.raw = [
                .set(
                    path: "tbsCertificate.validity.notAfter",
                    encoding: hexBytes("180f 3230323631323031303030303030 5a")
                ),
                .resign,
            ]
        },
        .accept("a negative serial number") { $0.leaf.mutate = ["negative-serial"] },
        .accept("the serial number 0") { $0.intermediate.mutate = ["zero-serial"] },
        .accept("a serial number of 37 bytes") {
            $0.leaf.serial = [UInt8](repeating: 0x7f, count: 37)
        },
        .reject(
            "a serial number of 38 bytes",
            .malformed(
                DERError(.badSerialNumber, at: 15, in: "tbsCertificate.serialNumber"),
                depth: 0
            )
        ) { $0.leaf.serial = [UInt8](repeating: 0x7f, count: 38) },
    ]

    private static let constraints: [Case] = [
        .reject("a critical constraint of an unsupported form", .badNameConstraint(depth: 1)) {
            constrain(&$0, .other(ObjectIdentifier(content: [0x2a, 3]), [0x05, 0x00]))
        },
        .accept("a non-critical constraint of an unsupported form") {
            constrain(&$0, .other(ObjectIdentifier(content: [0x2a, 3]), [0x05, 0x00]))
            $0.intermediate.critical = [.nameConstraints: false]
        },
        .accept("a critical constraint of a supported form") {
            constrain(&$0, .dns("example.test"))
        },
        .accept("a constraint with a leading dot") { constrain(&$0, .dns(".example.test")) },
        .accept("a wildcard under a constraint with a leading dot") {
            constrain(&$0, .dns(".example.test"))
            $0.leaf.subjectAlternativeNames = [.dns("*.example.test")]
        },
        .reject(
            "the domain itself under a constraint with a leading dot",
            .nameNotPermitted("example.test", depth: 0)
        ) {
            constrain(&$0, .dns(".example.test"))
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .dns("example.test")]
        },
    ]

    /// Constraints of an upper and a lower issuer, which trustd accumulates.
    private static let addedConstraints: [Case] = [
        .accept("a self-issued issuer's own name outside the permitted names") {
            permit(&$0, above: [.dns("example.test")], below: [])
            $0.root.subject = Name((.commonName, "Same"))
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0.intermediate.subjectAlternativeNames = [.dns("ca.other.test")]
        },
        .reject("an issuer's name outside the permitted names", outsideOfUpper) {
            permit(&$0, above: [.dns("example.test")], below: [])
            $0.intermediate.subjectAlternativeNames = [.dns("ca.other.test")]
        },
        .reject("a self-issued end entity outside the permitted names", outside) {
            permit(&$0, above: [.dns("other.test")], below: [])
            $0.intermediate.subject = Name((.commonName, "Same"))
            $0.leaf.subject = Name((.commonName, "Same"))
        },
        .accept("a lower issuer that permits a name outside the permitted ones") {
            permit(&$0, above: [.dns("other.test")], below: [.dns("example.test")])
        },
        .reject("an upper issuer that permits only another domain", outside) {
            permit(&$0, above: [.dns("other.test")], below: [])
        },
        .reject("a lower issuer that permits more of the same domain", outside) {
            permit(&$0, above: [.dns("api.example.test")], below: [.dns("example.test")])
        },
        .reject("a lower issuer that permits less of the same domain", outside) {
            permit(&$0, above: [.dns("example.test")], below: [.dns("api.example.test")])
        },
        .accept("a lower issuer that permits less, including the host") {
            permit(&$0, above: [.dns("test")], below: [.dns("EXAMPLE.test")])
        },
        .reject("the replaced one of two domains", outside) {
            permit(
                &$0,
                above: [.dns("example.test"), .dns("other.test")],
                below: [.dns("api.example.test"), .dns("third.test")]
            )
        },
        .reject("a label that only ends with the domain", outside) {
            permit(&$0, above: [.dns("test")], below: [.dns("ample.test")])
        },
        .accept("a lower address range next to the upper one") {
            permit(&$0, above: [range("0a000000 ff000000")], below: [range("c0000200 ffffff00")])
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .ip([192, 0, 2, 1])]
        },
        .reject("an address outside the upper range", .nameNotPermitted("192.0.2.1", depth: 0)) {
            permit(&$0, above: [range("0a000000 ff000000")], below: [])
            $0.leaf.subjectAlternativeNames = [.dns("www.example.test"), .ip([192, 0, 2, 1])]
        },
        .reject("an excluded domain that is permitted below", excluded) {
            permit(&$0, above: [], below: [.dns("example.test")])
            $0.root.nameConstraints = .init(permitted: [], excluded: [.dns("example.test")])
        },
        .accept("constraints in an end entity, which apply to nothing") {
            $0.leaf.nameConstraints = .init(permitted: [.dns("other.test")], excluded: [])
        },
    ]

    private static let outside = Rejection.nameNotPermitted("www.example.test", depth: 0)
    private static let outsideOfUpper = Rejection.nameNotPermitted("ca.other.test", depth: 1)
    private static let excluded = Rejection.nameExcluded("www.example.test", depth: 0)

    private static func range(_ text: String) -> DeclaredName { .ip(hexBytes(text)) }

    private static func permit(
        _ setup: inout Setup,
        above: [DeclaredName],
        below: [DeclaredName]
    ) {
        if !above.isEmpty { setup.root.nameConstraints = .init(permitted: above, excluded: []) }
        guard !below.isEmpty else { return }
        setup.intermediate.nameConstraints = .init(permitted: below, excluded: [])
    }

    private static func constrain(_ setup: inout Setup, _ permitted: DeclaredName) {
        setup.intermediate.nameConstraints = .init(permitted: [permitted], excluded: [])
    }

    private static let names: [Case] = [
        .reject("an issuer's name in PrintableString", .nameChaining(depth: 0)) {
            name(&$0, subject: utf8("CA"), issuer: printable("CA"))
        },
        .reject("an issuer's name in another case", .nameChaining(depth: 0)) {
            name(&$0, subject: utf8("CA"), issuer: utf8("ca"))
        },
        .accept("an issuer's name in UTF8String") {
            name(&$0, subject: utf8("CA"), issuer: utf8("CA"))
        },
        .accept("an issuer's name in PrintableString with other case and more spaces") {
            name(&$0, subject: printable("A CA"), issuer: printable(" a  ca "))
        },
    ]

    private static func name(_ setup: inout Setup, subject: Name, issuer: Name) {
        setup.intermediate.subject = subject
        setup.leaf.issuerName = issuer
    }

    private static func utf8(_ text: String) -> Name { name(text, .utf8String) }

    private static func printable(_ text: String) -> Name { name(text, .printableString) }

    private static func name(_ text: String, _ tag: DERTag) -> Name {
        Name(relativeNames: [[.init(type: .commonName, tag: tag, value: Array(text.utf8))]])
    }

    private static let issuerPurposes: [Case] = [AnchorClass.system, .user, .application].flatMap {
        [
            .reject(
                "an intermediate for e-mail",
                .extendedKeyUsage(missing: .serverAuth, depth: 1),
                under: $0
            ) { $0.intermediate.extendedKeyUsage = [.emailProtection] },
            .accept("an intermediate for servers and e-mail", under: $0) {
                $0.intermediate.extendedKeyUsage = [.emailProtection, .serverAuth]
            },
            .accept("an intermediate for any purpose", under: $0) {
                $0.intermediate.extendedKeyUsage = [.anyExtendedKeyUsage]
            },
            .accept("a root for e-mail", under: $0) {
                $0.root.extendedKeyUsage = [.emailProtection]
            },
        ]
    }

    private static let purposes: [Case] = [
        .accept("for servers"),
        .accept("for servers", under: .user), .accept("for servers", under: .application),
        .reject("without purposes", noPurpose) { $0.leaf.extendedKeyUsage = [] },
        .reject("without purposes", noPurpose, under: .application) {
            $0.leaf.extendedKeyUsage = []
        },
        .accept("without purposes", under: .user) { $0.leaf.extendedKeyUsage = [] },
        .accept("without purposes, of June 2019", under: .application) {
            issue(&$0, at: july2019)
            $0.leaf.extendedKeyUsage = []
        },
        .reject("without purposes, of July 2019", noPurpose, under: .application) {
            issue(&$0, at: july2019 + 1)
            $0.leaf.extendedKeyUsage = []
        },
        .reject("without purposes, of June 2019", noPurpose) {
            issue(&$0, at: july2019)
            $0.leaf.extendedKeyUsage = []
        },
        .reject("for any purpose", noPurpose) { $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage] },
        .accept("for any purpose", under: .user) {
            $0.leaf.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        .accept("for Server Gated Cryptography", under: .user) {
            $0.leaf.extendedKeyUsage = [.netscapeGatedCryptography]
        },
        .reject("for clients", noPurpose, under: .user) {
            $0.leaf.extendedKeyUsage = [.clientAuth]
        },
        .reject(
            "by an intermediate for Server Gated Cryptography",
            .extendedKeyUsage(missing: .serverAuth, depth: 1)
        ) { $0.intermediate.extendedKeyUsage = [.netscapeGatedCryptography] },
        .accept("by an intermediate for Server Gated Cryptography", under: .application) {
            $0.intermediate.extendedKeyUsage = [.netscapeGatedCryptography]
        },
    ]

    private static let others: [Case] = [
        .reject(
            "an authority key identifier of another key",
            .nonconforming(.foreignKeyIdentifier, depth: 0)
        ) { $0.leaf.authorityKeyID = .bytes([1]) },
        .accept("no key identifier") { $0.leaf.authorityKeyID = Entity.KeyID.none },
        .accept("an authority key identifier, and an issuer without one") {
            $0.leaf.authorityKeyID = .bytes([1])
            $0.intermediate.subjectKeyID = Entity.KeyID.none
        },
        .reject(
            "SHA-1",
            .weakSignature(algorithm: "rsa with sha1", depth: 0)
        ) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha1
        },
        .accept("a root self-signed with SHA-1") {
            $0.root.key = .rsa2048
            $0.root.digest = .sha1
            $0.intermediate.digest = .sha256
        },
        .reject("RSA of 1024 bits", .weakKey("RSA of 1024 bits", depth: 0)) {
            $0.leaf.key = .rsa1024
        },
        .accept("a root of version 1") { $0.root.mutate = ["v1"] },
        .reject("an issuer of version 1 below a root of version 3", .issuerNotCA(depth: 1)) {
            $0.intermediate.mutate = ["v1"]
        },
        .accept("an issuer of version 1 below a root of version 1") {
            $0.root.mutate = ["v1"]
            $0.intermediate.mutate = ["v1"]
        },
        .reject("a root of version 3 that is not marked as a CA", .issuerNotCA(depth: 2)) {
            $0.root.mutate = ["drop-basic-constraints"]
        },
        .accept("a key that may not sign handshakes") { $0.leaf.keyUsage = [.keyAgreement] },
        .reject("a name only in the subject", .noIdentity) {
            $0.leaf.subject = Name((.commonName, "www.example.test"))
            $0.leaf.drop = [.subjectAlternativeName]
        },
        .reject(
            "a wildcard for a registry's names",
            .nameMismatch(reference: "example.co.uk", presented: ["*.co.uk"])
        ) {
            $0.identity = .dns("example.co.uk")
            $0.leaf.subjectAlternativeNames = [.dns("*.co.uk")]
        },
        .accept("a wildcard for a customer's names") {
            $0.identity = .dns("www.example.co.uk")
            $0.leaf.subjectAlternativeNames = [.dns("*.example.co.uk")]
        },
    ]

    /// Keys that `SecKey` supports, keys that it does not support, and keys that a policy for TLS
    /// servers rejects.
    private static let keys: [Case] = [
        .accept("P-521") { $0.leaf.key = .p521 },
        .reject("P-224", .weakKey("on secp224r1, 224 bits", depth: 0)) { $0.leaf.key = .p224 },
        .reject("secp256k1", .weakKey("on secp256k1, 256 bits", depth: 0)) {
            $0.leaf.key = .secp256k1
        },
        .reject("an issuer's brainpool", .weakKey("on brainpoolP256r1, 256 bits", depth: 1)) {
            $0.intermediate.key = .brainpool256
        },
        .reject("Ed25519", .weakKey("Ed25519", depth: 0)) { $0.leaf.key = .ed25519 },
        .reject("an issuer's Ed448", .weakKey("Ed448", depth: 1)) { $0.intermediate.key = .ed448 },
        .accept("Ed25519 for a leaf that is trusted directly", under: .user) {
            $0.leaf.key = .ed25519
            $0.trust = ["leaf"]
        },
        .reject(
            "secp256k1 for a leaf that is trusted directly",
            .weakKey("on secp256k1, 256 bits", depth: 0),
            under: .user
        ) {
            $0.leaf.key = .secp256k1
            $0.trust = ["leaf"]
        },
        .reject("DSA", .weakKey("DSA of 2048 bits", depth: 0)) { $0.leaf.key = .dsa2048 },
    ]

    private static let signatures: [Case] = [
        .reject("RSASSA-PSS", .unsupportedAlgorithm(.rsassaPSS, depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.padding = .pss
        },
        .accept("RSASSA-PSS on a self-signed root") {
            $0.root.key = .rsa2048
            $0.root.padding = .pss
        },
        .reject("ECDSA with SHA-3", .unsupportedAlgorithm(.ecdsaWithSHA3_256, depth: 0)) {
            $0.leaf.digest = .sha3_256
        },
        .reject("RSA with SHA-512/256", .unsupportedAlgorithm(.sha512_256WithRSA, depth: 0)) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha512_256
        },
        .accept("ECDSA with SHA-224") { $0.leaf.digest = .sha224 },
        .accept("a number of P-256 without its leading zero") {
            $0.leaf.mutate = ["unpadded-signature-number"]
        },
        .reject("a number of P-384 without its leading zero", .badSignature(depth: 0)) {
            $0.intermediate.key = .p384
            $0.leaf.mutate = ["unpadded-signature-number"]
        },
        .reject("numbers with needless zeros", .badSignature(depth: 0)) {
            $0.leaf.mutate = ["padded-signature-numbers"]
        },
        .reject("another signature", .badSignature(depth: 0)) {
            $0.leaf.mutate = ["break-signature"]
        },
    ]

    @Test(
        arguments: periods + forms + constraints + addedConstraints + names + issuerPurposes
            + purposes + others + keys + signatures
    )
    func `the profile apple gives the expected verdict`(_ testcase: Case) throws {
        switch try testcase.setup.outcome() {
        case .accept: #expect(testcase.rejection == nil)
        case .reject(let rejection): #expect(rejection == testcase.rejection)
        }
    }
}
