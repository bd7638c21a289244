import Testing
import X509

@Suite struct OCSPResponseTests {
    @Test func `finds every field at its offset`() throws {
        var sample = SampleOCSPResponse()
        sample.responseExtensions =
            "a115 3013" + SampleCertificate.extension(.ocspNonce, "04020102")
        sample.certificates = "a004 30023000"
        let response = try OCSPResponse(der: sample.der)
        let basic = try #require(response.basic)
        func text(_ range: Range<Int>?) -> String? { range.map { response.der[$0].hex } }
        #expect(response.status == .successful)
        #expect(text(response.responseType) == "2b0601050507300101")
        guard case .key(let key) = basic.responder else {
            Issue.record("the responder is not identified by its key")
            return
        }
        #expect(text(key) == "1122")
        #expect(basic.producedAt == Instant(rfc3339: "2026-01-01"))
        #expect(text(basic.outerAlgorithm.algorithm) == "2a8648ce3d040302")
        #expect(text(basic.signature) == "77")
        #expect(basic.extensions.count == 1)
        #expect(basic.certificates.map { text($0) } == ["3000"])
        #expect(basic.tbs.upperBound == basic.outerAlgorithm.encoding.lowerBound)
        #expect(basic.responses.count == 1)
        let single = basic.responses[0]
        #expect(single.status == .good)
        #expect(single.thisUpdate == Instant(rfc3339: "2026-01-01"))
        #expect(single.nextUpdate == Instant(rfc3339: "2026-01-08"))
        #expect(text(single.certificate.hashAlgorithm.algorithm) == "2b0e03021a")
        #expect(text(single.certificate.issuerNameHash) == "1111")
        #expect(text(single.certificate.issuerKeyHash) == "2222")
        #expect(text(single.certificate.serial) == "05")
    }

    struct Sound: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let status: OCSPResponse.Status
        let single: SingleOCSPResponse.Status?
        let change: @Sendable (inout SampleOCSPResponse) -> Void

        init(
            _ description: String,
            _ status: OCSPResponse.Status = .successful,
            _ single: SingleOCSPResponse.Status? = .good,
            change: @escaping @Sendable (inout SampleOCSPResponse) -> Void = { _ in }
        ) {
            testDescription = description
            self.status = status
            self.single = single
            self.change = change
        }
    }

    private static let moment = Instant(rfc3339: "2026-01-01") ?? Instant(seconds: 0)

    @Test(
        arguments: [
            Sound("good"),
            Sound("unknown", .successful, .unknown) { $0.certificateStatus = "8200" },
            Sound("revoked", .successful, .revoked(at: moment, reason: nil)) {
                $0.certificateStatus = "a111 180f32303236303130313030303030305a"
            },
            Sound("revoked with a reason", .successful, .revoked(at: moment, reason: .superseded)) {
                $0.certificateStatus = "a116 180f32303236303130313030303030305a a003 0a0104"
            },
            Sound("no nextUpdate") { $0.nextUpdate = "" },
            Sound("a responder by name") { $0.responder = "a10e 300c310a30080603550403 0c0141" },
            Sound("another type of response", .successful, nil) { $0.type = "06022a03" },
        ]
            + zip(
                ["01", "02", "03", "05", "06"],
                [
                    OCSPResponse.Status.malformedRequest, .internalError, .tryLater,
                    .signatureRequired, .unauthorized,
                ]
            ).map { number, status in
                Sound("the error \(number)", status, nil) {
                    ($0.status, $0.bytes) = ("0a01" + number, "")
                }
            }
    )
    func `decodes a valid response`(_ test: Sound) throws {
        var sample = SampleOCSPResponse()
        test.change(&sample)
        let response = try OCSPResponse(der: sample.der)
        #expect(response.status == test.status)
        #expect(response.basic?.responses.first?.status == test.single)
    }

    typealias Broken = BrokenSample<SampleOCSPResponse>

    private static let data = "responseBytes.response.tbsResponseData"
    private static let single = data + ".responses[0]"

    @Test(arguments: [
        Broken("an unknown response status", .badValue, in: "responseStatus") {
            $0.status = "0a0104"
        },
        Broken("success without a response", .badValue, in: "") { $0.bytes = "" },
        Broken("an error with a response", .badValue, in: "") { $0.status = "0a0103" },
        Broken("a version, encoded", .badVersion, in: data + ".version") {
            $0.version = "a003020100"
        },
        Broken("a responder with neither name nor key", .unexpectedTag, in: data + ".responderID") {
            $0.responder = "a304 04021122"
        },
        Broken("a producedAt in UTCTime", .unexpectedTag, in: data + ".producedAt") {
            $0.producedAt = "170d3236303130313030303030305a"
        },
        Broken("a time with a fraction", .badTime, in: single + ".thisUpdate") {
            $0.thisUpdate = "1811 32303236303130313030303030302e355a"
        },
        Broken("good with content", .badValue, in: single + ".certStatus") {
            $0.certificateStatus = "800100"
        },
        Broken("an unknown certificate status", .unexpectedTag, in: single + ".certStatus") {
            $0.certificateStatus = "8300"
        },
        Broken(
            "revoked with an empty reason",
            .badValue,
            in: single + ".certStatus.revoked.revocationReason"
        ) {
            $0.certificateStatus = "a116 180f32303236303130313030303030305a a003 0a0107"
        },
        Broken("a padded serial number", .badInteger, in: single + ".certID.serialNumber") {
            $0.certificate = "3015 300706052b0e03021a 04021111 04022222 02020005"
        },
        Broken("no extensions, encoded", .emptySequence, in: data + ".responseExtensions") {
            $0.responseExtensions = "a1023000"
        },
        Broken("no certificates, encoded", .emptySequence, in: "responseBytes.response.certs") {
            $0.certificates = "a0023000"
        },
        Broken("fields after the last", .trailingBytes, in: "responseBytes.response") {
            $0.certificates = "0500"
        },
    ])
    func `reports the path of a fault`(_ test: Broken) throws {
        var sample = SampleOCSPResponse()
        test.change(&sample)
        let error = #expect(throws: DERError.self) { try OCSPResponse(der: sample.der) }
        #expect(error?.fault == test.fault)
        #expect(error?.path == test.path)
    }
}
