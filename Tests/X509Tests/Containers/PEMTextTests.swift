import Testing
import X509

@Suite("PEM text")
struct PEMTextTests {
    @Test(arguments: [1, 2, 3, 47, 48, 49, 300])
    func `reads back the PEM text that the writer made`(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let text = PEM.text("CERTIFICATE", bytes)
        #expect(try PEM.certificates(in: Array(text.utf8)) == [bytes])
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 64 })
    }
}
