import TestSupport
import Testing
import X509

@Suite struct CertificateTests {
    @Test func `finds every field at its offset`() throws {
        var sample = SampleCertificate()
        sample.uniqueIDs = "81020011 82020022"
        let der = sample.der
        let certificate = try Certificate(der: der)

        func text(_ range: Range<Int>?) -> String? { range.map { der[$0].hex } }
        func packed(_ hex: String) -> String { hexBytes(hex).hex }
        #expect(certificate.version == 3)
        #expect(text(certificate.serial) == "05")
        #expect(text(certificate.innerAlgorithm.encoding) == packed(sample.innerAlgorithm))
        #expect(text(certificate.innerAlgorithm.algorithm) == "2a8648ce3d040302")
        #expect(certificate.innerAlgorithm.parameters == nil)
        #expect(text(certificate.issuer) == packed(sample.issuer))
        #expect(certificate.validity.notBefore == Instant(rfc3339: "2026-01-01"))
        #expect(certificate.validity.notAfter == Instant(rfc3339: "2027-01-01"))
        #expect(text(certificate.subject) == packed(sample.subject))
        #expect(text(certificate.spki) == packed(sample.publicKey))
        #expect(text(certificate.publicKey.algorithm.algorithm) == "2b6570")
        #expect(text(certificate.publicKey.bits) == "5566")
        #expect(text(certificate.issuerUniqueID) == "11")
        #expect(text(certificate.subjectUniqueID) == "22")
        #expect(text(certificate.outerAlgorithm.encoding) == packed(sample.outerAlgorithm))
        #expect(text(certificate.signature) == "77")
        #expect(der[certificate.tbs].starts(with: [0x30]))
        #expect(certificate.tbs.upperBound == certificate.outerAlgorithm.encoding.lowerBound)
        #expect(certificate.algorithmsAgree)
        #expect(!certificate.isSelfIssued)
        #expect(certificate.subjectName.description == "CN=B")
        #expect(certificate.issuerName.description == "CN=A")
    }

