/// The domain parameters that all DSA keys of forged setups share (FIPS 186-4 §4.1), in
/// hexadecimal.
///
/// OpenSSL made these parameters (`openssl genpkey -genparam -algorithm DSA`); they are only for
/// tests.
enum DSADomain {
    /// The prime p, of 2048 bits.
    static let modulus = bytes(
        """
        9e738f391be06a473c5afa9591e6cbff6318b00fc47c9740627577edaea7b6d0420ce23fea9af03191ce6ee701fd
        78e73bdde34cae96c0ddfcec24765f62d3826e363d06a7c34ee0fa828d000bccd758ac6cc10fc1d14a0de6c4cf96
        ab89c706827885a61b653324d4eac63604f206af8bffd5a1fb9f403053b4a57a6f3e88166639f43a812f341d1626
        2d46ab1c4aef04f334d3f0d5194009b4cacea9b4f61cc5eceb36b75401d9dffd57c1bcc399ae9fa7691e905f1f9a
        6b581d638d37bff95e16281c37b28fe8903afcf0a8517336588a68ee828f4feb3f3e8e7302719c48c53f6759eb13
        69d1749551192c2528938bd97bb3f9f8c710a5e1475eb0044287
        """
    )
    /// The prime q, of 256 bits, which divides p - 1.
    static let order = bytes(
        """
        ec1f1e5524c5c9c3ff3da5816c4ef60460a15ad26aba3111b227cf339abd873f
        """
    )
    /// The generator g, which has the order q modulo p.
    static let generator = bytes(
        """
        11dd47275ae6232e889134a2ceefd9ea61080747d955809a4df1fe6084f6d7050bd9a0b045e62c2949f78fd14c77
        b1bedbe31095cb6a88dc06c5486e0e8a4336f9e0ca24af893af7ffd6364401fabfc7b9a0b0da05667c53ec65510d
        02e317ea71cd9bbdc6ec1fcdc5e7e5e35e9411b53efe0008a11c67b8968c874f5111f8c8d428ed93a6554cd73a19
        791066b9b2df7a3c8c53f6c83783b96a961374c42ae7e15857116878d9f9df2eebcba576173f23595ca9055d5cf9
        7d96bfc1a4bc1a2e406762fa28d19b754a14fadf49d6259145f2f5f99574f7ffaa9fd8d11128f9b28575306b0c17
        f3b49cbd5a12cee7922c5e6276e75f816cf9e0ba621d07c54368
        """
    )

    private static func bytes(_ digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue).map(UInt8.init(truncatingIfNeeded:))
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}
