import Testing
import X509

@Suite struct UnverifiedAlgorithmTests {
    @Test(arguments: [
        ("1.3.101.110", "X25519", 32, true), ("1.3.101.111", "X448", 56, true),
        ("1.3.101.111", "X448", 57, false),
        ("2.16.840.1.101.3.4.3.17", "ML-DSA-44", 1_312, true),
        ("2.16.840.1.101.3.4.3.18", "ML-DSA-65", 1_952, true),
        ("2.16.840.1.101.3.4.3.18", "ML-DSA-65", 1_951, false),
        ("2.16.840.1.101.3.4.3.19", "ML-DSA-87", 2_592, true),
        ("2.16.840.1.101.3.4.3.20", "SLH-DSA-SHA2-128s", 32, true),
        ("2.16.840.1.101.3.4.3.25", "SLH-DSA-SHA2-256f", 64, true),
        ("2.16.840.1.101.3.4.3.31", "SLH-DSA-SHAKE-256f", 64, true),
        ("2.16.840.1.101.3.4.3.35", "HashSLH-DSA-SHA2-128s", 32, true),
        ("2.16.840.1.101.3.4.3.46", "HashSLH-DSA-SHAKE-256f", 64, true),
        ("2.16.840.1.101.3.4.4.2", "ML-KEM-768", 1_184, true),
        ("1.3.6.1.5.5.7.6.37", "MLDSA44-RSA2048-PSS-SHA256", 1_582, true),
        ("1.3.6.1.5.5.7.6.48", "MLDSA65-Ed25519-SHA512", 1_984, true),
        ("1.3.6.1.5.5.7.6.48", "MLDSA65-Ed25519-SHA512", 1_952, false),
        ("1.3.6.1.5.5.7.6.54", "MLDSA87-ECDSA-P521-SHA512", 2_725, true),
        ("1.3.6.1.5.5.7.6.58", "MLKEM768-X25519-SHA3-256", 1_216, true),
    ])
    func `names a key and checks its length`(
        identifier: String,
        name: String,
        length: Int,
        isWellFormed: Bool
    ) throws {
        let identifier = try #require(ObjectIdentifier(identifier))
        #expect(identifier.shortName == name)
        let der = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { $0.objectIdentifier(identifier) }
                writer.bitString([UInt8](repeating: 1, count: length))
            }
        }
        var reader = DERReader(der)
        let key = try SubjectPublicKey(&reader)
        let algorithm = try #require(key.unverifiedAlgorithm(in: der))
        #expect(key.isWellFormed(as: algorithm) == isWellFormed)
    }

    @Test func `names are unique`() {
        let names = UnverifiedAlgorithm.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
