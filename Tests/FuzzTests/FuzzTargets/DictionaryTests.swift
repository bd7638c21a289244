import Foundation
import FuzzTargets
import TestSupport
import Testing
import X509

/// The committed dictionary equals the dictionary generated from the parser's tables.
struct DictionaryTests {
    @Test func `the committed dictionary equals the generated dictionary`() throws {
        let file = fuzzFolder.appending(path: "Dictionaries/der.dict")
        let committed = try? String(contentsOf: file, encoding: .utf8)
        #expect(committed == DERDictionary.text, "der.dict was missing or has changed")
        if committed != DERDictionary.text {
            try DERDictionary.text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    @Test func `writes a name and quoted bytes on every line`() {
        let entry = /[A-Za-z0-9-]+="(\\x[0-9a-f]{2})+"/
        for line in DERDictionary.text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: entry) != nil, "\(line)")
        }
    }

    @Test(arguments: [
        ObjectIdentifier.basicConstraints, .sha256WithRSA, .ripemd160, .commonName, .serverAuth,
        .anyPolicy, .ocspBasic,
    ])
    func `contains the identifiers of every table`(identifier: ObjectIdentifier) {
        let bytes = DERWriter.bytes { $0.objectIdentifier(identifier) }
        let word = bytes.map { "\\x" + [$0].hex }.joined()
        #expect(DERDictionary.text.contains("\"\(word)\""))
    }
}
