import Testing
import X509

@Suite struct WordsTests {
    @Test func `each word for an extension has one identifier, and each identifier has one word`() {
        for entry in ObjectIdentifier.extensionWords {
            #expect(ObjectIdentifier(extensionWord: entry.word) == entry.identifier)
            #expect(entry.identifier.extensionWord == entry.word)
        }
    }

    @Test func `the word for an unknown identifier is its dotted decimal`() throws {
        let identifier = try #require(ObjectIdentifier("1.3.6.1.4.1.55555.1"))
        #expect(ObjectIdentifier(extensionWord: "1.3.6.1.4.1.55555.1") == identifier)
        #expect(identifier.extensionWord == "1.3.6.1.4.1.55555.1")
    }

    @Test func `an unknown word has no identifier`() {
        #expect(ObjectIdentifier(extensionWord: "server-auth") == nil)
        #expect(ObjectIdentifier(extensionWord: "") == nil)
    }
}
