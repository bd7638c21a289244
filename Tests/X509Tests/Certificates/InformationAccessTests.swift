import TestSupport
import Testing

@testable import X509

/// RFC 5280 §4.2.2.1.
@Suite struct InformationAccessTests {
    private static let uri = hexBytes("8608687474703a2f2f61")  // http://a
    private static let issuers = hexBytes("06082b06010505073002")

    @Test func `reads the method and location of an access description`() throws {
        let entry = [0x30, 0x14] + Self.issuers + Self.uri
        let certificate = try Self.certificate([0x30, 0x16] + entry)
        let described = try #require(
            try certificate.informationAccess(.authorityInformationAccess)
        )
        #expect(described.count == 1)
        let first = try #require(described.first)
        #expect(Array(certificate.der[first.method]) == Array(Self.issuers.dropFirst(2)))
        guard case .uri(let place) = first.location else {
            Issue.record("not a URI: \(first.location)")
            return
        }
        #expect(Array(certificate.der[place]) == Array(Self.uri.dropFirst(2)))
        #expect(try certificate.informationAccess(.subjectInformationAccess) == nil)
    }

    @Test(arguments: [
        (hexBytes("3000"), DERError.Fault.emptySequence, ""),
        (hexBytes("30023000"), .unexpectedTag, "[0].accessMethod"),
        (hexBytes("300c300a06082b06010505073002"), .unexpectedTag, "[0].accessLocation"),
        (hexBytes("30163014") + issuers + uri + [0x05, 0x00], .trailingBytes, ""),
        (hexBytes("0500"), .unexpectedTag, ""),
    ])
    func `rejects an extension body that is not a list of descriptions`(
        value: [UInt8],
        fault: DERError.Fault,
        path: String
    ) throws {
        let certificate = try Self.certificate(value)
        let error = #expect(throws: DERError.self) {
            try certificate.informationAccess(.authorityInformationAccess)
        }
        #expect(error?.fault == fault)
        #expect(error?.path == "tbsCertificate.extensions[0].extnValue" + path)
    }

    private static func certificate(_ value: [UInt8]) throws -> Certificate {
        var sample = SampleCertificate()
        sample.extensions = SampleCertificate.extension(.authorityInformationAccess, value.hex)
        return try Certificate(der: sample.der)
    }
}