    struct Sound: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout SampleCertificate) -> Void

        init(_ description: String, change: @escaping @Sendable (inout SampleCertificate) -> Void) {
            testDescription = description
            self.change = change
        }
    }

    @Test(arguments: [
        Sound("unchanged") { _ in },
        Sound("version 1") { ($0.version, $0.extensions) = ("", nil) },
        Sound("version 2 with a unique identifier") {
            ($0.version, $0.extensions, $0.uniqueIDs) = ("a003020101", nil, "81020011")
        },
        Sound("version 3 without extensions") { $0.extensions = nil },
        Sound("algorithm parameters") { $0.innerAlgorithm = "300c06082a8648ce3d0403020500" },
        Sound("an empty name") { $0.subject = "3000" },
        Sound("a relative name of two attributes") {
            $0.subject = "30143112300706035504030c00 3007060355040a0c00"
        },
        Sound("an empty signature") { $0.signature = "030100" },
        Sound("a serial number of zero") { $0.serial = "020100" },
        Sound("a serial number below zero") { $0.serial = "0201ff" },
    ])
    func `decodes a valid certificate`(_ test: Sound) throws {
        var sample = SampleCertificate()
        test.change(&sample)
        _ = try Certificate(der: sample.der)
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let fault: DERError.Fault
        /// The bytes at the offset of the fault.
        let place: String
        let path: String
        let change: @Sendable (inout SampleCertificate) -> Void

        init(
            _ description: String,
            _ fault: DERError.Fault,
            at place: String,
            in path: String,
            change: @escaping @Sendable (inout SampleCertificate) -> Void
        ) {
            testDescription = description
            self.fault = fault
            self.place = place
            self.path = path
            self.change = change
        }
    }

    @Test(arguments: [
        Broken("bytes after the certificate's fields", .trailingBytes, at: "0500", in: "") {
            $0.trailing = "0500"
        },
        Broken(
            "an unknown field in tbsCertificate",
            .trailingBytes,
            at: "0500",
            in: "tbsCertificate"
        ) {
            $0.more = "0500"
        },
        Broken(
            "version 1, encoded",
            .encodedDefault,
            at: "a003020100",
            in: "tbsCertificate.version"
        ) {
            $0.version = "a003020100"
        },
        Broken("version 4", .badVersion, at: "03 020105", in: "tbsCertificate.version") {
            $0.version = "a003020103"
        },
        Broken("version -1", .badVersion, at: "ff 020105", in: "tbsCertificate.version") {
            $0.version = "a0030201ff"
        },
        Broken(
            "a version of two bytes",
            .badVersion,
            at: "0102 020105",
            in: "tbsCertificate.version"
        ) {
            $0.version = "a00402020102"
        },
        Broken(
            "two versions in one wrapper",
            .trailingBytes,
            at: "020102 020105",
            in: "tbsCertificate.version"
        ) {
            $0.version = "a006020102020102"
        },
        Broken(
            "a serial number with a leading zero",
            .badInteger,
            at: "0005",
            in: "tbsCertificate.serialNumber"
        ) {
            $0.serial = "02020005"
        },
        Broken(
            "no serial number",
            .unexpectedTag,
            at: "300a06082a8648ce3d040302",
            in: "tbsCertificate.serialNumber"
        ) {
            $0.serial = ""
        },
        Broken(
            "a third element in the algorithm",
            .trailingBytes,
            at: "0400",
            in: "tbsCertificate.signature"
        ) {
            $0.innerAlgorithm = "300e06082a8648ce3d04030205000400"
        },
        Broken("no issuer", .unexpectedTag, at: "170d32363031", in: "tbsCertificate.issuer[0]") {
            $0.issuer = ""
        },
        Broken("an empty relative name", .emptySequence, at: "3100", in: "tbsCertificate.issuer[0]")
        { $0.issuer = "30023100" },
        Broken(
            "an attribute without a value",
            .truncated,
            at: "301e170d",
            in: "tbsCertificate.issuer[0][0].value"
        ) {
            $0.issuer = "3009310730050603550403"
        },
        Broken(
            "an attribute of three elements",
            .trailingBytes,
            at: "0500",
            in: "tbsCertificate.issuer[0][0]"
        ) {
            $0.issuer = "300d310b300906035504030c000500"
        },
        Broken(
            "no notAfter",
            .unexpectedTag,
            at: "300c310a300806035504030c0142",
            in: "tbsCertificate.validity.notAfter"
        ) {
            $0.validity = "300f170d3236303130313030303030305a"
        },
        Broken(
            "a key algorithm without an identifier",
            .unexpectedTag,
            at: "0500 0303",
            in: "tbsCertificate.subjectPublicKeyInfo.algorithm.algorithm"
        ) { $0.publicKey = "3009 30020500 0303005566" },
        Broken(
            "an attribute without an OBJECT IDENTIFIER, in the second set",
            .unexpectedTag,
            at: "0c0141 0c0142",
            in: "tbsCertificate.subject[1][1].type"
        ) {
            $0.subject = "3022 310a300806035504030c0141 3114 300806035504030c0141 30060c01410c0142"
        },
        Broken("a third time", .trailingBytes, at: "0500", in: "tbsCertificate.validity") {
            $0.validity =
                "3020170d3236303130313030303030305a170d3237303130313030303030305a0500"
        },
        Broken(
            "half a byte of key",
            .badBitString,
            at: "0303045560",
            in: "tbsCertificate.subjectPublicKeyInfo.subjectPublicKey"
        ) {
            $0.publicKey = "300c300506032b65700303045560"
        },
        Broken(
            "a unique identifier in version 1",
            .badVersion,
            at: "81020011",
            in: "tbsCertificate.issuerUniqueID"
        ) {
            ($0.version, $0.extensions, $0.uniqueIDs) = ("", nil, "81020011")
        },
        Broken(
            "extensions in version 2",
            .badVersion,
            at: "a30c300a",
            in: "tbsCertificate.extensions"
        ) {
            $0.version = "a003020101"
        },
        Broken(
            "no extensions in their list",
            .emptySequence,
            at: "3000 300a",
            in: "tbsCertificate.extensions"
        ) {
            $0.extensions = ""
        },
        Broken(
            "a criticality of false, encoded",
            .encodedDefault,
            at: "010100",
            in: "tbsCertificate.extensions[0].critical"
        ) {
            $0.extensions = "300b0603551d13010100040100"
        },
        Broken(
            "an extension without a value",
            .unexpectedTag,
            at: "300a06082a8648ce3d040302 0302",
            in: "tbsCertificate.extensions[0].extnValue"
        ) {
            $0.extensions = "30050603551d13"
        },
        Broken("half a byte of signature", .badBitString, at: "03020470", in: "signatureValue") {
            $0.signature = "03020470"
        },
        Broken("no signature", .unexpectedTag, at: "", in: "signatureValue") { $0.signature = "" },
    ])
    func refuses(_ test: Broken) {
        var sample = SampleCertificate()
        test.change(&sample)
        let der = sample.der
        let offset = test.place.isEmpty ? der.count : place(of: test.place, in: der)
        let expected = DERError(test.fault, at: offset, in: test.path)
        #expect(throws: expected) { try Certificate(der: der) }
    }

    @Test func `rejects every proper prefix, and every certificate followed by a byte`() {
        let der = SampleCertificate().der
        for count in der.indices {
            #expect(throws: DERError.self, "\(count) bytes") {
                try Certificate(der: Array(der.prefix(count)))
            }
        }
        #expect(throws: DERError(.trailingBytes, at: der.count)) { try Certificate(der: der + [0]) }
    }

    @Test func `decoding never traps on a changed bit`() {
        let der = SampleCertificate().der
        for index in der.indices {
            for bit in 0..<8 {
                var flipped = der
                flipped[index] ^= 1 << UInt8(bit)
                guard let certificate = try? Certificate(der: flipped) else { continue }
                #expect(certificate.der == flipped)
                #expect(certificate.tbs.upperBound <= flipped.count)
                _ = certificate.subjectName.description + certificate.issuerName.description
            }
        }
    }

    @Test func `algorithms are equal if their bytes are equal`() throws {
        var sample = SampleCertificate()
        sample.outerAlgorithm = "300c06082a8648ce3d0403020500"
        #expect(try !Certificate(der: sample.der).algorithmsAgree)
        sample.innerAlgorithm = sample.outerAlgorithm
        #expect(try Certificate(der: sample.der).algorithmsAgree)
    }

    @Test func `certificates are equal if their bytes are equal`() throws {
        let sample = try Certificate(der: SampleCertificate().der)
        #expect(try sample == Certificate(der: SampleCertificate().der))
        var other = SampleCertificate()
        other.signature = "03020078"
        #expect(try sample != Certificate(der: other.der))
    }
}
