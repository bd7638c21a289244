import Testing
import X509

@Suite("Base64")
struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func `encodes and decodes the examples of RFC 4648 §10`(plain: String, base64: String) {
        #expect(Base64.decode(base64.utf8) == Array(plain.utf8))
        #expect(Base64.encode(Array(plain.utf8)) == Array(base64.utf8))
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zh==", "Zm9=", "Zm9v\n", "Zm9v====", "=", "====", "Z=g=", "Zm9-",
    ])
    func `rejects text that the encoder would not write`(base64: String) {
        #expect(Base64.decode(base64.utf8) == nil)
    }
}
