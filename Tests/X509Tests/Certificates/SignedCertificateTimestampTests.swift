import TestSupport
import Testing
import X509

/// RFC 6962 §3.2 and §3.3.
@Suite struct SignedCertificateTimestampTests {
    private static let logID = String(repeating: "ab", count: 32)
    /// Timestamp 1, no extensions, ecdsa with sha256, and a signature of two bytes.
    private static let v1 = "00" + logID + "0000000000000001 0000 0403 0002 beef"

    /// Returns an extnValue with a list of these SCTs, each with its length.
    private static func value(_ scts: [String], trailing: String = "") -> String {
        func vector(_ bytes: [UInt8]) -> [UInt8] {
            [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
        }
        let list = scts.flatMap { vector(hexBytes($0)) }
        return DERWriter.bytes {
            $0.primitive(.octetString, vector(list) + hexBytes(trailing))
        }.hex
    }

    private static func decoded(_ value: String) throws -> Certificate {
        var sample = SampleCertificate()
        sample.extensions = SampleCertificate.extension(.signedCertificateTimestamps, value)
        return try Certificate(der: sample.der)
    }

    @Test func `reads an SCT, and keeps the bytes of an SCT of another version`() throws {
        let certificate = try Self.decoded(Self.value([Self.v1, "01c0ffee"]))
        let list = try #require(try certificate.signedCertificateTimestamps())
        #expect(list.count == 2)
        guard case .v1(let first) = list[0], case .unknown(let second) = list[1] else {
            Issue.record("other versions: \(list)")
            return
        }
        func text(_ range: Range<Int>) -> String { certificate.der[range].hex }
        #expect(text(first.logID) == Self.logID)
        #expect(first.timestamp == 1)
        #expect(first.extensions.isEmpty)
        #expect(first.hash == 4)
        #expect(first.signatureAlgorithm == 3)
        #expect(text(first.signature) == "beef")
        #expect(text(second) == "01c0ffee")
    }

    @Test func `the part of a certificate that logs sign lacks only the SCTs`() throws {
        let other = "3008 0603551d13 0401 00"
        let scts = SampleCertificate.extension(
            .signedCertificateTimestamps,
            Self.value([Self.v1])
        )
        func tbs(_ extensions: String?) throws -> [UInt8] {
            var sample = SampleCertificate()
            sample.extensions = extensions
            let certificate = try Certificate(der: sample.der)
            return Array(certificate.der[certificate.tbs])
        }
        for (with, without) in [
            (scts, nil), (scts + other, other), (other + scts, other),
            (other, other),
        ] {
            var sample = SampleCertificate()
            sample.extensions = with
            let certificate = try Certificate(der: sample.der)
            #expect(try certificate.tbsWithoutSCTs() == tbs(without))
        }
    }

    @Test func `a certificate without the SCT extension has no SCTs`() throws {
        let certificate = try Certificate(der: SampleCertificate().der)
        #expect(try certificate.signedCertificateTimestamps() == nil)
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let value: String
        let fault: DERError.Fault
        /// The offset from the start of extnValue.
        let offset: Int
        let path: String
    }

    private static let short = String(v1.dropLast(5))

    @Test(arguments: [
        Broken(
            testDescription: "no SCT",
            value: value([]),
            fault: .emptySequence,
            offset: 2,
            path: ".sct_list"
        ),
        Broken(
            testDescription: "not an OCTET STRING",
            value: "3000",
            fault: .unexpectedTag,
            offset: 0,
            path: ""
        ),
        Broken(
            testDescription: "a byte after the list",
            value: value([v1], trailing: "00"),
            fault: .trailingBytes,
            offset: 55,
            path: ""
        ),
        Broken(
            testDescription: "a list longer than the OCTET STRING",
            value: "0403 0002 00",
            fault: .truncated,
            offset: 4,
            path: ".sct_list"
        ),
        Broken(
            testDescription: "an SCT longer than the list",
            value: "0404 0002 0001",
            fault: .truncated,
            offset: 6,
            path: ".sct_list[0]"
        ),
        Broken(
            testDescription: "an empty second SCT",
            value: value([v1, ""]),
            fault: .truncated,
            offset: 57,
            path: ".sct_list[1].sct_version"
        ),
        Broken(
            testDescription: "a truncated log identifier",
            value: value(["00abab"]),
            fault: .truncated,
            offset: 7,
            path: ".sct_list[0].id"
        ),
        Broken(
            testDescription: "no signature",
            value: value([short]),
            fault: .truncated,
            offset: 53,
            path: ".sct_list[0].signature"
        ),
        Broken(
            testDescription: "a byte after the signature",
            value: value([v1 + "00"]),
            fault: .trailingBytes,
            offset: 55,
            path: ".sct_list[0]"
        ),
    ])
    func refuses(_ test: Broken) throws {
        let certificate = try Self.decoded(test.value)
        let value = try #require(certificate.extension(.signedCertificateTimestamps)?.value)
        let expected = DERError(
            test.fault,
            at: value.lowerBound + test.offset,
            in: "tbsCertificate.extensions[0].extnValue" + test.path
        )
        #expect(throws: expected) { try certificate.signedCertificateTimestamps() }
    }
}
