import Testing
import X509

@Suite("Base64")
struct Base64Tests {
    @Test(
        "the vectors of RFC 4648 §10, both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(plain: String, base64: String) {
        #expect(Base64.decode(base64.utf8) == Array(plain.utf8))
        #expect(Base64.encode(Array(plain.utf8)) == Array(base64.utf8))
    }

    @Test(
        "nothing is read that would not be written so",
        arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "Zm9v\n", "Zm9v====", "=", "====", "Z=g=", "Zm9-"]
    )
    func refusals(base64: String) {
        #expect(Base64.decode(base64.utf8) == nil)
    }
}
