import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

@Suite struct SigningAlgorithmTests {
    /// Returns a leaf with this signatureAlgorithm, inside and outside.
    private static func leaf(_ algorithm: String) throws -> Certificate {
        var setup = Setup()
        let encoding = hexBytes(algorithm)
        setup.leaf.raw = [
            .set(path: "tbsCertificate.signature", encoding: encoding),
            .set(path: "signatureAlgorithm", encoding: encoding),
        ]
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        return try Certificate(der: #require(forged.members["leaf"]).certificate)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let algorithm: String
        let scheme: SignatureScheme?
        let isWeak: Bool?

        init(
            _ description: String,
            _ algorithm: String,
            _ scheme: SignatureScheme?,
            weak: Bool = false
        ) {
            (testDescription, self.algorithm, self.scheme) = (description, algorithm, scheme)
            isWeak = weak
        }

        /// Makes a case with an algorithm that is unknown, or known only with other parameters.
        static func unknown(_ description: String, _ algorithm: String) -> Case {
            Case(description, algorithm)
        }

        private init(_ description: String, _ algorithm: String) {
            (testDescription, self.algorithm, scheme, isWeak) = (description, algorithm, nil, nil)
        }
    }

    private static let fixed: [Case] = [
        Case("RSA with NULL", "300d06092a864886f70d01010b0500", .rsaPKCS1(.sha256)),
        Case("RSA without parameters", "300b06092a864886f70d01010b", .rsaPKCS1(.sha256)),
        .unknown("RSA with other parameters", "300f06092a864886f70d01010b04020000"),
        Case("ECDSA", "300a06082a8648ce3d040302", .ecdsa(.sha256)),
        .unknown("ECDSA with NULL", "300c06082a8648ce3d0403020500"),
        Case("Ed25519", "300506032b6570", .eddsa),
        .unknown("Ed25519 with NULL", "300706032b65700500"),
        Case("SHA-1", "300906072a8648ce3d0401", .ecdsa(.sha1), weak: true),
        Case("DSA", "300b0609608648016503040302", .dsa(.sha256)),
        Case("DSA with SHA-224", "300b0609608648016503040301", .dsa(.sha224)),
        .unknown("DSA with NULL", "300d06096086480165030403020500"),
        Case("DSA with SHA-1", "300906072a8648ce380403", .dsa(.sha1), weak: true),
        Case("MD5", "300d06092a864886f70d0101040500", .rsaPKCS1(.md5), weak: true),
        Case("MD2", "300d06092a864886f70d0101020500", nil, weak: true),
        .unknown("an unknown algorithm", "300506032a0304"),
        .unknown("an algorithm that begins like ECDSA", "300b06092a8648ce3d04030201"),
    ]

    /// Returns the identifier of RSASSA-PSS with these parameters (RFC 4055 §3.1).
    private static func pss(_ parameters: String) -> String {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(.rsassaPSS)
                writer.raw(hexBytes(parameters))
            }
        }.hex
    }

    private static let sha256 = "300d06096086480165030402010500"
    private static let mask = "301a06092a864886f70d010108" + sha256
    private static let parameters = "3034a00f" + sha256 + "a11c" + mask + "a203020120"

    private static let pss256 = SignatureScheme.rsaPSS(.sha256, mgf1: .sha256, saltLength: 32)

    private static let probabilistic: [Case] = [
        Case("SHA-256", pss(parameters), pss256),
        Case(
            "a digest without NULL",
            pss(
                "3032a00d300b0609608648016503040201a11c" + mask + "a203020120"
            ),
            pss256
        ),
        Case(
            "a trailer of 1",
            pss("3039a00f" + sha256 + "a11c" + mask + "a203020120a303020101"),
            pss256
        ),
        Case("the defaults", pss("3000"), .rsaPSS(.sha1, mgf1: .sha1, saltLength: 20), weak: true),
        Case(
            "a mask with SHA-1",
            pss("3016a00f" + sha256 + "a203020120"),
            .rsaPSS(.sha256, mgf1: .sha1, saltLength: 32),
            weak: true
        ),
        .unknown("no parameters", pss("")),
        .unknown("NULL", pss("0500")),
        .unknown(
            "a trailer of 2",
            pss(
                "3039a00f" + sha256 + "a11c" + mask
                    + "a203020120a303020102"
            )
        ),
        .unknown(
            "another mask",
            pss(
                "3034a00f" + sha256 + "a11c301a06092a864886f70d010109" + sha256
                    + "a203020120"
            )
        ),
        .unknown("an unknown digest", pss("300ba009300706032a03040500")),
        .unknown("a negative salt", pss("3005a2030201ff")),
        .unknown("a salt longer than any key", pss("3006a20402020801")),
        .unknown("fields in the wrong order", pss("3034a203020120a00f" + sha256 + "a11c" + mask)),
    ]

    @Test(arguments: fixed + probabilistic)
    func `names the algorithm of each identifier`(_ test: Case) throws {
        let algorithm = SigningAlgorithm(of: try Self.leaf(test.algorithm))
        #expect(algorithm?.scheme == test.scheme)
        #expect(algorithm?.isWeak == test.isWeak)
    }

    @Test(arguments: [
        (parameters, "rsa-pss with sha256"), ("3000", "rsa-pss with sha1"),
        ("3016a00f" + sha256 + "a203020120", "rsa-pss with sha256, MGF1 with sha1"),
    ])
    func `the name of a PSS algorithm includes the digest of the mask`(
        parameters: String,
        name: String
    ) throws {
        let algorithm = SigningAlgorithm(of: try Self.leaf(Self.pss(parameters)))
        #expect(algorithm?.name == name)
    }

    @Test(arguments: [
        ("300906072a8648ce3d0401", false), (pss("3000"), false),
        (pss("3016a00f" + sha256 + "a203020120"), false),
        ("300d06092a864886f70d0101040500", true), ("300906072a8648ce380403", true),
    ])
    func `an old client accepts SHA-1 but no other weak digest`(
        encoding: String,
        isWeak: Bool
    ) throws {
        let algorithm = try #require(SigningAlgorithm(of: try Self.leaf(encoding)))
        #expect(algorithm.isWeak(acceptingSHA1: true) == isWeak)
    }
}

