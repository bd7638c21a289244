import TestSupport
import Testing
import X509

/// Algorithm identifiers and their parameters (RFC 3279, 4055, 5480, 8410).
@Suite struct AlgorithmParametersTests {
    struct Case<Algorithm: Hashable & Sendable>: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let encoding: String
        /// Nil for an unknown identifier.
        let expected: Result<Algorithm?, DERError>

        static func good(
            _ description: String,
            _ encoding: String,
            _ algorithm: Algorithm?
        ) -> Case {
            Case(
                testDescription: description,
                encoding: encoding,
                expected: .success(algorithm)
            )
        }

        static func bad(
            _ description: String,
            _ encoding: String,
            _ fault: DERError.Fault,
            at offset: Int,
            in path: String
        ) -> Case {
            Case(
                testDescription: description,
                encoding: encoding,
                expected: .failure(DERError(fault, at: offset, in: path))
            )
        }

        func check(
            _ read: (AlgorithmIdentifier, [UInt8]) throws(DERError) -> Algorithm?
        ) throws {
            let bytes = hexBytes(encoding)
            var reader = DERReader(bytes)
            let named = try AlgorithmIdentifier(&reader)
            try reader.finish()
            let actual: Result<Algorithm?, DERError>
            do throws(DERError) {
                actual = .success(try read(named, bytes))
            } catch {
                actual = .failure(error)
            }
            #expect(actual == expected)
        }
    }

    private static let sha256 = "300d 0609608648016503040201 0500"
    private static let mask = "301a 06092a864886f70d010108" + sha256

    /// Returns RSASSA-PSS with these parameters.
    private static func pss(_ parameters: String) -> String {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(.rsassaPSS)
                writer.raw(hexBytes(parameters))
            }
        }.hex
    }

    @Test(
        arguments: [
            .good("RSA with NULL", "300d 06092a864886f70d01010b 0500", .rsaPKCS1(.sha256)),
            .good("RSA without parameters", "300b 06092a864886f70d01010b", .rsaPKCS1(.sha256)),
            .bad(
                "RSA with an empty SEQUENCE",
                "300d 06092a864886f70d01010b 3000",
                .badValue,
                at: 13,
                in: "parameters"
            ),
            .good("ECDSA", "300a 06082a8648ce3d040303", .ecdsa(.sha384)),
            .bad(
                "ECDSA with NULL",
                "300c 06082a8648ce3d040303 0500",
                .badValue,
                at: 12,
                in: "parameters"
            ),
            .good("Ed25519", "3005 06032b6570", .ed25519),
            .good("Ed448", "3005 06032b6571", .ed448),
            .bad("Ed448 with NULL", "3007 06032b6571 0500", .badValue, at: 7, in: "parameters"),
            .good("DSA", "3009 06072a8648ce380403", .dsa(.sha1)),
            .bad("PSS without parameters", pss(""), .unexpectedTag, at: 13, in: "parameters"),
            .bad(
                "PSS with an unknown digest",
                pss("3009 a007 3005 06032a0304"),
                .badValue,
                at: 17,
                in: "parameters.hashAlgorithm.algorithm"
            ),
            .bad(
                "PSS with a digest with parameters",
                pss("3011 a00f 300d 0609608648016503040201 0400"),
                .badValue,
                at: 30,
                in: "parameters.hashAlgorithm.parameters"
            ),
            .bad(
                "PSS with an unknown mask function",
                pss("3009 a107 3005 06032a0304"),
                .badValue,
                at: 21,
                in: "parameters.maskGenAlgorithm.algorithm"
            ),
            .bad(
                "PSS with a salt of -1 bytes",
                pss("3005 a203 0201ff"),
                .badInteger,
                at: 19,
                in: "parameters.saltLength"
            ),
            .bad(
                "PSS with a trailer of 2",
                pss("3005 a303 020102"),
                .badValue,
                at: 15,
                in: "parameters.trailerField"
            ),
            .bad(
                "PSS with a fifth field",
                pss("3002 0500"),
                .trailingBytes,
                at: 15,
                in: "parameters"
            ),
            .good("an unknown algorithm", "3005 06032a0304", nil),
            .good(
                "an unknown algorithm that starts like ECDSA",
                "300b 06092a8648ce3d04030201",
                nil
            ),
        ] as [Case<SigningAlgorithm>]
    )
    func signing(_ test: Case<SigningAlgorithm>) throws {
        try test.check { named, bytes throws(DERError) in
            try SigningAlgorithm(named, in: bytes)
        }
    }

    @Test func `reads stated PSS parameters, and uses SHA-1 for missing parameters`() throws {
        func parameters(_ encoding: String) throws -> PSSParameters? {
            let bytes = hexBytes(Self.pss(encoding))
            var reader = DERReader(bytes)
            let named = try AlgorithmIdentifier(&reader)
            guard case .rsaPSS(let parameters) = try SigningAlgorithm(named, in: bytes) else {
                return nil
            }
            return parameters
        }
        let full = try parameters(
            "3039 a00f" + Self.sha256 + "a11c" + Self.mask + "a203020120 a303020101"
        )
        #expect(full?.digest == .sha256)
        #expect(full?.mgf1 == .sha256)
        #expect(full?.saltLength == 32)
        let empty = try parameters("3000")
        #expect(empty?.digest == .sha1)
        #expect(empty?.mgf1 == .sha1)
        #expect(empty?.saltLength == 20)
        #expect(try parameters("3005 a203 020114") == empty)
    }

    @Test(
        arguments: [
            .good("RSA", "300d 06092a864886f70d010101 0500", .rsa),
            .bad(
                "RSA without NULL",
                "300b 06092a864886f70d010101",
                .unexpectedTag,
                at: 13,
                in: "parameters"
            ),
            .bad(
                "RSA with a number",
                "300e 06092a864886f70d010101 020100",
                .badValue,
                at: 13,
                in: "parameters"
            ),
            .good("RSA for PSS", pss(""), .rsaPSS(nil)),
            .bad("RSA for PSS with NULL", pss("0500"), .unexpectedTag, at: 13, in: "parameters"),
            .good(
                "a named curve",
                "3013 06072a8648ce3d0201 06082a8648ce3d030107",
                .namedCurve(13..<21)
            ),
            .good("explicit curve parameters", "300b 06072a8648ce3d0201 3000", .explicitCurve),
            .good("an implied curve", "300b 06072a8648ce3d0201 0500", .implicitCurve),
            .bad("no curve", "3009 06072a8648ce3d0201", .unexpectedTag, at: 11, in: "parameters"),
            .bad(
                "a curve named in text",
                "300c 06072a8648ce3d0201 0c0161",
                .unexpectedTag,
                at: 11,
                in: "parameters"
            ),
            .good("Ed25519", "3005 06032b6570", .ed25519),
            .bad("Ed25519 with NULL", "3007 06032b6570 0500", .badValue, at: 7, in: "parameters"),
            .good("Ed448", "3005 06032b6571", .ed448),
            .good("DSA with the issuer's parameters", "3009 06072a8648ce380401", .dsa(nil)),
            .good("DSA with NULL", "300b 06072a8648ce380401 0500", .dsa(nil)),
            .bad(
                "DSA with an order below zero",
                "3014 06072a8648ce380401 3009 020107 0201ff 020102",
                .badInteger,
                at: 18,
                in: "parameters.q"
            ),
            .good("an unknown algorithm", "3005 06032a0304", nil),
        ] as [Case<PublicKeyAlgorithm>]
    )
    func publicKey(_ test: Case<PublicKeyAlgorithm>) throws {
        try test.check { named, bytes throws(DERError) in
            try PublicKeyAlgorithm(named, in: bytes)
        }
    }

    @Test func `reads the modulus, order and generator of DSA parameters`() throws {
        let bytes = hexBytes("3015 06072a8648ce380401 300a 02020087 020105 020102")
        var reader = DERReader(bytes)
        let named = try AlgorithmIdentifier(&reader)
        guard case .dsa(let parameters?) = try PublicKeyAlgorithm(named, in: bytes) else {
            Issue.record("no parameters")
            return
        }
        #expect(bytes[parameters.modulus].hex == "87")
        #expect(bytes[parameters.order].hex == "05")
        #expect(bytes[parameters.generator].hex == "02")
    }

    @Test(arguments: [
        ("3007 02020087 020103", "87 03" as String?, nil as DERError.Fault?, ""),
        ("3006 0201ff 020103", nil, .badInteger, ".modulus"),
        ("3006 020107 020100", nil, .badInteger, ".publicExponent"),
        ("3009 020107 020103 020100", nil, .trailingBytes, ""),
        ("3006 020107 020103 0500", nil, .trailingBytes, ""),
        ("", nil, .unexpectedTag, ""),
    ])
    func `reads the numbers of a key, and rejects numbers below one`(
        key: String,
        expected: String?,
        fault: DERError.Fault?,
        path: String
    ) throws {
        var sample = SampleCertificate()
        sample.publicKey =
            DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.raw(hexBytes("300d 06092a864886f70d010101 0500"))
                    writer.bitString(hexBytes(key))
                }
            }.hex
        let certificate = try Certificate(der: sample.der)
        do throws(DERError) {
            let numbers = try certificate.publicKey.rsaKey(in: certificate.der)
            let text =
                certificate.der[numbers.modulus].hex + " "
                + certificate.der[numbers.exponent].hex
            #expect(expected == text)
        } catch {
            #expect(fault == error.fault)
            #expect(error.path == "subjectPublicKey" + path)
        }
    }
}
