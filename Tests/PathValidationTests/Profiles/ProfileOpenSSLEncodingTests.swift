import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// Encodings about which the profile `openssl` differs from RFC 5280; the OpenSSL library is tested
/// with the same cases.
@Suite struct ProfileOpenSSLEncodingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Nil for a chain that is accepted.
        let rejection: Rejection.Code?
        let setup: Setup

        static func accept(_ description: String, change: (inout Setup) -> Void) -> Case {
            Case(testDescription: description, rejection: nil, setup: Setup(change))
        }

        static func reject(
            _ description: String,
            _ rejection: Rejection.Code,
            change: (inout Setup) -> Void
        ) -> Case {
            Case(testDescription: description, rejection: rejection, setup: Setup(change))
        }
    }

    // MARK: Algorithms

    private static func sign(
        _ algorithm: String,
        outside: String? = nil,
        in setup: inout Setup
    ) {
        setup.leaf.raw = [
            .set(path: "tbsCertificate.signature", encoding: hexBytes(algorithm)),
            .set(path: "signatureAlgorithm", encoding: hexBytes(outside ?? algorithm)), .resign,
        ]
    }

    private static let ecdsa = "300a 06082a8648ce3d040302"
    private static let ecdsaWithNull = "300c 06082a8648ce3d040302 0500"

    private static let algorithms: [Case] = [
        .accept("ECDSA with NULL") { sign(ecdsaWithNull, in: &$0) },
        .reject("ECDSA with NULL outside alone", .signatureAlgorithmMismatch) {
            sign(ecdsa, outside: ecdsaWithNull, in: &$0)
        },
        .accept("ECDSA with a number") { sign("300d 06082a8648ce3d040302 020105", in: &$0) },
        .accept("RSA with a number") {
            $0.intermediate.key = .rsa2048
            sign("300e 06092a864886f70d01010b 020105", in: &$0)
        },
        .accept("Ed25519 with NULL") {
            $0.intermediate.key = .ed25519
            sign("3007 06032b6570 0500", in: &$0)
        },
    ]

    // MARK: Versions

    private static func number(_ version: String, of entity: inout Entity) {
        entity.raw = [
            .set(path: "tbsCertificate.version", encoding: hexBytes(version)), .resign,
        ]
    }

    private static let versions: [Case] = [
        .accept("version 4") { number("a003 020103", of: &$0.leaf) },
        .accept("version -127") { number("a003 020180", of: &$0.leaf) },
        .accept("a version of two bytes") { number("a004 02020100", of: &$0.leaf) },
        .reject("a version with a byte too many", .malformed) {
            number("a004 02020002", of: &$0.leaf)
        },
        .accept("an intermediate of version 4") { number("a003 020103", of: &$0.intermediate) },
        .reject("a root of version 4 that does not say it is a CA", .issuerNotCA) {
            $0.root.raw = [
                .set(path: "tbsCertificate.version", encoding: hexBytes("a003 020103")),
                .drop(path: "extensions.basicConstraints"),
                .drop(path: "extensions.keyUsage"), .resign,
            ]
        },
    ]

    // MARK: Keys

    private static func key(_ spki: [UInt8], of setup: inout Setup) {
        setup.leaf.raw = [
            .set(path: "tbsCertificate.subjectPublicKeyInfo", encoding: spki), .resign,
        ]
    }

    /// Returns a SubjectPublicKeyInfo of RSA with 2048 bits, with these content bytes of the
    /// exponent.
    private static func rsa(
        _ exponent: [UInt8],
        parameters: String = "0500",
        then more: String = "",
        after: String = ""
    ) -> [UInt8] {
        let numbers = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.unsignedInteger([UInt8](repeating: 0xc1, count: 256))
                writer.primitive(.integer, exponent)
                writer.raw(hexBytes(more))
            }
        }
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.rsaEncryption)
                    writer.raw(hexBytes(parameters))
                }
                writer.bitString(numbers + hexBytes(after))
            }
        }
    }

    /// Returns the generator of P-256 with this first byte.
    private static func point(_ form: String) -> [UInt8] {
        hexBytes(
            "3059 3013 06072a8648ce3d0201 06082a8648ce3d030107 034200" + form
                + "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
        )
    }

    private static let keys: [Case] = [
        .accept("an even RSA exponent") { key(rsa([4]), of: &$0) },
        .accept("an RSA exponent of 0") { key(rsa([0]), of: &$0) },
        .accept("an RSA exponent with a byte too many") { key(rsa([0, 1, 0, 1]), of: &$0) },
        .accept("RSA with other parameters") {
            key(rsa([1, 0, 1], parameters: "020105"), of: &$0)
        },
        .accept("bytes after an RSA key") { key(rsa([1, 0, 1], after: "0000"), of: &$0) },
        .reject("an RSA key of three numbers", .badKey) {
            key(rsa([1, 0, 1], then: "020101"), of: &$0)
        },
        .accept("a point in the hybrid form") { key(point("07"), of: &$0) },
        .reject("a point in the hybrid form of another", .badKey) { key(point("06"), of: &$0) },
        .accept("Ed25519") { $0.leaf.key = .ed25519 },
        .reject("Ed25519 with NULL", .badKey) {
            let point = String(repeating: "01", count: 32)
            key(hexBytes("302c 3007 06032b6570 0500 032100" + point), of: &$0)
        },
    ]

    // MARK: Extensions and times

    private static func add(
        _ identifier: ObjectIdentifier,
        _ value: String,
        to setup: inout Setup
    ) {
        setup.leaf.extensions = [
            Entity.AddedExtension(oid: identifier, critical: false, value: hexBytes(value))
        ]
    }

    private static let forms: [Case] = [
        .accept("a TLS feature that is none") { add(.tlsFeature, "0500", to: &$0) },
        .accept("distribution points") {
            add(.crlDistributionPoints, "300d 300b a009 a007 8605 613a2f2f62", to: &$0)
        },
        .reject("distribution points that are none", .badExtension) {
            add(.crlDistributionPoints, "0500", to: &$0)
        },
        .reject("a distribution point with reasons alone", .badExtension) {
            add(.crlDistributionPoints, "3006 3004 81020106", to: &$0)
        },
        .accept("Netscape's type of servers") {
            add(.netscapeCertificateType, "03020640", to: &$0)
        },
        .reject("Netscape's type that is none", .badExtension) {
            add(.netscapeCertificateType, "0500", to: &$0)
        },
        .reject("a time without seconds", .malformed) {
            $0.leaf.raw = [
                .set(
                    path: "tbsCertificate.validity.notBefore",
                    encoding: hexBytes("170b 32363131323030303030 5a")
                ), .resign,
            ]
        },
        .accept("a time without seconds in a certificate that no path needs") {
            $0.addCA("other", under: "root")
            $0["other"].raw = [
                .set(
                    path: "tbsCertificate.validity.notBefore",
                    encoding: hexBytes("170b 32363131323030303030 5a")
                ), .resign,
            ]
            $0.serve.append("other")
        },
        .accept("the same time with seconds") {
            $0.leaf.raw = [
                .set(
                    path: "tbsCertificate.validity.notBefore",
                    encoding: hexBytes("170d 323631313230303030303030 5a")
                ), .resign,
            ]
        },
    ]

    // MARK: Names

    private static func commonName(_ tag: UInt8, _ value: [UInt8]) -> Name {
        Name(
            relativeNames: [
                [
                    Name.Attribute(
                        type: .commonName,
                        tag: DERTag(rawValue: tag),
                        value: value
                    )
                ]
            ]
        )
    }

    private static func subject(_ tag: UInt8, _ value: [UInt8]) -> Case {
        .accept("the value \(([tag] + value).hex)") {
            $0.leaf.subject = commonName(tag, value)
        }
    }

    private static func unknownSubject(_ tag: UInt8, _ value: [UInt8]) -> Case {
        .reject("the value \(([tag] + value).hex)", .malformed) {
            $0.leaf.subject = commonName(tag, value)
        }
    }

    private static let values: [Case] = [
        // UTF8String, BMPString and UniversalString.
        subject(0x0c, [0x61]), unknownSubject(0x0c, [0xff]),
        unknownSubject(0x0c, [0xed, 0xa0, 0x80]),
        subject(0x1e, [0, 0x61]), unknownSubject(0x1e, [0, 0x61, 0]),
        unknownSubject(0x1e, [0xd8, 0, 0xdc, 0]),
        subject(0x1c, [0, 0, 0, 0x61]), unknownSubject(0x1c, [0, 0, 0]),
        unknownSubject(0x1c, [0, 0x11, 0, 0]),
        // OpenSSL does not check the alphabets of these types.
        subject(0x13, [0x2a]), subject(0x16, [0xff]), subject(0x12, [0x61]), subject(0x14, [0xff]),
        // BIT STRING, SEQUENCE, and a tag number without a type.
        subject(0x03, [0, 0x61]), unknownSubject(0x03, [9, 0x61]),
        subject(0x30, [2, 1, 1]), subject(0x0f, [0x61]),
        // BOOLEAN, INTEGER, OCTET STRING, NULL, SET, VisibleString and a tag of context.
        unknownSubject(0x01, [0xff]), unknownSubject(0x02, [5]), unknownSubject(0x04, [0x61]),
        unknownSubject(0x05, []), unknownSubject(0x31, [2, 1, 1]), unknownSubject(0x1a, [0x61]),
        unknownSubject(0x80, [0x61]),
    ]

    private static func chain(_ subject: Name, _ issuer: Name, in setup: inout Setup) {
        setup.intermediate.subject = subject
        setup.leaf.issuerName = issuer
    }

    private static let names: [Case] = [
        .accept("an issuer's name in another case") {
            chain(Name((.commonName, "A  B")), Name((.commonName, " a b")), in: &$0)
        },
        .reject("an issuer's name in another case beyond ASCII", .unknownIssuer) {
            chain(Name((.commonName, "É")), Name((.commonName, "é")), in: &$0)
        },
        .reject("an issuer's name with another space", .unknownIssuer) {
            chain(Name((.commonName, "a\u{a0}b")), Name((.commonName, "a b")), in: &$0)
        },
        .accept("an issuer's name in another type") {
            chain(Name((.commonName, "é")), commonName(0x14, [0xe9]), in: &$0)
        },
    ]

    private static let cases = algorithms + versions + keys + forms + values + names

    @Test(arguments: cases)
    func rule(_ testcase: Case) throws {
        var setup = testcase.setup
        let profile = PathProfile.openSSL
        setup.checks = profile.checks()
        setup.decoding = profile.decoding
        setup.building = profile.building
        switch try setup.outcome() {
        case .accept: #expect(testcase.rejection == nil)
        case .reject(let rejection): #expect(rejection.code == testcase.rejection, "\(rejection)")
        }
    }

    @Test(arguments: cases)
    func `the OpenSSL library decides like the profile`(_ testcase: Case) throws {
        let verdict = try testcase.setup.verdictOfOpenSSL()
        #expect((verdict == .accept) == (testcase.rejection == nil), "\(verdict)")
    }

    @Test func `a TLS feature that does not decode breaks no rule`() throws {
        var setup = Setup()
        Self.add(.tlsFeature, "0500", to: &setup)
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let leaf = try Certificate(der: #require(forged.members["leaf"]).certificate)
        func rules(_ profile: PathProfile) -> [String] {
            profile.breaches(of: leaf).filter { !$0.isRemark }.map(\.rule)
        }
        #expect(!rules(.openSSL).contains(PathCheck.revocation.name))
        #expect(rules(.reference).contains(PathCheck.revocation.name))
    }
}
