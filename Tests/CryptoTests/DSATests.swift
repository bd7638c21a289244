import TestSupport
import Testing

@testable import Crypto

/// DSA signatures with the key of RFC 6979 §A.2.1.
@Suite struct DSATests {
    /// SubjectPublicKeyInfo with the domain parameters (RFC 3279 §2.3.2).
    private static let spki =
        "308201b63082012b06072a8648ce3804013082011e0281810086f5ca03dcfeb225063ff830a0"
        + "c769b9dd9d6153ad91d7ce27f787c43278b447e6533b86b18bed6e8a48b784a14c252c5be0db"
        + "f60b86d6385bd2f12fb763ed8873abfd3f5ba2e0a8c0a59082eac056935e529daf7c61046789"
        + "9c77adedfc846c881870b7b19b2b58f9be0521a17002e3bdd6b86685ee90b3d9a1b02b782b17"
        + "79021500996f967f6c8e388d9e28d01e205fba957a5698b102818007b0f92546150b62514bb7"
        + "71e2a0c0ce387f03bda6c56b505209ff25fd3c133d89bbcd97e904e09114d9a7defdeadfc907"
        + "8ea544d2e401aeecc40bb9fbbf78fd87995a10a1c27cb7789b594ba7efb5c4326a9fe59a070e"
        + "136db77175464adca417be5dce2f40d10a46a3a3943f26ab7fd9c0398ff8c76ee0a56826a8a8"
        + "8f1dbd038184000281805df5e01ded31d0297e274e1691c192fe5868fef9e19a84776454b100"
        + "cf16f65392195a38b90523e2542ee61871c0440cb87c322fc4b4d2ec5e1e7ec766e1be8d4ce9"
        + "35437dc11c3c8fd426338933ebfe739cb3465f4d3668c5e473508253b1e682f65cbdc4fae93c"
        + "2ea212390e54905a86e2223170b44eaa7da5dd9ffcfb7f3b"

    @Test(arguments: [
        (
            "sample", Digest.sha1,
            "302c02142e1a0c2562b2912caaf89186fb0f42001585da55"
                + "021429efb6b0aff2d7a68eb70ca313022253b9a88df5"
        ),
        (
            "test", .sha1,
            "302c021442ab2052fd43e123f0607f115052a67dcd9c5c77"
                + "0214183916b0230d45b9931491d4c6b0bd2fb4aaf088"
        ),
        (
            "sample", .sha224,
            "302c02144bc3b686aea70145856814a6f1bb53346f02101e"
                + "0214410697b92295d994d21edd2f4ada85566f6f94c1"
        ),
        (
            "sample", .sha256,
            "302d02150081f2f5850be5bc123c43f71a3033e9384611c545"
                + "02144cdd914b65eb6c66a8aaad27299bee6b035f5e89"
        ),
    ])
    func `verifies the signatures of RFC 6979`(
        message: String,
        digest: Digest,
        signature: String
    ) throws {
        let key = try PublicKey(spki: hexBytes(Self.spki))
        #expect(key.kind == .dsa(bits: 1_024))
        let (message, signature) = (Array(message.utf8), hexBytes(signature))
        #expect(key.verifies(signature, over: message, by: .dsa(digest)))
        #expect(!key.verifies(signature, over: message + [0], by: .dsa(digest)))
        #expect(!key.verifies(signature, over: message, by: .ecdsa(digest)))
        #expect(!key.verifies(signature, over: message, by: .dsa(.sha512)))
    }

    @Test(arguments: [
        ("nothing", ""),
        ("zeros, which Java accepted for any message (CVE-2022-21449)", "3006020100020100"),
        (
            "a trailing byte",
            "302c02142e1a0c2562b2912caaf89186fb0f42001585da55"
                + "021429efb6b0aff2d7a68eb70ca313022253b9a88df500"
        ),
        (
            "a length in two bytes",
            "30812c02142e1a0c2562b2912caaf89186fb0f42001585da55"
                + "021429efb6b0aff2d7a68eb70ca313022253b9a88df5"
        ),
    ])
    func `rejects bytes that are not a valid signature`(what: String, signature: String) throws {
        let key = try PublicKey(spki: hexBytes(Self.spki))
        #expect(!key.verifies(hexBytes(signature), over: Array("sample".utf8), by: .dsa(.sha1)))
    }
}
