import Testing
import X509

@Suite struct IdentifierNamesTests {
    @Test(arguments: [
        (ObjectIdentifier.keyUsage, "keyUsage", "2.5.29.15"),
        (.crlNumber, "cRLNumber", "2.5.29.20"),
        (.serverAuth, "serverAuth", "1.3.6.1.5.5.7.3.1"),
        (.ecdsaWithSHA256, "ecdsa-with-SHA256", "1.2.840.10045.4.3.2"),
        (.commonName, "CN", "2.5.4.3"),
    ])
    func `known identifiers have a name`(
        _ identifier: ObjectIdentifier,
        _ name: String,
        _ dotted: String
    ) {
        #expect(identifier.moduleName == name)
        #expect(identifier.named == "\(name) (\(dotted))")
    }

    @Test func `unknown identifiers have no name`() {
        let identifier = ObjectIdentifier(content: [0x2a, 0x03])
        #expect(identifier.moduleName == nil)
        #expect(identifier.named == "1.2.3")
    }
}
