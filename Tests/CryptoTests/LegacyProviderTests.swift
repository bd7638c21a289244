import Testing

@testable import Crypto

struct LegacyProviderTests {
    @Test func `the error for a missing OpenSSL provider has a fix`() {
        let error = #expect(throws: OpenSSLError.self) { try LegacyProvider.load("no-such-one") }
        #expect(error?.function == "OSSL_PROVIDER_load")
        let text = error?.description ?? ""
        for word in ["RC4", "no-such-one", "openssl version -m", "OPENSSL_MODULES", "package"] {
            #expect(text.contains(word), "\(text)")
        }
    }

    @Test func `the legacy provider has ciphers that the default provider lacks`() throws {
        let key = [UInt8](repeating: 1, count: 16)
        for cipher in RecordCipher.Algorithm.allCases {
            let key = [UInt8](repeating: 1, count: cipher.keyLength)
            _ = try RecordCipher(cipher, key: key, seals: true)
        }
        #expect(throws: OpenSSLError.self) {
            try RecordCipher(.rc4, key: Array(key.dropLast()), seals: true)
        }
    }
}
