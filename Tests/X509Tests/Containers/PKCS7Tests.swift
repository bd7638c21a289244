import TestSupport
import Testing
import X509

@Suite struct PKCS7Tests {
    /// A SignedData in parts; a test can replace the encoding of each part.
    struct Message {
        var type = "06092a864886f70d010702"
        var version = "020101"
        var digests = "3100"
        /// PKCS #7's data type, without content.
        var content = "300b06092a864886f70d010701"
        var certificates = ""
        var lists = ""
        var signers = "3100"
        /// Further fields after signerInfos.
        var more = ""
        /// Bytes after the message.
        var trailing = ""

        var der: [UInt8] {
            DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.raw(hexBytes(type))
                    writer.constructed(.context(0, constructed: true)) { writer in
                        writer.constructed(.sequence) { writer in
                            for part in [
                                version, digests, content, certificates, lists, signers, more,
                            ] { writer.raw(hexBytes(part)) }
                        }
                    }
                }
                writer.raw(hexBytes(trailing))
            }
        }
    }

    struct Good: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var certificates: [String] = []
        var lists: [String] = []
        var others: [String] = []
        var signers = 0
        let change: @Sendable (inout Message) -> Void
    }

    @Test(arguments: [
        Good(testDescription: "no certificates or lists", change: { _ in }),
        Good(
            testDescription: "unsorted certificates",
            certificates: ["3003020102", "3003020101"],
            change: { $0.certificates = "a00a 3003020102 3003020101" }
        ),
        Good(
            testDescription: "only revocation lists",
            lists: ["3000"],
            change: { $0.lists = "a102 3000" }
        ),
        Good(
            testDescription: "an attribute certificate and another format among them",
            certificates: ["3000"],
            others: ["a200", "a300", "a100"],
            change: {
                $0.certificates = "a006 a200 3000 a300"
                $0.lists = "a102 a100"
            }
        ),
        Good(
            testDescription: "content with a signature",
            signers: 2,
            change: {
                $0.version = "020103"
                $0.digests = "310d 300b0609608648016503040201"
                $0.content = "300f 06092a864886f70d010701 a002 0400"
                $0.signers = "3104 3000 3000"
            }
        ),
    ])
    func `finds the certificates and CRLs of a PKCS #7 message`(_ test: Good) throws {
        var message = Message()
        test.change(&message)
        let der = message.der
        let read = try PKCS7(der: der)
        #expect(read.certificates.map { der[$0].hex } == test.certificates)
        #expect(read.revocationLists.map { der[$0].hex } == test.lists)
        #expect(read.others.map { der[$0].hex } == test.others)
        #expect(read.signers == test.signers)
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: DERError.Fault
        /// The fault is where these bytes first occur.
        let at: String
        let path: String
        let change: @Sendable (inout Message) -> Void
    }

    @Test(arguments: [
        Bad(
            testDescription: "another type of content",
            fault: .badValue,
            at: "2a864886f70d010703",
            path: "contentType",
            change: { $0.type = "06092a864886f70d010703" }
        ),
        Bad(
            testDescription: "no type",
            fault: .unexpectedTag,
            at: "020101",
            path: "contentType",
            change: { $0.type = "020101" }
        ),
        Bad(
            testDescription: "a padded version",
            fault: .badInteger,
            at: "0001",
            path: "content.version",
            change: { $0.version = "02020001" }
        ),
        Bad(
            testDescription: "digests that are not a SET",
            fault: .unexpectedTag,
            at: "3000300b",
            path: "content.digestAlgorithms",
            change: { $0.digests = "3000" }
        ),
        Bad(
            testDescription: "content without a type",
            fault: .unexpectedTag,
            at: "0500",
            path: "content.encapContentInfo.eContentType",
            change: { $0.content = "3002 0500" }
        ),
        Bad(
            testDescription: "a field after the content",
            fault: .trailingBytes,
            at: "0500",
            path: "content.encapContentInfo",
            change: { $0.content = "300d 06092a864886f70d010701 0500" }
        ),
        Bad(
            testDescription: "a truncated certificate",
            fault: .truncated,
            at: "300330",
            path: "content.certificates[1]",
            change: { $0.certificates = "a005 3000 300330" }
        ),
        Bad(
            testDescription: "a list with indefinite length",
            fault: .indefiniteLength,
            at: "80000031",
            path: "content.crls[0]",
            change: { $0.lists = "a104 30800000" }
        ),
        Bad(
            testDescription: "no signerInfos",
            fault: .unexpectedTag,
            at: "0500",
            path: "content.signerInfos",
            change: { $0.signers = "0500" }
        ),
        Bad(
            testDescription: "a field after the last",
            fault: .trailingBytes,
            at: "0500",
            path: "content",
            change: { $0.more = "0500" }
        ),
        Bad(
            testDescription: "a byte after the message",
            fault: .trailingBytes,
            at: "ee",
            path: "",
            change: { $0.trailing = "ee" }
        ),
    ])
    func refuses(_ test: Bad) {
        var message = Message()
        test.change(&message)
        let der = message.der
        let error = DERError(test.fault, at: place(of: test.at, in: der), in: test.path)
        #expect(throws: error) { try PKCS7(der: der) }
    }
}