/// Keys that OpenSSL must not decode.
@Suite struct KeyFormTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let spki: String
        let form: KeyForm

        init(_ description: String, _ spki: String, _ form: KeyForm) {
            (testDescription, self.spki, self.form) = (description, spki, form)
        }
    }

    /// Returns the SubjectPublicKeyInfo of RSA with this RSAPublicKey.
    private static func rsa(_ key: String) -> String {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(hexBytes("300d06092a864886f70d0101010500"))
                writer.bitString(hexBytes(key))
            }
        }.hex
    }

    @Test(arguments: [
        Case("RSA, e = 65537", rsa("300802010f0203010001"), .decodable),
        Case("RSA, e = 3", rsa("300602010f020103"), .decodable),
        Case("RSA, e = 1", rsa("300602010f020101"), .broken),
        Case("RSA, e even", rsa("300602010f020102"), .broken),
        Case("RSA, e negative", rsa("300602010f0201ff"), .broken),
        Case("RSA, n negative", rsa("30060201ff020103"), .broken),
        Case("RSA, three numbers", rsa("300902010f020103020101"), .broken),
        Case("RSA, no key", rsa(""), .broken),
        Case("a named curve", "3019301306072a8648ce3d020106082a8648ce3d03010703020004", .decodable),
        Case(
            "a curve with explicit parameters",
            "3011300b06072a8648ce3d0201300003020004",
            .explicitCurve
        ),
        Case(
            "an implied curve",
            "3011300b06072a8648ce3d0201050003020004",
            .broken
        ),
        Case("no curve", "300f300906072a8648ce3d020103020004", .broken),
        Case("Ed25519", "300a300506032b6570030100", .decodable),
        Case(
            "Ed25519 with parameters",
            "300c300706032b65700500030100",
            .broken
        ),
        Case(
            "X25519",
            "302a300506032b656e032100" + String(repeating: "11", count: 32),
            .unknown(.x25519)
        ),
        Case("X25519 without a key", "300a300506032b656e030100", .broken),
    ])
    func `classifies each key`(_ test: Case) throws {
        var setup = Setup()
        setup.leaf.raw = [
            .set(path: "tbsCertificate.subjectPublicKeyInfo", encoding: hexBytes(test.spki))
        ]
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let leaf = try Certificate(der: #require(forged.members["leaf"]).certificate)
        #expect(KeyForm(of: leaf) == test.form)
    }
}
